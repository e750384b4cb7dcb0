import type { StatementReport } from '@backlot/contracts/statement';
import { withOwner } from '@backlot/database/owner';
import { createForumpayClient, type Told } from '@backlot/payments/forumpay/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCoinListsJob } from '../../src/features/crypto/listed/read-list.ts';
import type { SiteName } from '../../src/testing/world.ts';
import { hourMs, reconcilingOf } from '../reconciliation/reconciling.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
let start: number;
beforeAll(async () => {
  world = await createCryptoWorld();
  world.clock.set(new Date());
  await credited('mars');
  await credited('luna');
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.chain.faults([]);
  start = Math.max(Date.now(), world.clock.now().getTime());
});

const { admin, days, lineOf, lines } = reconcilingOf(() => world);

const run = (site: SiteName = 'luna') =>
  readCoinListsJob.run({
    ctx: world.ctx,
    tenant: world.tenants[site],
    payload: {},
    attempt: 1,
    log: world.ctx.log,
  });
/** Walks once more through the list, whenever its turn would have come. */
async function walk(site: SiteName = 'luna'): Promise<void> {
  await world.database.tenants.write(world.tenants[site], (db) =>
    db('coin_list_readings').update({ next_at: new Date(0), next_offset: 0 }),
  );
  await run(site);
}
const readings = async () =>
  (await days()).accounts.filter((one: { account: { provider: string } }) => one.account.provider === 'forumpay');

/** A fan's 50 dollars in coins, put into the wallet. */
async function credited(site: SiteName = 'luna') {
  const fan = await world.fresh(site);
  const payment = await world.begin(fan);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await world.check(fan, payment);
  return { fan, payment };
}

/** How far coins were read in a month, by its statement. */
async function readIn(month: string): Promise<string | undefined> {
  const { body } = await world.call('GET /api/reports/statement', { as: world.people.luna.model, query: { month } });
  const reports = body.data.reports as StatementReport[];
  return reports.find(({ account }) => account.provider === 'forumpay')?.read;
}

const told = <T>(answer: Told<T>): T => {
  if (answer.kind !== 'told') throw new Error(JSON.stringify(answer));
  return answer.value;
};
/** Begun at a point of sale of the account by nobody here. */
async function beginUnseen(posId: string = world.tenants.luna.slug) {
  const { url, apiKey } = world.twin;
  const client = createForumpayClient({ url, user: 'sandbox', secret: apiKey, posId });
  const wanted = { invoiceAmount: '20.00', invoiceCurrency: 'USD', currency: 'BTC' };
  const { paymentId } = told(await client.rate(wanted));
  const payer = { id: 'p', email: 'a@b.example', address: '203.0.113.7', userAgent: 'test' };
  const begun = told(
    await client.start({ ...wanted, paymentId, reference: 'unseen', payer, webhookUrl: 'http://127.0.0.1:9/' }),
  );
  return { paymentId, address: begun.address };
}
async function paidUnseen(posId?: string): Promise<string> {
  const { paymentId, address } = await beginUnseen(posId);
  world.chain.send(address, { share: 1 });
  world.chain.confirm(address);
  return paymentId;
}

/** As the list has a payment from now on. */
const relist = (paymentId: string, change: object): void => {
  Object.assign(
    world.chain.payments().find((one) => one.paymentId === paymentId)!,
    change,
  );
};

describe('what the provider of coins lists and the books have not', () => {
  it('is shown until staff explain it, and to its own site alone', async () => {
    const id = await paidUnseen();
    await walk();
    const line = await lineOf(id, 'sale');
    expect(line).toMatchObject({
      state: 'differs',
      difference: 'not_in_books',
      theirs: { amount: 20, currency: 'USD' },
    });
    expect(line.ours).toBeNull();
    const explain = (as = admin('luna')) =>
      world.call('POST /api/reports/reconciliation/explain', { as, body: { id: line._id, note: 'Sold at the desk' } });
    expect((await explain(admin('mars'))).body.code).toBe('not-found');
    await walk('mars');
    expect(await lineOf(id, 'sale', 'mars')).toBeUndefined();
    expect((await explain()).status).toBe(200);
    expect((await explain()).body.code).toBe('open-item-settled');
    await walk();
    expect(await lineOf(id, 'sale')).toMatchObject({
      state: 'explained',
      explained: { note: 'Sold at the desk', by: { _id: admin('luna').id } },
    });
    expect((await lines()).filter(({ transactionId }) => transactionId === id)).toHaveLength(1);
  });

  it('is nothing while it is not accepted, nor at a point of sale that is not ours', async () => {
    const [{ paymentId: waiting }, elsewhere] = [await beginUnseen(), await paidUnseen('desk')];
    await walk();
    expect(await lineOf(waiting, 'sale')).toBeUndefined();
    expect(await lineOf(elsewhere, 'sale')).toBeUndefined();
  });

  it('a payment to another site, whose point of sale is its own, is nothing here', async () => {
    const { payment } = await credited('mars');
    await walk();
    expect(await lineOf(payment.payment_id, 'sale')).toBeUndefined();
    await walk('mars');
    expect(await lineOf(payment.payment_id, 'sale', 'mars')).toMatchObject({ state: 'agrees' });
  });

  it('a payment of ours is one line, which agrees', async () => {
    const { payment } = await credited();
    await walk();
    const found = (await lines()).filter(({ transactionId }) => transactionId === payment.payment_id);
    expect(found).toMatchObject([{ state: 'agrees', theirs: { amount: 50 }, ours: { amount: 50 } }]);
  });
});

