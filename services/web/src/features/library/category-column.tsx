import type { MediaCategory } from '@backlot/contracts/library';
import { allMediaSlug } from '@backlot/domain/posts/built-in-categories';
import { Eye, Folder, Layers, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../components/kit/action-menu.tsx';
import { Failed, Lines } from '../../components/studio/list-states.tsx';
import { useLibraryLabels } from './library-labels.ts';

interface ColumnProps {
  readonly categories: readonly MediaCategory[] | undefined;
  /** Why there are none to show, and the way to ask again. */
  readonly failure?: { readonly error: unknown; readonly onRetry: () => void } | null;
  readonly chosen: string;
  readonly onChoose: (category: string) => void;
  /** Absent in the picker: there nothing is changed. */
  readonly onAdd?: () => void;
  readonly onRename?: (category: MediaCategory) => void;
  readonly onDelete?: (category: MediaCategory) => void;
}

/** MEDIA-01: all categories with their numbers; a search, a menu for the site's own, and the way to another one. */
export function CategoryColumn({
  categories,
  failure = null,
  chosen,
  onChoose,
  onAdd,
  onRename,
  onDelete,
}: ColumnProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const wanted = name.trim().toLowerCase();
  const shown = (categories ?? []).filter(
    ({ name, slug }) => wanted === '' || `${name} ${slug}`.toLowerCase().includes(wanted),
  );
  const hasOwn = (categories ?? []).some(({ is_built_in: isBuiltIn }) => !isBuiltIn);
  return (
    <nav className="library-column" aria-label={t('library-categories')}>
      <label className="search-box">
        <Search className="icon" aria-hidden />
        <span className="visually-hidden">{t('search-category')}</span>
        <input
          type="search"
          placeholder={t('search-category')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      {categories === undefined ? failure === null ? <Lines count={6} /> : <Failed {...failure} /> : null}
      <ul className="library-categories">
        {shown.map((category) => (
          <CategoryLine
            key={category._id}
            category={category}
            isChosen={category._id === chosen}
            onChoose={onChoose}
            onRename={onRename}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {categories !== undefined && (!hasOwn || shown.length === 0) ? (
        <p className="library-no-category muted">{t('category-empty')}</p>
      ) : null}
      {onAdd ? (
        <button type="button" className="library-add" onClick={onAdd}>
          <Plus className="icon" aria-hidden />
          {t('btn-add-category')}
        </button>
      ) : null}
    </nav>
  );
}

interface LineProps {
  readonly category: MediaCategory;
  readonly isChosen: boolean;
  readonly onChoose: ColumnProps['onChoose'];
  readonly onRename: ColumnProps['onRename'];
  readonly onDelete: ColumnProps['onDelete'];
}

/** MEDIA-02: the built-in ones have no menu. */
function CategoryLine({ category, isChosen, onChoose, onRename, onDelete }: LineProps) {
  const { t } = useTranslation();
  const labels = useLibraryLabels();
  const count = category.photo_count + category.video_count;
  const Icon = category.slug === allMediaSlug ? Layers : category.is_built_in ? Eye : Folder;
  return (
    <li className="library-category" data-chosen={isChosen || undefined}>
      <button type="button" aria-current={isChosen || undefined} onClick={() => onChoose(category._id)}>
        <Icon className="icon" aria-hidden />
        <span className="cut" dir="auto">
          {category.name}
        </span>
        <small>
          <span aria-hidden="true">{labels.count(count)}</span>
          <span className="visually-hidden">
            {count === 0 ? t('category-count-empty') : t('library-files', { count })}
          </span>
        </small>
      </button>
      {category.is_built_in || !onRename || !onDelete ? null : (
        <ActionMenu
          label={t('library-category-menu', { name: category.name })}
          className="btn library-menu"
          actions={[
            { key: 'rename', text: t('library-rename'), icon: Pencil, run: () => onRename(category) },
            { key: 'delete', text: t('btn-delete'), icon: Trash2, isBad: true, run: () => onDelete(category) },
          ]}
        />
      )}
    </li>
  );
}
