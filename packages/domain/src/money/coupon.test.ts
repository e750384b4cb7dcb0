import { describe, expect, it } from 'vitest';
import { couponState, type Coupon } from './coupon.ts';
import { couponProblems, discountOf, isCheckedAtOnce, type CouponTerms } from './coupon-terms.ts';

const now = new Date('2026-03-01T12:00:00Z');
const coupon: Coupon = { code: 'SPRING', type: 'percentage', initial: 50, recurring: 0 };

describe('a coupon', () => {
  it.each([
    ['WELCOME', false, true],
    ['WELCOME', true, false],
    ['', false, false],
  ])('COUP-10 of a link (%j) is not tried by itself where the rebill failed (%j)', (linked, isRebillFailed, is) => {
    expect(isCheckedAtOnce(linked, isRebillFailed)).toBe(is);
  });

  it.each<[Partial<Coupon>, string]>([
    [{}, 'active'],
    [{ isEnabled: false, endsAt: now }, 'off'],
    [{ startsAt: new Date(now.getTime() + 1) }, 'scheduled'],
    [{ startsAt: now }, 'active'],
    [{ endsAt: new Date(now.getTime() + 1) }, 'active'],
    [{ endsAt: now }, 'ended'],
    [{ maxUses: 2, uses: 1 }, 'active'],
    [{ maxUses: 2, uses: 2 }, 'used_up'],
    [{ maxUsesPerFan: 1, usesByFan: 1 }, 'active'],
  ])('%j stands as %s for everybody', (change, state) => {
    expect(couponState({ ...coupon, ...change }, now)).toBe(state);
  });

  it('COUP-17 takes percent as it is, and an amount in minor units', () => {
    expect([discountOf('percentage', 12.5), discountOf('flat', 12.5)]).toEqual([12.5, 1250]);
  });

  it.each<[Partial<CouponTerms>, string | undefined]>([
    [{}, undefined],
    [{ code: 'AB' }, undefined],
    [{ code: 'A'.repeat(30) }, undefined],
    [{ code: 'A'.repeat(31) }, 'coupon-code-format'],
    [{ discount_value_for_initial: 100 }, undefined],
    [{ discount_value_for_initial: 100.01 }, 'coupon-percentage-range'],
    [{ discount_type: 'flat', discount_value_for_initial: 100.01 }, undefined],
    [{ discount_value_for_initial: 0, discount_value_for_recurring: 1 }, undefined],
    [{ max_uses: 100_000 }, undefined],
    [{ max_uses: 100_001 }, 'coupon-limit-range'],
  ])('with %j has the problem %s', (change, problem) => {
    const terms: CouponTerms = {
      code: 'SPRING',
      discount_type: 'percentage',
      discount_value_for_initial: 50,
      discount_value_for_recurring: 0,
      ...change,
    };
    expect(couponProblems(terms)[0]?.code).toBe(problem);
  });
});
