import { Type, type Static } from 'typebox';
import { Amount, Day, defineCall, Id, Last4, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { SoldKind } from './purchases.ts';
import { Pagination } from './staff.ts';

/** A provider's account that took a payment, or the fan's wallet. */
export const PaymentAccount = Type.Object({
  provider: Type.String(),
  currency: Type.String(),
  /** False once the site has left it: it keeps its renewals, refunds and webhooks. */
  is_active: Type.Boolean(),
});

/** A purchase as the lookup finds it, with all that happened to its money. */
export const FoundPayment = Type.Object({
  _id: Id,
  /** The provider's reference; ours where it has none. */
  transactionId: Type.String(),
  date: Type.String(),
  kind: SoldKind,
  /** `held`: another amount was taken than was asked for, and staff have to decide. */
  state: OneOf(['succeeded', 'pending', 'held', 'declined'] as const),
  /** What was taken, or asked for where nothing was. */
  amount: Type.Number(),
  currency: Type.String(),
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  content: Nullable(Type.Object({ _id: Id, title: Type.String() })),
  card: Nullable(Type.Object({ card_type: Type.String(), last4: Type.String() })),
  decline_code: Nullable(Type.String()),
  /** Why money that came bought nothing. */
  unapplied_reason: Nullable(Type.String()),
  refunded: Type.Number(),
  charged_back: Type.Number(),
  /** To be refunded, and not paid out yet. */
  returning: Type.Optional(Type.Number()),
  /** Of that, what no provider has taken so far: an open item. */
  owed: Type.Number(),
  account: Nullable(PaymentAccount),
  /** The provider's id of the series that this payment belongs to. */
  subscription: Nullable(Type.String()),
});
export type FoundPayment = Static<typeof FoundPayment>;

/** A charge as its provider shows it now. */
export const ProviderCharge = Type.Object({
  /** The provider's id of it. */
  number: Type.String(),
  state: OneOf(['taken', 'waiting', 'declined', 'undone'] as const),
  amount: Type.Number(),
  currency: Type.String(),
  refunded: Type.Number(),
  charged_back: Type.Number(),
  decline_reason: Type.String(),
  is_test: Type.Boolean(),
  last4: Nullable(Type.String()),
});
export type ProviderCharge = Static<typeof ProviderCharge>;

/** Where our payment and the provider's charge differ; `reference`: the charge belongs to another payment. */
export const ChargeDifference = OneOf([
  'unknown_here',
  'unknown_there',
  'reference',
  'state',
  'amount',
  'refunded',
  'charged_back',
  'card',
] as const);
export type ChargeDifference = Static<typeof ChargeDifference>;

export const compareCharge = defineCall({
  method: 'GET',
  path: '/api/reports/charge-at-provider',
  access: only('support', 'admin', 'sub_admin'),
  summary:
    "A charge by its provider's number: our payment, the charge as the provider shows it now, and where the two differ.",
  query: Type.Object({ number: Text(40, 1) }),
  data: Type.Object({
    ours: Nullable(FoundPayment),
    theirs: Nullable(ProviderCharge),
    /** The account that knows the charge; null where none does. */
    account: Nullable(PaymentAccount),
    differences: Type.Array(ChargeDifference),
  }),
  errors: ['provider-not-asked', 'provider-away', 'provider-refused'],
  throttle: { max: 60, seconds: 600 },
});

export const findPayments = defineCall({
  method: 'GET',
  path: '/api/reports/payment-lookup',
  access: only('support', 'admin', 'sub_admin'),
  summary:
    'Payments of this site that match everything that a fan or a bank statement says of them, newest first, paged. A query without any of it finds none.',
  query: Type.Object({
    page_num: Type.Optional(PageNumber),
    /** The beginning of words of a name or an address; or, whole, a reference of the provider or of ours, or a series. */
    search: Type.Optional(Text(200)),
    last4: Type.Optional(Last4),
    /** What was taken or given back. */
    amount: Type.Optional(Amount),
    /** Of the site's calendar. */
    day: Type.Optional(Day),
    /** How many days before and after `day` count. */
    within: Type.Optional(Type.Integer({ minimum: 0, maximum: 31, default: 3 })),
  }),
  data: Type.Object({ payments: Type.Array(FoundPayment), paginationData: Pagination }),
  errors: ['invalid-request'],
});
