import { CircleAlert, CircleCheck } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats, useSetting } from '../../../lib/site.tsx';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useDraftFiles } from '../draft/draft-files.ts';
import { FilesLeft } from '../draft/files-left.tsx';
import { useLeaveQuestion } from '../draft/leave-question.tsx';
import { amountOf, checkDraft, reviewDraft, reviewedAmount } from '../draft/post-checks.ts';
import { PostFields } from '../fields/post-fields.tsx';
import type { TaskProps } from './task-props.ts';
import { contentOf } from '../draft/send-post.ts';
import { useServerMessage } from '../draft/server-message.ts';
import { showWrong } from '../draft/show-wrong.ts';
import { useMediaCategories } from '../list/studio-posts.ts';
import { usePostChanged, useTaskDraft } from './task-form.ts';
import { useUnlockBounds } from '../draft/unlock-bounds.ts';
import '../draft/create-post.css';

/** A post some of whose files could not be processed: it goes out without them, or with others in their place. */
export function ReviewDialog({ post, onClose }: TaskProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const now = useNow(10_000);
  const formats = useFormats();
  const { draft, isChanged, change, update } = useTaskDraft(post, (begun) => reviewDraft(begun, post));
  const { leave, close, question } = useLeaveQuestion(isChanged, onClose);
  const files = useDraftFiles(draft);
  const bounds = useUnlockBounds();
  const isPublicOffered = useSetting('enable_public_post') === true || post.visibility === 'public';
  const { data: categories } = useMediaCategories();
  const checks = checkDraft(draft, files.files, {
    bounds,
    now,
    categories: (categories ?? []).map(({ name }) => name),
    preview: files.preview,
  });
  const [wasReset, setReset] = useState(false);
  const [wasPressed, setPressed] = useState(false);
  const serverMessage = useServerMessage('post-problem');
  const changed = usePostChanged();
  const pick = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const send = useMutation({
    mutationFn: () =>
      api('POST /api/blog/post-reviewed-blog', {
        body: {
          ...contentOf(draft, files),
          captionBlur: draft.visibility !== 'public' && draft.blurCaption,
          _id: post._id,
        },
      }),
    onSuccess: ({ message, data }) => {
      changed(data);
      toast({ text: message || t('review-success'), tone: 'good' });
      close();
    },
  });
  const submit = (): void => {
    setPressed(true);
    // POST-086: what is out of bounds becomes the lower one, to be seen before it is sent.
    const amount = reviewedAmount(draft, bounds);
    setReset(amount !== draft.amount);
    if (amount !== draft.amount) {
      change({ amount });
      return showWrong(form.current, { reasonFirst: true });
    }
    if (send.isPending) return;
    if (checks.isGood) return send.mutate(undefined, { onError: () => showWrong(form.current, { reasonFirst: true }) });
    showWrong(form.current);
  };
  const wrong = files.files.filter(({ phase }) => phase === 'refused').length;
  return (
    <Dialog
      title={t('btn-review-and-post')}
      onClose={leave}
      shape="full"
      className="task-dialog"
      actions={
        <DialogFoot onCancel={leave} isBusy={send.isPending} type="submit" form={id}>
          {send.isPending ? t('saving') : t('btn-review-and-post')}
        </DialogFoot>
      }
    >
      <form
        ref={form}
        id={id}
        className="task-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="task-note" data-tone={wrong > 0 ? 'bad' : undefined}>
          {wrong > 0 ? <CircleAlert className="icon" aria-hidden /> : <CircleCheck className="icon" aria-hidden />}
          <span>{wrong > 0 ? t('review-help', { count: wrong }) : t('review-none-left')}</span>
        </p>
        <PostFields
          {...{ draft, ...files, checks, bounds, now, pick, change, update, isPublicOffered, wasPressed }}
          canSchedule={false}
        />
        {wasReset ? (
          <p className="form-wrong" role="alert">
            <CircleAlert className="icon" aria-hidden />
            {t('review-amount-reset', { amount: formats.money(amountOf(draft)) })}
          </p>
        ) : null}
        {wasPressed ? <FilesLeft checks={checks} /> : null}
        <FormError error={send.error} text={serverMessage(send.error)} />
      </form>
      {question}
    </Dialog>
  );
}
