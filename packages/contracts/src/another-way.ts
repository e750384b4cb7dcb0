import { Type, type Static } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { CardConsent, CardPayment, CardTaking } from './cards.ts';
import { defineCall, Id, Instant, Nullable, only, Text } from './http/call.ts';
import { PurchaseView, SoldKind } from './purchases.ts';

const payers = only('user', 'model', 'admin', 'sub_admin', 'content_manager', 'support');

/** What a declined purchase costs with the site's other provider, and where its card is typed: the order once more. */
export const AnotherWay = Type.Object({
  ...CardTaking.properties,
  /** The provider's field; null where the card is typed on its page. */
  src: Nullable(Type.String()),
  origin: Nullable(Type.String()),
  kind: SoldKind,
  title: Nullable(Type.String()),
  amount: Type.Number(),
  currency: Type.String(),
  /** What is charged afterwards, until it is cancelled: it has to be agreed to again. */
  later: Nullable(
    Type.Object({
      amount: Type.Number(),
      at: Instant,
      /** Days from one later charge to the next, where the provider counts them; null for calendar months. */
      days: Nullable(Type.Integer({ minimum: 1 })),
    }),
  ),
  statement_descriptor: Type.String(),
  merchant_name: Type.String(),
});
export type AnotherWay = Static<typeof AnotherWay>;

export const showAnotherWay = defineCall({
  method: 'GET',
  path: '/api/v2/purchase/another-way',
  access: payers,
  summary: "Whether a declined purchase of the caller's may be tried with the site's other provider; null where not.",
  query: Type.Object({ intent_id: Id, language: Type.Optional(Text(10)) }),
  data: Nullable(AnotherWay),
  errors: ['not-found'],
});

export const tryAnotherWay = defineCall({
  method: 'POST',
  path: '/api/v2/purchase/another-way',
  access: payers,
  summary:
    "Try a declined purchase with the site's other provider: the same amount, and bought once however often it is sent.",
  body: Type.Object({
    intent_id: Id,
    /** To what is charged afterwards, where anything is. */
    consent: Type.Optional(Type.Boolean()),
    /** Absent where the card is typed on the provider's page. */
    card: Type.Optional(CardPayment),
    card_consent: Type.Optional(CardConsent),
    human_check: Type.Optional(HumanCheck),
  }),
  data: PurchaseView,
  errors: [
    'another-way-gone',
    'not-found',
    'card-data-refused',
    'card-required',
    'consent-required',
    'payment-declined',
    'payment-failed',
    'card-needs-attention',
    'payment-in-progress',
    'payments-not-configured',
    'amount-not-billable',
    'ERR_10001',
    'human-check',
    'too-many-requests',
    'already-subscribed',
    'content-already-unlocked',
    'content-owned-elsewhere',
    'content-not-for-sale',
    'membership-required',
  ],
  throttle: { max: 20, seconds: 600 },
});
