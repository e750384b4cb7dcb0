import { Type, type Static } from 'typebox';
import { Day, defineCall, Id, only, PageNumber } from './http/call.ts';
import { Pagination } from './staff.ts';

/** Of the page 'Reporting': admin, and further roles by DECISIONS 10 and 19. */
const readers = only('admin', 'model', 'content_manager');

/** How a site fared, in its currency. */
const figures = {
  /** Sold then. */
  gross: Type.Number(),
  /** What went back then, of whatever sale. */
  returned: Type.Number(),
  /** The first less the second, as the home has it. */
  net: Type.Number(),
  /** Of the net: memberships and renewals. */
  membership: Type.Number(),
  /** Of the net: posts. */
  post: Type.Number(),
  /** First memberships and returns. */
  new_members: Type.Integer(),
  /** Memberships of these that were over then. */
  lost_members: Type.Integer(),
  /** The net of the same time of the year before; while that time is running, until the same day and hour. */
  net_before: Type.Number(),
};

export const MonthFigures = Type.Object(figures);
export type MonthFigures = Static<typeof MonthFigures>;

/** A month of the site's calendar, `2026-03`, also one in which nothing happened. */
export const ReportedMonth = Type.Object({ _id: Type.String(), month: Type.String(), ...figures });
export type ReportedMonth = Static<typeof ReportedMonth>;

export const MonthFilters = Type.Object({
  /** The year that is running where nobody asks for another. */
  year: Type.Optional(Type.String({ pattern: '^2\\d{3}$' })),
});
export type MonthFilters = Static<typeof MonthFilters>;

export const listMonths = defineCall({
  method: 'GET',
  path: '/api/reports/months',
  access: readers,
  summary: 'What a site sold and whom it won and lost in the months of a year, newest first.',
  query: MonthFilters,
  data: Type.Object({
    currency: Type.String(),
    year: Type.String(),
    /** From the first sale on, newest first. */
    years: Type.Array(Type.String()),
    months: Type.Array(ReportedMonth),
    sums: MonthFigures,
  }),
  errors: ['invalid-request', 'access-denied'],
});

const saleFigures = {
  /** Paid purchases, also those that were taken back since. */
  sold: Type.Integer(),
  gross: Type.Number(),
  /** What went back of these purchases, whenever that was. */
  returned: Type.Number(),
  net: Type.Number(),
};

/** A thing that was bought in these days. */
export const BestSeller = Type.Object({
  _id: Id,
  /** What sort of thing: `post`. */
  kind: Type.String(),
  title: Type.String(),
  ...saleFigures,
});
export type BestSeller = Static<typeof BestSeller>;

export const BestSellerFilters = Type.Object({
  /** Days of the site's calendar, both included, 366 at most; the last 30 where nobody asks for others. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
});
export type BestSellerFilters = Static<typeof BestSellerFilters>;

export const listBestSellers = defineCall({
  method: 'GET',
  path: '/api/reports/best-sellers',
  access: readers,
  summary: 'What was bought most in some days, by what it brought. Paged.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...BestSellerFilters.properties }),
  data: Type.Object({
    currency: Type.String(),
    things: Type.Array(BestSeller),
    /** Of all things, not of the page alone. */
    sums: Type.Object(saleFigures),
    paginationData: Pagination,
  }),
  errors: ['invalid-request', 'access-denied', 'range-too-long'],
});
