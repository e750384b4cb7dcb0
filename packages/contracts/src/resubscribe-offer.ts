import { Type, type Static } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { CardConsent, CardPayment, FlatCard } from './cards.ts';
import { MembershipSupplyConsent } from './withdrawals.ts';
import { Amount, defineCall, everyone, Id, Instant, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { OtherAmount } from './offer-sums.ts';
import { MembershipQuote, subscribe } from './memberships.ts';
import { Pagination } from './staff.ts';

const terms = {
  /** Former members alone, who resubscribe with one press; else everybody without a membership, on /subscribe. */
  for_subscribers_only: Type.Boolean(),
  /** 0 none, -1 free for ever, n months. */
  give_free_month_subscription: Type.Integer({ minimum: -1, maximum: 24 }),
  recurring_price: Amount,
  /** Empty for the usual words. */
  promo_banner_text: Text(200),
};

/** The offer as the caller would take it now. */
export const ResubscribeOfferView = Type.Object({
  ...terms,
  /** Names the terms: another offer has another. */
  offer_id: Type.String(),
  quote: MembershipQuote,
});
export type ResubscribeOfferView = Static<typeof ResubscribeOfferView>;

export const checkResubscribeOffer = defineCall({
  method: 'POST',
  path: '/api/resubscribe-offer/check',
  access: everyone,
  summary:
    "The resubscribe offer that the caller's membership would begin at, with what is charged when; null when there is none, or a promotion makes the price. Also the first page's data.",
  data: Nullable(ResubscribeOfferView),
  errors: [],
});

export const resubscribe = defineCall({
  method: 'POST',
  path: '/api/resubscribe-offer/resubscribe',
  alsoAt: ['/api/ccbill/resubscribe-with-card'],
  access: only('user'),
  summary:
    'Begin a membership at the resubscribe offer with a new card, the one on file or the wallet, or take up again one that was cancelled and still runs, which takes no new card.',
  body: Type.Object({
    /** Of the check. Absent in the documents' form, which pays what it costs at this moment. */
    quote_id: Type.Optional(Text(200, 1)),
    /** The buyer agreed to the renewal terms shown beside the button (C13); must be said with a `quote_id`. */
    consent: Type.Optional(Type.Boolean()),
    /** Paid from the wallet, now and later, which must not be empty (SUB-19). */
    from_wallet: Type.Optional(Type.Boolean()),
    ...FlatCard,
    card: Type.Optional(CardPayment),
    action: Type.Optional(Text(40)),
    card_consent: Type.Optional(CardConsent),
    supply_consent: Type.Optional(MembershipSupplyConsent),
    human_check: Type.Optional(HumanCheck),
  }),
  data: subscribe.data,
  errors: [...subscribe.errors, 'card-not-taken', 'resubscribe-offer-gone', 'resubscribe-add-funds', 'wallet-low'],
  idempotent: true,
  throttle: { max: 20, seconds: 600 },
});

const managers = only('model', 'admin', 'sub_admin');

export const getResubscribeSettings = defineCall({
  method: 'GET',
  path: '/api/resubscribe-offer/get-settings',
  access: managers,
  summary: 'Read the resubscribe offer: whether it is on, the look of its ribbon, and its terms.',
  data: Type.Object({
    resubscribe_offer_settings: Type.Record(Type.String(), Type.Unknown()),
    resubscribe_offer: Type.Object(terms),
    currency: Type.String(),
  }),
  errors: [],
});

const ReportState = OneOf(['working', 'ready', 'failed'] as const);

const Report = Type.Object({
  _id: Id,
  state: ReportState,
  /** Days of the site's calendar, both included; null where it is open. */
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  requested_at: Instant,
  rows: Type.Integer(),
  /** Of all rows, as the report was made, in the site's currency. */
  amount: Type.Number(),
  /** In other currencies, where anything came in. */
  other_amounts: Type.Optional(Type.Array(OtherAmount)),
});

/** YYYY-MM-DD. */
const day = Text(10);

export const requestResubscriptions = defineCall({
  method: 'POST',
  path: '/api/resubscribe-offer/request-new-resubscription-user-report',
  access: managers,
  summary:
    'Have a report made of the memberships that the resubscribe offer brought back. Asked again meanwhile, it is the same one.',
  body: Type.Object({ from: Type.Optional(Nullable(day)), to: Type.Optional(Nullable(day)) }),
  data: Report,
  errors: ['invalid-request', 'too-many-requests'],
  throttle: { max: 30, seconds: 600 },
});

/** A membership that began at the offer, or was taken up again. */
export const Resubscription = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  date: Instant,
  give_free_month_subscription: Type.Integer(),
  recurring_price: Type.Number(),
  /** Paid at once, and by the renewals that followed until the report was made, after what went back. */
  first_amount: Type.Number(),
  renewals: Type.Integer(),
  renewal_amount: Type.Number(),
  /** The site's where there is none. */
  currency: Type.Optional(Type.String()),
  /** Paid by renewals in other currencies. */
  other_amounts: Type.Optional(Type.Array(OtherAmount)),
});
export type Resubscription = Static<typeof Resubscription>;

/** An offer by its terms, and what it brought in until the report was made. */
const ReportedOffer = Type.Object({
  _id: Type.String(),
  give_free_month_subscription: Type.Integer(),
  recurring_price: Type.Number(),
  rows: Type.Integer(),
  amount: Type.Number(),
  /** The site's where there is none. */
  currency: Type.Optional(Type.String()),
  /** By renewals that were paid in other currencies. */
  other_amounts: Type.Optional(Type.Array(OtherAmount)),
});

export const getResubscriptions = defineCall({
  method: 'POST',
  path: '/api/resubscribe-offer/get-new-resubscription-user-report',
  access: managers,
  summary:
    'A report that was asked for, or the last one; a page of its rows, or of those of one of its offers, the newest first. Null when none was made yet.',
  body: Type.Object({
    report_id: Type.Optional(Id),
    /** `_id` of one of its offers. */
    offer: Type.Optional(Text(20)),
    pageNum: Type.Optional(PageNumber),
  }),
  data: Nullable(
    Type.Object({
      report: Report,
      /** Those that somebody came back with, the fullest first. None where a server of the version before answered. */
      offers: Type.Optional(Type.Array(ReportedOffer)),
      resubscriptionList: Type.Array(Resubscription),
      paginationData: Pagination,
      currency: Type.String(),
    }),
  ),
  errors: ['not-found', 'invalid-request'],
});
