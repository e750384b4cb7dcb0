import { Type } from 'typebox';
import { defineCall, Id, only, OneOf } from './http/call.ts';
import { CardPayment, PaymentCards } from './memberships.ts';

/** The documents name no fields here: `card_id` is the `_id` of `get-payment-card`. */
const OneCard = Type.Object({ card_id: Id });

export const changePaymentMethod = defineCall({
  method: 'POST',
  path: '/api/user/change-payment-method',
  access: only('user'),
  alsoAt: ['/user/change-payment-method'],
  summary: 'Put a new card on file and pay with it from now on. Nothing is charged.',
  body: Type.Object({
    card: Type.Optional(CardPayment),
    default_payment_method: Type.Optional(OneOf(['card'] as const)),
  }),
  data: PaymentCards,
  errors: [
    'card-data-refused',
    'card-required',
    'card-needs-attention',
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
  errors: ['not-found'],
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
