import { describe, expect, it } from 'vitest';
import { storedRoles } from './people/roles.ts';
import type { Settings } from './settings.ts';
import {
  conflictingBounds,
  defaultSettings,
  flattenSettings,
  mayWriteSetting,
  nestSettings,
  readerOf,
  settingDefinitions,
  settingsFor,
  validateSetting,
  withOwn,
} from './settings.ts';

const general = defaultSettings('general');
const adult = defaultSettings('adult');

describe('the table of settings', () => {
  it('names every key once, in snake case', () => {
    const keys = settingDefinitions.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !/^[a-z0-9_]+(\.[a-z0-9_]+)?$/.test(key))).toEqual([]);
  });

  it('every default passes its own check', () => {
    const wrong = settingDefinitions
      .filter(({ key, default: value }) => !validateSetting(key, value).ok)
      .map(({ key }) => key);
    expect(wrong).toEqual([]);
  });

  it('no key is also the group of others', () => {
    const groups = new Set(settingDefinitions.flatMap(({ key }) => (key.includes('.') ? [key.split('.')[0]] : [])));
    expect(settingDefinitions.filter(({ key }) => groups.has(key))).toEqual([]);
  });

  it('LIMIT-23 the payment version is v1 by default', () => {
    expect(general.payment_api_version).toBe('v1');
  });

  it('LIMIT-09 LIMIT-11 LIMIT-12 amounts have the decided defaults', () => {
    expect(general).toMatchObject({
      membership_price: 19.99,
      recurring_membership_price: 19.99,
      content_unlock_minimum_amount: 5,
      content_unlock_maximum_amount: 450,
      tips_minimum_amount: 5,
      tips_maximum_amount: 500,
      default_tip_amount: 5,
      pay_per_message_amount: 2,
      'wallet_settings.add_fund_default_options': '10,25,50,100,200',
      'wallet_settings.add_fund_minimum_amount': 10,
      'wallet_settings.add_fund_maximum_amount': 1000,
    });
  });

  it('switches are off, but for those that were decided to be on', () => {
    const on = settingDefinitions
      .filter(({ type, default: value }) => type === 'boolean' && value === true)
      .map(({ key }) => key)
      .sort();
    expect(on).toEqual([
      'enable_banner_section',
      'enable_coupons',
      'enable_promotion',
      'enable_public_post',
      'enable_theme_1_banner_section',
      'is_feed_comment_enabled',
      'is_feed_like_enabled',
      'is_photo_upload_enabled',
      'is_universal_login_enabled',
      'purchase_notification_settings.admins',
      'purchase_notification_settings.content_managers',
      'purchase_notification_settings.support',
      'subscription_email_notification.cancellations',
      'subscription_email_notification.failed_renewals',
      'subscription_email_notification.new_members',
    ]);
  });

  it('POPUP-02 the age gate is off on general sites and on on sites for adults', () => {
    expect([general.show_age_modal, adult.show_age_modal, adult.is_adult_site]).toEqual([false, true, true]);
  });

  it("POST-034 POPUP-31 styles have the documents' defaults", () => {
    expect(general).toMatchObject({
      unlock_button_font_size: '12px',
      'announcement_banner_settings.promo_text_font_size': '25px|25px|30px|30px',
      new_signup_design_title_font_size: '55px|65px|75px|85px',
      new_signup_design_description_font_size: '25px|25px|35px|35px',
    });
  });

  it('a chargeback counts 25 dollars unless the site says otherwise', () => {
    expect(general.chargeback_fee_amount).toBe(25);
  });
});

