import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCoinListsJob } from '../../src/features/crypto/listed/read-list.ts';
import { lookAtPayment } from '../../src/features/crypto/look-at-payment.ts';
import { lookForReturnsJob } from '../../src/features/crypto/returns/look-for-returns.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { hourMs } from '../reconciliation/reconciling.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
let start: number;
beforeAll(async () => {
  world = await createCryptoWorld();
  world.clock.set(new Date());
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.chain.faults([]);
  start = Math.max(Date.now(), world.clock.now().getTime());
});

const luna = () => world.tenants.luna;
const run = () => readCoinListsJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
/** Walks once more through the list, whenever its turn would have come. */
async function walk(): Promise<void> {
  await world.database.tenants.write(luna(), (db) =>
    db('coin_list_readings').update({ next_at: new Date(0), next_offset: 0 }),
  );
  await run();
}

/** A fan's 50 dollars in coins, put into the wallet. */
async function credited() {
  const fan = await world.fresh();
  const payment = await world.begin(fan);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await world.check(fan, payment);
  return { fan, payment };
}

describe('a payment of which the list says something else than its provider answers', () => {
  const rowOf = (id: string) =>
    world.database.tenants.read(luna(), (db) => db('crypto_payments').where({ id }).first());
  const change = (id: string, values: object) =>
    world.database.tenants.write(luna(), (db) => db('crypto_payments').where({ id }).update(values));
  const settle = (id: string, decision: string, more: object = {}) =>
    world.call('POST /api/reports/open-items/settle', { as: world.people.luna.admin, body: { id, decision, ...more } });
  /** Looked at no more, other than the list has it, and without an answer of its own. */
  async function doubted() {
    const { fan, payment } = await credited();
    const id = payment.transaction_id;
    await change(id, {
      next_look_at: null,
      provider_minor: 4_000,
      expires_at: new Date(start - 48 * hourMs),
    });
    world.chain.faults([{ kind: 'html-403', on: 'CheckPayment' }]);
    world.clock.set(new Date(start));
    await walk();
    return { fan, payment, id };
  }
  /** Its provider answers again, to whoever asks. */
  async function walkAfter(days: number): Promise<void> {
    world.clock.set(new Date(start + days * 24 * hourMs));
    world.chain.faults([]);
    await walk();
  }

  it('is looked at again within a week, and then is as the provider has it', async () => {
    const { fan, id } = await doubted();
    expect(await rowOf(id)).toMatchObject({ listed_minor: 5_000, doubted_since: new Date(start), alarm: null });
    await walkAfter(6.9);
    expect(await rowOf(id)).toMatchObject({ provider_minor: 5_000, listed_minor: null, doubted_since: null });
    expect(await world.openItems(fan)).toEqual([]);
  });

  it('is an open item after a week that nobody asks about any more, until staff have it looked at', async () => {
    const { fan, id } = await doubted();
    await walkAfter(7);
    await walkAfter(8);
    expect(await rowOf(id)).toMatchObject({ provider_minor: 4_000 });
    expect(await world.openItems(fan)).toMatchObject([
      { kind: 'crypto_unresolved', reason: 'confirmed', doubt: { listed: 50, told: 40 } },
    ]);
    expect((await settle(id, 'try_again')).status).toBe(200);
    await world.runJobs();
    expect(await rowOf(id)).toMatchObject({ provider_minor: 5_000, doubted_since: null });
    expect(await world.openItems(fan)).toEqual([]);
  });

  it('that staff settled stays so, until the list says something new', async () => {
    const { fan, id } = await doubted();
    await walkAfter(7);
    expect((await settle(id, 'noted', { evidence: 'ForumPay, ticket 12' })).status).toBe(200);
    await walkAfter(9);
    expect([await world.openItems(fan), (await rowOf(id))?.provider_minor]).toEqual([[], 4_000]);
    await change(id, { listed_minor: 4_500 });
    world.chain.faults([{ kind: 'html-403', on: 'CheckPayment' }]);
    await walk();
    expect(await rowOf(id)).toMatchObject({ listed_minor: 5_000, alarm: null });
    world.clock.set(new Date(start + 16 * 24 * hourMs));
    await run();
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved' }]);
  });

  it('is looked at at every walk on the schema of the version before', async () => {
    const { id } = await doubted();
    const columns = ['listed_minor', 'doubted_since'];
    await withoutColumns(world.databaseUrl, luna(), 'crypto_payments', columns, () => walkAfter(8));
    expect(await rowOf(id)).toMatchObject({ provider_minor: 5_000 });
  });

  it.each([
    [
      'staff have it looked at',
      async (id: string) => {
        expect((await settle(id, 'try_again')).status).toBe(200);
        await world.runJobs();
      },
    ],
    [
      'it is looked for coins that went back',
      () => lookForReturnsJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log }),
    ],
  ])('is one about coins that were spent twice once these are, and %s', async (_when, look) => {
    const { fan, payment, id } = await doubted();
    await walkAfter(7);
    world.chain.faults([{ kind: 'html-403', on: 'CheckPayment' }, { kind: 'webhook-lost' }]);
    world.chain.doubleSpend(payment.address);
    await look(id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_double_spent', doubt: null }]);
  });

  it.each([
    ['says the same again', { acceptedMinor: 4_000 }],
    ['has it no longer as accepted', { isBlocked: true, confirmedAt: null }],
  ])(
    'is over, with its open item, where the list %s, also while its provider does not answer',
    async (_what, listed) => {
      const { fan, payment, id } = await doubted();
      await walkAfter(7);
      expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved' }]);
      Object.assign(
        world.chain.payments().find((one) => one.paymentId === payment.payment_id)!,
        listed,
      );
      world.chain.faults([{ kind: 'html-403', on: 'CheckPayment' }]);
      world.clock.set(new Date(start + 8 * 24 * hourMs));
      await walk();
      expect(await rowOf(id)).toMatchObject({ provider_minor: 4_000, listed_minor: null, doubted_since: null });
      expect(await world.openItems(fan)).toEqual([]);
    },
  );

  it('leaves coins that nobody took an open item, where it is over for them', async () => {
    const { fan, payment, id } = await underWay();
    await change(id, { alarm: 'unresolved', doubted_since: new Date(start), listed_minor: 5_000 });
    expect(await world.openItems(fan)).toMatchObject([
      { kind: 'crypto_unresolved', doubt: { listed: 50, told: null } },
    ]);
    await walk();
    expect(await rowOf(payment.transaction_id)).toMatchObject({ doubted_since: null });
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved', doubt: null }]);
  });

  it('whose coins are under way, as staff settled before, is shown to them again after a week and no sooner', async () => {
    const { fan, id } = await underWay();
    const now = world.clock.now();
    // Since the list has it, as a walk would find.
    await change(id, { alarm: null, doubted_since: now, listed_minor: 5_000 });
    await lookAtPayment(world.ctx, luna(), id);
    expect(await world.openItems(fan)).toEqual([]);
    world.clock.set(new Date(now.getTime() + 7 * 24 * hourMs));
    await lookAtPayment(world.ctx, luna(), id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved', reason: 'processing' }]);
  });

  /** Coins that are not confirmed, more than a day after the watch. */
  async function underWay() {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.minutes(16 + 24 * 60);
    await lookAtPayment(world.ctx, luna(), payment.transaction_id);
    return { fan, payment, id: payment.transaction_id };
  }
});
