import { Type, type Static } from 'typebox';
import { HumanCheck } from './human-check.ts';
import { defineCall, Id, Instant, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { couponRefusals, MembershipQuote } from './memberships.ts';
import { OtherSums } from './offer-sums.ts';
import { Pagination } from './staff.ts';

const DiscountType = OneOf(['percentage', 'flat'] as const);
/** `percentage`: percent; `flat`: an amount of `currency`, which is the site's when it is saved. Two decimals. */
const DiscountValue = Type.Number({ minimum: 0, maximum: 1_000_000 });
const Limit = Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

const terms = {
  /** Trimmed and in capitals. */
  code: Text(100),
  discount_type: DiscountType,
  discount_value_for_initial: DiscountValue,
  discount_value_for_recurring: DiscountValue,
};

export const CouponState = OneOf(['active', 'scheduled', 'ended', 'used_up', 'off'] as const);

export const CouponView = Type.Object({
  _id: Id,
  ...terms,
  /** Of the amounts of `flat`; it counts only while the site takes this one. Null for the site's, and for percentages. */
  currency: Nullable(Type.String()),
  is_enabled: Type.Boolean(),
  starts_at: Nullable(Instant),
  /** Exclusive. */
  ends_at: Nullable(Instant),
  /** Of all fans; null for as often as wanted. */
  max_uses: Limit,
  max_uses_per_user: Limit,
  state: CouponState,
  /** Memberships begun with it, and purchases that are under way. */
  uses: Type.Integer(),
  created_at: Instant,
});
export type CouponView = Static<typeof CouponView>;

/** What a coupon brought in, after refunds and chargebacks. */
export const CouponSums = Type.Object({
  /** Renewals of memberships that began with it. */
  renewals: Type.Integer(),
  /** In the site's currency, as the next two. */
  first_amount: Type.Number(),
  renewal_amount: Type.Number(),
  /** What fans saved on what they paid for. */
  saved_amount: Type.Number(),
  /** In the currencies that it took before, where anything came in. */
  other_sums: Type.Optional(Type.Array(OtherSums)),
});
export type CouponSums = Static<typeof CouponSums>;

const managers = only('model', 'admin', 'sub_admin');
const readers = only('model', 'admin', 'sub_admin', 'content_manager');

const CouponInput = {
  ...terms,
  is_enabled: Type.Optional(Type.Boolean()),
  starts_at: Type.Optional(Nullable(Instant)),
  ends_at: Type.Optional(Nullable(Instant)),
  max_uses: Type.Optional(Limit),
  max_uses_per_user: Type.Optional(Limit),
};

const problems = [
  'coupon-code-format',
  'coupon-percentage-range',
  'coupon-amount-range',
  'coupon-saves-nothing',
  'coupon-ends-early',
  'coupon-limit-range',
  'coupon-code-taken',
  'price-not-billable',
  'free-start-not-billable',
] as const;

export const addCoupon = defineCall({
  method: 'POST',
  path: '/api/coupon/add',
  access: managers,
  summary: 'Make a coupon for memberships. Its code is stored in capitals.',
  body: Type.Object(CouponInput),
  data: CouponView,
  errors: problems,
});

export const editCoupon = defineCall({
  method: 'POST',
  path: '/api/coupon/edit',
  access: managers,
  summary:
    'Change a coupon. What is left out stays as it is; what was bought with it keeps the price that was agreed to.',
  body: Type.Object({ _id: Id, ...Type.Partial(Type.Object(CouponInput)).properties }),
  data: CouponView,
  errors: [...problems, 'not-found'],
});

export const CouponFilters = Type.Object({
  /** Part of a code. */
  search: Type.Optional(Text(100)),
  state: Type.Optional(OneOf(['all', 'active', 'scheduled', 'ended', 'used_up', 'off'] as const)),
  sort: Type.Optional(OneOf(['date', 'code'] as const)),
  direction: Type.Optional(OneOf(['asc', 'desc'] as const)),
});
export type CouponFilters = Static<typeof CouponFilters>;

export const listCoupons = defineCall({
  method: 'GET',
  path: '/api/coupon/get-coupons',
  access: readers,
  summary: 'Coupons of this site, the newest first, with what they brought in.',
  query: Type.Object({ pageNum: Type.Optional(PageNumber), ...CouponFilters.properties }),
  fields: Type.Object({
    couponList: Type.Array(Type.Object({ ...CouponView.properties, ...CouponSums.properties })),
    paginationData: Pagination,
    currency: Type.String(),
  }),
  errors: ['access-denied'],
});

/** One payment at a coupon's price. */
export const CouponUse = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  date: Instant,
  kind: OneOf(['membership', 'renewal'] as const),
  state: OneOf(['succeeded', 'pending'] as const),
  /** After what went back. */
  amount: Type.Number(),
  saved_amount: Type.Number(),
  currency: Type.Optional(Type.String()),
});
export type CouponUse = Static<typeof CouponUse>;

export const couponDetails = defineCall({
  method: 'GET',
  path: '/api/coupon/get-details',
  access: readers,
  summary: 'One coupon, what it brought in, and who used it, the newest first.',
  query: Type.Object({ couponId: Id, pageNum: Type.Optional(PageNumber) }),
  data: Type.Object({
    coupon: Type.Object({ ...CouponView.properties, ...CouponSums.properties }),
    uses: Type.Array(CouponUse),
    paginationData: Pagination,
    currency: Type.String(),
  }),
  errors: ['access-denied', 'not-found'],
});

export const checkCoupon = defineCall({
  method: 'POST',
  path: '/api/coupon/check',
  access: only('user', 'model', 'admin', 'sub_admin', 'content_manager', 'support'),
  summary: 'Whether a coupon counts for the caller now, and what a membership costs with it.',
  body: Type.Object({ code: Text(100), human_check: Type.Optional(HumanCheck) }),
  data: Type.Object({ ...terms, quote: MembershipQuote }),
  errors: [...couponRefusals, 'coupon-blank', 'human-check', 'too-many-requests'],
  // Codes can't be found by trying.
  throttle: { max: 20, seconds: 600 },
});
