import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coupon } from './coupon.ts';
import { couponRefusal } from './coupon.ts';
import type { MembershipQuoteInput } from './price.ts';
import { isPromotionGone, quoteMembership, quotePost } from './price.ts';
import type { Promotion } from './promotion.ts';
import type { ResubscribeOffer } from '../memberships/resubscribe-offer.ts';
import { hourMs } from '../formats/when.ts';

const now = new Date('2026-03-01T12:00:00Z');
const settings = {
  membership_price: 9,
  recurring_membership_price: 14,
  returning_membership_price: 12,
  returning_recurring_membership_price: 16,
  enable_promotion: true,
  enable_coupons: true,
  currency: 'USD',
};
const coupon: Coupon = { code: 'SPRING', type: 'percentage', initial: 50, recurring: 10 };
const promotion: Promotion = {
  id: 'p1',
  type: 'SUBSCRIPTION',
  audience: 'ALL_USERS',
  startsAt: now,
  durationMs: hourMs,
  repeats: false,
  initialMinor: 300,
  recurringMinor: 1200,
  initialPeriodDays: 7,
};
const offer: ResubscribeOffer = { forSubscribersOnly: true, freeMonths: 2, recurringMinor: 1000 };
const fan = { person: { role: 'user', status: '0' }, isSubscribedEver: false } as const;
const returning = { person: { role: 'user', status: '0' }, isSubscribedEver: true } as const;
const quote = (change: Partial<MembershipQuoteInput> = {}) =>
  quoteMembership({ settings, viewer: fan, now, ...change });

