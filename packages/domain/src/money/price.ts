import type { Coupon, CouponRefusal } from './coupon.ts';
import { applyCoupon, couponRefusal } from './coupon.ts';
import type { Minor } from './money.ts';
import { minorOf, promotionPrice } from './money.ts';
import type { Promotion } from './promotion.ts';
import { isFirstPeriodFree, isForPosts, isInAudience, isPromotionRunning } from './promotion.ts';
import type { ResubscribeOffer } from '../memberships/resubscribe-offer.ts';
import { isOfferFor, pricesOf } from '../memberships/resubscribe-offer.ts';
import type { Viewer } from '../people/roles.ts';
import type { Instant } from '../formats/when.ts';

/** The settings a quote is made from: amounts in dollars, as settings hold them. Part of `Settings`. */
export interface PriceSettings {
  readonly membership_price: number;
  readonly recurring_membership_price: number;
  readonly returning_membership_price: number;
  readonly returning_recurring_membership_price: number;
  readonly enable_promotion: boolean;
  readonly enable_coupons: boolean;
  readonly currency: string;
}

export type Period = { readonly unit: 'month' | 'day'; readonly count: number };
export type QuoteReason = 'base' | 'coupon' | 'promotion' | 'resubscribe';

export interface QuoteLine {
  readonly kind: 'base' | 'coupon' | 'promotion' | 'resubscribe';
  readonly initialMinor: Minor;
  readonly recurringMinor: Minor;
  /** The coupon's code, the promotion's id. */
  readonly ref?: string;
}

export interface MembershipQuote {
  readonly reason: QuoteReason;
  readonly initialMinor: Minor;
  readonly recurringMinor: Minor;
  readonly baseInitialMinor: Minor;
  readonly baseRecurringMinor: Minor;
  readonly currency: string;
  /** What the first payment buys; every later one buys a month. `null` is for ever. */
  readonly firstPeriod: Period | null;
  /** Nothing is ever charged: no payment method is asked for. */
  readonly isFree: boolean;
  /** They add up to the two amounts. */
  readonly lines: readonly QuoteLine[];
  /** Why a coupon that was given does not count. */
  readonly couponRefusal?: CouponRefusal;
  readonly promotionId?: string;
  readonly couponCode?: string;
}

/** Who a price is for. */
export interface PricedViewer {
  readonly person: Viewer;
  readonly isSubscribedEver: boolean;
  /** Ids of promotions whose free first period they had: it is given once, so that nobody lives on trials. */
  readonly freePeriodsHad?: readonly string[];
}

export interface MembershipQuoteInput {
  readonly settings: PriceSettings;
  readonly viewer: PricedViewer;
  /** `null` for a code that nobody made; absent when no code was given. */
  readonly coupon?: Coupon | null | undefined;
  readonly promotion?: Promotion | null | undefined;
  readonly resubscribeOffer?: ResubscribeOffer | null | undefined;
  readonly now: Instant;
}

const oneMonth: Period = { unit: 'month', count: 1 };
interface Offer {
  reason: QuoteReason;
  initial: Minor;
  recurring: Minor;
  firstPeriod: Period | null;
  ref?: string;
}

/** The one price of a membership: coupon, then promotion, then resubscribe offer, never two (SUB-07 to SUB-10, COUP-09). */
export function quoteMembership(input: MembershipQuoteInput): MembershipQuote {
  const { settings, viewer, now } = input;
  const { initial: baseInitial, recurring: baseRecurring } = membershipBase(settings, viewer.isSubscribedEver);
  const refusal = input.coupon === undefined ? null : couponRefusal(input.coupon, settings, now);
  const offer =
    (refusal === null && couponOffer(input.coupon, baseInitial, baseRecurring)) ||
    promotionOffer(input, { initial: baseInitial, recurring: baseRecurring }) ||
    resubscribeOffer(input, { initial: baseInitial, recurring: baseRecurring });
  const initial = offer?.initial ?? baseInitial;
  const recurring = offer?.recurring ?? baseRecurring;
  const lines: QuoteLine[] = [{ kind: 'base', initialMinor: baseInitial, recurringMinor: baseRecurring }];
  if (offer) {
    lines.push({
      kind: offer.reason,
      initialMinor: initial - baseInitial,
      recurringMinor: recurring - baseRecurring,
      ...(offer.ref ? { ref: offer.ref } : {}),
    });
  }
  return {
    reason: offer?.reason ?? 'base',
    initialMinor: initial,
    recurringMinor: recurring,
    baseInitialMinor: baseInitial,
    baseRecurringMinor: baseRecurring,
    currency: settings.currency,
    firstPeriod: offer ? offer.firstPeriod : oneMonth,
    isFree: initial === 0 && recurring === 0,
    lines,
    ...(refusal ? { couponRefusal: refusal } : {}),
    ...(offer?.reason === 'promotion' && offer.ref ? { promotionId: offer.ref } : {}),
    ...(offer?.reason === 'coupon' && offer.ref ? { couponCode: offer.ref } : {}),
  };
}

