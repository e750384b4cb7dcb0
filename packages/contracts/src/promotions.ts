import { Type, type Static } from 'typebox';
import { Amount, defineCall, everyone, Id, Instant, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { OtherSums } from './offer-sums.ts';
import { Pagination } from './staff.ts';

/** What it makes cheaper. One of each may run at a time. */
export const PromotionType = OneOf(['SUBSCRIPTION', 'LOCKED_CONTENT'] as const);
export type PromotionType = Static<typeof PromotionType>;

/** New are those who never had a membership here, guests among them; old are former and present members. */
export const PromotionAudience = OneOf(['ALL_USERS', 'NEW_USERS', 'OLD_USERS'] as const);
export type PromotionAudience = Static<typeof PromotionAudience>;

/** A promotion that runs, as ribbon and prices show it. */
export const PromotionView = Type.Object({
  _id: Id,
  type: PromotionType,
  applicable_to: PromotionAudience,
  /** Plain text. */
  ribbon_text: Type.String(),
  /** The end of the present run, which a repeating promotion follows with the next. */
  ends_at: Instant,
  /** The same by the documents' name. */
  date_expire: Instant,
  is_repeat_promotion: Type.Boolean(),
  /** Off every post for sale; null for a membership's. */
  discount_percentage: Nullable(Type.Integer()),
  /** What the first period costs and every later month; null for posts for sale. */
  subscription_initial_amount: Nullable(Type.Number()),
  subscription_recurring_amount: Nullable(Type.Number()),
  /** Days of the first period; 30 is a month. */
  initial_period: Nullable(Type.Integer()),
  /** The first period is free. */
  is_trial_offer: Type.Boolean(),
  currency: Type.String(),
  /** Whose days and months count. */
  timezone: Type.String(),
});
export type PromotionView = Static<typeof PromotionView>;

const managers = only('model', 'admin', 'sub_admin', 'content_manager');

export const checkOffer = defineCall({
  method: 'GET',
  path: '/api/offer/check-offer',
  access: everyone,
  summary:
    "The promotion that applies to the caller now: members and staff hear of posts for sale, everybody else of a membership. Null when there is none. Also the first page's data.",
  query: Type.Object({ promotion_type: Type.Optional(PromotionType) }),
  data: Nullable(PromotionView),
  errors: [],
});

export const checkPromotion = defineCall({
  method: 'POST',
  path: '/api/promotion-setting/check-promotion',
  access: everyone,
  summary: 'Whether a promotion still gives the caller its price.',
  body: Type.Object({ promotion_id: Id }),
  data: PromotionView,
  errors: ['promotion-expired'],
});

/** How many it may be is `promotion-duration`'s to say. */
const hours = Type.Integer({ minimum: 1, maximum: 9999 });
const TheEndOf = OneOf(['end_of_day', 'end_of_month'] as const);

/** How long a promotion runs: hours, or until the site's day or month ends. */
export const PromotionDuration = Type.Union([hours, TheEndOf]);
export type PromotionDuration = Static<typeof PromotionDuration>;

export const PromotionInput = Type.Object({
  type: PromotionType,
  /** Whole hours up to a month's, or an end. */
  date_expire: PromotionDuration,
  is_repeat_promotion: Type.Optional(Type.Boolean()),
  /** Blank for none: the price is told all the same. */
  ribbon_text: Text(120),
  applicable_to: Type.Optional(PromotionAudience),
  discount_percentage: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  subscription_initial_amount: Type.Optional(Nullable(Amount)),
  subscription_recurring_amount: Type.Optional(Nullable(Amount)),
  initial_period: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 366 }))),
  /** True: the first period costs nothing, whatever its amount says. */
  is_trial_offer: Type.Optional(Type.Boolean()),
  /** The caller's, which makes no difference: the site's day ends for everybody at once. */
  timezone: Type.Optional(Text(60)),
});
export type PromotionInput = Static<typeof PromotionInput>;

