import { CalendarCheck, Send } from 'lucide-react';
import { chooseVisibility, emptyPostForm } from '@backlot/domain/post-form';
import type { Visibility } from '@backlot/domain/access';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { FormError } from '../../components/form-error.tsx';
import { PageTop } from '../../components/studio/page-top.tsx';
import { StateChip } from '../../components/studio/state-chip.tsx';
import { useToast } from '../../components/toasts.tsx';
import { ApiError } from '../../lib/api.ts';
import { isApple, useKeys } from '../../lib/keys.ts';
import { useFormats, useMe, useSetting } from '../../lib/site.tsx';
import { useUploads } from '../../lib/uploads/use-uploads.tsx';
import { AmountField } from './amount-field.tsx';
import { BlurField } from './blur-field.tsx';
import { CaptionField } from './caption-field.tsx';
import { FanCard } from './fan-card.tsx';
import { MediaField } from './media-field.tsx';
import { MissingList, useFormErrorText } from './missing-list.tsx';
import { checkDraft, usualAmounts, type Bounds } from './post-checks.ts';
import { scheduledAt, usePostDraft, type PostDraft } from './post-draft.ts';
import { PreviewField } from './preview-field.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { useSendPost } from './send-post.ts';
import { useKnownTags, useStudioPosts } from './studio-posts.ts';
import { VisibilityField } from './visibility-field.tsx';
import { TagsField } from './tags-field.tsx';
import { useNow } from '../../lib/use-now.ts';
import './create-post.css';

