import type { ReconciledDay, ReportLineView } from '@backlot/contracts/reconciliation';
import type { StatementAccount, StatementPayout, StatementReport } from '@backlot/contracts/statement';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookForReturnsJob } from '../../src/features/crypto/returns/look-for-returns.ts';
import { lookAtPayment } from '../../src/features/crypto/look-at-payment.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { balancesOf } from '../../src/testing/wallets.ts';
import type { SiteName } from '../../src/testing/world.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
let accountId: string;
beforeAll(async () => {
  world = await createCryptoWorld();
  await credited();
  accountId = await accountOf('luna');
}, 60_000);
afterAll(() => world.close());

const creator = (site: SiteName = 'luna') => world.people[site].model;
const month = () => world.clock.now().toISOString().slice(0, 7);
const today = () => world.clock.now().toISOString().slice(0, 10);
const accountOf = (site: SiteName) =>
  world.database.tenants.read(world.tenants[site], async (db) => (await db('crypto_accounts').first('id'))!.id);

/** A fan's 50 dollars in coins, put into the wallet. */
async function credited(site: SiteName = 'luna') {
  const fan = await world.fresh(site);
  const payment = await world.begin(fan);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await world.check(fan, payment);
  return { fan, payment };
}
const none = { fees: 0, reserve_held: 0, reserve_released: 0, paid_out: 0 };
const enter = (body: object, { as = creator(), key = v7() as string | null } = {}) =>
  world.call('POST /api/reports/provider-statements', {
    as,
    key,
    body: { account_id: accountId, month: month(), ...none, note: 'Payout 12', ...body },
  });
const statement = async (site: SiteName = 'luna') =>
  (await world.call('GET /api/reports/statement', { as: creator(site), query: { month: month() } })).body.data as {
    payouts: StatementPayout[];
    reports: StatementReport[];
    accounts: StatementAccount[];
    sums: Array<{ refunds: number; net_taken: number; taken: Array<{ what: string; amount: number }> }>;
  };
const payout = async () => (await statement()).payouts.find(({ provider }) => provider === 'forumpay')!;
const linesToday = async () =>
  (
    await world.call('GET /api/reports/reconciliation/lines', {
      as: creator(),
      query: { account_id: accountId, day: today() },
    })
  ).body.data.lines as ReportLineView[];
const lineOf = async (id: string) => (await linesToday()).find(({ _id }) => _id === id)!;
const change = (id: string, values: object) =>
  world.database.tenants.write(world.tenants.luna, async (db) => db('crypto_payments').where({ id }).update(values));

describe('a statement of the provider of coins', () => {
  it('is entered: what it kept and paid out it owes no more, booked once, with its author', async () => {
    const before = await payout();
    expect(before).toMatchObject({ currency: 'USD', fees: 0, paid_out: 0, entered: 0 });
    expect((await statement()).reports).toContainEqual(
      expect.objectContaining({
        account_id: accountId,
        account: { provider: 'forumpay', currency: 'USD', is_active: true },
      }),
    );
    const key = v7();
    const sent = await Promise.all([1, 2, 3].map(() => enter({ fees: 0.4, paid_out: 30 }, { key })));
    expect(new Set(sent.map(({ status, body }) => `${status} ${body.data?._id}`)).size).toBe(1);
    const after = await payout();
    expect(after).toMatchObject({ fees: -0.4, paid_out: -30, entered: 1 });
    expect(after.owed).toBeCloseTo(before.owed - 30.4, 2);
    const { sum, of } = await balancesOf(world);
    expect([sum, of('provider_fees', 'forumpay'), of('bank')]).toEqual([0, 40, 3000]);
    expect(of('provider_clearing', 'forumpay')).toBe(Math.round(after.owed * 100));
  });

  it('without a key is one while it is sent again at once; the same figures later are asked about first', async () => {
    const first = await enter({ fees: 0.11 }, { key: null });
    expect((await enter({ fees: 0.11 }, { key: null })).body.data._id).toBe(first.body.data._id);
    world.clock.advance(11_000);
    expect((await enter({ fees: 0.11 }, { key: null })).body.code).toBe('statement-entered');
  });

  it('is listed, and is taken back once by its opposite', async () => {
    const { owed } = await payout();
    const id = (await enter({ paid_out: 5 })).body.data._id as string;
    const takeBack = () =>
      world.call('POST /api/reports/provider-statements/take-back', {
        as: creator(),
        body: { id, note: 'A wrong line' },
      });
    expect((await takeBack()).status).toBe(200);
    expect((await takeBack()).body.code).toBe('open-item-settled');
    expect((await payout()).owed).toBe(owed);
    const { statements } = (
      await world.call('GET /api/reports/provider-statements', { as: creator(), query: { month: month() } })
    ).body.data;
    expect(statements).toContainEqual(
      expect.objectContaining({
        _id: id,
        account_id: accountId,
        account: { provider: 'forumpay', currency: 'USD', is_active: true },
        paid_out: 5,
        taken_back: expect.objectContaining({ note: 'A wrong line' }),
      }),
    );
  });

  it('of one site is not entered on another', async () => {
    expect((await enter({ fees: 1 }, { as: creator('mars') })).body.code).toBe('not-found');
    expect((await statement('mars')).payouts).toEqual([]);
  });

  it('waits for the schema on the version before, where those of cards go on', async () => {
    const card = await world.member();
    await world.buy(card, await world.post('luna'));
    await world.settle();
    const cards = await world.database.tenants.read(
      world.tenants.luna,
      async (db) => (await db('provider_accounts').where({ provider: 'sandbox' }).first('id'))!.id,
    );
    await withoutColumns(
      world.databaseUrl,
      world.tenants.luna,
      'provider_statements',
      ['crypto_account_id'],
      async () => {
        expect((await enter({ fees: 0.77 })).body.code).toBe('unavailable');
        expect((await enter({ fees: 0.77, account_id: cards })).status).toBe(200);
        expect((await statement()).payouts).toHaveLength(2);
      },
    );
  });
});

