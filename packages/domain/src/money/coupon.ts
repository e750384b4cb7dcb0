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

/** COUP-02 to COUP-06. A discount of zero leaves its price alone. */
export function applyCoupon(coupon: Coupon, initial: Minor, recurring: Minor): { initial: Minor; recurring: Minor } {
  const off = coupon.type === 'percentage' ? percentOff : amountOff;
  return { initial: off(initial, coupon.initial), recurring: off(recurring, coupon.recurring) };
}
