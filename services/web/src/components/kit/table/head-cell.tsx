import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cellProps } from './cell-props.ts';
import type { Direction } from './table-address.ts';
import type { TableColumn } from './table-types.ts';

interface HeadCellProps<T> {
  readonly column: TableColumn<T>;
  readonly sorted: Direction | false;
  readonly onSort: () => void;
}

/** Head of a column; one that sorts is a button, first the way that is asked for more often. */
export function HeadCell<T>({ column, sorted, onSort }: HeadCellProps<T>) {
  const { t } = useTranslation();
  return (
    <TableCell scope="col" {...cellProps(column)} sortDirection={sorted}>
      {column.sorts === undefined ? (
        <span className={column.hidesHead ? 'visually-hidden' : undefined}>{column.head}</span>
      ) : (
        <TableSortLabel
          component="button"
          type="button"
          active={sorted !== false}
          direction={sorted || 'desc'}
          hideSortIcon
          IconComponent={Arrow}
          onClick={onSort}
        >
          {column.head}
          {sorted ? (
            <span className="visually-hidden">
              {t(sorted === 'asc' ? 'a11y-sorted-ascending' : 'a11y-sorted-descending')}
            </span>
          ) : null}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

const Arrow = ({ className }: { className?: string }) => (
  <ArrowDown className={`icon ${className ?? ''}`} aria-hidden />
);
