import { queryKeys, type Bootstrap } from '@backlot/contracts/bootstrap';
import type { PromotionView } from '@backlot/contracts/promotions';
import { contrastRatio, parseColour } from '@backlot/domain/sites/contrast';
import { defaultSettings, type Settings } from '@backlot/domain/settings';
import { describe, expect, it, vi } from 'vitest';
import { durationText } from '../../src/components/ribbon/countdown.tsx';
import { coloursOnAccent, ribbonLook } from '../../src/components/ribbon/ribbon-look.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const usual = defaultSettings('general');
const site = 'abcdefghijkl';
const running: PromotionView = {
  _id: '01900000-0000-7000-8000-0000000000aa',
  type: 'SUBSCRIPTION',
  applicable_to: 'ALL_USERS',
  ribbon_text: 'First month half off',
  ends_at: new Date(Date.now() + 90_061_000).toISOString(),
  date_expire: new Date(Date.now() + 90_061_000).toISOString(),
  is_repeat_promotion: false,
  discount_percentage: null,
  subscription_initial_amount: 5,
  subscription_recurring_amount: 9,
  initial_period: 30,
  is_trial_offer: false,
  currency: 'USD',
  timezone: 'UTC',
};
interface Given {
  readonly path?: string;
  readonly settings?: Partial<Settings>;
  readonly promotion?: PromotionView | null;
  readonly viewer?: Bootstrap['viewer'];
  readonly closed?: string;
}
async function pageOf({ path = '/', settings = {}, promotion = running, viewer = null, closed = '' }: Given = {}) {
  const bootstrap = bootstrapOf({
    path,
    settings,
    viewer,
    queries: [{ key: queryKeys.promotion(site), data: promotion }],
  });
  return (await render({ ...bootstrap, closedRibbons: closed })).html;
}
const ribbonIn = (html: string): string => /<section class="ribbon"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';
const at = (position: Settings['promotion_settings.subscription_promotion_ribbon_position']): Partial<Settings> => ({
  'promotion_settings.subscription_promotion_ribbon_position': position,
  'promotion_settings.locked_content_promotion_ribbon_position': position,
});

describe("a promotion's ribbon", () => {
  it("PROMO-06 PROMO-07 shows the creator's words, what is left of the time, and a button to close it", async () => {
    const ribbon = ribbonIn(await pageOf());
    expect(ribbon).toContain('aria-label="Promotion"');
    expect(ribbon).toContain('First month half off');
    expect(ribbon.replaceAll('<!-- -->', '')).toMatch(/Ends in <time[^>]*role="timer"[^>]*>1d 1h 1m [01]s</);
    expect(ribbon).toMatch(/<button[^>]*aria-label="Close"/);
  });

  it('PROMO-08 PROMO-11 lies above the menu, above the hero or below it, as chosen for its kind', async () => {
    const settings: Partial<Settings> = { hero_banner_text: 'Slow pots' };
    const viewer = person({ ccbillSubscriptionStatus: '2' });
    const locked = { ...running, type: 'LOCKED_CONTENT' } as const;
    const order = async (position: Partial<Settings>) => {
      const html = await pageOf({ path: '/home', viewer, promotion: locked, settings: { ...settings, ...position } });
      return [...html.matchAll(/class="(ribbon|navbar|feed-hero)"/g)].map((found) => found[1]);
    };
    expect(await order({})).toEqual(['ribbon', 'navbar', 'feed-hero']);
    expect(await order(at('above menu'))).toEqual(['ribbon', 'navbar', 'feed-hero']);
    expect(await order(at('above hero'))).toEqual(['navbar', 'ribbon', 'feed-hero']);
    expect(await order(at('below hero'))).toEqual(['navbar', 'feed-hero', 'ribbon']);
  });

  it('LAND-02 lies over the landing page, whose menu is in its hero, or below the hero', async () => {
    const order = async (settings: Partial<Settings>) =>
      [...(await pageOf({ settings })).matchAll(/class="(ribbon|banner|banner-top)"/g)].map((found) => found[1]);
    for (const over of [{}, at('above menu'), at('above hero')])
      expect(await order(over)).toEqual(['ribbon', 'banner', 'banner-top']);
    expect(await order(at('below hero'))).toEqual(['banner', 'banner-top', 'ribbon']);
  });

  it('PROMO-09 PROMO-10 is on home, and below the hero also where people log in', async () => {
    expect(ribbonIn(await pageOf({ path: '/faq' }))).toBe('');
    expect(ribbonIn(await pageOf({ path: '/login' }))).toBe('');
    for (const path of ['/', '/login', '/register', '/forgot-password'])
      expect(ribbonIn(await pageOf({ path, settings: at('below hero') }))).toContain('First month half off');
  });

  it('PROMO-01 is not there without a promotion or without words', async () => {
    expect(ribbonIn(await pageOf({ promotion: null }))).toBe('');
    expect(ribbonIn(await pageOf({ promotion: { ...running, ribbon_text: ' ' } }))).toBe('');
  });

  it('PROMO-06 that this browser closed is not in the HTML', async () => {
    const { markOf } = await import('../../src/components/ribbon/closed-ribbons.ts');
    const closed = markOf('promotion', `${running._id} ${running.ends_at}`);
    expect(ribbonIn(await pageOf({ closed: `a1.${closed}` }))).toBe('');
    expect(ribbonIn(await pageOf({ closed: markOf('promotion', 'another') }))).not.toBe('');
  });
});

