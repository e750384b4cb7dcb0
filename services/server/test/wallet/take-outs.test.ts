import { withOwner } from '@backlot/database/owner';
import { listEventsAfter } from '@backlot/database/shared-functions';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletOf } from '../../src/features/ledger/index.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { subscribe } from '../../src/testing/posting.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';
import type { SiteName } from '../../src/testing/world.ts';
import { lookForReturnsJob } from '../../src/features/crypto/returns/look-for-returns.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.chain.reset());

const staff = () => world.people.luna;
const walletOfFan = (fan: TestPerson) => world.database.tenants.read(fan.tenant, (db) => walletOf(db, fan.id, 'USD'));
const takeOut = (fan: TestPerson, body: object = {}, { as = staff().admin, key = v7() as string | null } = {}) =>
  world.call('POST /api/admin/fan-wallet/take-out', {
    as,
    key,
    body: {
      user_id: fan.id,
      amount: 20,
      currency: 'USD',
      through: 'coins',
      evidence: 'ForumPay, refund 4711',
      ...body,
    },
  });
const historyOf = async (fan: TestPerson) =>
  (await world.call('GET /api/wallet/history', { as: fan })).body.data.lines as Array<{
    kind: string;
    amount: number;
    owed: number;
  }>;
/** What a page that opens and a page that is open are told of the wallet. */
async function told(fan: TestPerson): Promise<unknown[]> {
  await world.runJobs();
  const { wallet_amount, wallet_owed } = (await world.call('GET /api/users/me', { as: fan })).body.data;
  const events = await world.database.tenants.read(fan.tenant, (db) => listEventsAfter(db, `user:${fan.id}`, 0));
  return [{ wallet_amount, wallet_owed }, events.findLast(({ event }) => event === 'WALLET_CHANGED')?.data];
}
const { mailsTo } = membershipsOf(() => world);

/** 50 dollars that came as coins, and went back to their payer. */
async function returned(site: SiteName = 'luna') {
  const fan = await world.fresh(site);
  const payment = await world.begin(fan);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await world.check(fan, payment);
  world.chain.sendBack(payment.address);
  world.clock.advance(25 * 3_600_000);
  const { ctx, tenants } = world;
  await lookForReturnsJob.run({ ctx, tenant: tenants[site], payload: {}, attempt: 1, log: ctx.log });
  const [item] = await world.openItems(fan);
  return { fan, payment, item: item! };
}
async function spend(fan: TestPerson, price: number) {
  await subscribe(world, fan);
  const post = await world.post('luna', price);
  const paid = await world.call('POST /api/crypto/purchase-from-wallet', {
    as: fan,
    body: { payment_for: 'blog', content_id: post },
  });
  expect(paid.status).toBe(200);
}

