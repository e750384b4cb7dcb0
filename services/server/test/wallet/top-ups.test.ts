import type { TransactionRow } from '@backlot/contracts/staff';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.chain.reset());

const ask = (query: Record<string, string>, as: TestPerson = world.people.luna.support) =>
  world.call('GET /api/admin/get_transactions_details', { as, query });
const of = async (fan: TestPerson, query: Record<string, string> = {}) =>
  (await ask({ user_id: fan.id, ...query })).body.data;

/** A fan whose wallet was topped up by so much. */
async function funded(amount = 50, fan?: TestPerson) {
  const owner = fan ?? (await world.member());
  const payment = await world.begin(owner, amount);
  world.chain.send(payment.address, payment.amount);
  world.chain.confirm(payment.address);
  await world.settleCoins();
  return { fan: owner, payment };
}

describe('top-ups among the payments', () => {
  it('are lines of their own kind, with their coins, and nothing to give back', async () => {
    const { fan, payment } = await funded(50, await world.fresh());
    const data = await of(fan);
    expect(data.transactions).toEqual([
      {
        _id: expect.any(String),
        transactionId: payment.payment_id,
        date: expect.any(String),
        kind: 'top_up',
        state: 'succeeded',
        amount: 50,
        currency: 'USD',
        user: { _id: fan.id, name: expect.any(String), email: fan.email },
        content: null,
        card: null,
        paid_with: 'crypto',
        coins: `${payment.amount} BTC`,
        decline_code: null,
        returned: 0,
        charged_back: 0,
        returning: 0,
        owed: 0,
        left: 0,
        is_withdrawn: false,
      },
    ]);
  });

  it('are no sale: what the wallet pays for is counted, and once', async () => {
    const { fan } = await funded();
    const post = await world.post('luna', 900);
    const bought = await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'blog', content_id: post },
    });
    expect(bought.status).toBe(200);
    const data = await of(fan);
    expect(data.transactions.map(({ kind, amount }: TransactionRow) => [kind, amount]).toSorted()).toEqual([
      ['membership', 19.99],
      ['post', 9],
      ['top_up', 50],
    ]);
    expect(data).toMatchObject({ sum: 28.99, other_sums: [], top_ups: [{ currency: 'USD', sum: 50 }] });
  });

  it('come to what the books credited to wallets', async () => {
    await funded(30);
    const { top_ups: shown } = (await ask({ kind: 'top_up' })).body.data;
    const { booked } = await world.database.tenants.read(world.tenants.luna, (db) =>
      sql<{ booked: number }>`select coalesce(-sum(e.amount_minor), 0)::bigint as booked
        from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
        join ${table('ledger_accounts')} a on a.id = e.account_id
        where t.kind = 'wallet_credit' and a.kind = 'fan_wallet'`.one(db),
    );
    expect(shown).toEqual([{ currency: 'USD', sum: booked / 100 }]);
    expect(booked).toBeGreaterThan(0);
  });

  it('are filtered by kind, and found by the reference that the fan and the provider have', async () => {
    const { fan, payment } = await funded();
    await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'blog', content_id: await world.post('luna', 900) },
    });
    const kinds = async (query: Record<string, string>) =>
      (await of(fan, query)).transactions.map(({ kind }: TransactionRow) => kind);
    expect(await kinds({ kind: 'top_up' })).toEqual(['top_up']);
    expect(await kinds({ kind: 'post' })).toEqual(['post']);
    expect(await kinds({ kind: 'top_up', state: 'pending' })).toEqual([]);
    expect(await of(fan, { kind: 'top_up' })).toMatchObject({ sum: 0, top_ups: [{ sum: 50 }] });
    for (const search of [payment.payment_id, payment.reference_no])
      expect((await ask({ search })).body.data.transactions).toMatchObject([{ kind: 'top_up', user: { _id: fan.id } }]);
    expect((await ask({ search: payment.payment_id }, world.people.mars.admin)).body.data.transactions).toEqual([]);
  });

  it('that are on their way are pending, counted in no sum, and then one line a credit', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    expect((await of(fan)).transactions).toEqual([]);
    world.chain.send(payment.address, payment.amount);
    await world.check(fan, payment);
    expect(await of(fan)).toMatchObject({
      transactions: [{ kind: 'top_up', state: 'pending', amount: 50 }],
      sum: 0,
      top_ups: [],
    });
    world.chain.confirm(payment.address);
    await world.settleCoins();
    expect(await of(fan)).toMatchObject({
      transactions: [{ kind: 'top_up', state: 'succeeded', amount: 50 }],
      top_ups: [{ currency: 'USD', sum: 50 }],
    });
  });

  it('stand in the file as they stand on the screen, and in no history of purchases', async () => {
    const { fan, payment } = await funded(50, await world.fresh());
    const file = await world.call('POST /api/reports/exports', {
      as: world.people.luna.admin,
      body: { list: 'transactions', transactions: { user_id: fan.id } },
    });
    expect(file.body.data.csv).toContain(`Wallet top-up,,Paid,,Crypto · ${payment.amount} BTC,,50,USD`);
    const history = await world.call('GET /api/reports/purchase-history', {
      as: world.people.luna.admin,
      query: { user_id: fan.id },
    });
    expect(history.body.data.purchases).toEqual([]);
    expect(
      (
        await world.call('GET /api/reports/purchase-history', {
          as: world.people.luna.admin,
          query: { kind: 'top_up' },
        })
      ).body.code,
    ).toBe('invalid-request');
  });

  it('are answered from indexes', async () => {
    const { fan } = await funded();
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`insert into ${table('crypto_payments')} (id, user_id, host, pos_id, provider_payment_id, crypto_currency, amount_minor, currency, asked_coins, quoted_at, credited_minor, credited_coins)
        select gen_random_uuid(), ${fan.id}::uuid, 'twin', 'web', 'crowd' || n, 'BTC', 5000, 'USD', 1, '2024-01-01'::timestamptz + n * interval '1 hour', 5000, 1
        from generate_series(1, 4000) n`.run(db);
      await sql`insert into ${table('crypto_credits')} (id, payment_id, from_coins, to_coins, amount_minor, currency, rate_kind, rate_minor, rate_coins, created_at)
        select gen_random_uuid(), p.id, 0, 1, 5000, 'USD', 'quote', 5000, 1, p.quoted_at from ${table('crypto_payments')} p where p.provider_payment_id like 'crowd%'`.run(
        db,
      );
    });
    const recorder = recordStatements();
    expect((await ask({ kind: 'top_up', from: '2024-02-10', to: '2024-02-11' })).status).toBe(200);
    const asked = recorder.stop().filter(({ text }) => text.includes('crypto_credits'));
    expect(asked).toHaveLength(2);
    for (const statement of asked) {
      const used = await indexesAskedBy(world.databaseUrl, statement);
      for (const index of ['crypto_credits_by_age', 'crypto_payments_under_way']) expect(used).toContain(index);
    }
  });
});