describe('the preview beside the settings', () => {
  const preview = async (values: Record<string, unknown>) => {
    const bootstrap = bootstrapOf({ path: '/home', queries: [{ key: queryKeys.promotion(site), data: running }] });
    const settings = { ...bootstrap.settings, ...values };
    return ribbonIn((await render({ ...bootstrap, isPreview: true, settings })).html);
  };
  it('PROMO-27 shows a promotion with the words that a new one begins with', async () => {
    expect(await preview({ previewed_ribbon: 'promotion' })).toContain('free first month');
    expect(await preview({ previewed_ribbon: 'promotion', promotion_default_ribbon_text: 'Two for one' })).toContain(
      'Two for one',
    );
  });
  it('shows the ribbon that is edited alone, and announcements of both groups', async () => {
    const offer = {
      'resubscribe_offer_settings.is_enabled': true,
      'resubscribe_offer.give_free_month_subscription': 2,
      'resubscribe_offer.recurring_price': 5,
    };
    const ribbon = await preview({ previewed_ribbon: 'resubscribe', ...offer });
    expect(ribbon).toContain('2 months of membership free, then $5.00 a month.');
    const told = await preview({
      previewed_ribbon: 'announcement',
      'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': true,
      'announcement_banner_settings.subscriber_announcement_banner_text': 'For members',
    });
    expect(told).toContain('For members');
    expect(await preview({})).toContain('First month half off');
  });
});

describe('what is left', () => {
  it.each([
    [1, 'en', '1s'],
    [59_000, 'en', '59s'],
    [60_000, 'en', '1m 0s'],
    [3_600_000, 'en', '1h 0m 0s'],
    [90_061_000, 'en', '1d 1h 1m 1s'],
    [0, 'en', '0s'],
  ])('%i milliseconds', (ms, language, text) => {
    expect(durationText(ms, language)).toBe(text);
  });
});

describe('the look of a ribbon', () => {
  it('PROMO-28 PROMO-29 PROMO-30 PROMO-31 has the usual sizes, duration and delay', () => {
    const { style, animation } = ribbonLook('promotion', usual);
    expect(style).toMatchObject({
      '--ribbon-size-1': '25px',
      '--ribbon-size-2': '25px',
      '--ribbon-size-3': '30px',
      '--ribbon-size-4': '30px',
      '--ribbon-time-size-1': '20px',
      '--ribbon-time-size-4': '25px',
      '--ribbon-duration': '1000ms',
      '--ribbon-delay': '0ms',
    });
    expect(animation).toBeNull();
  });

  it('PROMO-32 of the resubscribe offer zooms in from below, and a name of no animation stands still', () => {
    expect(ribbonLook('resubscribe', usual).animation).toBe('zoomInUp');
    const named = { ...usual, 'resubscribe_offer_settings.ribbon_animation': 'url(x)' };
    expect(ribbonLook('resubscribe', named).animation).toBeNull();
  });

  it.each(['#ffffff', '#777777', '#000000', '#ffd400'])('reads on %s, whatever colours were chosen', (ground) => {
    for (const ink of ['', '#ffffff', '#888888', '#ffee00']) {
      const { style } = ribbonLook('promotion', {
        ...usual,
        'promotion_settings.ribbon_background_color': ground,
        'promotion_settings.promo_text_color': ink,
        'promotion_settings.time_text_color': ink,
      }) as unknown as { style: Record<string, string> };
      for (const name of ['--ribbon-ink', ...(ink === '' ? [] : ['--ribbon-time-ink'])])
        expect(contrast(style[name], ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('without a ground reads on the accent, and words on the button on the button', () => {
    const colours = coloursOnAccent(
      'resubscribe',
      {
        ...usual,
        'resubscribe_offer_settings.text_color': '#b0552f',
        'resubscribe_offer_settings.button_color': '#222222',
        'resubscribe_offer_settings.button_font_color': '#333333',
      },
      '#a84e2a',
    );
    expect(colours['ribbon-ground']).toBeUndefined();
    expect(contrast(colours['ribbon-ink'], '#a84e2a')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours['ribbon-button-ink'], '#222222')).toBeGreaterThanOrEqual(4.5);
  });
});

const contrast = (one: string | undefined, other: string): number =>
  contrastRatio(parseColour(one ?? '')!, parseColour(other)!);