it('coins that came after the watch, and whose webhook was lost, are put into the wallet', async () => {
  const fan = await world.fresh();
  const payment = await world.begin(fan);
  world.chain.closeWindow(payment.address);
  await world.check(fan, payment);
  await world.database.tenants.write(world.tenants.luna, (db) =>
    db('crypto_payments').where({ provider_payment_id: payment.payment_id }).update({ next_look_at: null }),
  );
  world.chain.faults([{ kind: 'webhook-lost' }]);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  expect(await world.wallet(fan)).toBe(0);
  await walk();
  expect(await world.wallet(fan)).toBe(5_000);
  await walk();
  expect(await world.wallet(fan)).toBe(5_000);
});

describe('the walk through the list', () => {
  it('that takes longer than a day goes on where it was', async () => {
    for (let n = 0; n < 21; n += 1) await beginUnseen();
    const last = await paidUnseen();
    world.chain.faults([{ kind: 'short-pages' }]);
    world.clock.set(new Date(start));
    await walk();
    expect(await lineOf(last, 'sale')).toBeUndefined();
    for (let turn = 1; turn < 6; turn += 1) {
      world.clock.set(new Date(start + turn * 25 * hourMs));
      await run();
    }
    expect(await lineOf(last, 'sale')).toMatchObject({ state: 'differs', difference: 'not_in_books' });
  });

  it('passes what can not be read and is none of ours: at another point of sale, at none, not accepted', async () => {
    relist(await paidUnseen('desk'), { invoiceCurrency: 'USDT' });
    relist(await paidUnseen('desk'), { invoiceCurrency: 'USDT', posId: null });
    const { paymentId } = await beginUnseen();
    relist(paymentId, { invoiceCurrency: 'USDT' });
    const last = await paidUnseen();
    await walk();
    expect(await lineOf(last, 'sale')).toMatchObject({ state: 'differs', difference: 'not_in_books' });
    expect(await readings()).toMatchObject([{ outcome: 'read', code: null }]);
  });

  it('that meets a payment at our point of sale that can not be read goes on, and says so at its end', async () => {
    await walk();
    const [{ read_until: before }] = await readings();
    const [odd, last] = [await paidUnseen(), await paidUnseen()];
    relist(odd, { invoiceCurrency: 'usd' });
    world.clock.advance(hourMs);
    await walk();
    expect(await lineOf(last, 'sale')).toMatchObject({ state: 'differs', difference: 'not_in_books' });
    expect(await readings()).toMatchObject([{ outcome: 'unknown', code: 'unreadable-payment', read_until: before }]);
    relist(odd, { invoiceCurrency: 'USD' });
    await walk();
    expect(await lineOf(odd, 'sale')).toMatchObject({ state: 'differs', difference: 'not_in_books' });
    expect(await readings()).toMatchObject([{ outcome: 'read', code: null }]);
    expect(Date.parse((await readings())[0].read_until)).toBeGreaterThan(Date.parse(before));
  });

  it('goes on where it was, page after page, also where the provider gives fewer than were asked for', async () => {
    for (let n = 0; n < 21; n += 1) await beginUnseen();
    const last = await paidUnseen();
    world.chain.faults([{ kind: 'short-pages' }]);
    await walk();
    expect(await lineOf(last, 'sale')).toBeUndefined();
    // The next turn of the clock.
    for (let turn = 0; turn < 3; turn += 1) await run();
    expect(await lineOf(last, 'sale')).toMatchObject({ state: 'differs', difference: 'not_in_books' });
    expect(await readings()).toMatchObject([{ outcome: 'read', code: null }]);
  });

  it.each([
    [{ kind: 'html-403', on: 'GetTransactions' }, 'unknown', 'provider-error'],
    [{ kind: 'reset-before', on: 'GetTransactions' }, 'unknown', 'connection'],
    [{ kind: 'refused', on: 'GetTransactions', code: 'apiKeyWrong' }, 'refused', 'apiKeyWrong'],
  ] as const)('that is not answered (%j) is shown to staff as %s (%s)', async (fault, outcome, code) => {
    world.chain.faults([fault]);
    await walk();
    expect(await readings()).toMatchObject([{ outcome, code, account: { provider: 'forumpay', currency: 'USD' } }]);
  });

  it.each([
    ['the site names no point of sale of its own', { pos_id: 'web' }],
    ['nothing was begun at it for half a year', { started_at: new Date(Date.now() - 181 * 24 * hourMs) }],
  ])('is not begun where %s', async (_what, change) => {
    const id = await paidUnseen('web');
    await walk();
    expect(await readings()).toMatchObject([{ outcome: 'read' }]);
    expect(await lineOf(id, 'sale')).toBeUndefined();
    const { database, tenants } = world;
    const before = await database.tenants.write(tenants.luna, async (db) => {
      const rows = await db('crypto_payments').select('id', 'pos_id', 'started_at');
      await db('crypto_payments').update(change);
      await db('coin_list_readings').update({ next_at: new Date(0), outcome: null });
      return rows;
    });
    try {
      await run();
      expect(await readings()).toEqual([]);
      const kept = await database.tenants.read(tenants.luna, (db) => db('coin_list_readings').select('outcome'));
      expect(kept).toEqual([{ outcome: null }]);
      expect(await lineOf(id, 'sale')).toBeUndefined();
    } finally {
      await database.tenants.write(tenants.luna, async (db) => {
        for (const { id: one, ...values } of before) await db('crypto_payments').where({ id: one }).update(values);
      });
    }
  });

  it('is begun once a day, and an hour after it failed', async () => {
    const at = async (hours: number) => {
      world.clock.set(new Date(start + hours * hourMs));
      await run();
      return (await readings())[0].outcome;
    };
    world.chain.faults([{ kind: 'html-403', on: 'GetTransactions' }]);
    world.clock.set(new Date(start));
    await walk();
    world.chain.faults([]);
    expect(await at(0.9)).toBe('unknown');
    expect(await at(1.1)).toBe('read');
    world.chain.faults([{ kind: 'html-403', on: 'GetTransactions' }]);
    expect(await at(23)).toBe('read');
    expect(await at(25.2)).toBe('unknown');
  });

  it('of an account whose credentials were taken away asks nobody, and is tried again the next day', async () => {
    const { ctx, database, tenants } = world;
    const change = (values: object) =>
      database.tenants.write(tenants.luna, (db) => db('crypto_accounts').update(values));
    const runAfter = async (hours: number) => {
      world.clock.set(new Date(start + hours * hourMs));
      await run();
      return readings();
    };
    world.clock.set(new Date(start));
    await change({ host: 'sandbox', credentials: ctx.secrets.seal('{"user":"","secret":""}') });
    try {
      await walk();
      expect(await readings()).toMatchObject([{ outcome: 'refused', code: 'no-credentials' }]);
    } finally {
      await change({ host: 'twin', credentials: ctx.secrets.seal('{}') });
    }
    expect(await runAfter(23)).toMatchObject([{ code: 'no-credentials' }]);
    expect(await runAfter(24.5)).toMatchObject([{ outcome: 'read', code: null }]);
  });

  it('that failed since leaves a month read in part, on the statement as in the reconciliation', async () => {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('crypto_payments').update({ next_look_at: null }),
    );
    world.clock.set(new Date(start));
    await walk();
    const month = new Date(start).toISOString().slice(0, 7);
    const end = new Date(`${month}-28T00:00:00Z`).getTime() + 6 * 24 * hourMs;
    world.clock.set(new Date(end));
    world.chain.faults([{ kind: 'html-403', on: 'GetTransactions' }]);
    await walk();
    expect(await readIn(month)).toBe('part');
    world.chain.faults([]);
    await walk();
    expect(await readIn(month)).toBe('all');
  });

  it('is left alone on the schema of the version before, and lines of payments are shown as before', async () => {
    const tables = ['coin_list_readings', 'coins_unknown'];
    const rename = (from: (name: string) => string, to: (name: string) => string) =>
      withOwner(world.databaseUrl, async (owner) => {
        for (const name of tables)
          await owner.query(`alter table tenant_${world.tenants.luna.id}.${from(name)} rename to ${to(name)}`);
      });
    const { payment } = await credited();
    await rename(
      (name) => name,
      (name) => `hidden_${name}`,
    );
    try {
      await run();
      expect(await lineOf(payment.payment_id, 'sale')).toMatchObject({ state: 'agrees' });
      expect(await readings()).toEqual([]);
      expect(await readIn(world.clock.now().toISOString().slice(0, 7))).toBeDefined();
      const body = { id: world.people.luna.admin.id, note: 'None of these' };
      const explained = await world.call('POST /api/reports/reconciliation/explain', { as: admin('luna'), body });
      expect(explained.body.code).toBe('not-found');
    } finally {
      await rename(
        (name) => `hidden_${name}`,
        (name) => name,
      );
    }
  });
});
