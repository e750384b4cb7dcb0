import type { Pagination } from '@backlot/contracts/staff';

/** Pages of a list. An empty list has one. */
export const pagesOf = (totalRows: number, limit: number): number => Math.max(1, Math.ceil(totalRows / limit));

/** Which page of a list it is, counted from 1, as the wire says it. */
export const paginationOf = (currentPage: number, totalRows: number, limit: number): Pagination => ({
  currentPage,
  totalPages: pagesOf(totalRows, limit),
  totalRows,
  limit,
});
