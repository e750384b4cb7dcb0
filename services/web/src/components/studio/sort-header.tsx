import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export interface Sorting { readonly column: string; readonly direction: 'asc' | 'desc' }

interface SortHeaderProps {
  readonly column: string;
  readonly label: string;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly isNumber?: boolean;
}

/** Head of a column that sorts: first the way that is asked for more often, then the other. */
export function SortHeader({ column, label, sorting, onSort, isNumber = false }: SortHeaderProps) {
  const { t } = useTranslation();
  const own = sorting.column === column ? sorting.direction : null;
  const next = own === null ? (column === 'name' ? 'asc' : 'desc') : own === 'asc' ? 'desc' : 'asc';
  const Arrow = own === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" className={isNumber ? 'num' : undefined} aria-sort={own === null ? undefined : own === 'asc' ? 'ascending' : 'descending'}>
      <button type="button" className="sort-button" onClick={() => onSort({ column, direction: next })}>
        {label}
        {own === null ? null : <><Arrow className="icon" aria-hidden /><span className="visually-hidden">{t(own === 'asc' ? 'a11y-sorted-ascending' : 'a11y-sorted-descending')}</span></>}
      </button>
    </th>
  );
}
