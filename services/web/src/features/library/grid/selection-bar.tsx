import type { LibraryMedia } from '@backlot/contracts/library';
import { maxFiles } from '@backlot/domain/limits';
import { FolderInput, SquarePlus, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Float } from '../../../components/kit/floats.tsx';
import { canAssign } from './selection.ts';

interface SelectionBarProps {
  readonly selected: readonly LibraryMedia[];
  /** How many of the page could be selected. */
  readonly selectable: number;
  readonly onSelectAll: () => void;
  readonly onAssign: () => void;
  /** A new post of these; null for who makes none. */
  readonly onPost: (() => void) | null;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** MEDIA-10, MEDIA-11: what can be done with the selected files. */
export function SelectionBar({
  selected,
  selectable,
  onSelectAll,
  onAssign,
  onPost,
  onDelete,
  onClear,
}: SelectionBarProps) {
  const { t } = useTranslation();
  if (selected.length === 0) return null;
  return (
    <Float place="selection" label={t('library-selection')}>
      <div className="library-bar" role="toolbar" aria-label={t('library-selection')}>
        <b role="status">{t('library-selected', { count: selected.length })}</b>
        {selected.length < selectable ? (
          <button type="button" className="btn" data-tone="ghost" onClick={onSelectAll}>
            {t('library-select-all')}
          </button>
        ) : null}
        {canAssign(selected) ? (
          <button type="button" className="btn" data-tone="ghost" onClick={onAssign}>
            <FolderInput className="icon" aria-hidden />
            <span className="library-label">{t('library-assign')}</span>
          </button>
        ) : null}
        {onPost && canAssign(selected) && selected.length <= maxFiles ? (
          <button type="button" className="btn" data-tone="ghost" onClick={onPost}>
            <SquarePlus className="icon" aria-hidden />
            <span className="library-label">{t('create-title')}</span>
          </button>
        ) : null}
        <button type="button" className="btn" data-tone="ghost" data-danger onClick={onDelete}>
          <Trash2 className="icon" aria-hidden />
          <span className="library-label">{t('btn-delete')}</span>
        </button>
        <button
          type="button"
          className="btn"
          data-tone="ghost"
          data-square
          aria-label={t('library-unselect')}
          onClick={onClear}
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
    </Float>
  );
}
