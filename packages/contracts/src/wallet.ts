import { Type, type Static } from 'typebox';
import { Amount, defineCall, Id, Instant, Nullable, OneOf, only, Text } from './http/call.ts';
import { DocumentedPost } from './posts/post-documented.ts';
import { couponRefusals } from './memberships.ts';
import { PurchaseView, SoldKind } from './purchases.ts';
import { MembershipSupplyConsent, PostSupplyConsent } from './withdrawals.ts';

/** What can be paid from the wallet; `blog` is the documents' word for a post. */
export const WalletPaymentFor = OneOf(['blog', 'membership'] as const);
export type WalletPaymentFor = Static<typeof WalletPaymentFor>;

export const purchaseFromWallet = defineCall({
  method: 'POST',
  path: '/api/crypto/purchase-from-wallet',
  access: only('user'),
  summary: 'Buy a post or a membership with what is in the wallet. All of it happens at once, or nothing.',
  body: Type.Object({
    payment_for: WalletPaymentFor,
    /** The post. */
    content_id: Type.Optional(Id),
    /** The price that the buyer saw; absent in the documents' form of a post, which pays what it costs at this moment. */
    amount: Type.Optional(Amount),
    promotion_id: Type.Optional(Type.Union([Id, Text(0)])),
    is_promotion_applied: Type.Optional(Type.Boolean()),
    /** Of a membership: what its quote said, and the consent to its terms (C13). */
    quote_id: Type.Optional(Text(200, 1)),
    consent: Type.Optional(Type.Boolean()),
    /** What was shown of the right to withdraw. */
    supply_consent: Type.Optional(Type.Union([MembershipSupplyConsent, PostSupplyConsent])),
    coupon_code: Type.Optional(Text(100)),
    /** The sender's own. */
    userId: Type.Optional(Text(36)),
    email: Type.Optional(Text(254)),
    domain: Type.Optional(Text(255)),
  }),
  data: Type.Object({
    ...PurchaseView.properties,
    /** What is left in the wallet. */
    wallet_balance: Type.Number(),
    transaction_amount: Type.Number(),
    message: Type.String(),
  }),
  successIsOne: true,
  errors: [
    'wallet-low',
    'invalid-request',
    'idempotency-key-reused',
    'payment-in-progress',
    'payment-failed',
    'payment-declined',
    'card-needs-attention',
    'price-changed',
    'ERR_10001',
    'not-found',
    'already-subscribed',
    'consent-required',
    'content-already-unlocked',
    'could-not-unlock',
    'content-owned-elsewhere',
    'content-not-for-sale',
    'membership-required',
    'promotion-expired',
    ...couponRefusals,
    'too-many-requests',
  ],
  idempotent: true,
  throttle: { max: 30, seconds: 600 },
});

export const walletPurchaseInfo = defineCall({
  method: 'POST',
  path: '/api/crypto/get-transaction-info',
  access: only('user'),
  summary:
    'What became of a purchase that the caller paid from the wallet, with what it bought: the one that is named, else the newest of its type.',
  body: Type.Object({
    /** `blog` is the documents' word for a post. */
    type: OneOf(['blog', 'tips', 'message'] as const),
    /** The post, where it is known. */
    content_id: Type.Optional(Id),
    /** As the purchase was answered, where it is known. */
    transactionId: Type.Optional(Text(200, 1)),
    /** The sender's own. */
    userId: Type.Optional(Text(36)),
    email: Type.Optional(Text(254)),
    domain: Type.Optional(Text(255)),
  }),
  data: Type.Object({
    /** Whether it was paid for. */
    success: Type.Boolean(),
    message: Type.String(),
    transactionId: Nullable(Type.String()),
    /** Null for what is no post, and for a post that is not there any more. */
    blogData: Nullable(DocumentedPost),
    /** Of a message that was paid for. */
    messageObject: Type.Null(),
  }),
  errors: ['not-found', 'wallet-type-not-sold'],
});

/**
 * `added`: money that the fan put in. `spent`: a purchase. `returned`: a refund. `taken_back`: a bank took back money that
 * had been returned. `taken_out`: staff took out what went back to the fan. `settled`: what the fan owed was paid in another way, or is not asked for any more.
 */
export const WalletMove = OneOf(['added', 'spent', 'returned', 'taken_back', 'taken_out', 'settled'] as const);
export type WalletMove = Static<typeof WalletMove>;

export const WalletLine = Type.Object({
  /** Of the transaction in the books. */
  _id: Id,
  kind: WalletMove,
  date: Instant,
  /** What it changed in the wallet; below zero where money left it. */
  amount: Type.Number(),
  /** What it changed of what the fan owes. */
  owed: Type.Number(),
  /** What was bought or given back; null where nothing was. */
  sold: Nullable(SoldKind),
  title: Nullable(Type.String()),
  content_id: Nullable(Id),
  intent_id: Nullable(Id),
});
export type WalletLine = Static<typeof WalletLine>;

const WalletStatement = Type.Object({
  currency: Type.String(),
  balance: Type.Number(),
  /** Spent, and taken back by a bank or returned as coins since; the next money that comes pays for it. */
  owed: Type.Number(),
  /** What there is besides, in currencies that the site had before. */
  others: Type.Optional(
    Type.Array(Type.Object({ currency: Type.String(), balance: Type.Number(), owed: Type.Number() })),
  ),
  lines: Type.Array(WalletLine),
  /** Where the next page begins; null at the end. */
  next: Nullable(Id),
});
export type WalletStatement = Static<typeof WalletStatement>;

/** `after`: the `next` of the page before. */
const paging = { after: Type.Optional(Id) };

export const walletHistory = defineCall({
  method: 'GET',
  path: '/api/wallet/history',
  access: only('user'),
  summary: "The caller's wallet and what moved it, the newest first. Paged.",
  query: Type.Object(paging),
  data: WalletStatement,
  errors: [],
});

export const fanWallet = defineCall({
  method: 'GET',
  path: '/api/admin/fan-wallet',
  access: only('model', 'admin', 'sub_admin', 'support'),
  summary: "A fan's wallet and what moved it, the newest first. Paged.",
  query: Type.Object({ user_id: Id, ...paging }),
  data: WalletStatement,
  errors: ['not-found'],
});

/** How it went back to the fan: as coins at their provider, or past it. */
export const WalletTakeOutWay = OneOf(['coins', 'by_hand'] as const);
export type WalletTakeOutWay = Static<typeof WalletTakeOutWay>;

export const takeOutOfWallet = defineCall({
  method: 'POST',
  path: '/api/admin/fan-wallet/take-out',
  access: only('admin', 'sub_admin', 'model'),
  summary:
    "Take money out of a fan's wallet that went back to the fan, with what shows it. Of coins that the provider returned, or that were spent twice, the fan owes what was spent; else there is no more to take than is there.",
  body: Type.Object({
    user_id: Id,
    amount: Amount,
    currency: Text(3, 3),
    through: WalletTakeOutWay,
    /** What shows it: the provider's refund, a bank's reference. */
    evidence: Text(500, 1),
    /** The open item of coins that were returned or spent twice, which ends by it. */
    item_id: Type.Optional(Id),
  }),
  data: Type.Object({
    _id: Id,
    amount: Type.Number(),
    /** Of it, what had been spent and is owed since. */
    owed_for_it: Type.Number(),
    currency: Type.String(),
    /** The wallet as it is now. */
    balance: Type.Number(),
    owed: Type.Number(),
  }),
  errors: ['not-found', 'invalid-request', 'open-item-settled', 'idempotency-key-reused', 'unavailable'],
  idempotent: true,
});
