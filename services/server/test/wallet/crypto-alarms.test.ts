import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookAtPayment } from '../../src/features/crypto/look-at-payment.ts';
import { lookForReturnsJob } from '../../src/features/crypto/returns/look-for-returns.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.chain.reset());

const settle = async (id: string, decision: string, more: object = { evidence: 'ForumPay, ticket 4711' }) => {
  const answer = await world.call('POST /api/reports/open-items/settle', {
    as: world.people.luna.admin,
    body: { id, decision, ...more },
  });
  return [answer.status, answer.body.code];
};
const openCount = async () =>
  (await world.call('GET /api/reports/open-items', { as: world.people.luna.admin })).body.data.open as number;

async function blockedPayment() {
  const fan = await world.fresh();
  const payment = await world.begin(fan);
  world.chain.send(payment.address, payment.amount);
  world.chain.block(payment.address);
  await world.check(fan, payment);
  return { fan, payment };
}

describe('an alarm about a crypto payment', () => {
  it('is counted among the open items, and is settled once, with who said so and what shows it', async () => {
    const before = await openCount();
    const { fan, payment } = await blockedPayment();
    expect(await openCount()).toBe(before + 1);
    expect(await settle(payment.transaction_id, 'noted', {})).toEqual([400, 'invalid-request']);
    expect(await settle(payment.transaction_id, 'paid_by_hand')).toEqual([400, 'invalid-request']);
    expect(await world.openItems(fan)).toHaveLength(1);
    expect(await settle(payment.transaction_id, 'noted')).toEqual([200, undefined]);
    expect(await settle(payment.transaction_id, 'noted')).toEqual([409, 'open-item-settled']);
    expect([await world.openItems(fan), await openCount()]).toEqual([[], before]);
    expect(await world.openItems(fan, 'settled')).toMatchObject([
      {
        kind: 'crypto_blocked',
        amount: 50,
        transactionId: payment.payment_id,
        settled: { decision: 'noted', evidence: 'ForumPay, ticket 4711', by: { _id: world.people.luna.admin.id } },
      },
    ]);
  });

  it('that staff settled is not raised again by the looks that follow', async () => {
    const { fan, payment } = await blockedPayment();
    await settle(payment.transaction_id, 'noted');
    await world.check(fan, payment);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toEqual([]);
  });

  it('stays open while the provider is asked again, and goes once the coins are confirmed', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.minutes(16 + 24 * 60);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved', reason: 'processing' }]);
    expect(await settle(payment.transaction_id, 'try_again', {})).toEqual([200, undefined]);
    await world.runJobs();
    expect(await world.openItems(fan)).toHaveLength(1);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.chain.confirm(payment.address);
    await settle(payment.transaction_id, 'try_again', {});
    await world.runJobs();
    expect([await world.openItems(fan), await world.wallet(fan)]).toEqual([[], 5000]);
  });

  it('is one after the day of watching also where the provider answers nothing', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    world.chain.faults([{ kind: 'html-403', on: 'CheckPayment' }]);
    world.minutes(60);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toEqual([]);
    world.minutes(16 + 24 * 60);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved', reason: 'processing' }]);
    await settle(payment.transaction_id, 'noted');
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toEqual([]);
    world.chain.faults([]);
  });

  it('about coins that nobody took becomes one about a block, once the provider blocks them', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.minutes(16 + 24 * 60);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved' }]);
    world.chain.block(payment.address);
    await lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_blocked', reason: 'blocked' }]);
  });

  it('on the schema of the version before stays open, and is settled once the schema has moved on', async () => {
    const { fan, payment } = await blockedPayment();
    await withoutColumns(world.databaseUrl, world.tenants.luna, 'crypto_payments', ['settled_alarms'], async () => {
      expect(await settle(payment.transaction_id, 'noted')).toEqual([503, 'unavailable']);
      expect(await world.openItems(fan)).toHaveLength(1);
    });
    expect(await settle(payment.transaction_id, 'noted')).toEqual([200, undefined]);
  });

  it('of one site is not found on another', async () => {
    const { fan, payment } = await blockedPayment();
    const answer = await world.call('POST /api/reports/open-items/settle', {
      as: world.people.mars.admin,
      body: { id: payment.transaction_id, decision: 'noted', evidence: 'x' },
    });
    expect([answer.status, await world.openItems(fan)]).toMatchObject([404, [{ kind: 'crypto_blocked' }]]);
  });
});

