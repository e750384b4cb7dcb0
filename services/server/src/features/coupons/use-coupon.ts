import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { couponCodeOf, couponRefusal, type Coupon, type CouponRefusal } from '@backlot/domain/money/coupon';
import { presentTerms, type CouponTermsView } from './present-coupon.ts';
import { couponOf, countUses, findCouponByCode, insertUse, lockCoupon } from './coupon-rows.ts';

/** What made a price, as purchases and memberships keep it. */
export interface CouponCause {
  readonly id: string;
  readonly code: string;
}

export interface FoundCoupon {
  readonly coupon: Coupon;
  /** As the wire has it: percent or amounts, with two decimals. */
  readonly terms: CouponTermsView;
  readonly cause: CouponCause;
}

/** The coupon behind what somebody typed, with its uses so far; null for a code that nobody made. */
export async function findCoupon(db: TenantDb, typed: string, userId: string): Promise<FoundCoupon | null> {
  const row = await findCouponByCode(db, couponCodeOf(typed));
  if (row === null) return null;
  const isLimited = row.max_uses !== null || row.max_uses_per_fan !== null;
  const coupon = couponOf(row, isLimited ? await countUses(db, row.id, { userId }) : {});
  return { coupon, terms: presentTerms(row), cause: { id: row.id, code: row.code } };
}

/** A coupon that does not count, said at the field of the code. */
export const refusedCoupon = (code: CouponRefusal): DomainError =>
  new DomainError(code, {}, { fields: [{ field: 'coupon_code', code }] });

/** A payment at a coupon's price. */
interface PricedPayment {
  readonly intentId: string;
  readonly userId: string;
  readonly couponId: string;
  readonly savedMinor: number;
  readonly now: Date;
}

/**
 * Takes a use for a purchase that begins. The coupon is held until the transaction ends, so that the last use goes to
 * one; a purchase that buys nothing gives it back by how its intent ends. @throws why it does not count any more
 */
export async function takeCouponUse(
  db: TenantDb,
  { intentId, userId, couponId, savedMinor, now }: PricedPayment,
): Promise<void> {
  const row = await lockCoupon(db, couponId);
  if (row === null) throw refusedCoupon('coupon-not-found');
  const uses = await countUses(db, couponId, { userId, beside: intentId });
  const refusal = couponRefusal(couponOf(row, uses), { enable_coupons: true }, now);
  if (refusal !== null) throw refusedCoupon(refusal);
  await insertUse(db, {
    intent_id: intentId,
    coupon_id: couponId,
    user_id: userId,
    is_renewal: false,
    saved_minor: savedMinor,
    created_at: now,
  });
}

/** A renewal at the price that a coupon gave: it takes no use. */
export const noteCouponRenewal = (
  db: TenantDb,
  { intentId, userId, couponId, savedMinor, now }: PricedPayment,
): Promise<void> =>
  insertUse(db, {
    intent_id: intentId,
    coupon_id: couponId,
    user_id: userId,
    is_renewal: true,
    saved_minor: savedMinor,
    created_at: now,
  });