/** A new post: one column of form, and beside it the card as fans will see it. */
export function Page() {
  const { t } = useTranslation();
  const formats = useFormats();
  const navigate = useNavigate();
  const toast = useToast();
  const now = useNow(10_000);
  const { draft, change, update, reset, save, savedAt } = usePostDraft(useMe()?._id ?? '');
  const uploads = useUploads();
  const files = draft.files.flatMap((key) => uploads.find((item) => item.key === key) ?? []);
  const bounds: Bounds = {
    content_unlock_minimum_amount: useSetting('content_unlock_minimum_amount') ?? 5,
    content_unlock_maximum_amount: useSetting('content_unlock_maximum_amount') ?? 450,
  };
  const isPublicOffered = useSetting('enable_public_post') === true;
  const areTagsOn = useSetting('feed_tags_enable') === true;
  const { data: posts } = useStudioPosts(1, null);
  const { data: known } = useKnownTags();
  const checks = checkDraft(draft, files, bounds, now);
  const [wasPressed, setPressed] = useState(false);
  const [tab, setTab] = useState<'form' | 'card'>('form');
  const send = useSendPost();
  const errorText = useFormErrorText();
  const errorAt = (field: keyof PostDraft | 'scheduledAt'): string | null => {
    const error = checks.errors.find((one) => one.field === field);
    return error && (wasPressed || field === 'amount' || field === 'scheduledAt') ? errorText(error) : null;
  };
  const missingId = useId();
  const form = useRef<HTMLFormElement>(null);
  const pick = useRef<HTMLInputElement>(null);

  // A site that stops offering public posts leaves no draft behind that cannot be sent.
  useEffect(() => {
    if (draft.visibility === 'public' && !isPublicOffered) change({ visibility: 'locked' });
  }, [draft.visibility, isPublicOffered, change]);

  const choose = (visibility: Visibility): void => update((before) => {
    const chosen = chooseVisibility({ ...emptyPostForm, visibility: before.visibility, blurMedia: before.blurMedia, blurCaption: before.blurCaption, preview: before.preview === null ? [] : [before.preview] }, visibility);
    const hasPreview = chosen.preview.length > 0 && before.hasPreview;
    return { ...before, visibility, blurMedia: visibility === 'public' ? chosen.blurMedia : before.visibility === 'public' || chosen.blurMedia, blurCaption: chosen.blurCaption, preview: chosen.preview[0] ?? null, hasPreview };
  });
  const submit = (): void => {
    setPressed(true);
    if (send.isPending) return;
    if (!checks.isGood) {
      setTab('form');
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong] button, .drop-zone')?.focus());
      return;
    }
    send.mutate({ draft, files }, {
      onSuccess: ({ message }) => {
        reset();
        setPressed(false);
        toast({ text: message || t('post-success'), tone: 'good' });
        void navigate(paths.studioPosts);
      },
    });
  };
  useKeys({
    'mod+enter': submit,
    'mod+shift+s': () => change({ isScheduled: !draft.isScheduled }),
    u: () => pick.current?.click(),
  });
  const at = scheduledAt(draft);
  const time = at ? new Intl.DateTimeFormat(document.documentElement.lang, { ...(at.toDateString() === now.toDateString() ? {} : { day: 'numeric', month: 'short' }), hour: 'numeric', minute: '2-digit' }).format(at) : '';
  const Icon = draft.isScheduled ? CalendarCheck : Send;
  return (
    <div className="create" data-tab={tab}>
      <PageTop title={<>{t('create-title')} {savedAt === null && draft.files.length === 0 && draft.caption === '' ? null : <StateChip>{t('create-draft')}</StateChip>}</>}>
        <span className="small muted hide-phone" role="status">{savedAt === null ? '' : t('create-draft-saved', { when: formats.relative(savedAt, Math.max(savedAt, now.getTime())) })}</span>
        <button type="button" className="btn hide-phone" onClick={() => { save(); toast({ text: t('create-draft-kept') }); }}>{t('create-save-draft')}</button>
        <button type="button" className="btn" data-tone="primary" aria-disabled={!checks.isGood || send.isPending || undefined} aria-describedby={missingId} onClick={submit}>
          <Icon className="icon" aria-hidden />{send.isPending ? t('saving') : draft.isScheduled ? t('create-schedule-for', { time }) : t('create-submit')}
        </button>
      </PageTop>
      <div className="create-tabs segments" role="tablist" aria-label={t('create-title')}>
        {(['form', 'card'] as const).map((one) => <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => setTab(one)}>{t(one === 'form' ? 'create-tab-form' : 'create-card-preview')}</button>)}
      </div>
      <div className="create-columns">
        <form ref={form} className="create-form" noValidate onSubmit={(event) => { event.preventDefault(); submit(); }}>
          <MediaField files={files} pick={pick} onFiles={(keys) => update((before) => ({ ...before, files: keys, preview: before.preview !== null && keys.includes(before.preview) ? before.preview : null }))} />
          <CaptionField caption={draft.caption} error={errorAt('caption')} onChange={(caption) => change({ caption })} />
          <VisibilityField value={draft.visibility} isPublicOffered={isPublicOffered} onChange={choose} />
          {draft.visibility === 'locked' ? (
            <div className="form-pair">
              <AmountField amount={draft.amount} bounds={bounds} usual={usualAmounts((posts?.blogs ?? []).map((post) => post.amount), bounds)} error={errorAt('amount')} onChange={(amount) => change({ amount })} />
              <PreviewField files={files} isOn={draft.hasPreview} chosen={draft.preview} onChoose={(preview) => change({ preview })} onSwitch={(hasPreview) => change({ hasPreview, preview: hasPreview ? (draft.preview ?? draft.files[0] ?? null) : null })} />
            </div>
          ) : null}
          {draft.visibility === 'public' ? null : (
            <div className="form-pair form-part">
              <BlurField text="reuse-blur-media" isOn={draft.blurMedia} onChange={(blurMedia) => change({ blurMedia })} />
              <BlurField text="reuse-blur-caption" isOn={draft.blurCaption} onChange={(blurCaption) => change({ blurCaption })} />
            </div>
          )}
          <div className="form-pair form-part">
            {areTagsOn ? <TagsField tags={draft.tags} known={known ?? []} onChange={(tags) => change({ tags })} /> : null}
            <ScheduleField draft={draft} now={now} error={errorAt('scheduledAt')} onChange={change} />
          </div>
          <FormError error={send.error} text={send.error instanceof ApiError && send.error.code !== 'network' && (send.error.message === '' || send.error.message === send.error.code) ? t('post-problem') : null} />
        </form>
        <aside className="create-side">
          <FanCard draft={draft} files={files} />
          <MissingList draft={draft} checks={checks} id={missingId} />
          <p className="create-keys" aria-hidden="true"><kbd>{isApple() ? '⌘ ↵' : 'Ctrl ↵'}</kbd> {t('create-key-post')} <kbd>{isApple() ? '⌘ ⇧ S' : 'Ctrl ⇧ S'}</kbd> {t('create-key-schedule')}</p>
        </aside>
      </div>
    </div>
  );
}
