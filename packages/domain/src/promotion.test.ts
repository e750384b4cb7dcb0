import { describe, expect, it } from 'vitest';
import { countdown } from './countdown.ts';
import type { Promotion } from './promotion.ts';
import { defaultDiscount, discountChoices, discounted, doesPercentSave, durationChoicesHours, initialPeriodChoices, isForMessages, isRibbonOnPage, promotionEndsAt, repeatText, ribbonPromotion } from './promotion.ts';
import type { Viewer } from './roles.ts';
import { defaultSettings, findSetting } from './settings.ts';
import { dayMs, hourMs } from './when.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const base: Promotion = { id: 's', type: 'SUBSCRIPTION', audience: 'ALL_USERS', startsAt: start, durationMs: hourMs, repeats: false };
const locked: Promotion = { ...base, id: 'l', type: 'LOCKED_CONTENT', percent: 50 };

describe('when a promotion runs', () => {
  it.each([[-1, null], [0, hourMs], [hourMs - 1, hourMs], [hourMs, null]])('PROMO-12 %i ms after its start', (after, end) => {
    expect(promotionEndsAt(base, start + after)).toBe(end === null ? null : start + end);
  });

  it('PROMO-15 a repeating one goes on until somebody ends it', () => {
    const repeating = { ...base, repeats: true };
    expect(promotionEndsAt(repeating, start + 10 * hourMs)).toBe(start + 11 * hourMs);
    const ended = { ...repeating, endedAt: start + 5 * hourMs };
    expect([5 * hourMs - 1, 5 * hourMs].map((after) => promotionEndsAt(ended, start + after) !== null)).toEqual([true, false]);
  });

  it.each([
    [hourMs, 'promotion-repeat-1-hour', 1], [5 * hourMs, 'promotion-repeat-n-hours', 5], [dayMs, 'promotion-repeat-n-hours', 24], [3 * dayMs, 'promotion-repeat-n-days', 3],
  ])('PROMO-14 the repeat text of %i ms is %s', (duration, id, n) => {
    expect(repeatText(duration)).toEqual({ id, n });
  });

  it('PROMO-05 the countdown ends exactly at the end', () => {
    expect(countdown(start + dayMs + hourMs + 61_000, start)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
    expect(countdown(start + 1, start)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
    expect([countdown(start, start), countdown(start, start + 1)]).toEqual([null, null]);
  });
});

describe('the ribbon', () => {
  const shown = (viewer: Viewer, promotions: Promotion[], hasEverSubscribed = false, enable_promotion = true) =>
    ribbonPromotion({ viewer, hasEverSubscribed, promotions, settings: { enable_promotion }, now: start })?.id ?? null;
  const both = [base, locked];

  it('PROMO-01 shows nothing while promotions are off', () => {
    expect(shown(null, both, false, false)).toBeNull();
  });

  it.each([
    [{ role: 'model', status: '0' }], [{ role: 'admin', status: '0' }], [{ role: 'user', status: '1' }], [{ role: 'user', status: '2' }],
  ] as const)('PROMO-02 shows staff and members the locked-content promotion: %o', (viewer) => {
    expect(shown(viewer, both)).toBe('l');
  });

  it('PROMO-03 shows other people the subscription promotion when it is for them', () => {
    const user = { role: 'user', status: '0' } as const;
    expect(shown(user, both)).toBe('s');
    expect(shown(user, [{ ...base, audience: 'OLD_USERS' }])).toBeNull();
    expect(shown(user, [{ ...base, audience: 'OLD_USERS' }], true)).toBe('s');
  });

  it.each([['ALL_USERS', 's'], ['NEW_USERS', 's'], ['OLD_USERS', null]] as const)('PROMO-04 shows guests one for %s', (audience, id) => {
    expect(shown(null, [{ ...base, audience }])).toBe(id);
  });

  it('PROMO-09 is on /, /tips and /shop', () => {
    expect(['/', '/tips', '/shop', '/login', '/profile'].map((path) => isRibbonOnPage(path, 'above menu'))).toEqual([true, true, true, false, false]);
  });

  it('PROMO-10 below the hero it is on login, register, forgot-password and profile pages too', () => {
    expect(['/login', '/register', '/forgot-password', '/profile', '/profile/wallet', '/membership'].map((path) => isRibbonOnPage(path, 'below hero')))
      .toEqual([true, true, true, true, true, false]);
  });

  it('PROMO-08 PROMO-11 its places are above menu, above hero and below hero, above menu by default', () => {
    for (const key of ['promotion_settings.subscription_promotion_ribbon_position', 'promotion_settings.locked_content_promotion_ribbon_position'] as const) {
      expect(findSetting(key)).toMatchObject({ choices: ['above menu', 'above hero', 'below hero'], default: 'above menu' });
    }
  });

  it('PROMO-27 PROMO-28 PROMO-29 PROMO-30 PROMO-31 PROMO-32 its looks have the documents\' defaults', () => {
    expect(defaultSettings('general')).toMatchObject({
      'promotion_default_ribbon_text': 'free first month',
      'promotion_settings.promo_text_font_size': '25px|25px|30px|30px', 'promotion_settings.time_font_size': '20px|20px|25px|25px',
      'promotion_settings.animation_duration': 1000, 'promotion_settings.animation_delay': 0, 'resubscribe_offer_settings.ribbon_animation': 'zoomInUp',
    });
  });
});

describe('the choices of the promotion dialog', () => {
  it('PROMO-23 PROMO-24 discounts are 10 to 80 percent, 50 by default', () => {
    expect([discountChoices.at(0), discountChoices.at(-1), defaultDiscount]).toEqual([10, 80, 50]);
  });

  it('PROMO-25 durations are 1 to 24 hours and 2 to 30 days', () => {
    expect(durationChoicesHours).toHaveLength(24 + 29);
    expect([durationChoicesHours[0], durationChoicesHours[23], durationChoicesHours[24], durationChoicesHours.at(-1)]).toEqual([1, 24, 48, 720]);
  });

  it('PROMO-26 initial periods are 1 to 30 days', () => {
    expect([initialPeriodChoices[0], initialPeriodChoices.at(-1)]).toEqual([1, 30]);
  });

  it('PROMO-17 a discount that saves nothing on the dearest post is refused when saved', () => {
    expect([doesPercentSave(10, 450), doesPercentSave(10, 45_000)]).toEqual([false, true]);
    expect([discounted(500, 10), discounted(500, 50)]).toEqual([{ price: 500, struckThrough: null }, { price: 300, struckThrough: 500 }]);
  });

  it('PROMO-33 PROMO-34 messages take promotions of three types', () => {
    const types = ['LOCKED_CONTENT', 'EXCLUSIVE_CONTENT_AND_MASS_MESSAGE', 'MASS_MESSAGE', 'SUBSCRIPTION'] as const;
    expect(types.map((type) => isForMessages({ ...base, type }))).toEqual([true, true, true, false]);
  });
});
