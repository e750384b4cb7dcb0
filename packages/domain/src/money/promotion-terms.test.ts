import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../formats/when.ts';
import { offeredPromotion } from './offered-promotion.ts';
import type { Promotion } from './promotion.ts';
import {
  defaultPromotionPercent,
  isMembershipFree,
  promotionHours,
  promotionPeriods,
  promotionProblems,
  promotionRunMs,
  repeatTextOf,
  type PromotionTerms,
} from './promotion-terms.ts';

const settings = {
  membership_price: 19.99,
  recurring_membership_price: 19.99,
  returning_membership_price: 9.99,
  returning_recurring_membership_price: 19.99,
  enable_promotion: true,
  enable_coupons: true,
  currency: 'USD',
};
const posts: PromotionTerms = { type: 'LOCKED_CONTENT', date_expire: 24, discount_percentage: 50 };
const membership: PromotionTerms = {
  type: 'SUBSCRIPTION',
  date_expire: 48,
  subscription_initial_amount: 5,
  subscription_recurring_amount: 19.99,
  initial_period: 30,
};
const problemsOf = (terms: PromotionTerms, change: object = {}) =>
  promotionProblems(terms, { ...settings, ...change }).map(({ field, code }) => [field, code]);

describe('what a promotion may be', () => {
  it.each([
    posts,
    membership,
    { ...membership, subscription_initial_amount: 19.99, subscription_recurring_amount: 12 },
  ])('PROMO-18 has nothing wrong: %j', (terms) => {
    expect(problemsOf(terms)).toEqual([]);
  });

  it.each([
    [9, true],
    [10, false],
    [80, false],
    [81, true],
    [55.5, true],
    [null, true],
  ])('PROMO-23 a discount of %s percent is refused: %s', (percent, isRefused) => {
    expect(problemsOf({ ...posts, discount_percentage: percent })).toEqual(
      isRefused ? [['discount_percentage', 'promotion-percentage-range']] : [],
    );
  });

  it.each([
    [0, true],
    [1, false],
    [24, false],
    [2.5, true],
    [25, false],
    [413, false],
    [720, false],
    [745, false],
    [746, true],
    ['end_of_day', false],
    ['end_of_month', false],
  ] as const)('PROMO-12 PROMO-25 %s hours are refused: %s', (hours, isRefused) => {
    expect(problemsOf({ ...posts, date_expire: hours })).toEqual(
      isRefused ? [['date_expire', 'promotion-duration']] : [],
    );
  });

  it('PROMO-25 offers 24 hours and 29 more days', () => {
    expect([promotionHours.length, promotionHours[24], promotionHours.at(-1)]).toEqual([53, 48, 720]);
  });

  it('PROMO-15 the end of a day or month comes once', () => {
    expect(problemsOf({ ...posts, date_expire: 'end_of_day', is_repeat_promotion: true })).toEqual([
      ['is_repeat_promotion', 'promotion-repeat-duration'],
    ]);
  });

  it.each([
    [0, true],
    [1, false],
    [30, false],
    [31, true],
  ])('PROMO-26 a first period of %i days is refused: %s', (days, isRefused) => {
    expect(problemsOf({ ...membership, initial_period: days })).toEqual(
      isRefused ? [['initial_period', 'promotion-period-range']] : [],
    );
    expect([promotionPeriods[0], promotionPeriods.at(-1)]).toEqual([1, 30]);
  });

  it.each([
    [
      'a post is sold to members alone',
      { ...posts, applicable_to: 'NEW_USERS' },
      ['applicable_to', 'promotion-audience'],
    ],
    [
      'an amount is missing',
      { ...membership, subscription_recurring_amount: null },
      ['subscription_recurring_amount', 'promotion-amount-required'],
    ],
    [
      'it costs more than now',
      { ...membership, subscription_recurring_amount: 20 },
      ['subscription_recurring_amount', 'promotion-costs-more'],
    ],
    [
      'it saves nothing',
      { ...membership, subscription_initial_amount: 19.99 },
      ['subscription_initial_amount', 'promotion-saves-nothing'],
    ],
    [
      'it saves nothing for those whom it is for',
      { ...membership, applicable_to: 'OLD_USERS', subscription_initial_amount: 9.99 },
      ['subscription_initial_amount', 'promotion-saves-nothing'],
    ],
  ] as const)('PROMO-17 is refused where %s', (_why, terms, problem) => {
    expect(problemsOf(terms)).toEqual([problem]);
  });

  it('PROMO-19 only posts for sale are promoted where memberships are free', () => {
    const free = { membership_price: 0, recurring_membership_price: 0 };
    expect(problemsOf(membership, free)).toEqual([['type', 'promotion-free-membership']]);
    expect(problemsOf(posts, free)).toEqual([]);
    expect([isMembershipFree(free), isMembershipFree({ ...free, membership_price: 0.01 })]).toEqual([true, false]);
  });

  it('a trial is free, whatever its amount says', () => {
    expect(problemsOf({ ...membership, is_trial_offer: true, subscription_initial_amount: null })).toEqual([]);
  });

  it('PROMO-24 half the price is the default', () => {
    expect(defaultPromotionPercent).toBe(50);
  });
});

