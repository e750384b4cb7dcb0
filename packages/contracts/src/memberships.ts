import { Type, type Static } from 'typebox';
import {
  Amount,
  defineCall,
  everyone,
  Id,
  Instant,
  Nullable,
  OneOf,
  only,
  rightsOfContracts,
  Text,
} from './http/call.ts';
import { HumanCheck } from './human-check.ts';
import { AnotherCard, CardConsent, CardPayment, FlatCard } from './cards.ts';
import { PurchaseView, purchaseErrors } from './purchases.ts';
import { MembershipSupplyConsent } from './withdrawals.ts';

const payers = only('user', 'model', 'admin', 'sub_admin', 'content_manager', 'support');

/** What a membership costs this caller and what will happen when (COMPLIANCE C13). */
export const MembershipQuote = Type.Object({
  /** Names this quote; the purchase sends it back and is refused when the price has moved. */
  quote_id: Type.String(),
  currency: Type.String(),
  initial_amount: Type.Number(),
  recurring_amount: Type.Number(),
  /** Undiscounted first amount, when lower is charged for as long. */
  original_initial_amount: Type.Number(),
  /** The same of every later amount. */
  original_recurring_amount: Type.Number(),
  /** `migration`: what a member pays who goes on with another account. */
  reason: OneOf(['base', 'coupon', 'promotion', 'resubscribe', 'migration'] as const),
  /** The coupon that makes the price. */
  coupon_code: Nullable(Type.String()),
  /** The promotion that makes it: sent back with `is_promotion_applied`, so that its end is told as such. */
  promotion_id: Nullable(Id),
  /** What the first amount buys: days or months; null for ever. */
  first_period: Nullable(Type.Object({ unit: OneOf(['day', 'month'] as const), count: Type.Integer({ minimum: 1 }) })),
  is_free: Type.Boolean(),
  first_charge_at: Instant,
  /** By card. */
  next_charge_at: Instant,
  /** From the wallet, which the site itself charges by calendar months. */
  wallet_next_charge_at: Instant,
  /** Days from one later charge of a card to the next, where its provider counts them; null for calendar months. */
  renewal_days: Nullable(Type.Integer({ minimum: 1 })),
  statement_descriptor: Type.String(),
  merchant_name: Type.String(),
  /** Posts that are closed to the caller now and that a membership opens (DECISIONS 49). */
  opens_posts: Type.Integer({ minimum: 0 }),
  /** The caller's payment for it that is under way: a question of the bank waits for an answer there, or a form for a card. */
  waiting_payment: Type.Optional(Id),
});
export type MembershipQuote = Static<typeof MembershipQuote>;

export const membershipQuote = defineCall({
  method: 'GET',
  path: '/api/v2/subscription/quote',
  access: everyone,
  summary: 'The price of a membership for the caller.',
  data: MembershipQuote,
  errors: [],
  open: ['age-gate'],
});

/** Why a coupon does not count. */
export const couponRefusals = [
  'coupon-not-found',
  'coupon-expired',
  'coupon-used-up',
  'coupon-used-before',
  'coupons-disabled',
] as const;

export const subscribe = defineCall({
  method: 'POST',
  path: '/api/v2/subscription/subscribe',
  access: payers,
  alsoAt: ['/api/ccbill/subscribe-with-card', '/api/ccbill/subscribe_user', '/api/sticky-io/subscribe'],
  summary: 'Buy a membership, with a new card or the stored one.',
  body: Type.Object({
    /** Absent in the documents' form, which pays what it costs at this moment. */
    quote_id: Type.Optional(Text(200, 1)),
    /** The buyer agreed to the renewal terms shown beside the button (C13); must be said with a `quote_id`. */
    consent: Type.Optional(Type.Boolean()),
    card: Type.Optional(CardPayment),
    another_card: AnotherCard,
    card_consent: Type.Optional(CardConsent),
    supply_consent: Type.Optional(MembershipSupplyConsent),
    human_check: Type.Optional(HumanCheck),
    amount: Type.Optional(Amount),
    /** Of the quote. */
    coupon_code: Type.Optional(Text(100)),
    promotion_id: Type.Optional(Type.Union([Id, Text(0)])),
    is_promotion_applied: Type.Optional(Type.Boolean()),
    ...FlatCard,
    action: Type.Optional(Text(40)),
  }),
  data: PurchaseView,
  errors: [
    ...purchaseErrors,
    ...couponRefusals,
    'already-subscribed',
    'consent-required',
    'not-found',
    'promotion-expired',
  ],
  idempotent: true,
  throttle: { max: 20, seconds: 600 },
});

export const cancelSubscription = defineCall({
  method: 'POST',
  path: '/api/cancel-subscription',
  access: only('user'),
  alsoAt: ['/api/v2/subscription/cancel'],
  summary: 'Stop renewal. The membership stays until its expiration date.',
  body: Type.Object({ reason: Type.Optional(Text(200)), other_reason: Type.Optional(Text(2000)) }),
  data: Type.Object({ cancelled: Type.Boolean(), expiration_date: Nullable(Type.String()) }),
  fields: Type.Object({ ccbill_subscription_status: Type.String() }),
  errors: [
    'not-subscribed',
    'cancel-reason-required',
    'cancel-reason-text-required',
    'cancel-reason-text-blank',
    'cancel-unknown',
  ],
  open: rightsOfContracts,
});

export const undoCancel = defineCall({
  method: 'POST',
  path: '/api/v2/subscription/undo-cancel',
  access: only('user'),
  summary: 'Take a cancellation back before the membership ends.',
  data: Type.Object({ ccbill_subscription_status: Type.String(), next_billing_date: Nullable(Type.String()) }),
  errors: ['not-subscribed', 'cancellation-final'],
  open: rightsOfContracts,
});