export const savePromotion = defineCall({
  method: 'POST',
  path: '/api/promotion-setting/save-promotion',
  access: managers,
  summary: 'Start a promotion. Another of its type must have ended.',
  body: PromotionInput,
  data: PromotionView,
  errors: [
    'promotion-running',
    'promotion-duration',
    'promotion-repeat-duration',
    'promotion-audience',
    'promotion-percentage-range',
    'promotion-amount-required',
    'promotion-period-range',
    'promotion-costs-more',
    'promotion-saves-nothing',
    'promotion-free-membership',
    'promotions-disabled',
    'price-not-billable',
    'period-not-billable',
    'free-start-not-billable',
  ],
});

export const currentPromotion = defineCall({
  method: 'POST',
  path: '/api/promotion-setting/promotion',
  access: managers,
  summary: 'The promotion of a type that runs on this site, whoever it applies to; null when there is none.',
  body: Type.Object({ promotion_type: PromotionType }),
  data: Nullable(PromotionView),
  errors: [],
});

export const endPromotion = defineCall({
  method: 'POST',
  path: '/api/promotion-setting/end-promotion',
  access: managers,
  summary: 'End a promotion. Memberships that began with it keep their price.',
  /** `id` is the feed's name for it in the documents. One of the two is wanted. */
  body: Type.Object({ promotion_id: Type.Optional(Id), id: Type.Optional(Id) }),
  errors: ['invalid-request', 'not-found', 'promotion-expired'],
});

/** What a promotion brought in, after refunds and chargebacks. */
export const PromotionSums = Type.Object({
  /** Purchases at its price, those under way included; for a membership without its renewals. */
  purchases: Type.Integer(),
  renewals: Type.Integer(),
  /** In the site's currency, as the next two. */
  first_amount: Type.Number(),
  renewal_amount: Type.Number(),
  /** What fans saved on what they paid for. */
  saved_amount: Type.Number(),
  /** In the currencies that it took before, where anything came in. */
  other_sums: Type.Optional(Type.Array(OtherSums)),
});
export type PromotionSums = Static<typeof PromotionSums>;

/** A promotion of any time and what it brought in. */
export const PromotionReport = Type.Object({
  ...PromotionView.properties,
  ...PromotionSums.properties,
  /** Null once it is over. */
  ends_at: Nullable(Instant),
  date_expire: Nullable(Instant),
  started_at: Instant,
  /** When it was over; null while it runs. */
  ended_at: Nullable(Instant),
  /** By a person, before its time. */
  is_ended_early: Type.Boolean(),
});
export type PromotionReport = Static<typeof PromotionReport>;

const readers = managers;

export const PromotionFilters = Type.Object({
  promotion_type: Type.Optional(OneOf(['all', 'SUBSCRIPTION', 'LOCKED_CONTENT'] as const)),
  state: Type.Optional(OneOf(['all', 'running', 'ended'] as const)),
});
export type PromotionFilters = Static<typeof PromotionFilters>;

export const promotionReports = defineCall({
  method: 'POST',
  path: '/api/promotion-setting/get-promotion-reports',
  access: readers,
  summary: 'Promotions of this site, the newest first, with what they brought in.',
  body: Type.Object({ pageNum: Type.Optional(PageNumber), ...PromotionFilters.properties }),
  data: Type.Object({
    promotionList: Type.Array(PromotionReport),
    paginationData: Pagination,
    currency: Type.String(),
  }),
  errors: ['access-denied'],
});

/** One payment at a promotion's price. */
export const PromotionUse = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  date: Instant,
  kind: OneOf(['membership', 'renewal', 'post'] as const),
  /** The post that was bought. */
  post: Nullable(Type.Object({ _id: Id, title: Type.String() })),
  state: OneOf(['succeeded', 'pending'] as const),
  /** After what went back. */
  amount: Type.Number(),
  saved_amount: Type.Number(),
  currency: Type.Optional(Type.String()),
});
export type PromotionUse = Static<typeof PromotionUse>;

export const promotionUsers = defineCall({
  method: 'POST',
  path: '/api/promotion-setting/get-promotion-users',
  access: readers,
  summary: 'One promotion, what it brought in, and who bought at its price, the newest first.',
  body: Type.Object({ promotion_id: Id, pageNum: Type.Optional(PageNumber) }),
  data: Type.Object({
    promotion: PromotionReport,
    uses: Type.Array(PromotionUse),
    paginationData: Pagination,
    currency: Type.String(),
  }),
  errors: ['access-denied', 'not-found'],
});
