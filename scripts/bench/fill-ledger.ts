import { withOwner } from '@backlot/database/owner';
import { bookSales } from '@backlot/server/features/ledger/index';
import type { World } from '@backlot/server/testing/world';
import { v7 } from 'uuid';

/** Three years of the site, the last month of which is not over. */
const days = 3 * 365;
export const monthsFilled: readonly string[] = Array.from({ length: 35 }, (_, index) =>
  new Date(Date.UTC(2023, index, 1)).toISOString().slice(0, 7),
);
/** Every so many transactions are from the wallet of the fan whose statement is asked for, and of others'. */
const fansEach = 100;
const walletsEach = 10;
/** Booked as the server does and not yet in the sums: what five busy minutes bring. */
const unsummed = 1_000;

const account = (n: number): string => `'01900000-0000-7000-9000-00000000000${n}'::uuid`;
const [clearing, wallet, posts, deferred, refunds, bank] = [1, 2, 3, 4, 5, 6].map(account);
const id = (kind: string, n = 'n'): string => `('01900000-0000-7000-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Purchases by card and from wallets of 20,000 fans, refunds, and what a provider paid out each week. Most of a day falls into
 * its first hours, so the fullest quarter of an hour holds ten times an average one. The books' triggers were tested elsewhere
 * and would take hours here; the sums are made as the migration makes them for books that exist.
 */
export const fillLedger = async (world: World, fanId: string, entries: number): Promise<void> => {
  const count = Math.floor(entries / 2);
  const daily = Math.ceil(count / days);
  const kind = `case when n % ${daily * 7} = 0 then 'paid_out' when n % 50 = 49 then 'refund' else 'sale' end`;
  const user = `case when n % ${fansEach} = 0 then '${fanId}'::uuid else ${id('b000', 'n % 20000')} end`;
  const at = `timestamptz '2023-01-01' + (n / ${daily} + power((n % ${daily})::float / ${daily}, 2)) * interval '1 day'`;
  const debit = `case when n % ${daily * 7} = 0 then ${bank} when n % 50 = 49 then ${refunds}
    when n % ${walletsEach} = 0 then ${wallet} else ${clearing} end`;
  const credit = `case when n % ${daily * 7} = 0 or n % 50 = 49 then ${clearing} when n % 3 = 0 then ${deferred} else ${posts} end`;
  await withOwner(world.databaseUrl, async (owner) => {
    const schema = `tenant_${world.tenants.luna.id}`;
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into ${schema}.ledger_accounts (id, kind, detail, currency) values
         (${clearing}, 'provider_clearing', 'bench', 'USD'), (${wallet}, 'fan_wallet', 'bench', 'USD'),
         (${posts}, 'post_revenue', 'bench', 'USD'), (${deferred}, 'deferred_revenue', 'membership_revenue', 'USD'),
         (${refunds}, 'refunds', 'post_revenue', 'USD'), (${bank}, 'bank', 'bench', 'USD')`,
    );
    await owner.query(
      `insert into ${schema}.ledger_transactions (id, kind, cause_type, cause_id, user_id, entry_count, at)
       select ${id('8000')}, ${kind}, 'attempt', ${id('a000')}, ${user}, 2, ${at} from generate_series(1, ${count}) n`,
    );
    await owner.query(
      `insert into ${schema}.ledger_entries (transaction_id, account_id, amount_minor, currency, user_id)
       select ${id('8000')}, ${debit}, 900, 'USD',
         case when n % ${walletsEach} = 0 and n % ${daily * 7} <> 0 then ${user} end from generate_series(1, ${count}) n
       union all
       select ${id('8000')}, ${credit}, -900, 'USD', null from generate_series(1, ${count}) n`,
    );
    await owner.query(
      `insert into ${schema}.fan_wallets (user_id, currency, balance_minor) values ('${fanId}', 'USD', 1000) on conflict do nothing`,
    );
    await owner.query('set session_replication_role = origin');
    await owner.query(`analyze ${schema}.ledger_transactions, ${schema}.ledger_entries`);
    const from = performance.now();
    await owner.query(`select ${schema}.resum_ledger()`);
    process.stderr.write(
      `The sums of ${entries} entries took ${((performance.now() - from) / 1000).toFixed(1)} s to make.\n`,
    );
    await owner.query(`vacuum analyze ${schema}.ledger_sums, ${schema}.ledger_transactions, ${schema}.ledger_entries`);
    // Gigabytes that wait to be written would be written while it is measured.
    await owner.query('checkpoint');
  });
  const sale = {
    provider: 'bench',
    userId: fanId,
    amountMinor: 900,
    currency: 'USD',
    at: new Date('2025-11-30T12:00:00Z'),
    revenue: 'post_revenue',
    earning: 'at-once',
  } as const;
  await world.database.tenants.write(world.tenants.luna, (db) =>
    bookSales(
      db,
      Array.from({ length: unsummed }, () => ({ ...sale, attemptId: v7() })),
    ),
  );
};
