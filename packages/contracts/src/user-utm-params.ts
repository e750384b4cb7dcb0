import { Type, type Static } from 'typebox';
import { Day, defineCall, Id, Nullable, only, PageNumber, Text } from './http/call.ts';
import { Pagination } from './staff.ts';

/** What the first visit's address said; null for what it did not name. */
const utmParts = {
  source: Nullable(Type.String()),
  medium: Nullable(Type.String()),
  campaign: Nullable(Type.String()),
};

/** A fan who registered after a visit with UTM parameters. */
export const UtmUser = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  date: Type.String(),
  ...utmParts,
  term: Nullable(Type.String()),
  content: Nullable(Type.String()),
  /** When the first membership that they bought began. */
  member_since: Nullable(Type.String()),
  /** Ever, in whatever currency, also when it went back. */
  has_paid: Type.Boolean(),
  /** Until now, in the site's currency: what they paid less refunds and chargebacks. */
  net: Type.Number(),
});
export type UtmUser = Static<typeof UtmUser>;

/** Of those who registered in the days that were asked for; `net` until now. */
const figures = {
  registered: Type.Integer(),
  members: Type.Integer(),
  paid: Type.Integer(),
  net: Type.Number(),
};
export const UtmFigures = Type.Object(figures);
export type UtmFigures = Static<typeof UtmFigures>;

export const UtmGroup = Type.Object({ ...utmParts, ...figures });
export type UtmGroup = Static<typeof UtmGroup>;

export const UtmFilters = Type.Object({
  /** Days of the site's calendar on which they registered, both included, 366 at most; the last 30 where nobody asks for others. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** The beginning of words of a name or an address. */
  search: Type.Optional(Text(200)),
  /** Exactly so. */
  source: Type.Optional(Text(200)),
  campaign: Type.Optional(Text(200)),
});
export type UtmFilters = Static<typeof UtmFilters>;

export const listUtmUsers = defineCall({
  method: 'GET',
  path: '/api/reports/user-utm-params',
  // Both see fans' addresses and all earnings.
  access: only('admin', 'sub_admin'),
  summary:
    'Fans who came with UTM parameters, newest first, paged, and what each source, medium and campaign brought: registrations, members, and money from the books.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...UtmFilters.properties }),
  data: Type.Object({
    currency: Type.String(),
    users: Type.Array(UtmUser),
    paginationData: Pagination,
    /** By source, medium and campaign, those with most registrations first; the first 20. */
    groups: Type.Array(UtmGroup),
    group_count: Type.Integer(),
    /** Of all groups. */
    sums: UtmFigures,
    /** Named by anybody who registered in these days, by the alphabet; the first 200. */
    sources: Type.Array(Type.String()),
    campaigns: Type.Array(Type.String()),
  }),
  errors: ['invalid-request', 'range-too-long'],
});
