import type { Minor } from './money.ts';
import { amountOff, fromWire, maxMinor, percentOff } from './money.ts';
import type { Instant } from '../formats/when.ts';
import { msOf } from '../formats/when.ts';

export type CouponStatus = 'notChecked' | 'valid' | 'invalid';
/** `flat` is stored for a fixed amount (COUP-17). */
export type DiscountType = 'percentage' | 'flat';

export interface Coupon {
  readonly code: string;
  readonly type: DiscountType;
  /** Percent, or minor units for `flat`. */
  readonly initial: number;
  readonly recurring: number;
  readonly isEnabled?: boolean;
  readonly startsAt?: Instant | null;
  readonly endsAt?: Instant | null;
  readonly maxUses?: number | null;
  readonly uses?: number;
  readonly maxUsesPerFan?: number | null;
  /** Of whoever asks. */
  readonly usesByFan?: number;
}

export type CouponRefusal =
  | 'coupon-not-found'
  | 'coupon-expired'
  | 'coupon-used-up'
  | 'coupon-used-before'
  | 'coupons-disabled';

/** COUP-11: as a code is stored and compared, however it was typed. */
export const couponCodeOf = (typed: string): string => typed.trim().toUpperCase();

/** Why a coupon cannot be used now, or null. Its end is exclusive. */
export function couponRefusal(
  coupon: Coupon | null,
  settings: { readonly enable_coupons: boolean },
  now: Instant,
): CouponRefusal | null {
  if (!settings.enable_coupons) return 'coupons-disabled';
  if (!coupon || coupon.isEnabled === false) return 'coupon-not-found';
  if (coupon.startsAt != null && msOf(now) < msOf(coupon.startsAt)) return 'coupon-not-found';
  if (coupon.endsAt != null && msOf(now) >= msOf(coupon.endsAt)) return 'coupon-expired';
  // Who used it up hears of that, whether or not others have too.
  if (coupon.maxUsesPerFan != null && (coupon.usesByFan ?? 0) >= coupon.maxUsesPerFan) return 'coupon-used-before';
  if (coupon.maxUses != null && (coupon.uses ?? 0) >= coupon.maxUses) return 'coupon-used-up';
  return null;
}

export type CouponState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off';

/** How a coupon stands for everybody. */
export function couponState(coupon: Coupon, now: Instant): CouponState {
  if (coupon.isEnabled === false) return 'off';
  if (coupon.startsAt != null && msOf(now) < msOf(coupon.startsAt)) return 'scheduled';
  const { usesByFan: _ofOne, ...forAll } = coupon;
  const refusal = couponRefusal(forAll, { enable_coupons: true }, now);
  return refusal === 'coupon-expired' ? 'ended' : refusal === 'coupon-used-up' ? 'used_up' : 'active';
}

/** What a coupon is made of, as it is typed and sent: percentages and amounts with at most two decimals. */
export interface CouponTerms {
  readonly code: string;
  readonly discount_type: DiscountType;
  readonly discount_value_for_initial: number;
  readonly discount_value_for_recurring: number;
  readonly starts_at?: string | null | undefined;
  readonly ends_at?: string | null | undefined;
  readonly max_uses?: number | null | undefined;
  readonly max_uses_per_user?: number | null | undefined;
}

export type CouponProblem =
  | 'coupon-code-format'
  | 'coupon-percentage-range'
  | 'coupon-amount-range'
  | 'coupon-saves-nothing'
  | 'coupon-ends-early'
  | 'coupon-limit-range';

/** Far above what a site gives away: uses of a limited coupon are counted while it is held. */
export const maxCouponUses = 100_000;

/** What is wrong with a coupon, by field; empty when it may be saved. */
export function couponProblems(terms: CouponTerms): readonly { field: keyof CouponTerms; code: CouponProblem }[] {
  const problems: { field: keyof CouponTerms; code: CouponProblem }[] = [];
  if (!/^[A-Z0-9][A-Z0-9_-]{1,29}$/.test(couponCodeOf(terms.code)))
    problems.push({ field: 'code', code: 'coupon-code-format' });
  const isPercentage = terms.discount_type === 'percentage';
  const values = ['discount_value_for_initial', 'discount_value_for_recurring'] as const;
  for (const field of values) {
    const hundredths = fromWire(terms[field]);
    if (hundredths === null || hundredths < 0 || hundredths > (isPercentage ? 10_000 : maxMinor / 100))
      problems.push({ field, code: isPercentage ? 'coupon-percentage-range' : 'coupon-amount-range' });
  }
  if (values.every((field) => terms[field] === 0))
    problems.push({ field: 'discount_value_for_initial', code: 'coupon-saves-nothing' });
  if (terms.ends_at && Date.parse(terms.ends_at) <= (terms.starts_at ? Date.parse(terms.starts_at) : 0))
    problems.push({ field: 'ends_at', code: 'coupon-ends-early' });
  for (const field of ['max_uses', 'max_uses_per_user'] as const) {
    const limit = terms[field];
    if (limit != null && !(Number.isInteger(limit) && limit >= 1 && limit <= maxCouponUses))
      problems.push({ field, code: 'coupon-limit-range' });
  }
  return problems;
}

/** COUP-02 to COUP-06. A discount of zero leaves its price alone. */
export function applyCoupon(coupon: Coupon, initial: Minor, recurring: Minor): { initial: Minor; recurring: Minor } {
  const off = coupon.type === 'percentage' ? percentOff : amountOff;
  return { initial: off(initial, coupon.initial), recurring: off(recurring, coupon.recurring) };
}

/** A discount as the price rule takes it: percent, or minor units. */
export const discountOf = (type: DiscountType, value: number): number =>
  type === 'percentage' ? value : Math.round(value * 100);

/** COUP-10: a link's coupon is tried by itself, but not for whoever renews after a failed payment. */
export const isCheckedAtOnce = (linked: string, isRebillFailed: boolean): boolean => linked !== '' && !isRebillFailed;
