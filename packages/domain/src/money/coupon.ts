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
}

export type CouponRefusal = 'coupon-not-found' | 'coupon-expired' | 'coupon-used-up' | 'coupons-disabled';

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
  if (coupon.maxUses != null && (coupon.uses ?? 0) >= coupon.maxUses) return 'coupon-used-up';
  return null;
}

/** COUP-02 to COUP-06. A discount of zero leaves its price alone. */
export function applyCoupon(coupon: Coupon, initial: Minor, recurring: Minor): { initial: Minor; recurring: Minor } {
  const off = coupon.type === 'percentage' ? percentOff : amountOff;
  return { initial: off(initial, coupon.initial), recurring: off(recurring, coupon.recurring) };
}
