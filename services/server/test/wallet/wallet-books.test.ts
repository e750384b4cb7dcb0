import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditWallet, listBalances, postTransaction, walletOf } from '../../src/features/ledger/index.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: World;
let fan: TestPerson;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const at = new Date('2026-01-31T12:00:00Z');
const write = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> =>
  world.database.tenants.write(world.tenants.luna, work);
const credit = (userId: string, amountMinor: number, id = v7()) =>
  write((db) =>
    creditWallet(db, {
      userId,
      amountMinor,
      currency: 'USD',
      cause: { type: 'crypto_payment', id },
      provider: 'forumpay',
      at,
    }),
  );
const move = (userId: string | null, walletMinor: number) => ({
  kind: 'sale' as const,
  cause: { type: 'attempt' as const, id: v7() },
  userId,
  currency: 'USD',
  at,
  entries: [
    { account: { kind: 'fan_wallet' as const }, amountMinor: walletMinor },
    { account: { kind: 'post_revenue' as const }, amountMinor: -walletMinor },
  ],
});

describe("a fan's wallet", () => {
  beforeAll(async () => {
    fan = await world.person('luna', 'saver');
  });

  it('holds what came, once a cause, and the books say the same', async () => {
    const id = v7();
    expect(await credit(fan.id, 2500, id)).toEqual({ balanceMinor: 2500, owedMinor: 0, isNew: true });
    expect(await credit(fan.id, 2500, id)).toEqual({ balanceMinor: 2500, owedMinor: 0, isNew: false });
    const balances = await write(listBalances);
    expect(balances.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0)).toBe(0);
    expect(balances).toContainEqual({ kind: 'fan_wallet', detail: '', currency: 'USD', balanceMinor: -2500 });
    expect(balances).toContainEqual({
      kind: 'provider_clearing',
      detail: 'forumpay',
      currency: 'USD',
      balanceMinor: 2500,
    });
  });

  it('of many at once that bring one cause, one is booked', async () => {
    const someone = await world.person('luna', 'racer');
    const id = v7();
    const told = await Promise.all(Array.from({ length: 12 }, () => credit(someone.id, 700, id)));
    expect(told.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await write((db) => walletOf(db, someone.id, 'USD'))).toEqual({ balanceMinor: 700, owedMinor: 0 });
  });
});

describe('the database itself', () => {
  it('lets no wallet fall below zero, whoever says so', async () => {
    const { id } = await world.person('luna', 'spender');
    await expect(write((db) => postTransaction(db, move(id, 1)))).rejects.toThrow(/wallet_not_below_zero/);
    await credit(id, 100);
    await expect(write((db) => postTransaction(db, move(id, 101)))).rejects.toThrow(/wallet_not_below_zero/);
    await write((db) => postTransaction(db, move(id, 100)));
    expect(await write((db) => walletOf(db, id, 'USD'))).toEqual({ balanceMinor: 0, owedMinor: 0 });
  });

  it('refuses wallet money of nobody, and a person on an account that is no one’s', async () => {
    await expect(write((db) => postTransaction(db, move(null, -5)))).rejects.toThrow(
      /not complete, balanced and final/,
    );
    const { id: userId } = await world.person('luna', 'named');
    const id = await write((db) => postTransaction(db, move(userId, -5)));
    const entries = await write((db) => db('ledger_entries').where({ transaction_id: id }).orderBy('amount_minor'));
    expect(entries.map(({ user_id }) => user_id)).toEqual([userId, null]);
    const header = {
      id: v7(),
      kind: 'sale' as const,
      cause_type: 'attempt' as const,
      cause_id: v7(),
      entry_count: 2,
      at,
    };
    await expect(
      write(async (db) => {
        await db('ledger_transactions').insert({ ...header, user_id: userId });
        await db('ledger_entries').insert(
          entries.map((entry) => ({ ...entry, transaction_id: header.id, user_id: userId })),
        );
      }),
    ).rejects.toThrow(/not complete, balanced and final/);
  });

  it("lets a tenant's role neither write a wallet nor take one away", async () => {
    const { id } = await world.person('luna', 'rich');
    await credit(id, 100);
    for (const forged of [
      (db: TenantDb) => db('fan_wallets').where({ user_id: id }).update({ balance_minor: 1_000_000 }),
      (db: TenantDb) => db('fan_wallets').insert({ user_id: id, currency: 'EUR', balance_minor: 9, owed_minor: 0 }),
      (db: TenantDb) => db('fan_wallets').where({ user_id: id }).delete(),
    ])
      await expect(write(async (db) => forged(db))).rejects.toMatchObject({ code: '42501' });
  });
});
