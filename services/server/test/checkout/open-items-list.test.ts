import type { OpenItem } from '@backlot/contracts/open-items';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestRefund } from '../../src/features/checkout/settle/reversal-rows.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const list = async (query: Record<string, string>) =>
  (await world.call('GET /api/reports/open-items', { as: world.people.luna.admin, query })).body.data as {
    items: OpenItem[];
    open: number;
  };

/** A fan to whom `amountMinor` of a post that cost 9 dollars is owed: the provider refused it. */
async function owed(amountMinor = 900) {
  const fan = await world.member();
  const bought = await world.buy(fan, await world.post('luna'));
  await world.settle();
  const reference = bought.body.data.transactionId as string;
  await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    const attempt = await db('payment_attempts').where({ provider_ref: reference }).first();
    await requestRefund(db, {
      attemptId: attempt!.id,
      amountMinor,
      currency: 'USD',
      reason: 'test',
      now: world.clock.now(),
    });
  });
  await world.runJobs();
  return { fan, reference };
}

describe('the list of open items', () => {
  it('says who settled what, when, how, and what shows it', async () => {
    const { fan, reference } = await owed();
    const { items, open } = await list({ search: reference });
    expect(items).toMatchObject([
      { kind: 'refund_owed', user: { _id: fan.id }, reason: 'funds-not-settled', withdraws: true, settled: null },
    ]);
    const { model } = world.people.luna;
    await world.call('POST /api/reports/open-items/settle', {
      as: model,
      body: { id: items[0]!._id, decision: 'paid_by_hand', evidence: ' Bank transfer 78 ' },
    });
    const after = await list({ search: reference, state: 'settled' });
    expect(after.open).toBe(open - 1);
    expect(after.items).toMatchObject([
      {
        kind: 'refund_owed',
        user: { _id: fan.id },
        amount: 9,
        settled: {
          decision: 'paid_by_hand',
          evidence: 'Bank transfer 78',
          by: { _id: model.id },
          date: world.clock.now().toISOString(),
        },
      },
    ]);
    expect((await list({ search: reference })).items).toEqual([]);
    expect((await list({ search: reference, state: 'settled', kind: 'payment_held' })).items).toEqual([]);
  });

  it('is found by the fan, and a part that is owed takes nothing away', async () => {
    const { fan } = await owed(400);
    expect((await list({ search: fan.email })).items).toMatchObject([{ amount: 4, withdraws: false }]);
    expect((await list({ search: (await owed()).fan.email, kind: 'payment_unknown' })).items).toEqual([]);
  });

  it('is counted in the menu and on the first screen of those who may open it, and of nobody else', async () => {
    await owed();
    const { open } = await list({});
    expect(open).toBeGreaterThan(0);
    const { model, admin, sub_admin, support, content_manager, live_stream_manager } = world.people.luna;
    for (const as of [model, admin, sub_admin, support]) {
      expect((await world.call('GET /api/users/me', { as })).body.data.openItemsCount).toBe(open);
      expect((await world.call('GET /api/reports/open-items', { as })).status).toBe(200);
    }
    for (const as of [content_manager, live_stream_manager, await world.fresh()]) {
      expect((await world.call('GET /api/users/me', { as })).body.data.openItemsCount).toBe(0);
      expect((await world.call('GET /api/reports/open-items', { as })).body.code).toBe('access-denied');
    }
    const waiting = async (as: TestPerson) =>
      (await world.call('GET /api/admin/home', { as })).body.data.attention.filter(
        ({ kind }: { kind: string }) => kind === 'open_items',
      );
    expect(await waiting(model)).toEqual([{ kind: 'open_items', count: open, href: '/admin/open-items' }]);
    expect(await waiting(content_manager)).toEqual([]);
  });
});
