import type { MediaCategory } from '@backlot/contracts/library';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/kit/confirm-dialog.tsx';
import { FieldError } from '../../../components/field.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';

/** MEDIA-49. */
export function DeleteCategoryDialog({
  category,
  onDeleted,
  onClose,
}: {
  category: MediaCategory;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const remove = useMutation({
    mutationFn: () => api('POST /api/media/category/delete', { body: { id: category._id } }),
    onSuccess: onDeleted,
  });
  return (
    <ConfirmDialog
      title={t('category-delete-confirm', { name: category.name })}
      isDanger
      confirmLabel={t('btn-delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p className="muted">{t('library-category-files-stay')}</p>
      <FieldError text={remove.error ? errorText(remove.error) : null} />
    </ConfirmDialog>
  );
}
