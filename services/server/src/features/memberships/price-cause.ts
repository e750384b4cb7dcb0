import type { MembershipQuote } from '@backlot/domain/money/price';
import type { CouponCause } from '../coupons/index.ts';
import { noteCouponRenewal, takeCouponUse } from '../coupons/index.ts';
import type { Sellable } from '../checkout/index.ts';

/** What gives a membership another price than the site's own, kept with the purchase and for its renewals. */
export interface PriceCause extends CouponCause {
  readonly reason: 'coupon';
  readonly baseInitialMinor: number;
  readonly baseRecurringMinor: number;
}

export const priceCauseOf = (
  { reason, baseInitialMinor, baseRecurringMinor }: MembershipQuote,
  coupon: CouponCause | null,
): PriceCause | null =>
  coupon !== null && reason === 'coupon' ? { reason, ...coupon, baseInitialMinor, baseRecurringMinor } : null;

/** What a payment at such a price keeps of it, for the receipt, lists and later. */
export function causeTerms(cause: PriceCause | null, amountMinor: number, baseMinor: number) {
  if (cause === null) return { priceCause: null };
  const reduced = { text: 'mail-receipt-coupon', ref: cause.code, wasMinor: baseMinor };
  return { priceCause: cause, ...(baseMinor > amountMinor ? { reduced } : {}) };
}

interface CauseTerms {
  readonly priceCause?: PriceCause | null;
}

/** The use of the coupon that a first price comes from. @throws why it does not count any more */
export const reserveOffer: NonNullable<Sellable['reserve']> = async (db, intent, now) => {
  const { priceCause } = intent.quote as CauseTerms;
  if (!priceCause) return;
  await takeCouponUse(db, {
    intentId: intent.id,
    userId: intent.user_id,
    couponId: priceCause.id,
    savedMinor: Math.max(0, priceCause.baseInitialMinor - intent.amount_minor),
    now,
  });
};

/** A renewal is listed with the offer that its membership began with. */
export const noteRenewal: NonNullable<Sellable['reserve']> = async (db, intent, now) => {
  const { priceCause } = intent.quote as CauseTerms;
  if (!priceCause) return;
  await noteCouponRenewal(db, {
    intentId: intent.id,
    userId: intent.user_id,
    couponId: priceCause.id,
    savedMinor: Math.max(0, priceCause.baseRecurringMinor - intent.amount_minor),
    now,
  });
};
