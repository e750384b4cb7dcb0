import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSetting, useTimeZone } from '../../../lib/site.tsx';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useDraftFiles } from '../draft/draft-files.ts';
import { FilesLeft } from '../draft/files-left.tsx';
import { isOtherMedia } from '../draft/held-media.ts';
import { useLeaveQuestion } from '../draft/leave-question.tsx';
import { checkEdit } from '../draft/post-checks.ts';
import { scheduledAt } from '../draft/post-draft.ts';
import { PostFields } from '../fields/post-fields.tsx';
import type { TaskProps } from './task-props.ts';
import { contentOf } from '../draft/send-post.ts';
import { useServerMessage } from '../draft/server-message.ts';
import { showWrong } from '../draft/show-wrong.ts';
import { useMediaCategories } from '../list/studio-posts.ts';
import { usePostChanged, useTaskDraft } from './task-form.ts';
import { useUnlockBounds } from '../draft/unlock-bounds.ts';
import '../draft/create-post.css';

/** Everything of a post but its time, once it is published. What people have bought stays in it; the server says so. */
export function EditDialog({ post, onClose }: TaskProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const now = useNow(10_000);
  const timeZone = useTimeZone();
  const { draft, isChanged, change, update } = useTaskDraft(post);
  const { leave, close, question } = useLeaveQuestion(isChanged, onClose);
  const files = useDraftFiles(draft);
  const bounds = useUnlockBounds();
  const isPublicOffered = useSetting('enable_public_post') === true || post.visibility === 'public';
  const { data: categories } = useMediaCategories();
  const checks = checkEdit(draft, files.files, {
    bounds,
    now,
    timeZone,
    categories: (categories ?? []).map(({ name }) => name),
    preview: files.preview,
  });
  const [wasPressed, setPressed] = useState(false);
  const serverMessage = useServerMessage('post-problem');
  const changed = usePostChanged();
  const pick = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const save = useMutation({
    mutationFn: () => {
      const at = scheduledAt(draft, timeZone);
      return api('POST /api/blogs/edit', {
        body: {
          ...contentOf(draft, files),
          postId: post._id,
          isCaptionBlur: draft.visibility !== 'public' && draft.blurCaption,
          isPublicPost: draft.visibility === 'public',
          isMediaUpdate: isOtherMedia(draft, files.files, files.preview, post),
          ...(post.is_published ? {} : { date: at?.toISOString() ?? null }),
        },
      });
    },
    onSuccess: ({ message, data }) => {
      changed(data);
      toast({ text: message || t('post-updated'), tone: 'good' });
      close();
    },
  });
  const submit = (): void => {
    setPressed(true);
    if (save.isPending) return;
    if (checks.isGood) return save.mutate(undefined, { onError: () => showWrong(form.current, { reasonFirst: true }) });
    showWrong(form.current);
  };
  return (
    <Dialog
      title={t('dialog-edit-post')}
      onClose={leave}
      shape="full"
      className="task-dialog"
      actions={
        <DialogFoot onCancel={leave} isBusy={save.isPending} type="submit" form={id}>
          {save.isPending ? t('saving') : t('btn-save')}
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
        <PostFields
          {...{ draft, ...files, checks, bounds, now, pick, change, update, isPublicOffered, wasPressed }}
          canSchedule={!post.is_published}
          tooMany="edit-max-1"
        />
        {wasPressed ? <FilesLeft checks={checks} /> : null}
        <FormError error={save.error} text={serverMessage(save.error)} />
      </form>
      {question}
    </Dialog>
  );
}
