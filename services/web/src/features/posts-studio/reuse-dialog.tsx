import { CircleHelp, Recycle } from 'lucide-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { useToast } from '../../components/toasts.tsx';
import { api, ApiError, newIdempotencyKey, type CallAnswer } from '../../lib/api.ts';
import { useSetting, useSite } from '../../lib/site.tsx';
import { useNow } from '../../lib/use-now.ts';
import { AmountField } from './amount-field.tsx';
import { BlurField } from './blur-field.tsx';
import { CaptionField } from './caption-field.tsx';
import { mergePicked, useDraftFiles } from './draft-files.ts';
import { FilesLeft } from './files-left.tsx';
import { draftOf } from './held-media.ts';
import { MediaField } from './media-field.tsx';
import { useLeaveQuestion } from './leave-question.tsx';
import { useFormErrorText } from './missing-list.tsx';
import { withFiles, withPreview } from './post-fields.tsx';
import { PreviewField } from './preview-field.tsx';
import { checkReuse, isIpad, reuseBody, reuseDraft, type ReuseDraft } from './reuse-form.ts';
import { ScheduleField } from './schedule-field.tsx';
import { useServerWords } from './server-words.ts';
import { showWrong } from './show-wrong.ts';
import { useKnownTags } from './studio-posts.ts';
import { TagsField } from './tags-field.tsx';
import { usePostChanged } from './task-form.ts';
import './create-post.css';
import './task-dialog.css';

interface ReuseProps {
  readonly id: string;
  readonly onClose: () => void;
  /** REUSE-11: told of the new post, where the list behind it shows one. */
  readonly onReused?: (udid: string) => void;
}
type Source = CallAnswer<'GET /api/blog/get-blog-for-reuse'>['data'];