describe('coins that went back to their payer', () => {
  it('are taken out of the wallet by staff: it shrinks, ForumPay owes less, the item ends, and the fan is told', async () => {
    const { fan, item } = await returned();
    const before = await balancesOf(world);
    const answer = await takeOut(fan, { amount: 50, item_id: item._id });
    expect(answer.body.data).toMatchObject({ amount: 50, owed_for_it: 0, balance: 0, owed: 0, currency: 'USD' });
    const after = await balancesOf(world);
    expect(after.of('provider_clearing', 'forumpay') - before.of('provider_clearing', 'forumpay')).toBe(-5000);
    expect(after.of('fan_wallet') - before.of('fan_wallet')).toBe(5000);
    expect([after.sum, await walletOfFan(fan)]).toEqual([0, { balanceMinor: 0, owedMinor: 0 }]);
    expect(await historyOf(fan)).toMatchObject([
      { kind: 'taken_out', amount: -50, owed: 0 },
      { kind: 'added', amount: 50 },
    ]);
    expect(await world.openItems(fan)).toEqual([]);
    expect(await world.openItems(fan, 'settled')).toMatchObject([
      {
        kind: 'crypto_returned',
        amount: 50,
        settled: { decision: 'taken_out', evidence: 'ForumPay, refund 4711', by: { _id: staff().admin.id } },
      },
    ]);
    await world.runJobs();
    expect((await mailsTo(fan)).filter(({ subject }) => subject.includes('taken out'))).toMatchObject([
      { subject: '$50.00 was taken out of your wallet' },
    ]);
  });

  it('and were spent are owed by the fan; what comes next pays for it', async () => {
    const { fan, item } = await returned();
    await spend(fan, 3500);
    expect((await takeOut(fan, { amount: 50, item_id: item._id })).body.data).toMatchObject({
      owed_for_it: 35,
      balance: 0,
      owed: 35,
    });
    expect(await world.openItems(fan)).toMatchObject([{ _id: fan.id, kind: 'owed_by_fan', amount: 35 }]);
    expect((await historyOf(fan))[0]).toMatchObject({ kind: 'taken_out', amount: -15, owed: 35 });
    expect(await told(fan)).toEqual([
      { wallet_amount: 0, wallet_owed: 35 },
      { walletAmount: 0, walletOwed: 35, currency: 'USD' },
    ]);
    await fund(world, fan, 4000);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 500, owedMinor: 0 });
    expect(await told(fan)).toEqual([
      { wallet_amount: 5, wallet_owed: 0 },
      { walletAmount: 5, walletOwed: 0, currency: 'USD' },
    ]);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('are taken out once by presses that meet, with one key and with many', async () => {
    const one = await returned();
    const key = v7();
    const same = await Promise.all(
      Array.from({ length: 8 }, () => takeOut(one.fan, { amount: 30, item_id: one.item._id }, { key })),
    );
    expect(new Set(same.map(({ status, body }) => `${status} ${body.data?._id}`)).size).toBe(1);
    expect(await walletOfFan(one.fan)).toEqual({ balanceMinor: 2000, owedMinor: 0 });
    const other = await returned();
    const each = await Promise.all(
      Array.from({ length: 8 }, () => takeOut(other.fan, { amount: 30, item_id: other.item._id })),
    );
    expect(each.map(({ body }) => body.code ?? 'taken').sort()).toEqual([
      ...Array.from({ length: 7 }, () => 'open-item-settled'),
      'taken',
    ]);
    expect(await walletOfFan(other.fan)).toEqual({ balanceMinor: 2000, owedMinor: 0 });
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('never more than was credited for them, also in parts; nor in another currency, nor past the provider', async () => {
    const { fan, item, payment } = await returned();
    await fund(world, fan, 9000);
    const fields = async (body: object) =>
      (await takeOut(fan, { item_id: item._id, ...body })).body.errors as Array<{ field: string; code: string }>;
    expect(await fields({ amount: 50.01 })).toMatchObject([{ field: 'amount', code: 'maximum' }]);
    expect(await fields({ currency: 'EUR' })).toMatchObject([{ field: 'currency' }]);
    expect(await fields({ through: 'by_hand' })).toMatchObject([{ field: 'through' }]);
    expect((await takeOut(fan, { amount: 20, item_id: item._id })).status).toBe(200);
    world.chain.sendBack(payment.address, '1');
    world.clock.advance(8 * 24 * 3_600_000);
    const { ctx, tenants } = world;
    await lookForReturnsJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    const [more] = await world.openItems(fan);
    expect(more).toMatchObject({ kind: 'crypto_returned', amount: 30 });
    expect((await takeOut(fan, { amount: 30.01, item_id: more!._id })).status).toBe(400);
    expect((await takeOut(fan, { amount: 30, item_id: more!._id })).status).toBe(200);
  });

  it('that staff only noted are not taken out any more, nor out of the wallet of another fan', async () => {
    const { fan, item } = await returned();
    const stranger = await world.fresh();
    await fund(world, stranger, 9000);
    expect((await takeOut(stranger, { item_id: item._id })).body.code).toBe('not-found');
    await world.call('POST /api/reports/open-items/settle', {
      as: staff().admin,
      body: { id: item._id, decision: 'noted', evidence: 'Taken out on the fan’s page' },
    });
    expect((await takeOut(fan, { item_id: item._id })).body.code).toBe('open-item-settled');
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 5000, owedMinor: 0 });
  });
});

describe('coins that were spent twice', () => {
  /** 50 dollars that came as coins of which 35 were spent, and were gone from the chain then. */
  async function spentTwice() {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.check(fan, payment);
    await spend(fan, 3500);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.chain.doubleSpend(payment.address);
    world.clock.advance(25 * 3_600_000);
    const { ctx, tenants } = world;
    const look = () => lookForReturnsJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    await look();
    return { fan, id: payment.transaction_id, look };
  }

  it('are taken out by staff, what was spent is owed, and the alarm ends for good', async () => {
    const { fan, id, look } = await spentTwice();
    expect(await world.openItems(fan)).toMatchObject([{ _id: id, kind: 'crypto_double_spent', amount: 50 }]);
    const before = await balancesOf(world);
    expect((await takeOut(fan, { amount: 50, item_id: id })).body.data).toMatchObject({
      owed_for_it: 35,
      balance: 0,
      owed: 35,
    });
    const after = await balancesOf(world);
    expect(after.of('provider_clearing', 'forumpay') - before.of('provider_clearing', 'forumpay')).toBe(-5000);
    expect(after.sum).toBe(0);
    await world.runJobs();
    expect((await mailsTo(fan)).find(({ subject }) => subject.includes('taken out'))?.text).toContain(
      'spent elsewhere',
    );
    world.clock.advance(25 * 3_600_000);
    await look();
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'owed_by_fan', amount: 35 }]);
    expect(await world.openItems(fan, 'settled')).toMatchObject([
      {
        kind: 'crypto_double_spent',
        amount: 50,
        settled: { decision: 'taken_out', evidence: 'ForumPay, refund 4711' },
      },
    ]);
  });

  it('are taken out once, and never more than was credited for them', async () => {
    const { fan, id } = await spentTwice();
    expect((await takeOut(fan, { amount: 50.01, item_id: id })).body.errors).toMatchObject([{ field: 'amount' }]);
    expect((await takeOut(await world.fresh(), { amount: 20, item_id: id })).status).toBe(404);
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_double_spent' }]);
    const pressed = await Promise.all([20, 21].map((amount) => takeOut(fan, { amount, item_id: id })));
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are no reason to take out what was credited for coins that stayed', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.check(fan, payment);
    const answer = await takeOut(fan, { amount: 50, item_id: payment.transaction_id });
    expect([answer.body.code, await world.wallet(fan)]).toEqual(['open-item-settled', 5000]);
  });
});

