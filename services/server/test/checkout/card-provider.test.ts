import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsIn } from '../../src/features/checkout/provider-accounts/credentials.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ env: { CARD_FIELD_ORIGINS: 'https://cards.example' } });
});
afterAll(() => world.close());

const admin = () => world.people.luna.admin;
const save = (body: object, as = admin()) => world.call('PATCH /api/app_settings', { as, body });
const show = async (as: TestPerson = admin()) => world.call('GET /api/app_settings/card-provider', { as });

const secrets = {
  'sticky_io_settings.url': 'https://studio.sticky.io',
  'sticky_io_settings.user_name': 'api-user-of-luna',
  'sticky_io_settings.password': 'api-password-of-luna',
  'sticky_io_settings.campaign_id': 'campaign-7',
  'sticky_io_settings.offer_id': 'offer-3',
  'sticky_io_settings.product_id': 'product-11',
  'sticky_io_settings.billing_model_id': 'billing-2',
  'sticky_io_settings.shipping_id': 'shipping-5',
};
const filled = { ...secrets, sticky_io_card_field_url: 'https://cards.example/field' };

describe("the provider of a site's cards", () => {
  it('is shown to the admin alone', async () => {
    expect((await show()).body.data).toMatchObject({ provider: 'sandbox', state: 'ready', webhook_url: null });
    const { model, subAdmin, support } = world.people.luna as unknown as Record<string, TestPerson | undefined>;
    for (const as of [model, subAdmin, support, await world.fresh()]) if (as) expect((await show(as)).status).toBe(403);
  });

  it('by sticky.io without an account is its stand-in, which is told the address of this very site', async () => {
    await changeSettings(world, { is_sticky_io_enabled: true });
    const { body } = await show();
    expect(body.data).toMatchObject({ provider: 'sticky_io', state: 'ready', missing: [] });
    expect(body.data.webhook_url).toMatch(/\/api\/webhooks\/sticky_io\/[\w-]{43}\?order_id=\{order_id\}$/);
    expect((await show()).body.data.webhook_url).toBe(body.data.webhook_url);
    expect((await show(world.people.mars.admin)).body.data).toMatchObject({ provider: 'sandbox' });
  });

  it('with half an account says what is missing, and takes nobody’s card until it is there', async () => {
    expect((await save({ ...filled, sticky_io_card_field_url: '' })).status).toBe(200);
    await expect
      .poll(async () => (await show()).body.data)
      .toEqual({
        provider: 'sticky_io',
        state: 'incomplete',
        missing: ['sticky_io_card_field_url'],
        webhook_url: null,
        second: null,
      });
    const fan = await world.fresh();
    expect((await world.call('GET /api/v2/card-field', { as: fan })).body.code).toBe('payments-not-configured');
    expect((await world.subscribe(fan)).body.code).toBe('payments-not-configured');
  });

  it('sends its password to sticky.io alone', async () => {
    await save({ ...filled, 'sticky_io_settings.url': 'https://127.0.0.1/' });
    await expect.poll(async () => (await show()).body.data.missing).toEqual(['sticky_io_settings.url']);
    expect((await world.subscribe(await world.fresh())).body.code).toBe('payments-not-configured');
  });

  it('with its account uses that', async () => {
    await save(filled);
    await expect.poll(async () => (await show()).body.data.state).toBe('ready');
    const settings = await world.ctx.settings.of(world.tenants.luna);
    expect(credentialsIn(world.ctx, settings, world.ctx.providers.driver('sticky_io')!)).toEqual({
      url: 'https://studio.sticky.io',
      user: 'api-user-of-luna',
      password: 'api-password-of-luna',
      campaignId: 'campaign-7',
      offerId: 'offer-3',
      productId: 'product-11',
      billingModelId: 'billing-2',
      shippingId: 'shipping-5',
      cardFieldUrl: 'https://cards.example/field',
    });
    const field = await world.call('GET /api/v2/card-field', { as: await world.fresh() });
    expect(field.body.data).toMatchObject({ origin: 'https://cards.example' });
  });

  it('has cards typed on no page that the operator does not allow', async () => {
    const field = async () => world.call('GET /api/v2/card-field', { as: await world.fresh() });
    const key = 'sticky_io_card_field_url';
    for (const address of ['https://cards.evil.example/field', 'https://cards.example:8443/field']) {
      const refused = await save({ [key]: address });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'card-page-not-allowed', errors: [{ field: key, code: 'card-page-not-allowed' }] },
      });
      expect(refused.body.message).toContain(new URL(address).origin);
    }
    expect((await field()).status).toBe(200);
    // One that was saved when it was allowed.
    await changeSettings(world, { [key]: 'https://cards.evil.example/field' });
    expect((await field()).body.code).toBe('payments-not-configured');
    expect((await show()).body.data).toMatchObject({ state: 'incomplete', missing: [key] });
    await changeSettings(world, { is_sticky_io_enabled: false });
    expect((await save({ second_card_provider: 'sticky_io' })).body.code).toBe('second-provider-incomplete');
    await changeSettings(world, { is_sticky_io_enabled: true });
    expect((await save({ [key]: 'https://cards.example/other' })).status).toBe(200);
    await expect.poll(async () => (await field()).status).toBe(200);
  });

  it('has its secrets sealed, sent to nobody, and changed by the admin alone', async () => {
    expect((await save({ 'sticky_io_settings.password': 'x' }, world.people.luna.model)).status).toBe(403);
    const rows = await world.database.tenants.read(world.tenants.luna, async (db) => [
      await db('settings').where('key', 'like', 'sticky_io_settings.%'),
      await db('provider_accounts'),
    ]);
    const shown = (await world.call('GET /api/app_settings', { as: admin() })).text;
    for (const secret of Object.values(secrets)) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(shown).not.toContain(secret);
    }
  });
});
