import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import type { TaskProps } from './task-props.ts';
import { usePostChanged } from './task-form.ts';

export function DeleteDialog({ post, onClose }: TaskProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const changed = usePostChanged();
  const remove = useMutation({
    mutationFn: () => api('POST /api/blogs/delete', { body: { id: post._id, requestFrom: 'studio' } }),
    onSuccess: ({ message }) => {
      toast({ text: message || t('post-deleted') });
      changed(null);
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={t('post-delete-confirm')}
      isDanger
      confirmLabel={t('btn-delete')}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p className="muted">{t('posts-delete-help')}</p>
    </ConfirmDialog>
  );
}
