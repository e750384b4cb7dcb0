import { Type, type Static } from 'typebox';
import { defineCall, Id, Instant, Nullable, OneOf, only } from './http/call.ts';
import { SoldKind } from './purchases.ts';

/** `waiting`: not paid yet, or not settled by the site. */
const OwnPaymentState = OneOf(['waiting', 'paid', 'partly_refunded', 'refunded', 'voided', 'charged_back'] as const);
export type OwnPaymentState = Static<typeof OwnPaymentState>;
/** Why a line is there. `difference`: more or less was taken than was asked for, and staff accepted it. */
const ReceiptLineKind = OneOf(['base', 'coupon', 'promotion', 'resubscribe', 'difference'] as const);
export type ReceiptLineKind = Static<typeof ReceiptLineKind>;

/** Money that went back of a payment. */
const MoneyBack = Type.Object({
  /** `void`: the charge was cancelled before it was booked, so that no statement shows it. */
  kind: OneOf(['refund', 'void', 'chargeback'] as const),
  amount: Type.Number(),
  currency: Type.String(),
  date: Instant,
  /** Into the wallet of this site. */
  to_wallet: Type.Boolean(),
});

export const OwnPayment = Type.Object({
  _id: Id,
  date: Instant,
  /** What it was for; null for money that was put into the wallet. */
  sold: Nullable(SoldKind),
  /** As it was called when it was bought. */
  title: Nullable(Type.String()),
  content_id: Nullable(Id),
  /** What was taken, before anything of it went back; what was asked for while it waits. */
  amount: Type.Number(),
  currency: Type.String(),
  /** Null where nothing was taken yet. */
  paid_with: Nullable(OneOf(['card', 'wallet', 'crypto'] as const)),
  card: Nullable(Type.Object({ card_type: Type.String(), last4: Type.String() })),
  /** What was sent of a crypto currency, as decimal text. */
  coins: Nullable(Type.Object({ amount: Type.String(), currency: Type.String() })),
  state: OwnPaymentState,
  /** What went back of it, the earliest first. */
  returns: Type.Array(MoneyBack),
  /** What is on its way back: the provider has not said how it ended. */
  returning: Type.Number(),
  /** What is to go back and was not taken by the provider or the bank so far. */
  owed: Type.Number(),
});
export type OwnPayment = Static<typeof OwnPayment>;

export const ownPayments = defineCall({
  method: 'GET',
  path: '/api/payments/mine',
  access: only('user'),
  summary:
    "The caller's payments on this site, the newest first: what was paid or waits to be, and what went back. Tries that failed are none. Paged.",
  query: Type.Object({
    /** The `next` of the page before. */
    after: Type.Optional(Id),
  }),
  data: Type.Object({
    payments: Type.Array(OwnPayment),
    /** Where the next page begins; null at the end. */
    next: Nullable(Id),
  }),
  errors: ['not-found'],
});

export const Receipt = Type.Object({
  payment: OwnPayment,
  /** The provider's reference as its mail and the statement have it, else ours: staff find the payment by it. */
  number: Type.String(),
  merchant: Type.Object({
    name: Type.String(),
    address: Type.String(),
    /** What the statement shows, as the buyer was told; empty where no card was charged. */
    descriptor: Type.String(),
  }),
  buyer: Type.Object({ name: Type.String(), email: Type.String() }),
  /** They add up to the payment's amount. `ref`: a coupon's code. */
  lines: Type.Array(Type.Object({ kind: ReceiptLineKind, ref: Type.String(), amount: Type.Number() })),
  /** What is left of it after all that went back. */
  kept: Type.Number(),
  /** It paid for something that its buyer can cancel. */
  is_cancellable: Type.Boolean(),
});
export type Receipt = Static<typeof Receipt>;

export const receipt = defineCall({
  method: 'GET',
  path: '/api/payments/:id/receipt',
  access: only('user'),
  summary: "The receipt of one of the caller's payments, once something was paid.",
  params: Type.Object({ id: Id }),
  data: Receipt,
  errors: ['not-found'],
});
