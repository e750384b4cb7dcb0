import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  // The evening of 30 January in Los Angeles.
  world = await createMoneyWorld({ at: new Date('2026-01-31T04:00:00Z') });
  await world.call('PATCH /api/app_settings', {
    as: world.people.luna.admin,
    body: { timezone: 'America/Los_Angeles' },
  });
  await vi.waitUntil(async () => (await world.ctx.settings.of(world.tenants.luna)).timezone === 'America/Los_Angeles', {
    timeout: 20_000,
  });
});
afterAll(() => world.close());

it('DECISIONS 52 a membership bought on 30 January in Los Angeles is billed next on 28 February there, as its offer said', async () => {
  const fan = await world.fresh();
  const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
  expect(quote.body.data.next_charge_at).toBe('2026-03-01T04:00:00.000Z');
  await world.subscribe(fan);
  const me = await world.call('GET /api/users/me', { as: fan });
  expect(me.body.data).toMatchObject({ next_billing_date: '2026-03-01T04:00:00.000Z' });
});

it('a change of the site’s zone moves no date that was promised', async () => {
  const fan = await world.fresh();
  await world.subscribe(fan);
  await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { timezone: 'Asia/Tokyo' } });
  const { renewMembershipsJob } = await import('../../src/features/memberships/renew-memberships.ts');
  world.clock.set(new Date('2026-03-01T05:00:00Z'));
  await renewMembershipsJob.run({
    ctx: world.ctx,
    tenant: world.tenants.luna,
    payload: {},
    attempt: 1,
    log: world.ctx.log,
  });
  await world.runJobs();
  const me = await world.call('GET /api/users/me', { as: fan });
  // 30 March in the evening in Los Angeles, on summer time by then.
  expect(me.body.data).toMatchObject({ next_billing_date: '2026-03-31T03:00:00.000Z' });
});
