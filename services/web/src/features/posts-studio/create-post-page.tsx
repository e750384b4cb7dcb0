import { CalendarCheck, Send } from 'lucide-react';
import type { LibraryMedia } from '@backlot/contracts/library';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { FormError } from '../../components/form-error.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { useToast } from '../../components/toasts.tsx';
import { isApple, useKeys } from '../../lib/keys.ts';
import { libraryItem } from '../../entities/upload/library-item.ts';
import { useFormats, useMe, useSetting, useTimeZone } from '../../lib/site.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useDraftFiles } from './draft/draft-files.ts';
import { FanCard } from './draft/fan-card.tsx';
import { MissingList } from './draft/missing-list.tsx';
import { PostFields, withFiles } from './fields/post-fields.tsx';
import { checkDraft } from './draft/post-checks.ts';
import { scheduledAt, usePostDraft } from './draft/post-draft.ts';
import { useSendPost } from './draft/send-post.ts';
import { useServerMessage } from './draft/server-message.ts';
import { showWrong } from './draft/show-wrong.ts';
import { useMediaCategories } from './list/studio-posts.ts';
import { useUnlockBounds } from './draft/unlock-bounds.ts';
import './draft/create-post.css';

/** A new post: one column of form, and beside it the card as fans will see it. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const navigate = useNavigate();
  const toast = useToast();
  const now = useNow(10_000);
  const timeZone = useTimeZone();
  const { draft, change, update, reset, save, savedAt } = usePostDraft(useMe()?._id ?? '');
  const files = useDraftFiles(draft);
  const bounds = useUnlockBounds();
  const isPublicOffered = useSetting('enable_public_post') === true;
  const { data: categories } = useMediaCategories();
  const checks = checkDraft(draft, files.files, {
    bounds,
    now,
    timeZone,
    categories: (categories ?? []).map(({ name }) => name),
    preview: files.preview,
  });
  const [wasPressed, setPressed] = useState(false);
  const [tab, setTab] = useState<'form' | 'card'>('form');
  const send = useSendPost((message) => {
    reset();
    toast({ text: message || t('post-success'), tone: 'good' });
  });
  const serverMessage = useServerMessage('post-problem');
  const missingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const pick = useRef<HTMLInputElement>(null);

  // A site that stops offering public posts leaves no draft behind that cannot be sent.
  useEffect(() => {
    if (draft.visibility === 'public' && !isPublicOffered) change({ visibility: 'locked' });
  }, [draft.visibility, isPublicOffered, change]);

  // Files of the library that somebody wants to post: beside what the draft holds.
  const { state, search } = useLocation();
  const given = (state as { media?: readonly LibraryMedia[] } | null)?.media;
  useEffect(() => {
    if (!given) return;
    const items = given.map(libraryItem);
    update((before) => withFiles(before, [...new Set([...before.files, ...items.map(({ key }) => key)])], items));
    void navigate({ search }, { replace: true, state: null });
    // Taken once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [given]);

  const submit = (): void => {
    setPressed(true);
    if (send.isPending) return;
    if (!checks.isGood) {
      setTab('form');
      return showWrong(form.current);
    }
    send.mutate(
      { draft, ...files },
      {
        onSuccess: () => {
          setPressed(false);
          void navigate(paths.studioPosts);
        },
        onError: () => showWrong(form.current, { reasonFirst: true }),
      },
    );
  };
  useKeys({
    'mod+enter': submit,
    'mod+shift+s': () => change({ isScheduled: !draft.isScheduled }),
    u: () => pick.current?.click(),
  });
  const at = scheduledAt(draft, timeZone);
  const time = at ? formats.clock(at, now) : '';
  const Icon = draft.isScheduled ? CalendarCheck : Send;
  return (
    <div className="create" data-tab={tab}>
      <PageTop
        title={
          <>
            {t('create-title')}{' '}
            {savedAt === null && draft.files.length === 0 && draft.caption === '' ? null : (
              <StateChip>{t('create-draft')}</StateChip>
            )}
          </>
        }
      >
        <span className="small muted hide-phone" role="status">
          {savedAt === null
            ? ''
            : t('create-draft-saved', { when: formats.relative(savedAt, Math.max(savedAt, now.getTime())) })}
        </span>
        <button
          type="button"
          className="btn hide-phone"
          onClick={() => {
            save();
            toast({ text: t('create-draft-kept') });
          }}
        >
          {t('create-save-draft')}
        </button>
        <button
          type="button"
          className="btn"
          data-tone="primary"
          aria-disabled={!checks.isGood || send.isPending || undefined}
          aria-describedby={missingId}
          onClick={submit}
        >
          <Icon className="icon" aria-hidden />
          {send.isPending ? t('saving') : draft.isScheduled ? t('create-schedule-for', { time }) : t('create-submit')}
        </button>
      </PageTop>
      <div className="create-tabs segments" role="tablist" aria-label={t('create-title')}>
        {(['form', 'card'] as const).map((one) => (
          <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => setTab(one)}>
            {t(one === 'form' ? 'create-tab-form' : 'create-card-preview')}
          </button>
        ))}
      </div>
      <div className="create-columns">
        <form
          ref={form}
          className="create-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <PostFields
            {...{ draft, ...files, checks, bounds, now, pick, change, update, isPublicOffered }}
            wasPressed={wasPressed}
          />
          <FormError error={send.error} text={serverMessage(send.error)} />
        </form>
        <aside className="create-side">
          <div className="create-side-inside">
            <FanCard draft={draft} files={files.files} preview={files.preview} now={now} />
            <MissingList draft={draft} checks={checks} id={missingId} />
            <p className="create-keys" aria-hidden="true">
              <kbd>{isApple() ? '⌘ ↵' : 'Ctrl ↵'}</kbd> {t('create-key-post')}{' '}
              <kbd>{isApple() ? '⌘ ⇧ S' : 'Ctrl ⇧ S'}</kbd> {t('create-key-schedule')}
            </p>
          </div>
        </aside>
      </div>
    </div>
  );
}
