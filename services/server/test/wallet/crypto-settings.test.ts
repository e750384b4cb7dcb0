import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForumpay } from '../../src/features/crypto/open-forumpay.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());

const save = (body: object, as = world.people.luna.admin) => world.call('PATCH /api/app_settings', { as, body });
const opened = async () => openForumpay(world.ctx, world.tenants.luna, await world.ctx.settings.of(world.tenants.luna));

describe("a site's crypto payments", () => {
  it('WAL-23 the lowest and the highest amount are the settings', async () => {
    const fan = await world.fresh();
    const quote = async (amount: number) => {
      const body = { currency: 'BTC', amount };
      const answer = await world.call('POST /api/crypto/generate-payment-id', { as: fan, body });
      return [answer.status, answer.body.message];
    };
    await changeSettings(world, {
      'wallet_settings.add_fund_minimum_amount': 20,
      'wallet_settings.add_fund_maximum_amount': 40,
    });
    expect(await quote(19.99)).toEqual([400, 'Choose a fund amount between $20.00 and $40.00']);
    expect((await quote(20))[0]).toBe(200);
    expect((await quote(41))[0]).toBe(400);
  });

  it('WAL-31 the switch chooses the live system or the sandbox, with the credentials of the site', async () => {
    const credentials = { 'forumpay_settings.user': 'u', 'forumpay_settings.secret': 's' };
    expect((await save({ ...credentials, 'forumpay_settings.pos_id': 'shop-1' })).status).toBe(200);
    await changeSettings(world, { enable_forumpay_payment_live_mode: false });
    expect(await opened()).toMatchObject({ host: 'sandbox', posId: 'shop-1' });
    await changeSettings(world, { enable_forumpay_payment_live_mode: true });
    expect(await opened()).toMatchObject({ host: 'live', posId: 'shop-1' });
    await changeSettings(world, { is_crypto_payment_enabled: false });
    expect(await opened()).toBeNull();
  });

  it('the credentials are sealed, sent to nobody, and changed by the admin alone', async () => {
    const secret = 'forumpay-secret-of-luna';
    expect((await save({ 'forumpay_settings.secret': secret })).status).toBe(200);
    expect((await save({ 'forumpay_settings.secret': 'other' }, world.people.luna.model)).status).toBe(403);
    const rows = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('settings').where({ key: 'forumpay_settings.secret' }),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await world.call('GET /api/app_settings', { as: world.people.luna.admin })).text).not.toContain(secret);
  });
});
