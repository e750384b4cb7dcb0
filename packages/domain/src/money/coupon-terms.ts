import { couponCodeOf, type DiscountType } from './coupon.ts';
import { fromWire, maxMinor } from './money.ts';

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

/** A discount as the price rule takes it: percent, or minor units. */
export const discountOf = (type: DiscountType, value: number): number =>
  type === 'percentage' ? value : Math.round(value * 100);

/** COUP-10: a link's coupon is tried by itself, but not for whoever renews after a failed payment. */
export const isCheckedAtOnce = (linked: string, isRebillFailed: boolean): boolean => linked !== '' && !isRebillFailed;
