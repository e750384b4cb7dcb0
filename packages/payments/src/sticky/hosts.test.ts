import { describe, expect, it } from 'vitest';
import { missingSettings } from '../missing-settings.ts';
import { createStickyDriver } from './driver.ts';
import { stickyAccount } from './hosts.ts';

const twin = {
  url: 'http://127.0.0.1:8001',
  user: 'sandbox',
  password: 'key',
  cardFieldUrl: 'http://127.0.0.1:8001/field',
};
const filled = {
  url: 'https://studio.sticky.io/',
  user: 'u',
  password: 'p',
  campaignId: '7',
  offerId: '3',
  productId: '11',
  billingModelId: '2',
  shippingId: '2',
  cardFieldUrl: 'https://cards.example/field',
};

describe('where a site has its account at sticky.io', () => {
  it('what staff filled in is the account; nothing at all is the stand-in, where there is one', () => {
    expect(stickyAccount(filled, twin)).toMatchObject({ url: 'https://studio.sticky.io', campaignId: '7' });
    expect(stickyAccount({}, twin)).toMatchObject({ url: twin.url, user: 'sandbox' });
    expect(() => stickyAccount({}, null)).toThrow('sticky_io_settings.url');
    expect(() => stickyAccount({ user: 'u' }, twin)).toThrow('sticky_io_settings.url');
  });

  it.each([
    'http://studio.sticky.io',
    'https://sticky.io.example',
    'https://127.0.0.1',
    'https://studio.sticky.io:8443',
    'https://user@studio.sticky.io',
    'https://a.b.sticky.io',
    'studio',
  ])('a password is sent to sticky.io alone, and not to %s', (url) => {
    const { credentials } = createStickyDriver({});
    const texts = Object.fromEntries(
      Object.entries(credentials).map(([name, { setting }]) => [setting, { ...filled, url }[name as 'url']]),
    );
    const missing = missingSettings(createStickyDriver({}), (setting) => texts[setting] ?? '', true);
    expect(missing).toEqual(['sticky_io_settings.url']);
    expect(() => stickyAccount({ ...filled, url }, null)).toThrow('sticky_io_settings.url');
  });
});
