import { withOwner } from '@backlot/database/owner';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookForReturnsJob } from '../../src/features/crypto/returns/look-for-returns.ts';
import { lookAtPayment } from '../../src/features/crypto/look-at-payment.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import type { SiteName } from '../../src/testing/world.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.chain.reset());

/** A fan's 50 dollars in coins, credited. */
async function credited(site: SiteName = 'luna') {
  const fan = await world.fresh(site);
  const payment = await world.begin(fan);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await world.check(fan, payment);
  return { fan, payment };
}
/** Days pass, and the clock's job runs once. */
async function look(days = 1, site: SiteName = 'luna') {
  world.clock.advance(days * dayMs + 60_000);
  const { ctx, tenants } = world;
  await lookForReturnsJob.run({ ctx, tenant: tenants[site], payload: {}, attempt: 1, log: ctx.log });
}
const settle = async (id: string, decision: string, site: SiteName = 'luna') => {
  const answer = await world.call('POST /api/reports/open-items/settle', {
    as: world.people[site].admin,
    body: { id, decision, evidence: 'ForumPay, refund 4711' },
  });
  return [answer.status, answer.body.code];
};
const openCount = async () =>
  (await world.call('GET /api/reports/open-items', { as: world.people.luna.admin })).body.data.open as number;
const asked = (paymentId: string) =>
  world.database.tenants.read(
    world.tenants.luna,
    async (db) => (await db('crypto_payments').where({ id: paymentId }).first())!.next_return_look_at,
  );

describe('coins that the provider sent back after they were credited', () => {
  it('are an open item with its words, counted, while the wallet keeps the money; staff settle it once', async () => {
    const { fan, payment } = await credited();
    const before = await openCount();
    await look();
    expect(await world.openItems(fan)).toEqual([]);
    world.chain.sendBack(payment.address);
    await look();
    const [item] = await world.openItems(fan);
    expect(item).toMatchObject({
      kind: 'crypto_returned',
      sold: 'wallet',
      amount: 50,
      currency: 'USD',
      transactionId: payment.payment_id,
      reason: 'Refunded',
      settled: null,
    });
    expect([await openCount(), await world.wallet(fan)]).toEqual([before + 1, 5000]);
    expect(await settle(item!._id, 'written_off')).toEqual([400, 'invalid-request']);
    expect(await settle(item!._id, 'noted')).toEqual([200, undefined]);
    expect(await settle(item!._id, 'noted')).toEqual([409, 'open-item-settled']);
    expect([await world.openItems(fan), await openCount()]).toEqual([[], before]);
    expect(await world.openItems(fan, 'settled')).toMatchObject([
      { kind: 'crypto_returned', amount: 50, reason: null, settled: { decision: 'noted' } },
    ]);
  });

  it('are one item while it is open, and another only once more went back than staff knew of', async () => {
    const { fan, payment } = await credited();
    world.chain.openReturn(payment.address, '0.0002');
    await look();
    const [item] = await world.openItems(fan);
    expect(item).toMatchObject({ kind: 'crypto_returned', reason: 'Refund opened' });
    world.chain.sendBack(payment.address, '0.0002');
    await look();
    expect(await world.openItems(fan)).toMatchObject([{ _id: item!._id, reason: 'Refunded' }]);
    await settle(item!._id, 'noted');
    await look();
    expect(await world.openItems(fan)).toEqual([]);
    world.chain.sendBack(payment.address, '0.0003');
    await look();
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_returned' }]);
  });

  it('that were only asked for, and are sent after staff saw that nothing was, are an open item again', async () => {
    const { fan, payment } = await credited();
    world.chain.openReturn(payment.address, '0.0002');
    await look();
    const [item] = await world.openItems(fan);
    await settle(item!._id, 'noted');
    await look();
    expect(await world.openItems(fan)).toEqual([]);
    world.chain.sendBack(payment.address, '0.0002');
    await look();
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_returned', reason: 'Refunded' }]);
  });

  it('are noticed once by looks that meet', async () => {
    const { fan, payment } = await credited();
    world.chain.sendBack(payment.address);
    world.clock.advance(dayMs + 60_000);
    const { ctx, tenants } = world;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        lookForReturnsJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log }),
      ),
    );
    expect(await world.openItems(fan)).toHaveLength(1);
  });

  it('of one site are neither seen nor settled on another', async () => {
    const { fan, payment } = await credited();
    world.chain.sendBack(payment.address);
    await look(1, 'mars');
    expect(await world.openItems(fan)).toEqual([]);
    await look();
    const [item] = await world.openItems(fan);
    expect(await settle(item!._id, 'noted', 'mars')).toEqual([404, 'not-found']);
    expect(await world.openItems(fan)).toHaveLength(1);
  });

  it('that were spent twice, long after the day of watching, raise the alarm of those', async () => {
    const { fan, payment } = await credited();
    world.chain.doubleSpend(payment.address);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    await look(20);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_double_spent' }]);
  });
});

