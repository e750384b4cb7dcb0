import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
  type RowSelectionState,
} from '@tanstack/react-table';
import { Fragment, useMemo, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { cellProps, nameProps } from './cell-props.ts';
import type { Direction } from './table-address.ts';
import { HeadCell } from './head-cell.tsx';
import { onRowKey } from './table-rows.ts';
import type { TableColumn } from './table-types.ts';
import { useRowWindow } from './use-row-window.ts';

interface DataTableProps<T> {
  readonly caption: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly hidden: readonly string[];
  readonly sorting: { readonly column: string; readonly direction: Direction };
  readonly onSort: (sort: string) => void;
  readonly openId: string | null;
  readonly onOpen: ((id: string) => void) | null;
  /** Null for a table whose rows are not selected. */
  readonly selection: RowSelectionState | null;
  readonly onSelection: Dispatch<SetStateAction<RowSelectionState>>;
  readonly nameOf: (row: T) => string;
  readonly isNew?: ((row: T) => boolean) | undefined;
  /** Rows that belong under this one. */
  readonly renderAfter?: ((row: T, shown: readonly TableColumn<T>[]) => ReactNode) | undefined;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
const none: RowSelectionState = {};

/** The table itself: TanStack Table knows what is shown, sorted and selected, Material UI draws it. */
export function DataTable<T extends { readonly _id: string }>(props: DataTableProps<T>) {
  const { caption, columns, rows, hidden, sorting, selection, onSelection, openId, onOpen } = props;
  const { t } = useTranslation();
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const table = useTable<typeof features, T>({
    features,
    columns: useMemo(() => columns.map(definitionOf), [columns]),
    data: rows as T[],
    getRowId: (row) => row._id,
    manualSorting: true,
    enableSortingRemoval: false,
    state: {
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      rowSelection: selection ?? none,
      sorting: [{ id: sorting.column, desc: sorting.direction === 'desc' }],
    },
    onRowSelectionChange: onSelection,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(table.state.sorting) : change;
      if (next) props.onSort(`${next.desc ? '-' : ''}${next.id}`);
    },
  });
  const shown = table.getRowModel().rows;
  const visible = table.getVisibleLeafColumns().map(({ id }) => byId.get(id)!);
  const { from, to, before, behind, measure } = useRowWindow(shown.length);
  return (
    <Table className="data-table" data-narrow={openId !== null || undefined} ref={measure}>
      <caption className="visually-hidden">{caption}</caption>
      <TableHead>
        <TableRow>
          {selection ? (
            <TableCell className="select-cell">
              <Checkbox
                checked={table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected()}
                onChange={table.getToggleAllRowsSelectedHandler()}
                slotProps={{ input: { 'aria-label': t('library-select-all') } }}
              />
            </TableCell>
          ) : null}
          {table.getHeaderGroups()[0]?.headers.map(({ column }) => (
            <HeadCell
              key={column.id}
              column={byId.get(column.id)!}
              sorted={column.getIsSorted()}
              onSort={() => column.toggleSorting()}
            />
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <Room height={before} />
        {shown.slice(from, to).map((row) => {
          const isOpen = row.id === openId;
          const isSelected = row.getIsSelected();
          const open = onOpen ? () => onOpen(row.id) : null;
          const toggle = selection ? () => row.toggleSelected() : null;
          const isActive = open !== null || toggle !== null;
          return (
            <Fragment key={row.id}>
              <TableRow
                hover
                id={`row-${row.id}`}
                selected={isOpen || isSelected}
                data-open={isOpen || undefined}
                data-new={props.isNew?.(row.original) || undefined}
                {...(isActive
                  ? {
                      tabIndex: 0,
                      'aria-selected': isOpen || isSelected,
                      onClick: open ?? undefined,
                      onKeyDown: onRowKey({ isOpen, open, toggle }),
                    }
                  : {})}
              >
                {selection ? (
                  <TableCell className="select-cell" onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      checked={isSelected}
                      onChange={row.getToggleSelectedHandler()}
                      slotProps={{ input: { 'aria-label': t('table-select', { name: props.nameOf(row.original) }) } }}
                    />
                  </TableCell>
                ) : null}
                {visible.map((column) => (
                  <TableCell key={column.id} {...cellProps(column)} {...nameProps(column, props.nameOf(row.original))}>
                    {column.cell(row.original)}
                  </TableCell>
                ))}
              </TableRow>
              {props.renderAfter?.(row.original, visible)}
            </Fragment>
          );
        })}
        <Room height={behind} />
      </TableBody>
    </Table>
  );
}

const definitionOf = <T extends RowData>({
  id,
  head,
  sorts,
  isName,
}: TableColumn<T>): ColumnDef<typeof features, T> => ({
  id,
  header: head,
  enableSorting: sorts !== undefined,
  sortDescFirst: sorts !== 'asc',
  enableHiding: isName !== true,
  // The server has sorted; what stands here is never compared.
  accessorFn: () => null,
});

/** The place of rows that are out of view. */
const Room = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null);
