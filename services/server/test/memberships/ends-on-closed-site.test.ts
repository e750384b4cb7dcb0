import { geoipFile } from '@backlot/testing/geoip-file';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveSettings } from '../../src/features/sites/index.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

const bought = new Date('2026-03-09T12:00:00Z');

let folder: string;
let world: MoneyWorld;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closed-'));
  const places = join(folder, 'places.mmdb');
  // Where every call of the tests comes from.
  await writeFile(places, geoipFile({ '203.0.113.0/24': { country: 'DE' } }));
  world = await createMoneyWorld({ at: bought, env: { GEOIP_FILE: places } });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => close({}));

const { chargesOf, tick } = membershipsOf(() => world);

async function close({ maintenance = false, area = false, suspended = false }): Promise<void> {
  const { luna } = world.tenants;
  const settings = { maintenance_mode: maintenance, blocked_countries: area ? ['DE'] : [] };
  const status = suspended ? 'suspended' : 'active';
  await world.database.tenants.write(luna, (db) => saveSettings(db, settings, null, world.clock.now()));
  await world.database.shared.write((db) => db('tenants').where({ id: luna.id }).update({ status }));
  await vi.waitFor(
    async () => {
      expect(await world.ctx.settings.of(luna)).toMatchObject(settings);
      expect(world.server.registry.byId(luna.id)?.status).toBe(status);
    },
    { timeout: 20_000 },
  );
}

const shown = (fan: TestPerson) => world.call('GET /api/v2/subscription/withdrawal', { as: fan });
const withdraw = (fan: TestPerson, id: string) =>
  world.call('POST /api/v2/subscription/withdraw', { as: fan, body: { id } });
const cancel = (fan: TestPerson) => world.call('POST /api/cancel-subscription', { as: fan, body: {} });
const statusOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, async (db) => {
    const row = await db('subscriptions').where({ user_id: fan.id }).first('status');
    return row?.status;
  });

describe.each([
  ['in maintenance', { maintenance: true }, 'maintenance'],
  ['that keeps their place out', { area: true }, 'blocked-area'],
  ['in maintenance that keeps their place out too', { maintenance: true, area: true }, 'maintenance'],
] as const)('on a site %s', (_, shut, code) => {
  it('C15 a fan logs in, withdraws, and has the money back', async () => {
    const fan = await world.member();
    await close(shut);
    const { email, password } = fan;
    const login = await world.call('POST /api/users/login', { on: 'luna', body: { email, password } });
    expect(login.status).toBe(200);
    const { contract } = (await shown(fan)).body.data;
    expect(contract.comes_back).toEqual([{ amount: 19.99, currency: 'USD', to: 'card' }]);
    expect((await withdraw(fan, contract._id)).status).toBe(200);
    expect(await statusOf(fan)).toBe('0');
    await world.settle();
    expect((await world.booked()).size).toBe((await world.charged()).size);
    // Nothing else of the site is open to them.
    expect((await world.call('GET /api/blogs', { as: fan })).body.code).toBe(code);
    expect((await world.call('GET /api/v2/subscription/quote', { as: fan })).body.code).toBe(code);
  });

  it('C16 a fan cancels, and is charged no more', async () => {
    const fan = await world.member();
    await close(shut);
    expect((await cancel(fan)).body.data).toMatchObject({ cancelled: true });
    expect(await statusOf(fan)).toBe('1');
    await close({});
    world.clock.advance(40 * 86_400_000);
    await tick();
    expect(await chargesOf(fan)).toBe(1);
    world.clock.set(bought);
  });

  it('nobody withdraws from or cancels what is of another, as a guest or at another site', async () => {
    const fan = await world.member();
    const { contract } = (await shown(fan)).body.data;
    const elsewhere = await world.member('mars');
    await close(shut);
    expect((await withdraw(await world.fresh(), contract._id)).body.code).toBe('not-found');
    expect((await withdraw(elsewhere, contract._id)).body.code).toBe('not-found');
    const guest = await world.call('POST /api/v2/subscription/withdraw', { on: 'luna', body: { id: contract._id } });
    expect(guest.body.code).toBe('session-required');
    expect((await world.call('POST /api/cancel-subscription', { on: 'luna', body: {} })).body.code).toBe(
      'session-required',
    );
    expect([await statusOf(fan), await statusOf(elsewhere)]).toEqual(['2', '2']);
  });
});

it('a site that is stopped lets nobody log in, and so nobody withdraw or cancel', async () => {
  const fan = await world.member();
  const { contract } = (await shown(fan)).body.data;
  await close({ suspended: true });
  const { email, password } = fan;
  const answers = [
    await world.call('POST /api/users/login', { on: 'luna', body: { email, password } }),
    await shown(fan),
    await withdraw(fan, contract._id),
    await cancel(fan),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'service-stopped'));
  expect(await statusOf(fan)).toBe('2');
});