describe('a picture', () => {
  const single = settingDefinitions.filter(({ type }) => type === 'media').map(({ key }) => key);
  const several = ['hero_banner_images', 'manifest_icons'];

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'https://evil.test/a.png',
    'http://evil.test/a.png',
    '//evil.test/a.png',
    '/\\evil.test/a.png',
    'mailto:a@b.test',
    'a.png',
    '/a.png" onerror="x',
  ])('that is %s is refused by every setting of pictures', (address) => {
    expect(single.length).toBeGreaterThan(15);
    expect(
      [...single, ...several].filter((key) => validateSetting(key, several.includes(key) ? [address] : address).ok),
    ).toEqual([]);
  });

  it('of the site itself is taken, and none is none', () => {
    for (const value of ['/media/public/abc/banner', '/assets/a.png?v=2', ''])
      expect(single.filter((key) => !validateSetting(key, value).ok)).toEqual([]);
    for (const key of several) expect(validateSetting(key, ['/media/public/abc/icon']).ok).toBe(true);
  });
});

describe('who reads settings', () => {
  it('nobody is sent a secret', () => {
    const secrets = settingDefinitions.filter(({ read }) => read === 'secret').map(({ key }) => key);
    expect(secrets.length).toBeGreaterThan(5);
    for (const reader of ['public', 'user', 'staff', 'admin'] as const) {
      expect(
        Object.keys(settingsFor(reader, general)).filter((key) => secrets.includes(key as (typeof secrets)[number])),
      ).toEqual([]);
    }
  });

  it('every reader has what the one below has', () => {
    const sizes = (['public', 'user', 'staff', 'admin'] as const).map(
      (reader) => Object.keys(settingsFor(reader, general)).length,
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(4);
  });

  it('a guest reads what pages need and nothing about risk or staff', () => {
    const open = settingsFor('public', general);
    expect(open).toHaveProperty('membership_price');
    for (const key of ['hide_earnings', 'chargeback_fee_amount', 'blocked_countries', 'email_configuration.host'])
      expect(open).not.toHaveProperty([key]);
  });

  it.each([
    [null, 'public'],
    [{ role: 'user', status: '2' }, 'user'],
    [{ role: 'model', status: '0' }, 'staff'],
    [{ role: 'content_manager', status: '0' }, 'staff'],
    [{ role: 'admin', status: '0' }, 'admin'],
    [{ role: 'admin', status: '0', isProxy: true }, 'user'],
  ] as const)('%o reads as %s', (viewer, reader) => {
    expect(readerOf(viewer)).toBe(reader);
  });
});

describe('who writes settings', () => {
  const writers = (key: string) => storedRoles.filter((role) => mayWriteSetting(key, role)).sort();

  it.each([
    ['ROLE-29', 'theme_color', ['admin', 'model', 'sub_admin']],
    ['ROLE-28', 'is_universal_login_enabled', ['admin', 'sub_admin']],
    ['ROLE-26', 'ccbill_settings.salt', ['admin']],
    ['ROLE-26', 'enable_ccbill_rest_api', ['admin']],
    ['ROLE-23', 'announcement_banner_settings.promo_text_color', ['admin', 'model']],
    ['ROLE-27', 'hide_earnings', ['admin']],
    ['Declared with the site:', 'model_id', []],
    ["Nobody's:", 'no_such_key', []],
  ])('%s %s is written by %o', (_rule, key, roles) => {
    expect(writers(key)).toEqual(roles);
  });
});

describe('checking a setting', () => {
  it.each([
    ['membership_price', 9.99, 9.99],
    ['membership_price', 0, 0],
    ['site_name', '  Clay ', 'Clay'],
    ['timezone', 'Europe/Oslo', 'Europe/Oslo'],
    ['theme_color', '#AbC', '#abc'],
    ['theme_color', '', ''],
    ['watermark_position', 'top-left', 'top-left'],
    ['tip_amounts', '5, 10 ,25.50', '5,10,25.50'],
    ['maintenance_mode', true, true],
    ['theme_2_instagram_url', 'https://instagram.example/clay', 'https://instagram.example/clay'],
    ['banner_image', '/media/a.webp', '/media/a.webp'],
    ['navbar_padding', '4px 8px', '4px 8px'],
    ['blocked_countries', ['US', 'US', 'DE'], ['US', 'DE']],
    ['billing_support_url', '/contact-us', '/contact-us'],
    [
      'links_menu.guest',
      [{ label: ' Shop ', url: '/shop' }],
      [{ label: 'Shop', url: '/shop', newTab: false, isEnabled: true }],
    ],
    ['footer_text_html', '<p>Made <b>slowly</b></p>', '<p>Made <b>slowly</b></p>'],
    ['model_name', 'آية', 'آية'],
  ])('%s takes %o', (key, value, stored) => {
    expect(validateSetting(key, value)).toEqual({ ok: true, value: stored });
  });

  it.each([
    ['membership_price', '9.99'],
    ['membership_price', 9.999],
    ['membership_price', -1],
    ['membership_price', 10_001],
    ['membership_price', null],
    ['membership_price', NaN],
    ['maintenance_mode', 'true'],
    ['maintenance_mode', 1],
    ['timezone', 'Nowhere/Land'],
    ['timezone', ''],
    ['timezone', '+05:00'],
    ['theme_color', 'red'],
    ['theme_color', '#12'],
    ['theme_color', 'url(x)'],
    ['watermark_position', 'middle'],
    ['tip_amounts', '5,,10'],
    ['tip_amounts', '0'],
    ['tip_amounts', 'a'],
    ['theme_2_instagram_url', 'javascript:alert(1)'],
    ['theme_2_instagram_url', '//evil.example'],
    ['theme_2_instagram_url', '/\\evil.example'],
    ['theme_2_instagram_url', 'data:text/html,x'],
    ['navbar_padding', '4px;color:red'],
    ['font_family', 'x;} body{'],
    ['site_name', 'x'.repeat(61)],
    ['blocked_countries', 'US'],
    ['blocked_countries', ['USA']],
    ['links_menu.guest', [{ label: '', url: '/x' }]],
    ['links_menu.guest', [{ label: 'x', url: 'javascript:1' }]],
    ['links_menu.guest', [null]],
    ['footer_text_html', '<script>1</script>'],
    ['footer_text_html', '<img src=x onerror=alert(1)>'],
    ['footer_text_html', '<a href="JavaScript:1">'],
    ['promotion_settings.promo_text_font_size', '25px'],
    ['menu_settings.user', ['nonsense']],
    ['watermark_size', 16.5],
    ['billing_support_email', 'nobody'],
  ])('%s refuses %o', (key, value) => {
    expect(validateSetting(key, value)).toMatchObject({ ok: false, code: 'setting-invalid', params: { key } });
  });

  it('control characters are refused', () => {
    for (const name of ['a\u0000b', 'a\u001bb', 'a\u007fb']) expect(validateSetting('site_name', name).ok).toBe(false);
  });

  it('an unknown key is refused, inherited names of objects included', () => {
    for (const key of ['nonsense', '__proto__', 'constructor', ''])
      expect(validateSetting(key, true)).toMatchObject({ ok: false, code: 'setting-unknown' });
  });

  it('a lower bound above its upper bound is noticed', () => {
    expect(conflictingBounds(general)).toBeNull();
    expect(conflictingBounds({ ...general, tips_minimum_amount: 501 })).toEqual({
      min: 'tips_minimum_amount',
      max: 'tips_maximum_amount',
    });
  });
});

describe("the documents' nested form", () => {
  it('goes there and back', () => {
    const nested = nestSettings(general);
    expect(nested['wallet_settings']).toMatchObject({ add_fund_minimum_amount: 10 });
    expect(flattenSettings(nested)).toEqual(general satisfies Settings);
  });
});

describe('what a site has set itself', () => {
  it('stands before the defaults, and the prices of those who return are the others until they are set', () => {
    expect(withOwn(general, {})).toEqual(general);
    expect(withOwn(general, { membership_price: 0, recurring_membership_price: 9 })).toMatchObject({
      returning_membership_price: 0,
      returning_recurring_membership_price: 9,
    });
    expect(withOwn(general, { membership_price: 9, returning_membership_price: 0 })).toMatchObject({
      returning_membership_price: 0,
      returning_recurring_membership_price: 19.99,
    });
    const unset = { returning_membership_price: undefined, membership_price: 9 };
    expect(withOwn(general, unset).returning_membership_price).toBe(9);
  });
});
