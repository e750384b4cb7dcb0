import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import type { TaskProps } from './task-props.ts';
import { usePostChanged } from './task-form.ts';

/** Another blur of the same pictures, as fans see them before the purchase. */
export function RefreshBlurDialog({ post, onClose }: TaskProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const changed = usePostChanged();
  const blur = post.media[0]?.blur_url ?? null;
  const refresh = useMutation({
    mutationFn: () =>
      api('POST /api/upload/refresh_blur_picture', { body: { id: post._id, type: 'blog', format: post.format } }),
    onSuccess: ({ message }) => {
      toast({ text: message || t('blur-refreshed'), tone: 'good' });
      changed(null);
    },
    onError: (error) => toast({ text: errorText(error), tone: 'bad' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={t('refresh-blur-confirm')}
      confirmLabel={t('menu-refresh-blur')}
      busy={refresh.isPending}
      onCancel={onClose}
      onConfirm={() => refresh.mutate()}
    >
      {blur === null ? null : <img className="task-blur" src={blur} alt="" />}
      <p className="muted">{t('refresh-blur-help')}</p>
    </ConfirmDialog>
  );
}
