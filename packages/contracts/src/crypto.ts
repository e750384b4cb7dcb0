import { Type, type Static } from 'typebox';
import { Amount, defineCall, everyGate, everyone, Id, Instant, Nullable, OneOf, only, Text } from './http/call.ts';

/** As the documents name it, with what one payment may be worth where the provider says so. */
export const CryptoCurrency = Type.Object({
  currency: Type.String(),
  description: Type.String(),
  minimum_amount: Nullable(Type.Number()),
  maximum_amount: Nullable(Type.Number()),
});
export type CryptoCurrency = Static<typeof CryptoCurrency>;

/** Coins as text: they have more decimals than a number holds. */
const Coins = Type.String();

export const CryptoPaymentState = OneOf([
  'waiting',
  'processing',
  'underpayment',
  'confirmed',
  'cancelled',
  'blocked',
  'failed',
] as const);

/** A payment that was started. */
export const CryptoPayment = Type.Object({
  /** The coins to send. */
  amount: Coins,
  /** A picture of `qr`, drawn here: no address of another host. */
  qr_img: Type.String(),
  /** What a wallet reads. */
  qr: Type.String(),
  address: Type.String(),
  /** The provider's estimate, for people. */
  wait_time: Type.String(),
  reference_no: Type.String(),
  payment_id: Type.String(),
  transaction_id: Id,
  stats_token: Type.String(),
  currency: Type.String(),
  notices: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
  pos_id: Type.String(),
  /** Ours: what the coins are worth while the quote holds, in the site's currency. */
  fund_amount: Type.Number(),
  state: CryptoPaymentState,
  /** The end of the quote. What comes later is credited at the rate of its moment. */
  expires_at: Instant,
  /** What was put into the wallet for it so far. */
  credited_amount: Type.Number(),
  missing: Nullable(
    Type.Object({ amount: Coins, fund_amount: Type.Number(), qr: Type.String(), qr_img: Type.String() }),
  ),
  wallet_balance: Type.Number(),
});
export type CryptoPayment = Static<typeof CryptoPayment>;

const fans = only('user');

export const getCryptoCurrencies = defineCall({
  method: 'POST',
  path: '/api/crypto/get-currencies',
  access: fans,
  summary: 'Crypto currencies that funds can be added by now, the one used last first.',
  body: Type.Optional(Type.Object({})),
  data: Type.Array(CryptoCurrency),
  errors: ['crypto-unavailable'],
  throttle: { max: 60, seconds: 600 },
});

export const generateCryptoPaymentId = defineCall({
  method: 'POST',
  path: '/api/crypto/generate-payment-id',
  access: fans,
  summary:
    'A quote: the id that a payment of this amount in this currency is started with, and the coins it takes now.',
  body: Type.Object({ currency: Text(20, 1), amount: Amount }),
  data: Type.Object({ payment_id: Type.String(), currency: Type.String(), amount: Coins, fund_amount: Type.Number() }),
  errors: ['crypto-unavailable', 'crypto-refused', 'payment-failed', 'add-funds-invalid', 'add-funds-range'],
  throttle: { max: 200, seconds: 600 },
});

export const addCryptoFund = defineCall({
  method: 'POST',
  path: '/api/crypto/add-fund',
  access: fans,
  summary:
    'Start a quoted payment: an address, what to send there, and until when the quote holds. Started again it answers the same.',
  body: Type.Object({
    currency: Text(20, 1),
    amount: Amount,
    payment_id: Text(100, 1),
    transaction_type: Type.Optional(Text(40)),
    payment_for: Type.Optional(Text(40)),
    /** From the payer's mailbox, after `crypto-pin-needed`. */
    payer_kyc_pin: Type.Optional(Text(20)),
  }),
  data: CryptoPayment,
  errors: [
    'crypto-unavailable',
    'crypto-refused',
    'crypto-pin-needed',
    'crypto-pin-wrong',
    'payment-failed',
    'add-funds-invalid',
    'add-funds-range',
    'not-found',
  ],
  throttle: { max: 30, seconds: 600 },
});

export const checkCryptoTransaction = defineCall({
  method: 'POST',
  path: '/api/crypto/check-transaction',
  access: fans,
  summary: 'What became of a payment of the caller, asked of the provider at most every few seconds.',
  body: Type.Object({
    payment_id: Text(100, 1),
    pos_id: Type.Optional(Text(100)),
    currency: Type.Optional(Text(20)),
    address: Type.Optional(Text(200)),
    transaction_id: Type.Optional(Text(100)),
  }),
  data: CryptoPayment,
  errors: ['not-found'],
  throttle: { max: 600, seconds: 600 },
});

export const openCryptoPayments = defineCall({
  method: 'GET',
  path: '/api/crypto/open-payments',
  access: fans,
  summary: 'Payments of the caller whose coins are awaited or under way, the newest first; at most ten.',
  data: Type.Array(CryptoPayment),
  errors: [],
});

/** Unsigned: it is followed by a look at the payment that it names, and nothing in it is believed. */
export const cryptoWebhook = defineCall({
  method: 'POST',
  path: '/api/crypto/webhook/:door',
  access: everyone,
  summary: "The crypto provider's webhook: a reason to look at a payment.",
  params: Type.Object({ door: Text(100, 1) }),
  errors: ['invalid-request', 'not-found'],
  open: everyGate,
  from: 'provider',
});
