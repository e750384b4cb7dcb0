import { CircleHelp, Recycle } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../components/form-error.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError, newIdempotencyKey, type CallAnswer } from '../../../lib/api.ts';
import { useSetting, useTimeZone } from '../../../lib/site.tsx';
import type { UploadItem } from '../../../entities/upload/upload-item.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { AmountField } from '../fields/amount-field.tsx';
import { BlurField } from '../fields/blur-field.tsx';
import { CaptionField } from '../fields/caption-field.tsx';
import { useDraftFiles } from '../draft/draft-files.ts';
import { FilesLeft } from '../draft/files-left.tsx';
import { useGiftQuestion } from '../fields/gift-question.tsx';
import { draftOf } from '../draft/held-media.ts';
import { MediaField } from '../fields/media-field.tsx';
import { useLeaveQuestion } from '../draft/leave-question.tsx';
import { useFormErrorText } from '../draft/missing-list.tsx';
import { withChosen, withFiles, withPreview } from '../fields/post-fields.tsx';
import { PreviewField } from '../fields/preview-field.tsx';
import { checkReuse, isIpad, reuseBody, reuseDraft, type ReuseDraft } from './reuse-form.ts';
import { ScheduleField } from '../fields/schedule-field.tsx';
import { useServerMessage } from '../draft/server-message.ts';
import { showWrong } from '../draft/show-wrong.ts';
import { everyPost, useKnownTags, useStudioPosts } from '../list/studio-posts.ts';
import { TagsField } from '../fields/tags-field.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { usePostChanged } from './task-form.ts';
import '../draft/create-post.css';

interface ReuseFormProps {
  readonly source: CallAnswer<'GET /api/blog/get-blog-for-reuse'>['data'];
  readonly onClose: () => void;
  /** REUSE-11: told of the new post, where the list behind it shows one. */
  readonly onReused: ((udid: string) => void) | undefined;
}

/** What the new post has; at first what the earlier one had. */
export function ReuseForm({ source, onClose, onReused }: ReuseFormProps) {
  const { post, schedule, minimum_amount: min, maximum_amount: max } = source;
  const { t } = useTranslation();
  const toast = useToast();
  const now = useNow(10_000);
  const timeZone = useTimeZone();
  const [draft, setDraft] = useState<ReuseDraft>(() =>
    reuseDraft(
      draftOf(
        post,
        (media, index) => t(media.type === 'photo' ? 'media-photo-n' : 'media-film-n', { n: index + 1 }),
        timeZone,
      ),
      schedule,
      timeZone,
    ),
  );
  const [begun] = useState(draft);
  const { leave, close, question } = useLeaveQuestion(draft !== begun, onClose);
  const change = (part: Partial<ReuseDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const { files, preview } = useDraftFiles(draft);
  const checks = checkReuse(draft, files, preview, { min, max }, now, timeZone);
  const areTagsOn = useSetting('feed_tags_enable') === true;
  const { data: known } = useKnownTags();
  const { data: posts } = useStudioPosts(everyPost);
  const errorText = useFormErrorText();
  const serverMessage = useServerMessage('reuse-problem');
  const changed = usePostChanged();
  const [wasPressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const pick = useRef<HTMLInputElement>(null);
  const key = useRef(newIdempotencyKey());
  const send = useMutation({
    mutationFn: () =>
      api('POST /api/blog/reuse-blog', {
        body: reuseBody(draft, files, preview, post, timeZone),
        idempotencyKey: key.current,
      }),
    onSuccess: ({ message, data }) => {
      changed(null);
      toast({ text: message || data.reuseBlog.message || t('post-success'), tone: 'good' });
      onReused?.(data.reuseBlog.udid);
      close();
    },
    // A refusal is certain; where no answer came, the next press asks after the same post.
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500)
        key.current = newIdempotencyKey();
    },
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
  const gift = useGiftQuestion();
  const choosePreview = (chosen: string | null, picked?: UploadItem, isGift = false): void =>
    setDraft((before) => ({ ...before, ...withChosen(before, chosen, picked, isGift) }));
  const markPreview = (chosen: string | null): void => {
    const file = files.find(({ key }) => key === chosen);
    if (file) gift.ask(file, () => choosePreview(file.key, undefined, true));
    else choosePreview(null);
  };
  return (
    <TaskDialog
      title={t('dialog-reuse-post')}
      action={t('dialog-reuse-post')}
      isBusy={send.isPending}
      form={form}
      onSubmit={submit}
      onLeave={leave}
      question={
        <>
          {gift.question}
          {question}
        </>
      }
    >
      <p className="task-note">
        <Recycle className="icon" aria-hidden />
        <span>{t('reuse-note')}</span>
      </p>
      <details className="task-help">
        <summary>
          <CircleHelp className="icon" aria-hidden />
          {t('reuse-help-title')}
        </summary>
        <p>{t('reuse-help-age')}</p>
        <p>{t('reuse-help-change')}</p>
      </details>
      <CaptionField caption={draft.caption} error={errorAt('caption')} onChange={(caption) => change({ caption })} />
      <MediaField
        files={files}
        error={errorAt('files')}
        pick={pick}
        mayOrder={!isIpad(navigator)}
        preview={isLocked && draft.hasPreview ? { chosen: draft.preview, onChoose: markPreview } : undefined}
        onFiles={(keys, picked) => setDraft((before) => ({ ...before, ...withFiles(before, keys, picked) }))}
      />
      {isLocked ? (
        <PreviewField
          files={files}
          areFilesElsewhere
          preview={preview}
          isOn={draft.hasPreview}
          error={errorAt('preview')}
          help={t('reuse-preview-help')}
          onChoose={choosePreview}
          onSwitch={(hasPreview) => setDraft((before) => ({ ...before, ...withPreview(before, hasPreview) }))}
        />
      ) : null}
      {draft.visibility === 'public' ? null : (
        <div className="form-pair form-part">
          <BlurField text="reuse-blur-media" isOn={draft.blurMedia} onChange={(blurMedia) => change({ blurMedia })} />
          <BlurField
            text="reuse-blur-caption"
            isOn={draft.blurCaption}
            onChange={(blurCaption) => change({ blurCaption })}
          />
        </div>
      )}
      <div className="form-pair form-part">
        {isLocked ? (
          <AmountField
            label={t('reuse-amount')}
            amount={draft.amount}
            min={min}
            max={max}
            usual={[]}
            ofCards={posts?.card_bounds}
            error={errorAt('amount', true)}
            onChange={(amount) => change({ amount })}
          />
        ) : null}
        {areTagsOn ? (
          <TagsField
            label={t('reuse-tag')}
            hint={known?.length === 0 ? t('reuse-no-tags') : undefined}
            tags={draft.tags}
            known={known ?? []}
            onChange={(tags) => change({ tags })}
          />
        ) : null}
      </div>
      <div className="form-part task-when">
        <ScheduleField draft={draft} now={now} error={errorAt('scheduledAt', true)} onChange={change} />
        <label className="check-line">
          <input
            type="checkbox"
            checked={draft.keepDate && !draft.isScheduled}
            disabled={draft.isScheduled}
            onChange={(event) => change({ keepDate: event.target.checked })}
          />
          {t('reuse-keep-date')}
        </label>
      </div>
      {wasPressed ? <FilesLeft checks={checks} /> : null}
      <FormError error={send.error} text={serverMessage(send.error)} />
    </TaskDialog>
  );
}
