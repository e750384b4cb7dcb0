import type { Answer } from './table-types.ts';

interface Pages {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly totalRows: number;
  readonly limit: number;
}

/** A page as most lists answer it. */
export const answerOf = <T>(rows: readonly T[], pages: Pages): Answer<T> => ({
  rows,
  page: pages.currentPage,
  pages: pages.totalPages,
  total: pages.totalRows,
  limit: pages.limit,
});
