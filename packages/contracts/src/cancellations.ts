import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { Pagination } from './staff.ts';

export const CancellationFilters = Type.Object({
  /** Days of the site's calendar, both included. */
  from: Type.Optional(Text(10)),
  to: Type.Optional(Text(10)),
  /** As in the list of reasons: a text's id, the site's own words, or `none`. */
  reason: Type.Optional(Text(200)),
  search: Type.Optional(Text(200)),
  direction: Type.Optional(OneOf(['asc', 'desc'] as const)),
});

export const CancellationView = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  date: Type.String(),
  /** A text's id or the site's own words; null where the fan was asked for none. */
  reason: Nullable(Type.String()),
  /** The fan's words, of the reason Other. */
  other_reason: Nullable(Type.String()),
  is_complimentary: Type.Boolean(),
  /** Taken back by the fan since. */
  undone_at: Nullable(Type.String()),
});
export type CancellationView = Static<typeof CancellationView>;

export const CancellationCount = Type.Object({
  /** `none`: the fan was asked for no reason. */
  reason: Type.String(),
  count: Type.Integer(),
  /** Of all cancellations in the range, 0 to 1. */
  share: Type.Number(),
});

export const cancellationReport = defineCall({
  method: 'GET',
  path: '/api/reports/cancellations',
  access: only('admin', 'model'),
  summary: 'Who cancelled a membership and why, newest first, paged; and how often each reason was given in the range.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...CancellationFilters.properties }),
  data: Type.Object({
    cancellations: Type.Array(CancellationView),
    paginationData: Pagination,
    /** Of the whole range, the most frequent first. */
    reasons: Type.Array(CancellationCount),
    /** In the range, and how many of them were taken back. */
    total: Type.Integer(),
    undone: Type.Integer(),
  }),
  errors: ['invalid-request'],
});
