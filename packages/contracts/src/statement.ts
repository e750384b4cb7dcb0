import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, Text } from './http/call.ts';
import { PaymentAccount } from './payment-lookup.ts';

/** A month of the site's calendar, as `2026-03`. */
export const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$', maxLength: 7 });

/**
 * What an account of the books stands for. `held`: money that is the site's, wherever it is. `owed`: money that is still
 * somebody else's. `earned`: revenue less what went back of it. `costs`. Held and costs are together what owed and earned are.
 */
export const AccountGroup = OneOf(['held', 'owed', 'earned', 'costs'] as const);
export type AccountGroup = Static<typeof AccountGroup>;

/** What moved an account: a sum of its entries. */
export const StatementMovement = Type.Object({
  /** The kind of the transactions: `sale`, `refund`, `recognition` … */
  kind: Type.String(),
  /** Of a provider's account: what the money was for, as the account on the other side; null of every other account. */
  what: Nullable(Type.String()),
  /** Below zero where it made the account smaller. */
  amount: Type.Number(),
});
export type StatementMovement = Static<typeof StatementMovement>;

/** An account of the books over a month: `opening` and all `movements` are `closing`. */
export const StatementAccount = Type.Object({
  _id: Id,
  kind: Type.String(),
  /** The provider, or the revenue that it is or becomes; empty for an account of which there is one. */
  detail: Type.String(),
  currency: Type.String(),
  group: AccountGroup,
  opening: Type.Number(),
  movements: Type.Array(StatementMovement),
  closing: Type.Number(),
});
export type StatementAccount = Static<typeof StatementAccount>;

/** What a currency's accounts come to, each a sum of their movements or of where they stand at the month's end. */
export const StatementSums = Type.Object({
  currency: Type.String(),
  /** What providers took for the site, by what it was for. */
  taken: Type.Array(Type.Object({ what: Type.String(), amount: Type.Number() })),
  /** What went back through providers; below zero. */
  refunds: Type.Number(),
  chargebacks: Type.Number(),
  /** What banks paid back of chargebacks, above zero. */
  chargebacks_won: Type.Number(),
  chargeback_fees: Type.Number(),
  /** All of these together: without what the provider kept, held back or paid out. */
  net_taken: Type.Number(),
  /** Revenue of the month, by what is sold, less what went back of it. */
  earned: Type.Array(Type.Object({ what: Type.String(), amount: Type.Number() })),
  net_earned: Type.Number(),
  /** At the month's end: paid and not earned yet, in fans' wallets, paid for nothing and owed back, owed by fans. */
  deferred: Type.Number(),
  in_wallets: Type.Number(),
  unapplied: Type.Number(),
  owed_by_fans: Type.Number(),
});
export type StatementSums = Static<typeof StatementSums>;

/** How a provider's report stands for the month. */
export const StatementReport = Type.Object({
  account_id: Id,
  account: PaymentAccount,
  /** How much of the month was read. */
  read: OneOf(['all', 'part', 'none'] as const),
  read_until: Nullable(Type.String()),
  /** Lines of the month that differ and nobody has explained, and lines that are still being checked. */
  open: Type.Integer(),
  waiting: Type.Integer(),
});
export type StatementReport = Static<typeof StatementReport>;

/** What a provider is expected to pay out next. Nothing in it is booked. */
export const PayoutForecast = Type.Object({
  /** Null where no statement of a month that is over says what the provider keeps. */
  expected: Nullable(
    Type.Object({
      /** What is owed now less what the provider is still to keep of it. */
      amount: Type.Number(),
      /** Below zero, of what no statement was entered of yet; rates in percent of what is taken. */
      fees: Type.Number(),
      fee_rate: Type.Number(),
      held: Type.Number(),
      held_rate: Type.Number(),
      /** The platform's share and tax, as fees are; left out where the statements say none. */
      share: Type.Optional(Type.Number()),
      share_rate: Type.Optional(Type.Number()),
      tax: Type.Optional(Type.Number()),
      tax_rate: Type.Optional(Type.Number()),
      /** Months whose statements it rests on, the newest first. */
      rests_on: Type.Array(Month),
    }),
  ),
  /** What is held back, by the month in which it is expected: as long after as the newest release was. */
  releases: Type.Array(Type.Object({ month: Month, amount: Type.Number() })),
  /** Held back, while no release was ever entered. */
  held_until_unknown: Type.Number(),
});
export type PayoutForecast = Static<typeof PayoutForecast>;

