export interface Pager {
  /** Page numbers to show, ascending. */
  readonly pages: readonly number[];
  readonly current: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

/** Pages on either side of the current one (GEN-20). */
export const pagesAround = 3;

/** `Showing from to of total` and the links around the current page. A page beyond the end is the last one. */
export function pager(input: { readonly page: number; readonly limit: number; readonly total: number }): Pager {
  const total = Math.max(0, Math.floor(input.total));
  const limit = Math.max(1, Math.floor(input.limit));
  const last = Math.max(1, Math.ceil(total / limit));
  const current = Math.min(last, Math.max(1, Math.floor(input.page) || 1));
  const first = Math.max(1, current - pagesAround);
  const pages = Array.from({ length: Math.min(last, current + pagesAround) - first + 1 }, (_, index) => first + index);
  return {
    pages,
    current,
    last,
    from: total === 0 ? 0 : (current - 1) * limit + 1,
    to: Math.min(total, current * limit),
    total,
  };
}
