import type { Minor } from './money.ts';
import { amountOff, percentOff } from './money.ts';
import type { Instant } from './when.ts';
import { msOf } from './when.ts';

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

/** COUP-11: as it is stored and looked up. */
export const normaliseCouponCode = (typed: string): string => typed.trim().toUpperCase();

/** COUP-13: the text id for a code that cannot be looked up at all. */
export const couponCodeError = (typed: string): 'coupon-blank' | null => (normaliseCouponCode(typed) === '' ? 'coupon-blank' : null);

/** Why a coupon cannot be used now, or null. Its end is exclusive. */
export function couponRefusal(coupon: Coupon | null, settings: { readonly enable_coupons: boolean }, now: Instant): CouponRefusal | null {
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

/** COUP-10: whether the box checks a remembered code by itself. */
export const isCouponAutoChecked = (person: { readonly isRebillFailed: boolean }): boolean => !person.isRebillFailed;