describe('the price of a membership', () => {
  it("is the site's price, for a month, when nothing else applies", () => {
    expect(quote()).toMatchObject({
      reason: 'base',
      initialMinor: 900,
      recurringMinor: 1400,
      firstPeriod: { unit: 'month', count: 1 },
      isFree: false,
    });
  });

  it('SUB-10 returning people pay the returning prices', () => {
    expect(quote({ viewer: returning })).toMatchObject({ reason: 'base', initialMinor: 1200, recurringMinor: 1600 });
  });

  it('SUB-07 COUP-09 a valid coupon comes first and is not combined with other offers', () => {
    expect(quote({ viewer: returning, coupon, promotion, resubscribeOffer: offer })).toMatchObject({
      reason: 'coupon',
      initialMinor: 600,
      recurringMinor: 1440,
      couponCode: 'SPRING',
    });
  });

  it("SUB-08 without a valid coupon the promotion for the person's group applies", () => {
    expect(quote({ promotion, resubscribeOffer: offer })).toMatchObject({
      reason: 'promotion',
      initialMinor: 300,
      recurringMinor: 1200,
      promotionId: 'p1',
      firstPeriod: { unit: 'day', count: 7 },
    });
    expect(quote({ promotion, coupon: null })).toMatchObject({
      reason: 'promotion',
      couponRefusal: 'coupon-not-found',
    });
  });

  it('SUB-09 otherwise the resubscribe offer applies to who is eligible', () => {
    expect(quote({ viewer: returning, resubscribeOffer: offer })).toMatchObject({
      reason: 'resubscribe',
      initialMinor: 0,
      recurringMinor: 1000,
      firstPeriod: { unit: 'month', count: 2 },
    });
    expect(quote({ resubscribeOffer: offer }).reason).toBe('base');
  });

  it.each([
    ['NEW_USERS', false, 'promotion'],
    ['NEW_USERS', true, 'base'],
    ['OLD_USERS', false, 'base'],
    ['OLD_USERS', true, 'promotion'],
    ['ALL_USERS', false, 'promotion'],
    ['ALL_USERS', true, 'promotion'],
  ] as const)(
    'PROMO-13 a promotion for %s, seen by somebody with a past here: %s, gives %s',
    (audience, isSubscribedEver, reason) => {
      expect(quote({ viewer: { ...fan, isSubscribedEver }, promotion: { ...promotion, audience } }).reason).toBe(
        reason,
      );
    },
  );

  it.each([
    [0, ['p1'], 'base'],
    [0, ['p0'], 'promotion'],
    [1, ['p1'], 'promotion'],
  ])('a first period for %i is given to somebody who had the free ones of %j: %s', (initialMinor, had, reason) => {
    const viewer = { ...fan, freePeriodsHad: had };
    expect(quote({ viewer, promotion: { ...promotion, initialMinor } }).reason).toBe(reason);
  });

  it('PROMO-05 a promotion counts to the millisecond before its end', () => {
    const end = now.getTime() + hourMs;
    expect([end - 1, end, end + 1].map((at) => quote({ promotion, now: at }).reason)).toEqual([
      'promotion',
      'base',
      'base',
    ]);
  });

  it('PROMO-01 a promotion does not count while promotions are off', () => {
    expect(quote({ promotion, settings: { ...settings, enable_promotion: false } }).reason).toBe('base');
  });

  it('PROMO-26 an initial period of 30 days is a month', () => {
    expect(quote({ promotion: { ...promotion, initialPeriodDays: 30 } }).firstPeriod).toEqual({
      unit: 'month',
      count: 1,
    });
    expect(quote({ promotion: { ...promotion, initialPeriodDays: 29 } }).firstPeriod).toEqual({
      unit: 'day',
      count: 29,
    });
  });

  it.each([
    [0, { initialMinor: 1000, recurringMinor: 1000, firstPeriod: { unit: 'month', count: 1 }, isFree: false }],
    [3, { initialMinor: 0, recurringMinor: 1000, firstPeriod: { unit: 'month', count: 3 }, isFree: false }],
    [-1, { initialMinor: 0, recurringMinor: 0, firstPeriod: null, isFree: true }],
  ])('SUB-21 give_free_month_subscription %i', (freeMonths, expected) => {
    expect(quote({ viewer: returning, resubscribeOffer: { ...offer, freeMonths } })).toMatchObject(expected);
  });

  it('the lines of a quote add up to it, and no quote is below zero', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    const dollars = cents.map((minor) => minor / 100);
    const input = fc.record({
      settings: fc.record({
        membership_price: dollars,
        recurring_membership_price: dollars,
        returning_membership_price: dollars,
        returning_recurring_membership_price: dollars,
        enable_promotion: fc.boolean(),
        enable_coupons: fc.boolean(),
        currency: fc.constant('USD'),
      }),
      viewer: fc.constantFrom(fan, returning),
      coupon: fc.option(
        fc.oneof(
          fc.record({ code: fc.constant('A'), type: fc.constant('flat' as const), initial: cents, recurring: cents }),
          fc.record({
            code: fc.constant('A'),
            type: fc.constant('percentage' as const),
            initial: fc.integer({ min: 0, max: 100 }),
            recurring: fc.integer({ min: 0, max: 100 }),
          }),
        ),
        { nil: undefined },
      ),
      promotion: fc.option(
        fc.record({ initialMinor: cents, recurringMinor: cents }).map((amounts) => ({ ...promotion, ...amounts })),
        { nil: undefined },
      ),
      resubscribeOffer: fc.option(
        fc.record({
          forSubscribersOnly: fc.boolean(),
          freeMonths: fc.integer({ min: -1, max: 12 }),
          recurringMinor: cents,
        }),
        { nil: undefined },
      ),
      now: fc.constant(now),
    });
    fc.assert(
      fc.property(input, (given) => {
        const made = quoteMembership(given);
        expect(made.lines.reduce((sum, line) => sum + line.initialMinor, 0)).toBe(made.initialMinor);
        expect(made.lines.reduce((sum, line) => sum + line.recurringMinor, 0)).toBe(made.recurringMinor);
        expect(Math.min(made.initialMinor, made.recurringMinor)).toBeGreaterThanOrEqual(0);
        expect(made.lines.length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe('coupons', () => {
  it('COUP-02 COUP-03 a percentage reduces the first and the recurring price, each by its own', () => {
    expect(quote({ coupon })).toMatchObject({ initialMinor: 450, recurringMinor: 1260 });
  });

  it('COUP-04 COUP-17 a fixed amount is subtracted from both', () => {
    expect(quote({ coupon: { code: 'X', type: 'flat', initial: 250, recurring: 100 } })).toMatchObject({
      initialMinor: 650,
      recurringMinor: 1300,
    });
    expect(quote({ coupon: { code: 'X', type: 'flat', initial: 5000, recurring: 0 } })).toMatchObject({
      initialMinor: 0,
      recurringMinor: 1400,
    });
  });

  it('COUP-06 the recurring price stays when the recurring discount is zero', () => {
    expect(quote({ coupon: { ...coupon, recurring: 0 } }).recurringMinor).toBe(1400);
  });

  it.each([
    ['COUP-12 unknown', null, {}, 'coupon-not-found'],
    ['COUP-12 switched off', { ...coupon, isEnabled: false }, {}, 'coupon-not-found'],
    ['COUP-12 used up', { ...coupon, maxUses: 3, uses: 3 }, {}, 'coupon-used-up'],
    ['COUP-12 not used up', { ...coupon, maxUses: 3, uses: 2 }, {}, null],
    ['COUP-12 coupons off', coupon, { enable_coupons: false }, 'coupons-disabled'],
    ['COUP-12 a millisecond before its start', { ...coupon, startsAt: now.getTime() + 1 }, {}, 'coupon-not-found'],
    ['COUP-12 at its start', { ...coupon, startsAt: now }, {}, null],
    ['COUP-12 a millisecond before its end', { ...coupon, endsAt: now.getTime() + 1 }, {}, null],
    ['COUP-12 at its end', { ...coupon, endsAt: now }, {}, 'coupon-expired'],
  ] as const)('%s', (_rule, given, change, refusal) => {
    expect(couponRefusal(given, { ...settings, ...change }, now)).toBe(refusal);
  });
});

describe('the price of a post', () => {
  const sale: Promotion = {
    id: 'p2',
    type: 'LOCKED_CONTENT',
    audience: 'ALL_USERS',
    startsAt: now,
    durationMs: hourMs,
    repeats: false,
    percent: 20,
  };
  const priceOf = (change: object = {}) =>
    quotePost({ post: { amountMinor: 1500 }, settings, viewer: fan, promotion: sale, now, ...change });

  it('PROMO-17 is reduced by a running promotion', () => {
    expect(priceOf()).toEqual({
      reason: 'promotion',
      amountMinor: 1200,
      baseMinor: 1500,
      currency: 'USD',
      percent: 20,
      promotionId: 'p2',
    });
  });

  it.each([
    ['none runs', { promotion: null }],
    ['it ended', { now: now.getTime() + hourMs }],
    ['promotions are off', { settings: { ...settings, enable_promotion: false } }],
    ['it is for messages only', { promotion: { ...sale, type: 'MASS_MESSAGE' } }],
    ['it is for others', { promotion: { ...sale, audience: 'OLD_USERS' } }],
    ['it saves nothing', { promotion: { ...sale, percent: 10 }, post: { amountMinor: 450 } }],
  ])("PROMO-35 is the post's own when %s", (_why, change) => {
    expect(priceOf(change).reason).toBe('base');
  });

  it('PROMO-16 an applied promotion that is no longer there is noticed', () => {
    const bought = { is_promotion_applied: true, promotion_id: 'p2' };
    expect([
      isPromotionGone(bought, priceOf()),
      isPromotionGone(bought, priceOf({ promotion: null })),
      isPromotionGone({}, priceOf()),
    ]).toEqual([false, true, false]);
  });
});
