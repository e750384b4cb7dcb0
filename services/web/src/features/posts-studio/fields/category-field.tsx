import { categoryNameMax } from '@backlot/domain/limits';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../components/field.tsx';
import type { DraftCategory } from '../draft/post-draft.ts';
import { useMediaCategories } from '../list/studio-posts.ts';

const newCategory = 'new';

/** Where in the library its files are put: a category that is there, or one that is made with the post. */
export function CategoryField({
  category,
  error,
  onChange,
}: {
  category: DraftCategory | null;
  error: string | null;
  onChange: (category: DraftCategory | null) => void;
}) {
  const { t } = useTranslation();
  const { data: known = [] } = useMediaCategories();
  const id = useId();
  const isNew = category !== null && category.id === null;
  return (
    <section>
      <label className="form-label" htmlFor={id}>
        {t('create-category')}
      </label>
      <div className="input">
        <select
          id={id}
          value={category === null ? '' : (category.id ?? newCategory)}
          aria-describedby={`${id}-help`}
          onChange={({ target: { value } }) =>
            onChange(
              value === ''
                ? null
                : value === newCategory
                  ? { id: null, name: '' }
                  : { id: value, name: known.find((one) => one._id === value)?.name ?? '' },
            )
          }
        >
          <option value="">{t('create-category-none')}</option>
          {known.map((one) => (
            <option key={one._id} value={one._id}>
              {one.name}
            </option>
          ))}
          {category?.id && !known.some((one) => one._id === category.id) ? (
            <option value={category.id}>{category.name}</option>
          ) : null}
          <option value={newCategory}>{t('create-category-new')}</option>
        </select>
      </div>
      {isNew ? (
        <div className="input category-new" data-wrong={error ? true : undefined}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears where the person has just asked for it
            autoFocus
            dir="auto"
            value={category.name}
            maxLength={categoryNameMax + 20}
            aria-label={t('create-category-name')}
            placeholder={t('create-category-name')}
            aria-invalid={error ? true : undefined}
            onChange={(event) => onChange({ id: null, name: event.target.value })}
          />
        </div>
      ) : null}
      <p className="form-help" id={`${id}-help`}>
        {t('create-category-help')}
      </p>
      <FieldError text={error} />
    </section>
  );
}