describe('how long one run takes', () => {
  const noon = Date.parse('2026-03-10T12:00:00Z');

  it.each([
    [1, 'UTC', hourMs],
    [720, 'UTC', 30 * dayMs],
    ['end_of_day', 'UTC', 12 * hourMs],
    // 08:00 in the morning there.
    ['end_of_day', 'America/New_York', 16 * hourMs],
    ['end_of_month', 'UTC', 21 * dayMs + 12 * hourMs],
    // The clocks go forward on 29 March.
    ['end_of_month', 'Europe/Berlin', 21 * dayMs + 10 * hourMs],
  ] as const)('PROMO-25 %s in %s', (duration, zone, expected) => {
    expect(promotionRunMs(duration, noon, zone)).toBe(expected);
  });

  it('PROMO-25 on the last day of the year both end together', () => {
    const last = Date.parse('2026-12-31T23:59:59.999Z');
    expect([promotionRunMs('end_of_day', last, 'UTC'), promotionRunMs('end_of_month', last, 'UTC')]).toEqual([1, 1]);
  });

  it.each([
    [1, 'promotion-repeat-1-hour', 1],
    [2, 'promotion-repeat-n-hours', 2],
    [24, 'promotion-repeat-n-hours', 24],
    [48, 'promotion-repeat-n-days', 2],
    [720, 'promotion-repeat-n-days', 30],
  ] as const)('PROMO-14 %i hours repeat with %s', (hours, id, n) => {
    expect(repeatTextOf(hours)).toEqual({ id, n });
  });
});

describe('whom a promotion is shown to', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const runs = { startsAt: now, durationMs: hourMs, repeats: false } as const;
  const forPosts: Promotion = { id: 'posts', type: 'LOCKED_CONTENT', audience: 'ALL_USERS', percent: 50, ...runs };
  const forNew: Promotion = {
    id: 'new',
    type: 'SUBSCRIPTION',
    audience: 'NEW_USERS',
    initialMinor: 500,
    recurringMinor: 1999,
    ...runs,
  };
  const shown = (
    person: Parameters<typeof offeredPromotion>[1]['person'],
    change: object = {},
    isSubscribedEver = false,
  ) => offeredPromotion([forPosts, { ...forNew, ...change }], { person, isSubscribedEver }, settings, now)?.id ?? null;

  it.each(['model', 'admin', 'sub_admin'] as const)('PROMO-02 a %s sees the one of posts', (role) => {
    expect(shown({ role, status: '0' })).toBe('posts');
  });

  it.each(['1', '2'] as const)('PROMO-02 a member with status %s sees the one of posts', (status) => {
    expect(shown({ role: 'user', status })).toBe('posts');
  });

  it.each([
    ['NEW_USERS', false, 'new'],
    ['NEW_USERS', true, null],
    ['OLD_USERS', false, null],
    ['OLD_USERS', true, 'new'],
    ['ALL_USERS', true, 'new'],
  ] as const)('PROMO-03 of one for %s somebody with a past here: %s sees %s', (audience, past, expected) => {
    expect(shown({ role: 'user', status: '0' }, { audience }, past)).toBe(expected);
  });

  it.each([
    ['ALL_USERS', 'new'],
    ['NEW_USERS', 'new'],
    ['OLD_USERS', null],
  ] as const)('PROMO-04 ROLE-03 a guest sees of one for %s: %s', (audience, expected) => {
    expect(shown(null, { audience })).toBe(expected);
  });

  it('PROMO-03 nobody is shown one that is no cheaper for them', () => {
    const dearer = { audience: 'ALL_USERS', initialMinor: 1500 } as const;
    expect([shown(null, dearer), shown({ role: 'user', status: '0' }, dearer, true)]).toEqual(['new', null]);
  });

  it('PROMO-01 nobody is shown any while promotions are off, or when its time is up', () => {
    const viewer = { person: null, isSubscribedEver: false };
    expect(offeredPromotion([forNew], viewer, { ...settings, enable_promotion: false }, now)).toBeNull();
    expect(offeredPromotion([forNew], viewer, settings, now + hourMs)).toBeNull();
  });
});
