import { Type, type Static } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { defineCall, Id, Nullable, only, OneOf, signedIn, Text } from './http/call.ts';

/** The card form's fields but number and cvv, which never reach us (DECISIONS 22). */
export const CardHolder = Type.Object({
  email: Text(254, 1),
  address: Text(200, 1),
  country: Text(2, 2),
  state: Type.Optional(Text(20)),
  city: Text(100),
  pincode: Text(20, 1),
  firstName: Text(80, 1),
  lastName: Text(80, 1),
});
export const CardPayment = Type.Object({
  ...CardHolder.properties,
  /** From the provider's own field; good for one charge. */
  token: Text(200, 1),
  card_type: Type.Optional(Text(20)),
});

/**
 * The documents' form of a card: its fields without a `card` around them, `token` in place of number and cvv. Without a token,
 * or with an empty one, none was typed, and what the other fields hold is left alone.
 */
export const FlatCard = {
  email: Type.Optional(Text(254)),
  address: Type.Optional(Text(200)),
  country: Type.Optional(Text(2)),
  state: Type.Optional(Text(20)),
  city: Type.Optional(Text(100)),
  pincode: Type.Optional(Text(20)),
  firstName: Type.Optional(Text(80)),
  lastName: Type.Optional(Text(80)),
  token: Type.Optional(Text(200)),
  card_type: Type.Optional(Text(20)),
  month: Type.Optional(Type.Union([Text(2), Type.Integer()])),
  year: Type.Optional(Type.Union([Text(4), Type.Integer()])),
  /** The sender's own. */
  userId: Type.Optional(Text(36)),
};

/**
 * What was shown to whoever enters a card, beside where they do: the version of the text, and its language. The server keeps
 * the text with the card. Absent from whoever showed none.
 */
export const CardConsent = Type.Object({
  text: OneOf(['card-kept-consent-1', 'card-not-kept-consent-1'] as const),
  language: OneOf(['en', 'ar', 'es', 'de', 'fr', 'pt'] as const),
});

/** Not the card on file: where cards are typed on the provider's page, no new card comes with the call. */
export const AnotherCard = Type.Optional(Type.Boolean());

/** `field`: on the site's page, in the provider's own field. `hosted`: on the provider's page, which a payer is led to. */
export const CardEntry = OneOf(['field', 'hosted'] as const);

/** What becomes of a card that is typed now. */
export const CardTaking = Type.Object({
  entry: CardEntry,
  /** The site charges it again by itself; else only its provider does, for the renewals of a membership. */
  keeps_cards: Type.Boolean(),
});
export type CardTaking = Static<typeof CardTaking>;

export const cardField = defineCall({
  method: 'GET',
  path: '/api/v2/card-field',
  access: signedIn,
  summary: "Where a card is typed: `src` is the provider's own field for number, expiry and cvv; `hosted` has none.",
  query: Type.Object({ language: Type.Optional(Text(10)) }),
  data: Type.Object({ ...CardTaking.properties, src: Nullable(Type.String()), origin: Nullable(Type.String()) }),
  errors: ['payments-not-configured'],
});

/** The primary one first. */
export const PaymentCards = Type.Array(
  Type.Object({
    _id: Id,
    card_type: Type.String(),
    last4: Type.String(),
    month: Type.Integer(),
    year: Type.Integer(),
    is_primary: Type.Boolean(),
    /** The site's account can charge it; another one is of an account that the site has left, or that keeps no cards. */
    is_chargeable: Type.Boolean(),
  }),
);

export const paymentCards = defineCall({
  method: 'GET',
  path: '/api/v2/get-payment-card',
  access: only('user', 'model', 'admin', 'sub_admin', 'content_manager', 'support'),
  summary: "The caller's stored cards: brand, last four digits, expiry.",
  alsoAt: ['/api/ccbill/get-payment-card'],
  data: PaymentCards,
  errors: [],
});

/** The documents name no fields here: `card_id` is the `_id` of `get-payment-card`. */
const OneCard = Type.Object({ card_id: Id });

export const changePaymentMethod = defineCall({
  method: 'POST',
  path: '/api/user/change-payment-method',
  access: only('user'),
  alsoAt: ['/user/change-payment-method'],
  summary:
    'Put a new card on file and pay with it from now on, or choose card or wallet as what is paid with. Nothing is charged.',
  body: Type.Object({
    ...FlatCard,
    card: Type.Optional(CardPayment),
    card_consent: Type.Optional(CardConsent),
    human_check: Type.Optional(HumanCheck),
    default_payment_method: Type.Optional(OneOf(['card', 'crypto_currency'] as const)),
    action: Type.Optional(Text(40)),
  }),
  data: PaymentCards,
  errors: [
    'card-data-refused',
    'card-required',
    'card-needs-attention',
    'human-check',
    'not-found',
    'payment-declined',
    'payment-method-error',
    'payments-not-configured',
    'too-many-cards',
    'too-many-requests',
  ],
  throttle: { max: 10, seconds: 600 },
});

export const setPrimaryCard = defineCall({
  method: 'POST',
  path: '/api/ccbill/set-primary-card',
  access: only('user'),
  summary: 'Pay with this card of the caller from now on.',
  body: OneCard,
  data: PaymentCards,
  errors: ['not-found', 'too-many-requests'],
  throttle: { max: 10, seconds: 600 },
});

export const removeCard = defineCall({
  method: 'POST',
  path: '/api/ccbill/remove-card',
  access: only('user'),
  summary: 'Take a card of the caller off file. The last one stays while a membership renews with it.',
  body: OneCard,
  data: PaymentCards,
  errors: ['not-found', 'card-renews-membership', 'payment-in-progress'],
});

export const setPaymentMethod = defineCall({
  method: 'GET',
  path: '/api/ccbill/set_payment_method',
  access: only('user'),
  summary: 'Where a card is entered: the client goes to `url` (CARD-30).',
  fields: Type.Object({ action: OneOf(['redirect'] as const), url: Type.String() }),
  errors: ['payments-not-configured'],
});
