import type { LibraryMedia, MediaCategory } from '@backlot/contracts/library';
import { allMediaSlug } from '@backlot/domain/posts/built-in-categories';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { Select } from '../../../components/kit/select.tsx';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { useLibraryCache } from '../library-query.ts';

interface AssignDialogProps {
  readonly media: readonly LibraryMedia[];
  readonly categories: readonly MediaCategory[];
  /** The category that is open. */
  readonly active: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** MEDIA-03: the built-in categories are not offered; a file without one stands in 'All Media' anyway. */
export const offeredCategories = (categories: readonly MediaCategory[]): readonly MediaCategory[] =>
  categories.filter(({ is_built_in: isBuiltIn }) => !isBuiltIn);

/** Puts the selected files under a category. */
export function AssignDialog({ media, categories, active, onDone, onClose }: AssignDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const toast = useToast();
  const cache = useLibraryCache();
  const [chosen, setChosen] = useState('');
  const options = [
    ...offeredCategories(categories).map(({ _id, name }) => ({ value: _id, text: name })),
    ...(media.some(({ category }) => category !== null)
      ? [{ value: allMediaSlug, text: t('library-category-none') }]
      : []),
  ];
  const assign = useMutation({
    mutationFn: async () => {
      // As many at a time as the call takes.
      const ids = media.map(({ _id }) => _id);
      for (let from = 0; from < ids.length; from += 100)
        await api('POST /api/media/add-media-from-category', {
          body: { mediaId: ids.slice(from, from + 100), categoryId: chosen, activeCategoryId: active },
        });
    },
    onSuccess: () => {
      toast({ text: t('library-assigned', { count: media.length }), tone: 'good' });
      onDone();
    },
    onSettled: cache.moved,
  });
  return (
    <Dialog
      title={t('library-assign')}
      onClose={onClose}
      actions={
        <DialogFoot
          onCancel={onClose}
          isBusy={assign.isPending}
          disabled={chosen === ''}
          onClick={() => assign.mutate()}
        >
          {t('btn-assign-media')}
        </DialogFoot>
      }
    >
      <p className="muted">{t('library-selected', { count: media.length })}</p>
      <Select
        label={t('assign-category-field')}
        hasFirstFocus
        value={chosen}
        placeholder={t(options.length === 0 ? 'category-empty' : 'btn-select')}
        isDisabled={options.length === 0}
        options={options}
        error={assign.error ? errorText(assign.error) : null}
        onChange={setChosen}
      />
    </Dialog>
  );
}
