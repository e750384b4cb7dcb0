import type { CouponSums, CouponView } from '@backlot/contracts/coupons';
import { couponState } from '@backlot/domain/money/coupon';
import { presentPriceSums } from '../checkout/index.ts';
import { couponOf, type CountedCoupon, type CouponRow } from './coupon-rows.ts';

export type CouponTermsView = Pick<
  CouponView,
  'code' | 'discount_type' | 'discount_value_for_initial' | 'discount_value_for_recurring'
>;

export const presentCoupon = (row: CouponRow, uses: number, now: Date): CouponView => ({
  _id: row.id,
  ...presentTerms(row),
  currency: row.currency ?? null,
  is_enabled: row.switched_off_at === null,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  max_uses: row.max_uses,
  max_uses_per_user: row.max_uses_per_fan,
  state: couponState(couponOf(row, { uses }), now),
  uses,
  created_at: row.created_at.toISOString(),
});

/** Percent and amounts alike have two decimals. */
export const presentTerms = (row: CouponRow): CouponTermsView => ({
  code: row.code,
  discount_type: row.discount_type,
  discount_value_for_initial: row.initial_hundredths / 100,
  discount_value_for_recurring: row.recurring_hundredths / 100,
});

/** `currency`: the site's. */
export const presentCounted = (row: CountedCoupon, currency: string, now: Date): CouponView & CouponSums => ({
  ...presentCoupon(row, row.uses, now),
  renewals: row.renewals,
  ...presentPriceSums(row, currency),
});
