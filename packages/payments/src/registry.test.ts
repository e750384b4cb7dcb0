import { describe, expect, it } from 'vitest';
import { createProviderRegistry, type ProviderEnvironment, type ProviderSettings } from './registry.ts';

const development: ProviderEnvironment = {
  production: false,
  sandbox: { url: 'http://127.0.0.1:8001', apiKey: 'key', webhookSecret: 'secret' },
};
const production: ProviderEnvironment = { ...development, production: true };
const choose = (settings: ProviderSettings & Readonly<Record<string, unknown>>, environment: ProviderEnvironment) =>
  createProviderRegistry(environment).choose(settings);
const account = { id: 'account-1', currency: 'USD', credentials: {} };

describe('the choice of a provider', () => {
  it.each([{}, { payment_api_version: 'v1' }, { payment_api_version: 'v2' }] as const)(
    'outside production %j is the sandbox',
    (settings) => {
      expect(choose(settings, development)).toMatchObject({ name: 'sandbox', mode: 'v2', driver: { name: 'sandbox' } });
    },
  );

  it.each([
    [{ is_sticky_io_enabled: true, enable_ccbill_rest_api: true }, 'sticky_io', 'stickyIo'],
    [{ enable_ccbill_rest_api: true }, 'ccbill', 'ccbillRestApi'],
    [{ payment_api_version: 'v2' }, 'ccbill', 'ccbillRestApi'],
    [{ payment_api_version: 'v1' }, 'ccbill', 'newRegisterPage'],
    [{}, 'ccbill', 'newRegisterPage'],
  ] as const)('in production %j asks for %s', (settings, name, mode) => {
    expect(choose(settings, production)).toMatchObject({ name, mode });
  });

  it('the sandbox stays first beside an account that is for the second alone', () => {
    const ccbill = { 'ccbill_settings.account_number': '900100' };
    expect(choose(ccbill, development)).toMatchObject({ name: 'ccbill' });
    expect(choose({ ...ccbill, second_card_provider: 'ccbill' }, development)).toMatchObject({ name: 'sandbox' });
  });

  it('a provider that a site asked for is not replaced by the sandbox', () => {
    expect(choose({ enable_ccbill_rest_api: true }, development)).toMatchObject({ name: 'ccbill' });
    expect(choose({ is_sticky_io_enabled: true }, production)).toMatchObject({ name: 'sticky_io', driver: null });
  });

  const filled = {
    is_sticky_io_enabled: true,
    'sticky_io_settings.url': 'https://studio.sticky.io',
    'sticky_io_settings.user_name': 'u',
    'sticky_io_settings.password': 'p',
    'sticky_io_settings.campaign_id': '1',
    'sticky_io_settings.offer_id': '1',
    'sticky_io_settings.product_id': '1',
    'sticky_io_settings.billing_model_id': '1',
    'sticky_io_settings.shipping_id': '1',
    sticky_io_card_field_url: 'https://cards.example/field',
  };

  it('sticky.io without a field that makes tokens of cards is not chosen, and what is missing is named', () => {
    expect(choose(filled, production)).toMatchObject({ driver: { name: 'sticky_io' }, missing: [] });
    expect(choose({ ...filled, sticky_io_card_field_url: '' }, production)).toMatchObject({
      name: 'sticky_io',
      driver: null,
      missing: ['sticky_io_card_field_url'],
    });
  });

  it('a stand-in takes the place of an account outside production alone, and of half an account nowhere', () => {
    const nothing = { is_sticky_io_enabled: true };
    expect(choose(nothing, development)).toMatchObject({ driver: { name: 'sticky_io' }, missing: [] });
    expect(choose(nothing, production)).toMatchObject({ driver: null });
    expect(choose({ ...nothing, 'sticky_io_settings.url': 'https://a.sticky.io' }, development).driver).toBeNull();
  });

  it('without its address there is no sandbox', () => {
    expect(choose({}, { production: false, sandbox: null })).toMatchObject({ name: 'sandbox', driver: null });
  });

  it("the sandbox can't be had in production, not by its name either", () => {
    expect(createProviderRegistry(production).open('sandbox', account)).toBeNull();
    expect(createProviderRegistry(development).open('sandbox', account)).toMatchObject({ name: 'sandbox' });
  });

  it('a name that is no provider is none', () => {
    expect(createProviderRegistry(development).driver('toString')).toBeNull();
  });

  it('an account is opened once, and again when its credentials changed', () => {
    const registry = createProviderRegistry(development);
    const first = registry.open('sandbox', account);
    expect(registry.open('sandbox', { ...account })).toBe(first);
    expect(registry.open('sandbox', { ...account, id: 'account-2' })).not.toBe(first);
    expect(registry.open('sandbox', { ...account, credentials: { secret: 'other' } })).not.toBe(first);
  });
});
