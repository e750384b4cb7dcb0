import type { OpenItem } from '@backlot/contracts/open-items';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endForgottenOrphansJob, endOrphanedSeriesJob } from '../../src/features/checkout/settle/orphaned-series.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { meOf, seriesOf } = membershipsOf(() => world);
const saleOf = (id: string) => world.ccbill.sales().find(({ subscriptionId }) => subscriptionId === id)!;
const orphanOf = (id: string) =>
  world.database.tenants.read(world.tenants.luna, (db) => db('orphaned_series').where({ provider_ref: id }).first());
const settle = (body: object, as: TestPerson = world.people.luna.admin) =>
  world.call('POST /api/reports/open-items/settle', { as, body });
const itemsOf = async (reference: string, more: Record<string, string> = {}) =>
  (
    await world.call('GET /api/reports/open-items', {
      as: world.people.luna.admin,
      query: { kind: 'series_unended', search: reference, ...more },
    })
  ).body.data.items as OpenItem[];

/** A fan who paid a second form after the first, which was closed, while CCBill is `faulty` or not. */
async function paidBothForms(faulty = false) {
  const fan = await world.fresh();
  const first = await world.subscribe(fan, { stored: true });
  const { intent_id, action } = first.body.data;
  const closed = await world.call('POST /api/v2/purchase/cancel', { as: fan, body: { intent_id } });
  expect(closed.status).toBe(200);
  await world.payOnForm(await world.subscribeOnForm(fan));
  await world.settleNotices();
  const kept = world.lastSale();
  if (faulty) world.ccbill.faults([{ kind: 'error-before', on: 'manage' }]);
  await world.payOnForm(action.url);
  await world.settleNotices();
  await world.settleNotices();
  const orphan = world.lastSale();
  expect(orphan.subscriptionId).not.toBe(kept.subscriptionId);
  return { fan, kept, orphan };
}

describe("a series of CCBill's that began with a sale that bought nothing", () => {
  it('ends at CCBill with the refund, where the fan had a membership already', async () => {
    const { fan, kept, orphan } = await paidBothForms();
    expect(saleOf(orphan.subscriptionId)).toMatchObject({ state: 'ending', returnedMinor: 1999 });
    expect(await orphanOf(orphan.subscriptionId)).toMatchObject({ ended_at: expect.any(Date), alarmed_at: null });
    expect(saleOf(kept.subscriptionId)).toMatchObject({ state: 'recurring', returnedMinor: 0 });
    expect(await seriesOf(fan)).toMatchObject([{ state: 'billing', provider_ref: kept.subscriptionId }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    await world.settleNotices();
    const errors = await world.database.tenants.read(fan.tenant, async (db) =>
      (await db('webhook_deliveries'))
        .filter(({ raw }) => raw.includes(orphan.subscriptionId))
        .map(({ error }) => error),
    );
    expect(new Set(errors)).toEqual(new Set([null]));
    await world.booked('luna');
  });

  it('ends at CCBill where another amount was taken than was asked for', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    world.ccbill.faults([{ kind: 'other-amount', by: 100, count: 1 }]);
    await world.payOnForm(url);
    await world.settleNotices();
    await world.settleNotices();
    expect(world.lastSale()).toMatchObject({ state: 'ending', returnedMinor: 2099 });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  });

  it('ends at CCBill where one form was paid twice, and the membership goes on', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    await world.payOnForm(url);
    await world.settleNotices();
    const kept = world.lastSale();
    await world.payOnForm(url);
    await world.settleNotices();
    const second = world.lastSale();
    expect(saleOf(second.subscriptionId)).toMatchObject({ state: 'ending' });
    expect(saleOf(kept.subscriptionId)).toMatchObject({ state: 'recurring' });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  });

  it('is asked for until CCBill confirms, and is an open item from the third try on', async () => {
    const { fan, orphan } = await paidBothForms(true);
    const series = (await orphanOf(orphan.subscriptionId))!;
    const { ctx } = world;
    const work = { ctx, tenant: fan.tenant, attempt: 1, log: ctx.log };
    for (let tries = 0; tries < 3; tries += 1)
      await expect(endOrphanedSeriesJob.run({ ...work, payload: { seriesId: series.id } })).rejects.toThrow('goes on');
    expect(await itemsOf(orphan.subscriptionId)).toMatchObject([
      { kind: 'series_unended', user: { _id: fan.id }, sold: 'membership', transactionId: orphan.subscriptionId },
    ]);
    // What it charges meanwhile is somebody's to give back.
    world.ccbill.renew(orphan.subscriptionId);
    await world.settleNotices();
    const renewals = await world.database.tenants.read(fan.tenant, async (db) =>
      (await db('webhook_deliveries')).filter(
        ({ raw }) => raw.includes(orphan.subscriptionId) && raw.includes('RenewalSuccess'),
      ),
    );
    expect(renewals).toMatchObject([{ error: 'for-staff' }]);
    expect(await itemsOf(fan.email, { kind: 'webhook_unapplied' })).toMatchObject([
      { user: { _id: fan.id }, sold: 'membership', reason: 'for-staff' },
    ]);

    world.ccbill.faults([]);
    world.clock.set(new Date(world.clock.now().getTime() + 11 * 60_000));
    await endForgottenOrphansJob.run({ ...work, payload: {} });
    await world.runJobs();
    expect(saleOf(orphan.subscriptionId)).toMatchObject({ state: 'ending' });
    expect(await itemsOf(orphan.subscriptionId)).toEqual([]);
  });

  it('is settled by staff who ended it in the console', async () => {
    const { fan, orphan } = await paidBothForms(true);
    const series = (await orphanOf(orphan.subscriptionId))!;
    const { ctx } = world;
    for (let tries = 0; tries < 3; tries += 1)
      await endOrphanedSeriesJob
        .run({ ctx, tenant: fan.tenant, payload: { seriesId: series.id }, attempt: 1, log: ctx.log })
        .catch(() => undefined);
    const body = { id: series.id, decision: 'ended_by_hand', evidence: 'Console, ticket 7' };
    expect(await settle(body, world.people.mars.admin)).toMatchObject({ status: 404 });
    expect(await settle({ ...body, decision: 'accept' })).toMatchObject({ status: 400 });
    expect(await settle({ id: series.id, decision: 'try_again' })).toMatchObject({ status: 200 });
    expect(await settle(body)).toMatchObject({ status: 200 });
    expect((await settle(body)).body.code).toBe('open-item-settled');
    expect(await itemsOf(orphan.subscriptionId, { state: 'settled' })).toMatchObject([
      { settled: { decision: 'ended_by_hand', evidence: 'Console, ticket 7' } },
    ]);
  });
});
