import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenFor, providerOf } from '../../src/features/checkout/provider-accounts/open-account.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());

const chosen = async () => chosenFor(world.ctx, await world.ctx.settings.of(world.tenants.luna));

describe("a site's account with CCBill", () => {
  it('is used when it is filled in, and not while anything that it needs is missing', async () => {
    expect(await chosen()).toMatchObject({
      driver: { name: 'ccbill' },
      credentials: { account: '900100', subAccount: '0001', salt: 'sandboxsalt', dataLinkUser: 'sandbox' },
    });
    for (const name of ['sub_account', 'form_name', 'salt', 'data_link_user', 'data_link_password']) {
      const key = `ccbill_settings.${name}`;
      const before = (await world.ctx.settings.of(world.tenants.luna))[key as 'ccbill_settings.salt'];
      await world.save({ [key]: '' });
      await expect.poll(chosen).toBeNull();
      expect((await world.subscribe(await world.fresh(), { stored: true })).body.code).toBe('payments-not-configured');
      await world.save({ [key]: world.ctx.secrets.unseal(String((before as unknown as { sealed: string }).sealed)) });
      await expect.poll(chosen).not.toBeNull();
    }
  });

  it('charges cards again only with the switch and the credentials of the REST interface', async () => {
    const can = async (site: 'luna' | 'mars') => {
      const fan = await world.fresh(site);
      await world.subscribe(fan, { stored: true });
      const accounts = await world.database.tenants.read(world.tenants[site], (db) =>
        db('provider_accounts').where({ provider: 'ccbill', state: 'active' }),
      );
      const { renewals, storedInstruments } = providerOf(world.ctx, accounts[0]!)!.capabilities;
      return [renewals, storedInstruments];
    };
    expect(await can('luna')).toEqual(['provider', false]);
    expect(await can('mars')).toEqual(['ours', true]);
    await world.save({ enable_ccbill_rest_api: false }, 'mars');
    await expect.poll(async () => (await world.ctx.settings.of(world.tenants.mars)).enable_ccbill_rest_api).toBe(false);
    expect(await can('mars')).toEqual(['provider', false]);
  });

  it('has an address for its notices, which the admin alone is told', async () => {
    const ask = (as = world.people.luna.admin) => world.call('GET /api/app_settings/card-webhook-address', { as });
    const { body } = await ask();
    expect(body.data.url).toMatch(/\/api\/webhooks\/ccbill\/[\w-]{40,}$/);
    expect((await ask()).body.data).toEqual(body.data);
    expect((await ask(world.people.mars.admin)).body.data.url).not.toBe(body.data.url);
    for (const as of [world.people.luna.model, world.people.luna.fan])
      expect((await ask(as)).body.code).toBe('access-denied');
  });

  it('is sealed, sent to nobody, and changed by the admin alone', async () => {
    const secret = 'ccbill-salt-of-luna';
    expect((await world.save({ 'ccbill_settings.salt': secret })).status).toBe(200);
    for (const name of ['account_number', 'salt', 'data_link_password', 'client_secret']) {
      const answer = await world.call('PATCH /api/app_settings', {
        as: world.people.luna.model,
        body: { [`ccbill_settings.${name}`]: 'other' },
      });
      expect(answer.status).toBe(403);
    }
    const rows = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('settings').where({ key: 'ccbill_settings.salt' }),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await world.call('GET /api/app_settings', { as: world.people.luna.admin })).text).not.toContain(secret);
  });
});
