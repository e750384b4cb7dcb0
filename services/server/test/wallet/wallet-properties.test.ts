import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bookReversal,
  bookSale,
  creditWallet,
  lockBuyer,
  settleDebt,
  takeBackRefund,
  walletOf,
  walletProvider,
} from '../../src/features/ledger/index.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
let fans: string[];
beforeAll(async () => {
  world = await createWorld();
  fans = [(await world.person('luna', 'one')).id, (await world.person('luna', 'two')).id];
});
afterAll(() => world.close());

const at = new Date('2026-01-31T12:00:00Z');
const write = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> =>
  world.database.tenants.write(world.tenants.luna, work);

const cents = fc.integer({ min: 1, max: 5000 });
const act = fc.record({
  fan: fc.integer({ min: 0, max: 1 }),
  what: fc.constantFrom('credit', 'spend', 'refund', 'takeBack', 'settle'),
  cents,
});

/** Each wallet as the entries say it, beside its row. */
const walletsBothWays = (db: TenantDb) =>
  sql<{ balance: number; summed: number; owed: number; summed_owed: number }>`
    select w.balance_minor as balance, w.owed_minor as owed,
      coalesce(-sum(e.amount_minor) filter (where a.kind = 'fan_wallet'), 0)::bigint as summed,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'owed_by_fan'), 0)::bigint as summed_owed
    from ${table('fan_wallets')} w left join ${table('ledger_entries')} e on e.user_id = w.user_id and e.currency = w.currency
      left join ${table('ledger_accounts')} a on a.id = e.account_id
    group by w.user_id, w.currency`.all(db);

it('whatever happens in whatever order, a wallet is the sum of its entries, never below zero, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      for (const { fan, what, cents: amountMinor } of acts) {
        const userId = fans[fan]!;
        const currency = 'USD';
        await write(async (db) => {
          await lockBuyer(db, userId);
          const before = await walletOf(db, userId, currency);
          const receipt = { attemptId: v7(), provider: walletProvider, userId, amountMinor, currency, at };
          if (what === 'credit')
            await creditWallet(db, { ...receipt, provider: 'forumpay', cause: { type: 'crypto_payment', id: v7() } });
          if (what === 'settle') await settleDebt(db, { settlementId: v7(), userId, currency, how: 'written_off', at });
          if (what === 'takeBack')
            await takeBackRefund(db, { userId, amountMinor, currency, revenue: 'post_revenue', reversalId: v7(), at });
          if (what === 'spend' && before.balanceMinor >= amountMinor) await bookSale(db, 'post_revenue', receipt);
          if (what === 'refund') {
            const id = await bookSale(db, 'post_revenue', { ...receipt, provider: 'sandbox' });
            await bookReversal(db, {
              id: v7(),
              kind: 'refund',
              ...receipt,
              feeMinor: 0,
              reverses: { id, credited: 'post_revenue', creditedDetail: '' },
            });
          }
        });
      }
      const wallets = await world.database.tenants.read(world.tenants.luna, walletsBothWays);
      for (const { balance, summed, owed, summed_owed: summedOwed } of wallets) {
        expect([balance, owed]).toEqual([summed, summedOwed]);
        expect(Math.min(balance, owed)).toBe(0);
      }
      const { sum } = await world.database.tenants.read(world.tenants.luna, (db) =>
        sql<{ sum: number }>`select coalesce(sum(amount_minor), 0)::bigint as sum from ${table('ledger_entries')}`.one(
          db,
        ),
      );
      expect(sum).toBe(0);
    }),
    { numRuns: 25 },
  );
}, 120_000);
