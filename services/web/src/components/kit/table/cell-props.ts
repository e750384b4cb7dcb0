import type { TableColumn } from './table-types.ts';

/** How a column's cells look; also for rows that a page puts under a row. */
export const cellProps = <T>({ kind = 'text', from, takesRest = false }: TableColumn<T>) =>
  ({ 'data-kind': kind, 'data-from': from, 'data-rest': takesRest || undefined }) as const;

/** The cell that names the row is its header. */
export const nameProps = <T>({ isName = false }: TableColumn<T>, name: string) =>
  isName ? ({ component: 'th', scope: 'row', 'aria-label': name } as const) : {};