it('a payment begins on the schema of the version before, which keeps no account of the stand-in', async () => {
  const columns = ['explained_at', 'explained_by', 'explained_note'];
  await withoutColumns(world.databaseUrl, world.tenants.luna, 'crypto_payments', columns, async () => {
    const { fan } = await credited();
    expect(await world.wallet(fan)).toBe(5000);
    expect((await world.call('GET /api/reports/reconciliation', { as: creator() })).status).toBe(200);
  });
});

describe('coins in the reconciliation', () => {
  it('are lines beside the books, a payment each: what came to the same agrees, and the day adds up', async () => {
    const { fan, payment } = await credited();
    expect(await lineOf(payment.transaction_id)).toMatchObject({
      kind: 'sale',
      state: 'agrees',
      difference: null,
      transactionId: payment.payment_id,
      theirs: { amount: 50, currency: 'USD' },
      ours: { _id: payment.transaction_id, amount: 50, user: { _id: fan.id } },
    });
    const days = (await world.call('GET /api/reports/reconciliation', { as: creator() })).body.data
      .days as ReconciledDay[];
    const day = days.find((one) => one.account_id === accountId && one.day === today())!;
    expect(day).toMatchObject({
      account: { provider: 'forumpay', currency: 'USD', is_active: true },
      difference: 0,
      open: 0,
    });
    expect(day.theirs).toEqual(day.ours);
  });

  it('that came to something else wait while they are looked at, then differ until staff say why, once', async () => {
    const { payment } = await credited();
    const id = payment.transaction_id;
    await change(id, { provider_minor: 4990 });
    expect(await lineOf(id)).toMatchObject({ state: 'waiting' });
    await change(id, { next_look_at: null });
    expect(await lineOf(id)).toMatchObject({ state: 'differs', difference: 'other_amount', theirs: { amount: 49.9 } });
    expect((await statement()).reports.find((one) => one.account_id === accountId)).toMatchObject({ open: 1 });
    const explain = (site: SiteName = 'luna') =>
      world.call('POST /api/reports/reconciliation/explain', {
        as: creator(site),
        body: { id, note: 'Its rate of the day' },
      });
    expect((await explain('mars')).status).toBe(404);
    expect((await explain()).status).toBe(200);
    expect((await explain()).body.code).toBe('open-item-settled');
    expect(await lineOf(id)).toMatchObject({
      state: 'explained',
      explained: { note: 'Its rate of the day', by: { _id: creator().id } },
    });
    expect((await statement()).reports.find((one) => one.account_id === accountId)).toMatchObject({ open: 0 });
  });

  it('that were explained differ again once they come to something else at the provider', async () => {
    const { payment } = await credited();
    const id = payment.transaction_id;
    const { ctx, tenants } = world;
    await change(id, { provider_minor: 4990, credited_minor: 4000, next_look_at: null });
    const explained = await world.call('POST /api/reports/reconciliation/explain', {
      as: creator(),
      body: { id, note: 'Its rate of the day' },
    });
    expect(explained.status).toBe(200);
    expect(await lineOf(id)).toMatchObject({ state: 'explained' });
    await lookAtPayment(ctx, tenants.luna, id);
    await change(id, { next_look_at: null });
    expect(await lineOf(id)).toMatchObject({ state: 'differs', theirs: { amount: 50 }, explained: null });
  });

  it('that went back are explained as their open item is noted, with what shows it', async () => {
    const { fan, payment } = await credited();
    world.chain.sendBack(payment.address);
    world.clock.advance(25 * 3_600_000);
    const { ctx, tenants } = world;
    await lookForReturnsJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    const id = (await world.openItems(fan))[0]!._id;
    const explain = () =>
      world.call('POST /api/reports/reconciliation/explain', {
        as: creator(),
        body: { id, note: 'Paid again by bank' },
      });
    expect((await explain()).status).toBe(200);
    expect((await explain()).body.code).toBe('open-item-settled');
    expect(await world.openItems(fan)).toEqual([]);
    expect(await lineOf(id)).toMatchObject({ state: 'explained', explained: { note: 'Paid again by bank' } });
    expect(await world.openItems(fan, 'settled')).toMatchObject([
      { kind: 'crypto_returned', settled: { decision: 'noted', evidence: 'Paid again by bank' } },
    ]);
  });

  it('that went back differ until they are taken out of the wallet, then agree; the statement counts them as refunds', async () => {
    const { fan, payment } = await credited();
    world.chain.sendBack(payment.address);
    world.clock.advance(25 * 3_600_000);
    const { ctx, tenants } = world;
    await lookForReturnsJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    const [item] = await world.openItems(fan);
    expect(await lineOf(item!._id)).toMatchObject({ kind: 'refund', state: 'differs', theirs: null, ours: null });
    const before = await statement();
    await world.call('POST /api/admin/fan-wallet/take-out', {
      as: creator(),
      body: {
        user_id: fan.id,
        item_id: item!._id,
        amount: 50,
        currency: 'USD',
        through: 'coins',
        evidence: 'ForumPay, refund 4711',
      },
    });
    expect(await lineOf(item!._id)).toMatchObject({ kind: 'refund', state: 'agrees', ours: { amount: 50 } });
    const after = await statement();
    expect(after.sums[0]!.refunds).toBe(before.sums[0]!.refunds - 50);
    expect(after.sums[0]!.taken).toEqual(before.sums[0]!.taken);
    expect(after.payouts.find(({ provider }) => provider === 'forumpay')!.owed).toBeCloseTo(
      before.payouts.find(({ provider }) => provider === 'forumpay')!.owed - 50,
      2,
    );
  });

  it('are in the file of lines, and a movement of the statement is told line by line', async () => {
    const { payment } = await credited();
    const { csv } = (
      await world.call('POST /api/reports/exports', {
        as: creator(),
        body: { list: 'reconciliation', reconciliation: {} },
      })
    ).body.data as { csv: string };
    expect(csv.split('\r\n').find((line) => line.includes(payment.payment_id))).toMatch(/forumpay.*50/);
    const clearing = (await statement()).accounts.find(
      ({ kind, detail }) => kind === 'provider_clearing' && detail === 'forumpay',
    )!;
    expect(clearing.movements.length).toBeGreaterThan(1);
    for (const { kind, what, amount } of clearing.movements) {
      const lines: Array<{ amount: number }> = [];
      for (let after: string | null = ''; after !== null;) {
        const { body } = await world.call('GET /api/reports/statement/lines', {
          as: creator(),
          query: {
            month: month(),
            account_id: clearing._id,
            kind,
            ...(what ? { what } : {}),
            ...(after ? { after } : {}),
          },
        });
        lines.push(...body.data.lines);
        after = body.data.next;
      }
      expect(Math.round(lines.reduce((sum, line) => sum + line.amount * 100, 0))).toBe(Math.round(amount * 100));
    }
  });
});

it('are what the forecast of the next payout rests on, with what the provider kept of a month that is over', async () => {
  const entered = month();
  await credited();
  expect((await enter({ fees: 5 })).status).toBe(200);
  world.clock.advance(32 * 24 * 3_600_000);
  await credited();
  const { forecast } = await payout();
  expect(forecast?.expected?.rests_on).toEqual([entered]);
  expect(forecast!.expected!.fee_rate).toBeGreaterThan(0);
  expect(forecast!.expected!.fees).toBeLessThan(0);
});
