import { Type, type Static } from 'typebox';
import { Amount, defineCall, Id, Nullable, OneOf, only, signedIn, Text } from './http/call.ts';
import { HumanCheck } from './human-check.ts';
import { AnotherCard, CardConsent, CardPayment, FlatCard } from './cards.ts';
import { PostSupplyConsent } from './withdrawals.ts';

/** What is bought, as the feature that sells it calls it: `membership`, `post`. */
export const SoldKind = Type.String({ pattern: '^[a-z][a-z_]*$', maxLength: 40 });

/** What the payer has to do before a purchase goes on. */
export const PurchaseAction = Type.Object({
  /** `redirect`: pays on the provider's page; `challenge`: their bank asks whether it is them. */
  type: OneOf(['redirect', 'challenge'] as const),
  /** Where the payer goes, and comes back from. */
  url: Type.String(),
  /** ISO 8601. */
  expires_at: Type.String(),
  /** What it means that the last try was refused; another may follow. Null when none was. */
  refused_reason: Nullable(Type.String()),
});
export type PurchaseAction = Static<typeof PurchaseAction>;

/** How a purchase stands. `pending` and `unknown` are settled by the server; ask again. */
export const PurchaseView = Type.Object({
  intent_id: Id,
  state: OneOf(['succeeded', 'pending', 'declined'] as const),
  /** While it is pending: another amount came than was asked for, and staff decide about it. */
  is_held: Type.Optional(Type.Boolean()),
  /** What came of one that is held or came to nothing: it is decided about, or goes back. Absent from a server of the version before. */
  taken: Type.Optional(Type.Object({ amount: Type.Number(), currency: Type.String() })),
  /** While it is pending: what the payer has to do. */
  action: Nullable(PurchaseAction),
  kind: SoldKind,
  amount: Type.Number(),
  currency: Type.String(),
  transactionId: Nullable(Type.String()),
  content_id: Nullable(Id),
  decline_code: Nullable(Type.String()),
  /** What it means for the person who pays, as far as the provider tells; null when nothing was declined. */
  decline_reason: Nullable(Type.String()),
  ccbill_subscription_status: Nullable(Type.String()),
});
export type PurchaseView = Static<typeof PurchaseView>;

/** Of every purchase by card. */
export const purchaseErrors = [
  'card-data-refused',
  'idempotency-key-reused',
  'payment-declined',
  'payment-failed',
  'card-needs-attention',
  'payment-in-progress',
  'price-changed',
  'card-required',
  'payments-not-configured',
  'amount-not-billable',
  'ERR_10001',
  'human-check',
  'too-many-requests',
] as const;

export const buyPost = defineCall({
  method: 'POST',
  path: '/api/v2/purchase/post-purchase',
  access: only('user'),
  // By a card on file, and by one that is typed now.
  alsoAt: ['/api/ccbill/charge_by_previous', '/api/ccbill/pay'],
  summary: 'Buy a locked post, with the stored card or a new one.',
  body: Type.Object({
    blogId: Id,
    amount: Amount,
    recurring: Type.Optional(Type.Boolean()),
    ...FlatCard,
    /** The sender's own, or that of a card beside it. */
    email: Type.Optional(Text(254)),
    action: Type.Optional(OneOf(['blog'] as const)),
    blogType: Type.Optional(Text(20)),
    title: Type.Optional(Text(200)),
    ribbon_text: Type.Optional(Text(200)),
    promotion_id: Type.Optional(Type.Union([Id, Text(0)])),
    is_promotion_applied: Type.Optional(Type.Boolean()),
    card: Type.Optional(CardPayment),
    another_card: AnotherCard,
    card_consent: Type.Optional(CardConsent),
    supply_consent: Type.Optional(PostSupplyConsent),
    human_check: Type.Optional(HumanCheck),
  }),
  data: PurchaseView,
  errors: [
    ...purchaseErrors,
    'not-found',
    'content-already-unlocked',
    'could-not-unlock',
    'content-owned-elsewhere',
    'content-not-for-sale',
    'membership-required',
    'promotion-expired',
  ],
  idempotent: true,
  throttle: { max: 30, seconds: 600 },
});

export const purchaseState = defineCall({
  method: 'GET',
  path: '/api/v2/purchase/state',
  access: signedIn,
  summary: "How one of the caller's purchases stands.",
  query: Type.Object({ intent_id: Id }),
  data: PurchaseView,
  errors: ['not-found'],
});

export const cancelPurchase = defineCall({
  method: 'POST',
  path: '/api/v2/purchase/cancel',
  access: signedIn,
  summary: 'Give up a purchase that waits for its payer. One that was paid just before stays paid.',
  body: Type.Object({ intent_id: Id }),
  data: PurchaseView,
  errors: ['not-found', 'purchase-not-cancellable'],
  throttle: { max: 30, seconds: 600 },
});