/** Publishes a post again, as a new one for those who have not bought it. */
export function ReuseDialog({ id, onClose, onReused }: ReuseProps) {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const toast = useToast();
  const { data, error } = useQuery({
    queryKey: [site, 'reuse', id],
    queryFn: async ({ signal }) => (await api('GET /api/blog/get-blog-for-reuse', { query: { id }, signal })).data,
    staleTime: 0, gcTime: 0, refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (!error) return;
    toast({ text: t('reuse-load-failed'), tone: 'bad' });
    onClose();
  // Once an error is enough.
  // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  if (!data) return error ? null : <Dialog title={t('dialog-reuse-post')} onClose={onClose} shape="full" className="task-dialog"><div className="task-wait" role="status"><span className="busy-ring" aria-hidden="true" /><span className="visually-hidden">{t('a11y-loading')}</span></div></Dialog>;
  return <ReuseForm source={data} onClose={onClose} onReused={onReused} />;
}

function ReuseForm({ source, onClose, onReused }: { source: Source; onClose: () => void; onReused: ReuseProps['onReused'] }) {
  const { post, schedule, minimum_amount: min, maximum_amount: max } = source;
  const { t } = useTranslation();
  const toast = useToast();
  const now = useNow(10_000);
  const [draft, setDraft] = useState<ReuseDraft>(() => reuseDraft(draftOf(post, (media, index) => t(media.type === 'photo' ? 'media-photo-n' : 'media-film-n', { n: index + 1 })), schedule));
  const [begun] = useState(draft);
  const { leave, close, question } = useLeaveQuestion(draft !== begun, onClose);
  const change = (part: Partial<ReuseDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const { files, preview } = useDraftFiles(draft);
  const checks = checkReuse(draft, files, preview, { min, max }, now);
  const areTagsOn = useSetting('feed_tags_enable') === true;
  const { data: known } = useKnownTags();
  const errorText = useFormErrorText();
  const serverWords = useServerWords('reuse-problem');
  const changed = usePostChanged();
  const [wasPressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const pick = useRef<HTMLInputElement>(null);
  const key = useRef(newIdempotencyKey());
  const id = useId();
  const send = useMutation({
    mutationFn: () => api('POST /api/blog/reuse-blog', { body: reuseBody(draft, files, preview, post), idempotencyKey: key.current }),
    onSuccess: ({ message, data }) => {
      changed(null);
      toast({ text: message || data.reuseBlog.message || t('post-success'), tone: 'good' });
      onReused?.(data.reuseBlog.udid);
      close();
    },
    // A refusal is certain; where no answer came, the next press asks after the same post.
    onError: (failure) => { if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) key.current = newIdempotencyKey(); },
  });
  const errorAt = (field: string, isAtOnce = false): string | null => {
    const error = checks.errors.find((one) => one.field === field);
    return error && (wasPressed || isAtOnce) ? errorText(error) : null;
  };
  const submit = (): void => {
    setPressed(true);
    if (send.isPending) return;
    if (checks.isGood) return send.mutate(undefined, { onError: () => showWrong(form.current, { reasonFirst: true }) });
    showWrong(form.current);
  };
  const isLocked = draft.visibility === 'locked';
  const choosePreview = (chosen: string | null, picked?: Parameters<typeof mergePicked>[1][number]): void =>
    setDraft((before) => ({ ...before, preview: chosen, hasPreview: before.hasPreview || chosen !== null, picked: picked ? mergePicked(before.picked, [picked]) : before.picked }));
  return (
    <Dialog
      title={t('dialog-reuse-post')} onClose={leave} shape="full" className="task-dialog"
      actions={<><Button tone="quiet" onClick={leave}>{t('btn-cancel')}</Button><Button busy={send.isPending} type="submit" form={id}>{send.isPending ? <span className="busy-ring" aria-hidden="true" /> : null}{t('dialog-reuse-post')}</Button></>}
    >
      <form ref={form} id={id} className="task-form" noValidate onSubmit={(event) => { event.preventDefault(); submit(); }}>
        <p className="task-note"><Recycle className="icon" aria-hidden /><span>{t('reuse-note')}</span></p>
        <details className="task-help"><summary><CircleHelp className="icon" aria-hidden />{t('reuse-help-title')}</summary><p>{t('reuse-help-age')}</p><p>{t('reuse-help-change')}</p></details>
        <CaptionField caption={draft.caption} error={errorAt('caption')} onChange={(caption) => change({ caption })} />
        <MediaField
          files={files} error={errorAt('files')} pick={pick} mayOrder={!isIpad(navigator)} preview={isLocked && draft.hasPreview ? { chosen: draft.preview, onChoose: choosePreview } : undefined}
          onFiles={(keys, picked) => setDraft((before) => ({ ...before, ...withFiles(before, keys, picked) }))}
        />
        {isLocked ? (
          <PreviewField
            files={[]} preview={preview} isOn={draft.hasPreview} help={t('reuse-preview-help')} onChoose={choosePreview}
            onSwitch={(hasPreview) => setDraft((before) => ({ ...before, ...withPreview(before, hasPreview) }))}
          />
        ) : null}
        {draft.visibility === 'public' ? null : (
          <div className="form-pair form-part">
            <BlurField text="reuse-blur-media" isOn={draft.blurMedia} onChange={(blurMedia) => change({ blurMedia })} />
            <BlurField text="reuse-blur-caption" isOn={draft.blurCaption} onChange={(blurCaption) => change({ blurCaption })} />
          </div>
        )}
        <div className="form-pair form-part">
          {isLocked ? <AmountField label={t('reuse-amount')} amount={draft.amount} min={min} max={max} usual={[]} error={errorAt('amount', true)} onChange={(amount) => change({ amount })} /> : null}
          {areTagsOn ? <TagsField label={t('reuse-tag')} hint={known?.length === 0 ? t('reuse-no-tags') : undefined} tags={draft.tags} known={known ?? []} onChange={(tags) => change({ tags })} /> : null}
        </div>
        <div className="form-part task-when">
          <ScheduleField draft={draft} now={now} error={errorAt('scheduledAt', true)} onChange={change} />
          <label className="check-line"><input type="checkbox" checked={draft.keepDate && !draft.isScheduled} disabled={draft.isScheduled} onChange={(event) => change({ keepDate: event.target.checked })} />{t('reuse-keep-date')}</label>
        </div>
        {wasPressed ? <FilesLeft checks={checks} /> : null}
        <FormError error={send.error} text={serverWords(send.error)} />
      </form>
      {question}
    </Dialog>
  );
}
