import { openDatabase, type Database, type TenantDb } from '@backlot/database';
import { createTestDatabase, type TestDatabase } from '@backlot/database/testing/create-test-database';
import type { Tenant } from '../../src/sites/tenant.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bookReversal,
  bookSale,
  listBalances,
  postTransaction,
  spentTotalsOf,
} from '../../src/features/ledger/index.ts';

let test: TestDatabase;
let database: Database;
let tenant: Tenant;
let userId: string;
const at = new Date('2026-01-31T12:00:00Z');

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4 });
  tenant = await database.provision({ slug: 'luna', hosts: ['luna.test'] });
  userId = v7();
  await write((db) =>
    db('users').insert({
      id: userId,
      email: 'a@b.example',
      email_key: 'a@b.example',
      name: 'A',
      role: 'user',
      password_hash: 'x',
    }),
  );
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const write = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> => database.tenants.write(tenant, work);
const sale = (amountMinor: number) => ({
  attemptId: v7(),
  provider: 'sandbox',
  userId,
  amountMinor,
  currency: 'USD',
  at,
});

describe('the books', () => {
  it('a sale and its refund leave every balance where it was, the refund in a contra account of the revenue', async () => {
    const before = await write(listBalances);
    const receipt = sale(999);
    const id = await write((db) => bookSale(db, 'post_revenue', receipt));
    await write((db) =>
      bookReversal(db, {
        id: v7(),
        kind: 'refund',
        provider: 'sandbox',
        userId,
        amountMinor: 999,
        currency: 'USD',
        feeMinor: 0,
        at,
        reverses: { id, credited: 'post_revenue', creditedDetail: '' },
      }),
    );
    const after = await write(listBalances);
    const moved = after.flatMap(({ balanceMinor, kind, detail, currency }) => {
      const was = before.find((one) => one.kind === kind && one.detail === detail && one.currency === currency);
      const by = balanceMinor - (was?.balanceMinor ?? 0);
      return by === 0 ? [] : [[kind, detail, by]];
    });
    expect(moved).toEqual([
      ['post_revenue', '', -999],
      ['refunds', 'post_revenue', 999],
    ]);
  });

  it("a chargeback takes its fee from the provider's account, and totals follow", async () => {
    const before = (await write((db) => spentTotalsOf(db, [userId], 'USD'))).get(userId)!;
    const id = await write((db) => bookSale(db, 'membership_revenue', sale(1999)));
    await write((db) =>
      bookReversal(db, {
        id: v7(),
        kind: 'chargeback',
        provider: 'sandbox',
        userId,
        amountMinor: 1999,
        currency: 'USD',
        feeMinor: 2500,
        at,
        reverses: { id, credited: 'membership_revenue', creditedDetail: '' },
      }),
    );
    const balances = await write(listBalances);
    expect(balances.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0)).toBe(0);
    expect(balances.find(({ kind }) => kind === 'chargeback_fees')?.balanceMinor).toBe(2500);
    expect((await write((db) => spentTotalsOf(db, [userId], 'USD'))).get(userId)).toEqual({
      currency: 'USD',
      spentMinor: before.spentMinor + 1999,
      refundedMinor: before.refundedMinor,
      chargedBackMinor: 1999,
      chargebackFeesMinor: 2500,
      chargebacks: 1,
    });
  });

  it('a cause is booked once', async () => {
    const receipt = sale(500);
    await write((db) => bookSale(db, 'post_revenue', receipt));
    await expect(write((db) => bookSale(db, 'post_revenue', receipt))).rejects.toThrow(/one_transaction_a_cause/);
  });

  it('of many at once that book one cause, one does', async () => {
    const receipt = sale(700);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => write((db) => bookSale(db, 'post_revenue', receipt))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('the database itself', () => {
  const entries = (amounts: readonly number[]) => ({
    kind: 'sale' as const,
    cause: { type: 'attempt' as const, id: v7() },
    userId,
    currency: 'USD',
    at,
    entries: amounts.map((amountMinor, index) => ({
      account: { kind: (['provider_clearing', 'post_revenue', 'membership_revenue'] as const)[index]! },
      amountMinor,
    })),
  });

  it.each([[[100, -99]], [[100, -50, -49]], [[1, 1]]])(
    'refuses entries that do not sum to zero: %j',
    async (amounts) => {
      await expect(write((db) => postTransaction(db, entries(amounts)))).rejects.toThrow(
        /not complete, balanced and final/,
      );
    },
  );

  it('refuses an entry of nothing', async () => {
    await expect(write((db) => postTransaction(db, entries([0, 0])))).rejects.toThrow(/amount_minor_check/);
  });

  it('refuses a header without its entries', async () => {
    await expect(
      write((db) =>
        db('ledger_transactions').insert({
          id: v7(),
          kind: 'sale',
          cause_type: 'attempt',
          cause_id: v7(),
          user_id: userId,
          entry_count: 2,
          at,
        }),
      ),
    ).rejects.toThrow(/not complete, balanced and final/);
  });

  it('refuses balanced entries that are added to a transaction later, in it and after it', async () => {
    const [a, b] = await write((db) => db('ledger_accounts').select('id').limit(2));
    const more = (id: string) => [
      { transaction_id: id, account_id: a!.id, amount_minor: 5, currency: 'USD' },
      { transaction_id: id, account_id: b!.id, amount_minor: -5, currency: 'USD' },
    ];
    const [third, fourth] = await write(async (db) => {
      await postTransaction(db, entries([1, -1, 0].slice(0, 2)));
      return db('ledger_accounts')
        .insert(
          ['refunds', 'more'].map((detail) => ({
            id: v7(),
            kind: 'provider_clearing' as const,
            detail,
            currency: 'USD',
          })),
        )
        .returning('id');
    });
    const late = (id: string) =>
      more(id).map((entry, index) => ({ ...entry, account_id: (index === 0 ? third : fourth)!.id }));
    const id = await write((db) => postTransaction(db, entries([40, -40])));
    await expect(write((db) => db('ledger_entries').insert(late(id)))).rejects.toThrow(
      /not complete, balanced and final/,
    );
    await expect(
      write(async (db) => db('ledger_entries').insert(late(await postTransaction(db, entries([41, -41]))))),
    ).rejects.toThrow(/not complete, balanced and final/);
  });

  it('refuses an entry in another currency than its account', async () => {
    await write((db) =>
      db('ledger_accounts').insert([
        { id: v7(), kind: 'post_revenue', detail: 'eur', currency: 'EUR' },
        { id: v7(), kind: 'provider_clearing', detail: 'eur', currency: 'EUR' },
      ]),
    );
    await expect(
      write((db) =>
        db.raw(
          `with h as (insert into ?? (id, kind, cause_type, cause_id, user_id, entry_count, at) values (?, 'sale', 'attempt', ?, ?, 2, now()) returning id)
       insert into ?? select h.id, a.id, case a.kind when 'post_revenue' then 5 else -5 end, 'USD' from h, ?? a where a.detail = 'eur'`,
          [
            db.table('ledger_transactions'),
            v7(),
            v7(),
            userId,
            db.table('ledger_entries'),
            db.table('ledger_accounts'),
          ],
        ),
      ),
    ).rejects.toThrow(/not complete, balanced and final/);
  });

  it.each(['ledger_accounts', 'ledger_transactions', 'ledger_entries'] as const)(
    'refuses to change, delete or empty %s',
    async (table) => {
      await expect(write((db) => db(table).delete())).rejects.toThrow(/permission denied/);
      await expect(write((db) => db.raw('truncate ?? cascade', [db.table(table)]))).rejects.toThrow(
        /permission denied/,
      );
      const column = table === 'ledger_entries' ? 'amount_minor' : 'id';
      await expect(write((db) => db.raw('update ?? set ?? = ??', [db.table(table), column, column]))).rejects.toThrow(
        /permission denied/,
      );
    },
  );
});