describe('money that staff take out on the fan’s page', () => {
  it.each([
    ['coins', 'provider_clearing'],
    ['by_hand', 'paid_by_hand'],
  ] as const)('%s is booked where it left the site: %s', async (through, account) => {
    const fan = await world.fresh();
    await fund(world, fan, 3000);
    const before = (await balancesOf(world)).of(account);
    expect((await takeOut(fan, { through })).body.data).toMatchObject({ balance: 10, owed: 0 });
    expect((await balancesOf(world)).of(account) - before).toBe(-2000);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('is never more than is there, whoever presses at once', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 5000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => takeOut(fan)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 1000, owedMinor: 0 });
  });

  it('without a key is one act while it is sent again at once, and another later; a key is for one act', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 9000);
    const first = await takeOut(fan, {}, { key: null });
    expect((await takeOut(fan, {}, { key: null })).body.data._id).toBe(first.body.data._id);
    world.clock.advance(11_000);
    expect((await takeOut(fan, {}, { key: null })).body.data._id).not.toBe(first.body.data._id);
    const key = v7();
    expect((await takeOut(fan, { amount: 1 }, { key })).status).toBe(200);
    expect((await takeOut(fan, { amount: 2 }, { key })).body.code).toBe('idempotency-key-reused');
  });

  it('wants what shows it, and an amount', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 9000);
    for (const [body, field] of [
      [{ evidence: '  ' }, 'evidence'],
      [{ amount: 0 }, 'amount'],
      [{ currency: 'EUR' }, 'amount'],
    ] as const)
      expect((await takeOut(fan, body)).body.errors).toMatchObject([{ field }]);
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 9000, owedMinor: 0 });
  });

  it('is for those who decide about money, on their own site', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 9000);
    for (const as of [staff().admin, staff().sub_admin, staff().model])
      expect((await takeOut(fan, { amount: 1 }, { as })).status).toBe(200);
    for (const as of [fan, staff().support, staff().content_manager, staff().live_stream_manager])
      expect((await takeOut(fan, { amount: 1 }, { as })).status).toBe(403);
    expect((await takeOut(fan, { amount: 1 }, { as: world.people.mars.admin })).status).toBe(404);
    expect((await walletOfFan(fan)).balanceMinor).toBe(8700);
  });

  it('waits for the schema on the version before', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 9000);
    const rename = (from: string, to: string) =>
      withOwner(world.databaseUrl, (owner) =>
        owner.query(`alter table tenant_${world.tenants.luna.id}.${from} rename to ${to}`),
      );
    await rename('wallet_take_outs', 'hidden_take_outs');
    try {
      expect((await takeOut(fan)).body.code).toBe('unavailable');
    } finally {
      await rename('hidden_take_outs', 'wallet_take_outs');
    }
    expect(await walletOfFan(fan)).toEqual({ balanceMinor: 9000, owedMinor: 0 });
  });
});

it('a wallet in a currency that the site had before is shown to the fan and to staff, while there is something in it', async () => {
  const fan = await world.fresh();
  await fund(world, fan, 2000);
  await fund(world, fan, 1234, 'EUR');
  expect((await told(fan))[1]).toEqual({ walletAmount: 12.34, walletOwed: 0, currency: 'EUR' });
  const shown = async () =>
    Promise.all([
      world.call('GET /api/wallet/history', { as: fan }),
      world.call('GET /api/admin/fan-wallet', { as: staff().support, query: { user_id: fan.id } }),
    ]).then((answers) => answers.map(({ body }) => [body.data.currency, body.data.balance, body.data.others]));
  const both = ['USD', 20, [{ currency: 'EUR', balance: 12.34, owed: 0 }]];
  expect(await shown()).toEqual([both, both]);
  expect((await takeOut(fan, { amount: 12.34, currency: 'EUR', through: 'by_hand' })).status).toBe(200);
  expect(await shown()).toEqual([
    ['USD', 20, []],
    ['USD', 20, []],
  ]);
});
