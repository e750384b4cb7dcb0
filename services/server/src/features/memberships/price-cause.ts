import { comparableInitial, type MembershipQuote } from '@backlot/domain/money/price';
import type { Sellable } from '../checkout/index.ts';
import type { CouponCause } from '../coupons/index.ts';
import { noteCouponRenewal, takeCouponUse } from '../coupons/index.ts';
import { notePromotionUse } from '../promotions/index.ts';
import { noteResubscribeRenewal, takeResubscribeOffer, type ResubscribeCause } from '../resubscribe/index.ts';

interface BasePrices {
  readonly baseInitialMinor: number;
  readonly baseRecurringMinor: number;
}

interface CouponPrice extends CouponCause, BasePrices {
  readonly reason: 'coupon';
}

interface PromotionPrice extends BasePrices {
  readonly reason: 'promotion';
  readonly id: string;
}

interface ResubscribePrice extends ResubscribeCause, BasePrices {
  readonly reason: 'resubscribe';
}

/** What gives a membership another price than the site's own, kept with the purchase and for its renewals. */
export type PriceCause = CouponPrice | PromotionPrice | ResubscribePrice;

/** What may have made a quote's price; null for what is not there. */
interface Causes {
  readonly coupon: CouponCause | null;
  readonly resubscribe: ResubscribeCause | null;
}

export function priceCauseOf(quote: MembershipQuote, { coupon, resubscribe }: Causes): PriceCause | null {
  const { reason, promotionId, baseRecurringMinor } = quote;
  const base = { baseInitialMinor: comparableInitial(quote), baseRecurringMinor };
  if (reason === 'coupon' && coupon !== null) return { reason, ...coupon, ...base };
  if (reason === 'promotion' && promotionId !== undefined) return { reason, id: promotionId, ...base };
  return reason === 'resubscribe' && resubscribe !== null ? { reason, ...resubscribe, ...base } : null;
}

/** What a payment at such a price keeps of it, for the receipt, lists and later. */
export function causeTerms(cause: PriceCause | null, amountMinor: number, baseMinor: number) {
  if (cause === null) return { priceCause: null };
  const reduced = { ...receiptOf(cause), wasMinor: baseMinor };
  return { priceCause: cause, ...(baseMinor > amountMinor ? { reduced } : {}) };
}

function receiptOf(cause: PriceCause): { text: string; ref: string } {
  if (cause.reason === 'coupon') return { text: 'mail-receipt-coupon', ref: cause.code };
  return { text: `mail-receipt-${cause.reason}`, ref: '' };
}

interface CauseTerms {
  readonly priceCause?: PriceCause | null;
}

/** A first payment is listed with the offer that it was reduced by, which may have only so many. @throws why it does not count any more */
export const reserveOffer: NonNullable<Sellable['reserve']> = async (db, intent, now) => {
  const { priceCause: cause } = intent.quote as CauseTerms;
  if (!cause) return;
  const payment = {
    intentId: intent.id,
    userId: intent.user_id,
    savedMinor: Math.max(0, cause.baseInitialMinor - intent.amount_minor),
    now,
  };
  if (cause.reason === 'coupon') await takeCouponUse(db, { ...payment, couponId: cause.id });
  else if (cause.reason === 'resubscribe') await takeResubscribeOffer(db, { ...payment, cause });
  else await notePromotionUse(db, { ...payment, promotionId: cause.id, isRenewal: false });
};

/** A renewal is listed with the offer that its membership began with. */
export const noteRenewal: NonNullable<Sellable['reserve']> = async (db, intent, now) => {
  const { priceCause: cause } = intent.quote as CauseTerms;
  if (!cause) return;
  const payment = {
    intentId: intent.id,
    userId: intent.user_id,
    savedMinor: Math.max(0, cause.baseRecurringMinor - intent.amount_minor),
    now,
  };
  if (cause.reason === 'coupon') await noteCouponRenewal(db, { ...payment, couponId: cause.id });
  else if (cause.reason === 'resubscribe') await noteResubscribeRenewal(db, { ...payment, cause });
  else await notePromotionUse(db, { ...payment, promotionId: cause.id, isRenewal: true });
};
