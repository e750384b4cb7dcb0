import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { SoldKind } from './purchases.ts';
import { PaymentAccount } from './payment-lookup.ts';
import { Pagination } from './staff.ts';

/** Card schemes whose limits on disputes are known. */
export const DisputeScheme = OneOf(['mastercard', 'visa'] as const);

/** Who sees transactions; a content manager while the site shows reports and earnings to them. */
const readers = only('support', 'admin', 'sub_admin', 'model', 'content_manager');

/** A payment that was voided, refunded, or taken back by its bank. */
export const Dispute = Type.Object({
  _id: Id,
  /** How it went back; a chargeback where a server of the version before says nothing. */
  returned_as: Type.Optional(OneOf(['void', 'refund', 'chargeback'] as const)),
  /** When the provider reported it; of a refund of ours when it was asked for. */
  date: Type.String(),
  /**
   * `held`: it does not fit the payment and waits among the open items; `noted`: staff saw to it there; `open`: a refund
   * that is not paid out yet.
   */
  state: OneOf(['booked', 'held', 'noted', 'won', 'open'] as const),
  amount: Type.Number(),
  currency: Type.String(),
  /** What it cost besides (`chargeback_fee_amount`). */
  fee: Type.Number(),
  /** The payment. */
  payment: Type.Object({ _id: Id, date: Type.String() }),
  transactionId: Type.String(),
  kind: SoldKind,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  content: Nullable(Type.Object({ _id: Id, title: Type.String() })),
  /** The bank paid it back; null while it did not. The schemes count it all the same. */
  won: Nullable(
    Type.Object({
      date: Type.String(),
      amount: Type.Number(),
      /** What of the fee came back as well. */
      fee: Type.Number(),
      /** Who of the staff marked it; null where the provider told of it. */
      by: Nullable(Type.String()),
      evidence: Nullable(Type.String()),
    }),
  ),
  card: Nullable(Type.Object({ card_type: Type.String(), last4: Type.String() })),
  account: PaymentAccount,
  /** Who opened its evidence, the newest first, 20 at most; none for a content manager, who can't open it. */
  openings: Type.Array(Type.Object({ date: Type.String(), by: Type.String() })),
});
export type Dispute = Static<typeof Dispute>;

export const DisputeFilters = Type.Object({
  /** A name, an email, or a provider's reference. */
  search: Type.Optional(Text(200)),
  /** Chargebacks alone where nothing is said. */
  kind: Type.Optional(OneOf(['all', 'voids', 'refunds', 'chargebacks'] as const)),
});
export type DisputeFilters = Static<typeof DisputeFilters>;

export const listDisputes = defineCall({
  method: 'GET',
  path: '/api/reports/disputes',
  access: readers,
  summary: 'Payments that were voided, refunded, or taken back by their banks (chargebacks), newest first, paged.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), ...DisputeFilters.properties }),
  data: Type.Object({ disputes: Type.Array(Dispute), paginationData: Pagination }),
  errors: ['access-denied'],
});

/** An account's disputes before a card scheme's first limit (C10, C11), by number. */
export const DisputeRatio = Type.Object({
  account: PaymentAccount,
  scheme: DisputeScheme,
  /** Null where the scheme has no limit on record for today. */
  limit: Nullable(
    Type.Object({
      programme: Type.String(),
      min_disputes: Type.Integer(),
      /** In percent. */
      min_ratio: Type.Number(),
      per: OneOf(['sales_last_month', 'sales_this_month'] as const),
      valid_from: Nullable(Type.String()),
      valid_to: Nullable(Type.String()),
      source: Type.String(),
    }),
  ),
  /** This month so far. */
  disputes: Type.Integer(),
  /** What issuers reported as fraud this month, as far as staff noted it, where the scheme counts it with disputes; else null. */
  fraud_reports: Nullable(Type.Integer()),
  /** The sales that the scheme divides by. */
  sales: Type.Integer(),
  /** In percent; null without sales. */
  ratio: Nullable(Type.Number()),
  /** Disputes by the end of the month. */
  forecast: Type.Integer(),
  /** From which number of disputes the limit is reached, and how many more reach it. */
  limit_disputes: Nullable(Type.Integer()),
  left: Nullable(Type.Integer()),
});
export type DisputeRatio = Static<typeof DisputeRatio>;

/** Whether cards that are typed ask for a human check. */
export const CardBrake = Type.Object({
  is_on: Type.Boolean(),
  /** As staff set it (`card_brake`). */
  mode: OneOf(['automatic', 'on', 'off'] as const),
  /** Of the first limit, in percent (`card_brake_share`). */
  share: Type.Integer(),
  /** Why it is engaged by itself, as it was then; null while it is not. */
  engaged: Nullable(
    Type.Object({
      date: Type.String(),
      account: PaymentAccount,
      scheme: DisputeScheme,
      forecast: Type.Integer(),
      limit_disputes: Type.Integer(),
      share: Type.Integer(),
    }),
  ),
});
export type CardBrake = Static<typeof CardBrake>;

export const showDisputeRatio = defineCall({
  method: 'GET',
  path: '/api/reports/dispute-ratio',
  access: readers,
  summary:
    "How the disputes of this month stand before the card schemes' limits, and whether the brake on cards that are typed is on.",
  data: Type.Object({
    /** Of the site's calendar, `2026-03`. */
    month: Type.String(),
    ratios: Type.Array(DisputeRatio),
    brake: CardBrake,
  }),
  errors: ['access-denied'],
});

export const openDisputeEvidence = defineCall({
  method: 'POST',
  path: '/api/reports/disputes/open-evidence',
  access: only('support', 'admin', 'sub_admin', 'model'),
  summary:
    'Record that the caller opens the evidence about a dispute, and answer the address of its PDF, which is theirs alone and good for a minute.',
  body: Type.Object({ id: Id }),
  data: Type.Object({ address: Type.String() }),
  errors: ['not-found'],
  throttle: { max: 120, seconds: 3600 },
});

export const markDisputeWon = defineCall({
  method: 'POST',
  path: '/api/reports/disputes/won',
  access: only('admin', 'sub_admin', 'model'),
  summary:
    'Book that the bank paid a chargeback back: the provider owes the money again. What was bought is not opened again, the card stays barred, and the card schemes count the dispute all the same.',
  body: Type.Object({
    id: Id,
    /** What came back, of what was charged back. */
    amount: Type.Number(),
    /** The fee came back as well. */
    fee_back: Type.Optional(Type.Boolean()),
    /** What shows it. */
    evidence: Text(500),
  }),
  errors: ['not-found', 'invalid-request', 'open-item-settled', 'dispute-not-booked', 'unavailable'],
});
