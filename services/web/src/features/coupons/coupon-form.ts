import type { DiscountType } from '@backlot/domain/money/coupon';
import { dayIn, endOfDay, startOfDay } from '@backlot/domain/formats/dates';
import type { Coupon, CouponInput } from './coupons-query.ts';

/** A coupon as it is typed. */
export interface CouponDraft {
  readonly code: string;
  readonly type: DiscountType;
  readonly initial: string;
  readonly recurring: string;
  /** Days of the site's calendar, both included; empty where it is open. */
  readonly from: string;
  readonly to: string;
  readonly maxUses: string;
  readonly maxUsesPerFan: string;
}

export const emptyDraft: CouponDraft = {
  code: '',
  type: 'percentage',
  initial: '',
  recurring: '0',
  from: '',
  to: '',
  maxUses: '',
  maxUsesPerFan: '1',
};

export const draftOf = (coupon: Coupon, timeZone: string): CouponDraft => ({
  code: coupon.code,
  type: coupon.discount_type,
  initial: String(coupon.discount_value_for_initial),
  recurring: String(coupon.discount_value_for_recurring),
  from: coupon.starts_at === null ? '' : dayIn(new Date(coupon.starts_at), timeZone),
  to: coupon.ends_at === null ? '' : dayIn(new Date(Date.parse(coupon.ends_at) - 1), timeZone),
  maxUses: coupon.max_uses === null ? '' : String(coupon.max_uses),
  maxUsesPerFan: coupon.max_uses_per_user === null ? '' : String(coupon.max_uses_per_user),
});

/** What is sent; what is no number becomes none and is told of. */
export function inputOf(draft: CouponDraft, timeZone: string): CouponInput {
  const start = draft.from === '' ? null : startOfDay(draft.from, timeZone);
  const last = draft.to === '' ? null : startOfDay(draft.to, timeZone);
  return {
    code: draft.code,
    discount_type: draft.type,
    discount_value_for_initial: numberOf(draft.initial) ?? 0,
    discount_value_for_recurring: numberOf(draft.recurring) ?? 0,
    starts_at: start?.toISOString() ?? null,
    ends_at: last === null ? null : endOfDay(last, timeZone).toISOString(),
    max_uses: numberOf(draft.maxUses),
    max_uses_per_user: numberOf(draft.maxUsesPerFan),
  };
}

/** Whether it is what the coupon was saved with: the server keeps its currency then, and takes the site's for another price. */
export const hasPriceOf = (coupon: Coupon, input: CouponInput): boolean =>
  coupon.discount_type === input.discount_type &&
  coupon.discount_value_for_initial === input.discount_value_for_initial &&
  coupon.discount_value_for_recurring === input.discount_value_for_recurring;

/** Empty is null, and so is nothing at all. */
function numberOf(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return typed === '' ? null : Number(typed);
}
