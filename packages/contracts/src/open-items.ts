import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { SoldKind } from './purchases.ts';
import { Pagination } from './staff.ts';

/**
 * `refund_owed`: a provider refused to give money back, or cannot. `reversal_held`: a provider tells of money that went back
 * and it does not fit the charge. `payment_held`: a charge of ours took another amount than it asked for.
 * `payment_unknown`: for a quarter of an hour nobody has known whether a charge was made. `series_unended`: a provider does
 * not confirm that it charges a membership, or what bought nothing, no more. `owed_by_fan`: a bank took back money that the
 * fan had in the wallet and spent. `webhook_unapplied`: what a provider told could not be applied. `crypto_blocked`: the
 * provider keeps a fan's coins. `crypto_double_spent`: coins that were credited are gone from the chain.
 * `crypto_unresolved`: coins came and a day later the provider has neither taken nor refused them, or has taken them and
 * gives no rate for them, or for a week its list has said something else of them than its answers. `crypto_returned`: the
 * provider sent coins back to their payer, or is about to, and the wallet has been credited for them.
 */
export const OpenItemKind = OneOf([
  'refund_owed',
  'reversal_held',
  'payment_held',
  'payment_unknown',
  'series_unended',
  'owed_by_fan',
  'webhook_unapplied',
  'crypto_blocked',
  'crypto_double_spent',
  'crypto_unresolved',
  'crypto_returned',
] as const);
export type OpenItemKind = Static<typeof OpenItemKind>;

/**
 * Of an owed refund `try_again`, `paid_by_hand` or, where the fan agreed, `to_wallet`; of what a fan owes `paid_by_hand` or
 * `written_off`; of a held reversal `noted`; of a held payment `accept` or `give_back`;
 * of an unknown one `charged` or `not_charged`; of a series `try_again` or `ended_by_hand`; of a webhook `noted` or, where
 * it can be read, `try_again`; of a crypto payment `noted` or, unless its coins were spent twice, `try_again`;
 * of coins that were spent twice or returned `noted`, or `taken_out` by a call of its own (`takeOutOfWallet`).
 */
export const OpenItemDecision = OneOf([
  'try_again',
  'paid_by_hand',
  'to_wallet',
  'written_off',
  'noted',
  'accept',
  'give_back',
  'charged',
  'not_charged',
  'ended_by_hand',
  'taken_out',
] as const);
export type OpenItemDecision = Static<typeof OpenItemDecision>;

/** How staff ended it. */
export const OpenItemSettlement = Type.Object({
  decision: OpenItemDecision,
  evidence: Type.String(),
  by: Type.Object({ _id: Id, name: Type.String() }),
  date: Type.String(),
});

export const OpenItem = Type.Object({
  /** Of a settled one the settlement's. */
  _id: Id,
  kind: OpenItemKind,
  /** Since when. */
  date: Type.String(),
  /** What it was paid for; null where a webhook does not tell. */
  sold: Nullable(SoldKind),
  /** Null where a webhook names nobody whom we know. */
  user: Nullable(Type.Object({ _id: Id, name: Type.String(), email: Type.String() })),
  content: Nullable(Type.Object({ _id: Id, title: Type.String() })),
  /** What is owed or held; of an unknown charge, what was asked for; of a webhook what it tells of, or null. */
  amount: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  /** What was asked for, of a held payment; what was taken, of a held reversal. */
  expected: Nullable(Type.Object({ amount: Type.Number(), currency: Type.String() })),
  /** The provider's reference of the charge. */
  transactionId: Nullable(Type.String()),
  /** Of a webhook: what kind of thing it tells (`ProviderEvent`), or the provider's name of it where it can't be read. */
  event: Nullable(Type.String()),
  /** Why, in the provider's words or ours. */
  reason: Nullable(Type.String()),
  /**
   * Of a crypto payment: what the provider's list shows, and what the provider answers instead when it is asked about the payment
   * itself (null: nothing that it confirms), in `currency`. Absent on a server of the version before.
   */
  doubt: Type.Optional(Nullable(Type.Object({ listed: Type.Number(), told: Nullable(Type.Number()) }))),
  /** Once it is paid back, what was bought is taken away (DECISIONS 25). */
  withdraws: Type.Boolean(),
  /** Null while it is open. */
  settled: Nullable(OpenItemSettlement),
});
export type OpenItem = Static<typeof OpenItem>;

export const OpenItemFilters = Type.Object({
  kind: Type.Optional(OpenItemKind),
  /** `open` where it is absent. */
  state: Type.Optional(OneOf(['open', 'settled'] as const)),
  /** A name, an email, or a provider's reference. */
  search: Type.Optional(Text(200)),
});
export type OpenItemFilters = Static<typeof OpenItemFilters>;

export const listOpenItems = defineCall({
  method: 'GET',
  path: '/api/reports/open-items',
  access: only('support', 'admin', 'sub_admin', 'model'),
  summary:
    'Money that is owed, held or of an unknown end, the longest waiting first; or what staff settled of it, newest first. Paged.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...OpenItemFilters.properties }),
  data: Type.Object({
    items: Type.Array(OpenItem),
    paginationData: Pagination,
    /** How many are open, whatever the filters show. */
    open: Type.Integer(),
  }),
  errors: [],
});

export const settleOpenItem = defineCall({
  method: 'POST',
  path: '/api/reports/open-items/settle',
  access: only('admin', 'sub_admin', 'model'),
  summary: 'How an open item ends. Who said so and what shows it are kept with it.',
  body: Type.Object({
    id: Id,
    decision: OpenItemDecision,
    /** What shows it: a statement's line, a bank's reference, who was asked. Wanted for all but `try_again`. */
    evidence: Type.Optional(Text(500)),
    /** The provider's reference of a charge that was made (`charged`). */
    transactionId: Type.Optional(Text(200)),
  }),
  errors: [
    'not-found',
    'invalid-request',
    'open-item-settled',
    'refund-under-way',
    'transaction-known',
    'not-subscribed',
    'already-subscribed',
    'content-not-for-sale',
  ],
});