/**
 * What a provider still owes the site at a month's end, as far as the books know: `opening` and all that follows are `owed`.
 * All but what was taken is what was entered from the provider's own statements.
 */
export const StatementPayout = Type.Object({
  provider: Type.String(),
  currency: Type.String(),
  opening: Type.Number(),
  net_taken: Type.Number(),
  /** Below zero. */
  fees: Type.Number(),
  reserve_held: Type.Number(),
  reserve_released: Type.Number(),
  paid_out: Type.Number(),
  /** Below zero, as fees are. */
  platform_share: Type.Optional(Type.Number()),
  tax_withheld: Type.Optional(Type.Number()),
  /** A loss is below zero. */
  exchange: Type.Optional(Type.Number()),
  /** Below zero; and what came back of it. */
  dispute_held: Type.Optional(Type.Number()),
  dispute_released: Type.Optional(Type.Number()),
  owed: Type.Number(),
  /** Held back by the provider at the month's end, beside what is owed. */
  in_reserve: Type.Number(),
  /** Held because of disputes at the month's end, beside what is owed. */
  in_disputes: Type.Optional(Type.Number()),
  /** How many statements of the month were entered and count. */
  entered: Type.Integer(),
  /** Of the running month alone; null of every other. */
  forecast: Nullable(PayoutForecast),
});
export type StatementPayout = Static<typeof StatementPayout>;

/** An entry of the books. */
export const StatementLine = Type.Object({
  /** The transaction's id in the books, and the account. */
  _id: Type.String(),
  date: Type.String(),
  kind: Type.String(),
  what: Nullable(Type.String()),
  amount: Type.Number(),
  user: Nullable(Type.Object({ _id: Id, name: Type.String(), email: Type.String() })),
  /** The purchase that it is of; null for what is of none. */
  payment: Nullable(Type.Object({ _id: Id, kind: Type.String(), title: Nullable(Type.String()) })),
});
export type StatementLine = Static<typeof StatementLine>;

export const StatementFilters = Type.Object({ month: Month });

const readers = only('admin', 'sub_admin', 'model');

export const showStatement = defineCall({
  method: 'GET',
  path: '/api/reports/statement',
  access: readers,
  summary:
    "A month of the site's calendar from the books: each account with where it stood, what moved it and where it stands, and how the providers' reports agree.",
  query: StatementFilters,
  data: Type.Object({
    month: Type.String(),
    /** Up to when revenue that is earned over time is booked, where that is before the month's end; else null. */
    earned_until: Nullable(Type.String()),
    sums: Type.Array(StatementSums),
    payouts: Type.Array(StatementPayout),
    accounts: Type.Array(StatementAccount),
    reports: Type.Array(StatementReport),
  }),
  errors: ['invalid-request'],
});

export const listStatementLines = defineCall({
  method: 'GET',
  path: '/api/reports/statement/lines',
  access: readers,
  summary: "The entries behind an account of a month's statement, or behind one of its movements, newest first. Paged.",
  query: Type.Object({
    month: Month,
    /** The account of the books. */
    account_id: Id,
    kind: Type.Optional(Text(40)),
    what: Type.Optional(Text(60)),
    /** `next` of the page before. */
    after: Type.Optional(Text(80)),
  }),
  data: Type.Object({ lines: Type.Array(StatementLine), next: Nullable(Type.String()) }),
  errors: ['not-found', 'invalid-request'],
});