describe('coins that came late and that the provider took without a rate for them', () => {
  const lookAt = async (id: string) => {
    await lookAtPayment(world.ctx, world.tenants.luna, id);
    return world.database.tenants.read(world.tenants.luna, (db) => db('crypto_payments').where({ id }).first());
  };
  /** A payment whose quote has ended without a coin. */
  async function closed() {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.minutes(16);
    world.chain.closeWindow(payment.address);
    await world.check(fan, payment);
    return { fan, payment };
  }
  /** Confirmed an hour after the quote had ended, while their currency can't be quoted. */
  async function unrated() {
    const { fan, payment } = await closed();
    world.minutes(60);
    world.chain.faults([{ kind: 'refused', on: 'GetRate' }, { kind: 'webhook-lost' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    expect(await world.check(fan, payment)).toMatchObject({ state: 'confirmed', credited_amount: 0 });
    return { fan, payment, id: payment.transaction_id };
  }
  const shown = async (fan: Awaited<ReturnType<typeof unrated>>['fan']) => {
    const open = await world.call('GET /api/crypto/open-payments', { as: fan });
    const own = await world.call('GET /api/payments/mine', { as: fan });
    return [open.body.data, own.body.data.payments];
  };

  it('are shown to the fan, and among the payments to staff, as under way', async () => {
    const { fan, id } = await unrated();
    const query = { user_id: fan.id, kind: 'top_up' };
    const listed = async () =>
      (await world.call('GET /api/admin/get_transactions_details', { as: world.people.luna.admin, query })).body.data
        .transactions;
    expect(await listed()).toMatchObject([{ _id: id, state: 'pending', amount: 50 }]);
    expect(await shown(fan)).toMatchObject([[{ transaction_id: id }], [{ _id: id, state: 'waiting', amount: 50 }]]);
    world.chain.faults([]);
    await lookAt(id);
    expect(await shown(fan)).toMatchObject([[], [{ _id: id, state: 'paid', amount: 50 }]]);
    expect(await listed()).toMatchObject([{ state: 'succeeded', amount: 50 }]);
  });

  it('are an open item after the day of watching, looked at every hour, until they are credited', async () => {
    const { fan, id } = await unrated();
    await lookAt(id);
    expect(await world.openItems(fan)).toEqual([]);
    world.minutes(24 * 60);
    const row = await lookAt(id);
    expect(row?.next_look_at?.getTime()).toBe(world.clock.now().getTime() + 60 * 60_000);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved', reason: 'confirmed' }]);
    world.chain.faults([]);
    await lookAt(id);
    expect([await world.openItems(fan), await world.wallet(fan)]).toEqual([[], 5_000]);
  });

  it('that are worth less than a cent are told as that, and not as coins without a rate', async () => {
    const { fan, payment } = await closed();
    world.minutes(60);
    // A cent at the provider's rate; a little less at ours, which has the network's fee in it.
    world.chain.send(payment.address, '0.0000002');
    world.chain.confirm(payment.address);
    expect(await world.check(fan, payment)).toMatchObject({ state: 'confirmed', credited_amount: 0 });
    world.minutes(24 * 60);
    await lookAt(payment.transaction_id);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_unresolved', reason: 'dust' }]);
    // Nor does their sender wait for what will never come.
    expect(await shown(fan)).toEqual([[], []]);
  });

  it('are asked about for months once the hourly looks have ended', async () => {
    const { fan, id } = await unrated();
    world.minutes(9 * 24 * 60);
    const row = await lookAt(id);
    expect([row?.next_look_at, row?.next_return_look_at]).toEqual([null, expect.any(Date)]);
    world.chain.faults([]);
    world.minutes(25 * 60);
    await lookForReturnsJob.run({
      ctx: world.ctx,
      tenant: world.tenants.luna,
      payload: {},
      attempt: 1,
      log: world.ctx.log,
    });
    expect(await world.wallet(fan)).toBe(5_000);
  });

  it('are no open item where their rate is told at once, however late they come', async () => {
    const { fan, payment } = await closed();
    world.minutes(3 * 24 * 60);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    const error = vi.spyOn(world.ctx.log, 'error');
    await lookAt(payment.transaction_id);
    expect([await world.openItems(fan), await world.wallet(fan), error.mock.calls]).toEqual([[], 5_000, []]);
    error.mockRestore();
  });
});