/** The first price that this one may be told beside: days are no cheaper month, and nothing is struck through for them. */
export const comparableInitial = ({ firstPeriod, initialMinor, baseInitialMinor }: MembershipQuote): Minor =>
  firstPeriod?.unit === 'day' ? initialMinor : baseInitialMinor;

interface Prices {
  readonly initial: Minor;
  readonly recurring: Minor;
}

/** The site's own prices, of which a former member pays others (SUB-10). */
export const membershipBase = (settings: PriceSettings, isSubscribedEver: boolean): Prices => ({
  initial: minorOf(isSubscribedEver ? settings.returning_membership_price : settings.membership_price),
  recurring: minorOf(
    isSubscribedEver ? settings.returning_recurring_membership_price : settings.recurring_membership_price,
  ),
});

/** Neither price is higher, and one is lower. */
export const isSaving = (offered: Prices, base: Prices): boolean =>
  offered.initial <= base.initial &&
  offered.recurring <= base.recurring &&
  (offered.initial < base.initial || offered.recurring < base.recurring);

function couponOffer(coupon: Coupon | null | undefined, baseInitial: Minor, baseRecurring: Minor): Offer | null {
  if (!coupon) return null;
  return {
    reason: 'coupon',
    ...applyCoupon(coupon, baseInitial, baseRecurring),
    firstPeriod: oneMonth,
    ref: coupon.code,
  };
}

/** DECISIONS 9: the site's prices may have fallen since; what then saves nothing is no promotion. */
function promotionOffer({ promotion, settings, viewer, now }: MembershipQuoteInput, base: Prices): Offer | null {
  if (!promotion || !settings.enable_promotion || promotion.type !== 'SUBSCRIPTION') return null;
  if (promotion.initialMinor === undefined || promotion.recurringMinor === undefined) return null;
  if (!isPromotionRunning(promotion, now) || !isInAudience(promotion.audience, viewer.isSubscribedEver)) return null;
  if (promotion.currency !== undefined && promotion.currency !== settings.currency) return null;
  if (isFirstPeriodFree(promotion) && viewer.freePeriodsHad?.includes(promotion.id)) return null;
  if (!isSaving({ initial: promotion.initialMinor, recurring: promotion.recurringMinor }, base)) return null;
  const days = promotion.initialPeriodDays ?? 30;
  const firstPeriod: Period = days >= 30 ? oneMonth : { unit: 'day', count: days };
  return {
    reason: 'promotion',
    initial: promotion.initialMinor,
    recurring: promotion.recurringMinor,
    firstPeriod,
    ref: promotion.id,
  };
}

function resubscribeOffer({ resubscribeOffer: offer, viewer }: MembershipQuoteInput, base: Prices): Offer | null {
  if (!offer || !isOfferFor(offer, viewer) || !isSaving(pricesOf(offer), base)) return null;
  const firstPeriod: Period | null =
    offer.freeMonths === -1 ? null : offer.freeMonths > 0 ? { unit: 'month', count: offer.freeMonths } : oneMonth;
  return { reason: 'resubscribe', ...pricesOf(offer), firstPeriod };
}

export interface PostQuote {
  readonly reason: 'base' | 'promotion';
  readonly amountMinor: Minor;
  readonly baseMinor: Minor;
  readonly currency: string;
  readonly percent?: number;
  readonly promotionId?: string;
}

/** The one price of a post for sale. A promotion that saves nothing is no promotion. */
export function quotePost(input: {
  readonly post: { readonly amountMinor: Minor };
  readonly settings: Pick<PriceSettings, 'enable_promotion' | 'currency'>;
  readonly viewer: { readonly isSubscribedEver: boolean };
  readonly promotion?: Promotion | null | undefined;
  readonly now: Instant;
}): PostQuote {
  const { post, settings, viewer, promotion, now } = input;
  const base: PostQuote = {
    reason: 'base',
    amountMinor: post.amountMinor,
    baseMinor: post.amountMinor,
    currency: settings.currency,
  };
  if (!promotion || !settings.enable_promotion || promotion.percent === undefined || !isForPosts(promotion))
    return base;
  if (!isPromotionRunning(promotion, now) || !isInAudience(promotion.audience, viewer.isSubscribedEver)) return base;
  const amountMinor = promotionPrice(post.amountMinor, promotion.percent);
  if (amountMinor >= post.amountMinor) return base;
  return { ...base, reason: 'promotion', amountMinor, percent: promotion.percent, promotionId: promotion.id };
}

/** PROMO-16: the client bought with a promotion; the server's own quote no longer has that one. */
export const isPromotionGone = (
  asked: { readonly is_promotion_applied?: boolean | undefined; readonly promotion_id?: string | null | undefined },
  quote: { readonly promotionId?: string },
): boolean => asked.is_promotion_applied === true && asked.promotion_id !== quote.promotionId;
