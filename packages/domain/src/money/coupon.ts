import type { Minor } from './money.ts';
import { amountOff, percentOff } from './money.ts';
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
  /** Of the amounts of `flat`; null for the site's. */
  readonly currency?: string | null;
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
  settings: { readonly enable_coupons: boolean; readonly currency?: string },
  now: Instant,
): CouponRefusal | null {
  if (!settings.enable_coupons) return 'coupons-disabled';
  if (!coupon || coupon.isEnabled === false || isOfAnotherCurrency(coupon, settings)) return 'coupon-not-found';
  if (coupon.startsAt != null && msOf(now) < msOf(coupon.startsAt)) return 'coupon-not-found';
  if (coupon.endsAt != null && msOf(now) >= msOf(coupon.endsAt)) return 'coupon-expired';
  // Who used it up hears of that, whether or not others have too.
  if (coupon.maxUsesPerFan != null && (coupon.usesByFan ?? 0) >= coupon.maxUsesPerFan) return 'coupon-used-before';
  if (coupon.maxUses != null && (coupon.uses ?? 0) >= coupon.maxUses) return 'coupon-used-up';
  return null;
}

/** Its amounts were meant in what the site took before. Where nobody says what that is now, none is. */
const isOfAnotherCurrency = ({ type, currency }: Coupon, settings: { readonly currency?: string }): boolean =>
  type === 'flat' && currency != null && settings.currency !== undefined && currency !== settings.currency;

export type CouponState = 'active' | 'scheduled' | 'ended' | 'used_up' | 'off';

/** How a coupon stands for everybody. */
export function couponState(coupon: Coupon, now: Instant): CouponState {
  if (coupon.isEnabled === false) return 'off';
  if (coupon.startsAt != null && msOf(now) < msOf(coupon.startsAt)) return 'scheduled';
  const { usesByFan: _ofOne, ...forAll } = coupon;
  const refusal = couponRefusal(forAll, { enable_coupons: true }, now);
  return refusal === 'coupon-expired' ? 'ended' : refusal === 'coupon-used-up' ? 'used_up' : 'active';
}

/** COUP-02 to COUP-06. A discount of zero leaves its price alone. */
export function applyCoupon(coupon: Coupon, initial: Minor, recurring: Minor): { initial: Minor; recurring: Minor } {
  const off = coupon.type === 'percentage' ? percentOff : amountOff;
  return { initial: off(initial, coupon.initial), recurring: off(recurring, coupon.recurring) };
}
