import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const admin = () => world.people.luna.admin;
const names = ['/api/ccbill-settings', '/api/app_settings/get_ccbill_settings'] as const;
const saves = ['/api/ccbill-settings', '/api/app_settings/save_ccbill_settings'] as const;
const filledIn = async (): Promise<string[]> =>
  (await world.call(`GET ${names[0]}`, { as: admin() })).body.data.filled_in as string[];

describe('the settings of CCBill', () => {
  it.each(saves)('are saved by POST %s, are told of as filled in, and never come back', async (path) => {
    const secret = `salt-of-${path.length}`;
    const saved = await world.call(`POST ${path}`, {
      as: admin(),
      body: { ccbill_settings: { account_number: '900000', salt: secret } },
    });
    expect(saved).toMatchObject({ status: 200, body: { success: true, message: 'update settings successfully.' } });
    await expect.poll(filledIn).toEqual(['account_number', 'salt']);
    for (const name of names) {
      const { status, body } = await world.call(`GET ${name}`, { as: admin() });
      expect(status).toBe(200);
      expect(body.data.ccbill_settings).toMatchObject({ account_number: '', salt: '', client_secret: '' });
      expect(JSON.stringify([saved.body, body])).not.toMatch(/900000|salt-of/);
    }
  });

  it('stay when a form sends back what it read', async () => {
    const before = await world.call('GET /api/ccbill-settings', { as: admin() });
    const sealed = () =>
      world.database.tenants.read(world.tenants.luna, (db) =>
        db('settings').where({ key: 'ccbill_settings.salt' }).first('value'),
      );
    const kept = await sealed();
    const { ccbill_settings, enable_ccbill_rest_api } = before.body.data;
    const again = await world.call('POST /api/ccbill-settings', {
      as: admin(),
      body: { ccbill_settings, enable_ccbill_rest_api },
    });
    expect(again.status).toBe(200);
    expect(await filledIn()).toEqual(['account_number', 'salt']);
    expect(await sealed()).toEqual(kept);
  });

  it('are not for the model, nor for an admin of another site', async () => {
    const { luna, mars } = world.people;
    for (const [method, path] of [
      ['GET', names[0]],
      ['POST', saves[1]],
    ] as const) {
      const ask = async (as: typeof luna.model) =>
        (await world.call(`${method} ${path}`, { as, on: 'luna', ...(method === 'POST' ? { body: {} } : {}) })).status;
      expect([await ask(luna.model), await ask(luna.sub_admin), await ask(mars.admin)]).toEqual([403, 403, 401]);
    }
  });

  it('take no other setting and no value that is none', async () => {
    const save = (body: object) => world.call('POST /api/ccbill-settings', { as: admin(), body });
    expect(await save({ ccbill_settings: { account_number: 'x'.repeat(41) } })).toMatchObject({
      status: 400,
      body: { code: 'setting-invalid' },
    });
    expect(await save({ merchant_address: '1 Moon Lane' })).toMatchObject({
      status: 400,
      body: { code: 'setting-unknown' },
    });
  });
});
