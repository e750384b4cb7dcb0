import { categoryNameMax } from '@backlot/domain/limits';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../components/kit/select.tsx';
import { TextField } from '../../../components/kit/text-field.tsx';
import type { DraftCategory } from '../draft/post-draft.ts';
import { useMediaCategories } from '../list/studio-posts.ts';

const newCategory = 'new';

interface CategoryFieldProps {
  readonly category: DraftCategory | null;
  readonly error: string | null;
  readonly onChange: (category: DraftCategory | null) => void;
}

/** Where in the library its files are put: a category that is there, or one that is made with the post. */
export function CategoryField({ category, error, onChange }: CategoryFieldProps) {
  const { t } = useTranslation();
  const { data: known = [] } = useMediaCategories();
  const isNew = category !== null && category.id === null;
  const isGone = category?.id && !known.some((one) => one._id === category.id);
  return (
    <section>
      <Select
        label={t('create-category')}
        value={category === null ? '' : (category.id ?? newCategory)}
        options={[
          { value: '', text: t('create-category-none') },
          ...known.map(({ _id, name }) => ({ value: _id, text: name })),
          ...(isGone ? [{ value: category.id, text: category.name }] : []),
          { value: newCategory, text: t('create-category-new') },
        ]}
        help={t('create-category-help')}
        error={isNew ? null : error}
        onChange={(value) =>
          onChange(
            value === ''
              ? null
              : value === newCategory
                ? { id: null, name: '' }
                : { id: value, name: known.find((one) => one._id === value)?.name ?? '' },
          )
        }
      />
      {isNew ? (
        <NewCategory name={category.name} error={error} onChange={(name) => onChange({ id: null, name })} />
      ) : null}
    </section>
  );
}

interface NewCategoryProps {
  readonly name: string;
  readonly error: string | null;
  readonly onChange: (name: string) => void;
}

function NewCategory({ name, error, onChange }: NewCategoryProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // The person has just asked for it; later than the list, which gives the focus back to where it was opened.
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <div className="category-new">
      <TextField
        label={t('create-category-name')}
        hideLabel
        value={name}
        error={error}
        placeholder={t('create-category-name')}
        inputRef={field}
        inputProps={{ maxLength: categoryNameMax + 20, dir: 'auto' }}
        onChange={onChange}
      />
    </div>
  );
}
