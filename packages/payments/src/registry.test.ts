import { describe, expect, it } from 'vitest';
import { chooseProvider, createProviderRegistry, type ProviderEnvironment } from './registry.ts';

const development: ProviderEnvironment = {
  production: false,
  sandbox: { url: 'http://127.0.0.1:8001', apiKey: 'key', webhookSecret: 'secret' },
};
const production: ProviderEnvironment = { ...development, production: true };

describe('the choice of a provider', () => {
  it.each([{}, { payment_api_version: 'v1' }, { payment_api_version: 'v2' }] as const)(
    'outside production %j is the sandbox',
    (settings) => {
      expect(chooseProvider(settings, development)).toMatchObject({
        kind: 'ready',
        mode: 'v2',
        provider: { name: 'sandbox' },
      });
    },
  );

  it.each([
    [{ is_sticky_io_enabled: true, enable_ccbill_rest_api: true }, 'sticky_io', 'stickyIo'],
    [{ enable_ccbill_rest_api: true }, 'ccbill', 'ccbillRestApi'],
    [{ payment_api_version: 'v2' }, 'ccbill', 'ccbillRestApi'],
    [{ payment_api_version: 'v1' }, 'ccbill', 'newRegisterPage'],
    [{}, 'ccbill', 'newRegisterPage'],
  ] as const)('in production %j asks for %s', (settings, wanted, mode) => {
    expect(chooseProvider(settings, production)).toEqual({ kind: 'not-configured', wanted, mode });
  });

  it('a provider that a site asked for is not replaced by the sandbox', () => {
    expect(chooseProvider({ is_sticky_io_enabled: true }, development)).toMatchObject({
      kind: 'not-configured',
      wanted: 'sticky_io',
    });
  });

  it('without its address there is no sandbox', () => {
    expect(chooseProvider({}, { production: false, sandbox: null })).toMatchObject({
      kind: 'not-configured',
      wanted: 'sandbox',
    });
  });

  it("the sandbox can't be had in production, not by its name either", () => {
    expect(createProviderRegistry(production).find('sandbox')).toBeNull();
    expect(createProviderRegistry(development).find('sandbox')).toMatchObject({ name: 'sandbox' });
  });

  it('a name that is no provider is none', () => {
    expect(createProviderRegistry(development).find('toString')).toBeNull();
  });

  it('a provider is opened once', () => {
    const registry = createProviderRegistry(development);
    const choice = registry.choose({});
    expect(choice.kind === 'ready' && choice.provider).toBe(registry.find('sandbox'));
  });
});