describe('the look for them', () => {
  it('comes daily, later weekly, and ends after half a year; also where nobody answered it comes again', async () => {
    const { payment } = await credited();
    const inDays = async () => {
      const next = await asked(payment.transaction_id);
      return next && Math.round((next.getTime() - world.clock.now().getTime()) / dayMs);
    };
    expect(await inDays()).toBe(1);
    world.chain.faults([{ kind: 'html-403', on: 'GetTransactions' }]);
    await look();
    // Within the hour.
    expect(await inDays()).toBe(0);
    world.chain.faults([]);
    await look();
    expect(await inDays()).toBe(1);
    await look(15);
    expect(await inDays()).toBe(7);
    await look(170);
    expect(await inDays()).toBeNull();
  });

  it('ends two weeks after half a year also where nobody ever answered', async () => {
    const { payment } = await credited();
    world.chain.faults([{ kind: 'html-403', on: 'GetTransactions' }]);
    await look(181);
    expect(await asked(payment.transaction_id)).not.toBeNull();
    await look(14);
    expect(await asked(payment.transaction_id)).toBeNull();
    world.chain.faults([]);
  });

  it('asks about pages of payments, all of them in one run, and stops where nobody answers', async () => {
    const paid: Array<Awaited<ReturnType<typeof credited>>> = [];
    for (let n = 0; n < 30; n += 1) paid.push(await credited());
    for (const { payment } of paid) world.chain.sendBack(payment.address);
    world.chain.faults([{ kind: 'reset-before', on: 'GetTransactions', count: 3 }]);
    await look();
    const noticed = async () =>
      (await Promise.all(paid.map(({ fan }) => world.openItems(fan)))).filter(({ length }) => length > 0).length;
    expect(await noticed()).toBe(0);
    const record = recordStatements();
    await look();
    const texts = record.stop().filter(({ text }) => text.includes('next_return_look_at <='));
    expect(texts.length).toBeGreaterThan(1);
    expect(await indexesAskedBy(world.databaseUrl, texts[0]!)).toContain('crypto_payments_to_ask_about_returns');
  });
});

describe('coins that come after the day of watching, and whose webhook is lost', () => {
  /** Half of it comes, and nobody is told. */
  const send = ({ address }: { address: string }): void => {
    world.chain.send(address, { share: 0.5 });
    world.chain.confirm(address);
  };

  it('to an address that was paid before are credited by the daily look', async () => {
    const { fan, payment } = await credited();
    await look(3);
    send(payment);
    expect(await world.wallet(fan)).toBe(5000);
    await look();
    expect(await world.wallet(fan)).toBe(7500);
    await look();
    expect(await world.wallet(fan)).toBe(7500);
  });

  it('to an address that nothing had come to are credited by it as well, for as long as it asks', async () => {
    const fan = await world.fresh('luna');
    const payment = await world.begin(fan);
    const { ctx, tenants } = world;
    expect(await asked(payment.transaction_id)).toBeNull();
    world.chain.closeWindow(payment.address);
    world.clock.advance(2 * dayMs);
    await lookAtPayment(ctx, tenants.luna, payment.transaction_id);
    expect(await asked(payment.transaction_id)).not.toBeNull();
    send(payment);
    await look();
    expect(await world.wallet(fan)).toBe(2500);

    const forgotten = await world.begin(fan);
    world.clock.advance(181 * dayMs);
    await lookAtPayment(ctx, tenants.luna, forgotten.transaction_id);
    expect(await asked(forgotten.transaction_id)).toBeNull();
  });
});

it('on the schema of the version before coins are credited, other items are listed and settled, and nobody looks', async () => {
  const rename = (from: string, to: string) =>
    withOwner(world.databaseUrl, (owner) =>
      owner.query(`alter table tenant_${world.tenants.luna.id}.${from} rename to ${to}`),
    );
  await rename('coin_returns', 'hidden_returns');
  try {
    await withoutColumns(
      world.databaseUrl,
      world.tenants.luna,
      'crypto_payments',
      ['next_return_look_at'],
      async () => {
        const { fan, payment } = await credited();
        expect(await world.wallet(fan)).toBe(5000);
        world.chain.sendBack(payment.address);
        await look();
        const blocked = await world.begin(fan);
        world.chain.send(blocked.address, blocked.amount);
        world.chain.block(blocked.address);
        await world.check(fan, blocked);
        expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_blocked' }]);
        expect(await settle(blocked.transaction_id, 'noted')).toEqual([200, undefined]);
        expect((await settle(fan.id, 'paid_by_hand'))[1]).toBe('open-item-settled');
      },
    );
  } finally {
    await rename('hidden_returns', 'coin_returns');
  }
});
