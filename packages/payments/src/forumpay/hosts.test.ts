import { describe, expect, it } from 'vitest';
import { chooseForumpay, type ForumpaySettings } from './hosts.ts';

const twin = { url: 'http://127.0.0.1:8001', user: 'sandbox', secret: 'key', posId: 'luna' };
const settings = (isLive: boolean, isFilledIn: boolean, posId = ''): ForumpaySettings => ({
  enable_forumpay_payment_live_mode: isLive,
  'forumpay_settings.user': isFilledIn ? 'u' : '',
  'forumpay_settings.secret': isFilledIn ? 's' : '',
  'forumpay_settings.pos_id': posId,
});

describe('where a site pays by crypto currency', () => {
  it.each([
    [true, true, twin, 'live', 'https://api.forumpay.com'],
    [false, true, twin, 'sandbox', 'https://sandbox.api.forumpay.com'],
    [true, true, null, 'live', 'https://api.forumpay.com'],
    [false, true, null, 'sandbox', 'https://sandbox.api.forumpay.com'],
    [false, false, twin, 'twin', 'http://127.0.0.1:8001'],
    // Whoever asks for real money never gets the stand-in.
    [true, false, twin, undefined, undefined],
    [false, false, null, undefined, undefined],
  ])('WAL-31 live mode %j, credentials %j, stand-in %j: %s', (isLive, isFilledIn, at, host, url) => {
    const chosen = chooseForumpay(settings(isLive, isFilledIn), at);
    expect([chosen?.host, chosen?.account.url]).toEqual([host, url]);
  });

  it('the point of sale is the one that the site names', () => {
    expect(chooseForumpay(settings(true, true, 'shop-1'), null)?.account.posId).toBe('shop-1');
    expect(chooseForumpay(settings(false, false, 'shop-1'), twin)?.account.posId).toBe('shop-1');
  });

  it('without a name the point of sale at the stand-in, which all sites share, is the site’s own', () => {
    expect(chooseForumpay(settings(false, false), twin)?.account.posId).toBe('luna');
    expect(chooseForumpay(settings(true, true), twin)?.account.posId).toBe('web');
  });
});
