import type { MediaCategory } from '@backlot/contracts/library';
import { categoryNameMax } from '@backlot/domain/limits';
import { categoryFormProblem } from '@backlot/domain/posts/media-category';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/kit/dialog.tsx';
import { DialogFoot } from '../../../components/kit/dialog-foot.tsx';
import { Field } from '../../../components/field.tsx';
import { api } from '../../../lib/api.ts';
import { useErrorText } from '../../../lib/texts/error-text.ts';

interface CategoryDialogProps {
  /** Null for a new one. */
  readonly category: MediaCategory | null;
  readonly others: readonly MediaCategory[];
  readonly onSaved: (category: MediaCategory) => void;
  readonly onClose: () => void;
}

/** A new category, or another name for one. */
export function CategoryDialog({ category, others, onSaved, onClose }: CategoryDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [name, setName] = useState(category?.name ?? '');
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: async () =>
      (category === null
        ? await api('POST /api/media/category', { body: { name } })
        : await api('POST /api/media/category/update', { body: { id: category._id, name } })
      ).data,
    onSuccess: onSaved,
  });
  const problem = categoryFormProblem(
    name,
    others.filter(({ _id, is_built_in: isBuiltIn }) => _id !== category?._id && !isBuiltIn).map((other) => other.name),
  );
  // Too long is told while it is typed, the rest when it is sent.
  const shown =
    problem !== null && (isTried || problem === 'category-name-30')
      ? t(problem)
      : save.error
        ? errorText(save.error)
        : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem === null && !save.isPending) save.mutate();
  };
  return (
    <Dialog
      title={t(category === null ? 'btn-add-category' : 'library-category-rename')}
      onClose={onClose}
      actions={
        <DialogFoot onCancel={onClose} type="submit" form="library-category" isBusy={save.isPending}>
          {t('btn-save')}
        </DialogFoot>
      }
    >
      <form id="library-category" noValidate onSubmit={send}>
        <Field
          label={t('library-category-name')}
          value={name}
          maxLength={categoryNameMax + 70}
          dir="auto"
          autoComplete="off"
          data-first-focus
          error={shown}
          onChange={(event) => {
            setName(event.target.value);
            save.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
