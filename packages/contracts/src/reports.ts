import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { FanRow, Pagination } from './staff.ts';

const DaySpan = { from: Type.String(), to: Type.String() };

/** How something went over a span of days, and over as many days right before it. */
const trendOf = <const T extends Record<string, ReturnType<typeof Type.Number>>>(parts: T) =>
  Type.Object({
    sum: Type.Number(),
    before: Type.Number(),
    /** Parts of the span, one after the other: days, or weeks of a long one. `before`: the same part of the period before. */
    points: Type.Array(Type.Object({ ...DaySpan, ...parts, before: Type.Number() })),
  });

export const EarningsTrend = trendOf({ membership: Type.Number(), post: Type.Number() });
export type EarningsTrend = Static<typeof EarningsTrend>;
export const MembersTrend = trendOf({ started: Type.Number() });
export type MembersTrend = Static<typeof MembersTrend>;

export const trends = defineCall({
  method: 'GET',
  path: '/api/reports/trends',
  access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary: "Earnings and new members over days of the site's calendar, beside the period before.",
  query: Type.Object({
    /** Days as `2026-03-31`, both included, 366 at most; what has not come yet is left out. */
    from: Text(10),
    to: Text(10),
  }),
  data: Type.Object({
    currency: Type.String(),
    ...DaySpan,
    /** As many days right before. While the last day is running, it ends at the same time of day. */
    before: Type.Object(DaySpan),
    /** After refunds and chargebacks. Null when earnings are hidden from the caller. */
    earnings: Nullable(EarningsTrend),
    /** First memberships and returns. Null for staff to whom the list of fans is closed (DECISIONS 50). */
    members: Nullable(MembersTrend),
  }),
  errors: ['invalid-request', 'range-too-long'],
});

export const MembershipEvent = Type.Object({
  kind: OneOf([
    'started',
    'given',
    'given_longer',
    'renewed',
    'renewal_failed',
    'renewal_retried',
    'migrated',
    'cancelled',
    'cancel_undone',
    'expired',
    'stopped',
    'moved',
    'refunded',
    'charged_back',
    'revoked',
    'withdrawn',
  ] as const),
  at: Type.String(),
  /** Until when the membership was paid for then; null for one without an end. */
  ends_at: Nullable(Type.String()),
});
export type MembershipEvent = Static<typeof MembershipEvent>;

/** What holds until a fan's photo id is accepted (DECISIONS 39d). */
export const PurchaseLimit = Type.Object({
  /** Most that the fan buys in 24 hours. */
  amount: Type.Number(),
  /** Bought in the last 24 hours. */
  bought: Type.Number(),
  is_lifted: Type.Boolean(),
});
export type PurchaseLimit = Static<typeof PurchaseLimit>;

export const showFan = defineCall({
  method: 'GET',
  path: '/api/reports/fans/:id',
  access: only('admin', 'model', 'content_manager', 'sub_admin'),
  summary:
    'One fan: what the list of fans tells of them, and the history of their membership, newest first, a page at a time.',
  params: Type.Object({ id: Id }),
  query: Type.Object({
    /** Of the history. */
    page_num: Type.Optional(PageNumber),
  }),
  data: Type.Object({
    fan: FanRow,
    membership: Type.Array(MembershipEvent),
    paginationData: Pagination,
    /** Null where the site has none, and for whoever may not lift it. */
    purchase_limit: Nullable(PurchaseLimit),
    /** What the caller may do about a complimentary membership: `extend` also means to end it. Null where there is nothing. */
    complimentary: Nullable(OneOf(['give', 'extend'] as const)),
    /** Of a member whom an account charges that the site has left: what staff said of them, and whether they are asked now. */
    migration: Nullable(Type.Object({ migration_subscription: Nullable(Type.Boolean()), is_shown: Type.Boolean() })),
  }),
  errors: ['access-denied', 'not-found'],
});
