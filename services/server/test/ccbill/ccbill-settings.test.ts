import type { SettingKey } from '@backlot/domain/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenFor, providerOf } from '../../src/features/checkout/provider-accounts/open-account.ts';
import type { SiteName } from '../../src/testing/world.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());

const chosen = async () => chosenFor(world.ctx, await world.ctx.settings.of(world.tenants.luna));

/** Empties a setting; what is answered puts it back. */
async function empty(key: SettingKey, site: SiteName): Promise<() => Promise<unknown>> {
  const { sealed } = (await world.ctx.settings.of(world.tenants[site]))[key] as unknown as { sealed: string };
  const before = world.ctx.secrets.unseal(sealed);
  await world.save({ [key]: '' }, site);
  return () => world.save({ [key]: before }, site);
}

describe("a site's account with CCBill", () => {
  it('is used when it is filled in, and not while anything that it needs is missing', async () => {
    expect(await chosen()).toMatchObject({
      driver: { name: 'ccbill' },
      credentials: { account: '900100', subAccount: '0001', salt: 'sandboxsalt', dataLinkUser: 'sandbox' },
    });
    for (const key of [
      'ccbill_settings.account_number',
      'ccbill_settings.sub_account',
      'ccbill_settings.form_name',
      'ccbill_settings.salt',
      'ccbill_settings.data_link_user',
      'ccbill_settings.data_link_password',
    ] as const) {
      const back = await empty(key, 'luna');
      await expect.poll(chosen).toBeNull();
      expect((await world.subscribe(await world.fresh(), { stored: true })).body.code).toBe('payments-not-configured');
      await back();
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
    for (const key of ['ccbill_settings.client_id', 'ccbill_settings.client_secret'] as const) {
      const back = await empty(key, 'mars');
      await expect.poll(() => can('mars')).toEqual(['provider', false]);
      await back();
      await expect.poll(() => can('mars')).toEqual(['ours', true]);
    }
    await world.save({ enable_ccbill_rest_api: false }, 'mars');
    await expect.poll(async () => (await world.ctx.settings.of(world.tenants.mars)).enable_ccbill_rest_api).toBe(false);
    expect(await can('mars')).toEqual(['provider', false]);
  });

  it('has an address for its notices, which the admin alone is told', async () => {
    const ask = (as = world.people.luna.admin) => world.call('GET /api/app_settings/card-provider', { as });
    const { body } = await ask();
    expect(body.data).toMatchObject({ provider: 'ccbill', state: 'ready', missing: [] });
    expect(body.data.webhook_url).toMatch(/\/api\/webhooks\/ccbill\/[\w-]{40,}$/);
    expect((await ask(world.people.mars.admin)).body.data.webhook_url).not.toBe(body.data.webhook_url);
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
