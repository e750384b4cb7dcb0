import { Type, type Static } from 'typebox';
import { Amount, defineCall, Id, Instant, Nullable, OneOf, only, Text } from './http/call.ts';
import { SoldKind } from './purchases.ts';

const payers = only('admin', 'sub_admin', 'model');

/** What can be given back of a payment, and what would follow. */
export const Refundable = Type.Object({
  _id: Id,
  kind: SoldKind,
  currency: Type.String(),
  /** What the provider took. */
  taken: Type.Number(),
  /** What went back so far, by refunds and chargebacks. */
  returned: Type.Number(),
  /** What is asked for or owed and not paid yet. */
  returning: Type.Number(),
  /** What can still be given back. */
  left: Type.Number(),
  /** How the provider pays back; with `none` a refund is owed until somebody pays it by hand, with `full` so is a part. */
  provider_refunds: OneOf(['none', 'full', 'partial'] as const),
  /** Whether it may go into the fan's wallet; `only` where it came from there. */
  to_wallet: OneOf(['never', 'possible', 'only'] as const),
  /** It is open now because of this payment. */
  is_open: Type.Boolean(),
  /** The next charge of the membership that it pays for. */
  renews_at: Nullable(Instant),
  /** When a whole refund closes it: it paid for a period that begins then. Null for at once; absent from a server of the version before. */
  closes_at: Type.Optional(Nullable(Instant)),
});
export type Refundable = Static<typeof Refundable>;

const errors = ['not-found', 'not-refundable'] as const;

export const showRefundable = defineCall({
  method: 'GET',
  path: '/api/reports/refund',
  access: payers,
  summary: 'What can be given back of a payment, and what would follow.',
  query: Type.Object({ id: Id }),
  data: Refundable,
  errors,
});

export const refundPayment = defineCall({
  method: 'POST',
  path: '/api/reports/refund',
  access: payers,
  summary: 'Give a payment back, whole or in part. What the provider refuses or cannot do is owed and an open item.',
  body: Type.Object({
    /** The payment's `_id` in the list of payments. */
    id: Id,
    amount: Amount,
    /** The payment's own: an amount in another is refused. */
    currency: Text(3, 3),
    reason: Text(500, 1),
    /** What was bought stays open although nothing of the payment is left (DECISIONS 25). */
    keeps_access: Type.Optional(Type.Boolean()),
    /** Into the fan's wallet, at once, instead of back to where it came from. */
    to_wallet: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({
    /** The refund's. */
    _id: Id,
    state: OneOf(['requested', 'succeeded', 'owed', 'dropped'] as const),
    amount: Type.Number(),
    currency: Type.String(),
    left: Type.Number(),
  }),
  errors: [...errors, 'invalid-request', 'refund-exceeds-charge', 'idempotency-key-reused'],
  idempotent: true,
});
