import { withOwner } from '@backlot/database/owner';
import { createWorld, type World } from '@backlot/server/testing/world';
import { result, type BenchResult } from './result.ts';

const entries = 10_000_000;
/** Every so many transactions are the fan's whose statement is asked for. */
const each = 100;
const asked = 400;

/** A fan's balance and pages of the statement, among ten million entries. */
export async function benchLedger(): Promise<BenchResult[]> {
  const world = await createWorld();
  try {
    const fan = world.people.luna.fan;
    await fill(world, fan.id);
    const page = async (after: string | null): Promise<{ ms: number; next: string | null }> => {
      const from = performance.now();
      const { status, body } = await world.call('GET /api/wallet/history', {
        as: fan,
        query: after === null ? {} : { after },
      });
      if (status !== 200 || body.data.lines.length !== 25) throw new Error(`The statement answered ${status}.`);
      return { ms: performance.now() - from, next: body.data.next };
    };
    for (let warm = 0; warm < 20; warm += 1) await page(null);
    const first: number[] = [];
    const later: number[] = [];
    for (let n = 0, after: string | null = null; n < asked; n += 1) {
      first.push((await page(null)).ms);
      const { ms, next }: { ms: number; next: string | null } = await page(after);
      later.push(ms);
      after = next;
    }
    return [
      result('balance and first page of a statement among 10,000,000 entries, p99', p99(first), 'ms', '<', 20),
      result('a later page of it, p99', p99(later), 'ms', '<', 20),
    ];
  } finally {
    await world.close();
  }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;

/** Purchases from wallets of 20,000 fans. The books' triggers were tested elsewhere; they would take hours here. */
const fill = (world: World, fanId: string): Promise<void> =>
  withOwner(world.databaseUrl, async (owner) => {
    const schema = `tenant_${world.tenants.luna.id}`;
    const transactions = entries / 2;
    await owner.query(`set session_replication_role = replica`);
    await owner.query(
      `insert into ${schema}.ledger_accounts (id, kind, detail, currency)
       values ('01900000-0000-7000-9000-000000000001', 'fan_wallet', 'bench', 'USD'),
         ('01900000-0000-7000-9000-000000000002', 'post_revenue', 'bench', 'USD')`,
    );
    const id = (n: string, kind: string) => `('01900000-0000-7000-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
    const user = `case when n % ${each} = 0 then '${fanId}'::uuid else ${id('n % 20000', 'b000')} end`;
    const at = `timestamptz '2024-01-01' + n * interval '12 seconds'`;
    await owner.query(
      `insert into ${schema}.ledger_transactions (id, kind, cause_type, cause_id, user_id, entry_count, at)
       select ${id('n', '8000')}, 'sale', 'attempt', ${id('n', 'a000')}, ${user}, 2, ${at} from generate_series(1, ${transactions}) n`,
    );
    await owner.query(
      `insert into ${schema}.ledger_entries (transaction_id, account_id, amount_minor, currency, user_id)
       select ${id('n', '8000')}, '01900000-0000-7000-9000-000000000001'::uuid, 900, 'USD', ${user} from generate_series(1, ${transactions}) n
       union all
       select ${id('n', '8000')}, '01900000-0000-7000-9000-000000000002'::uuid, -900, 'USD', null from generate_series(1, ${transactions}) n`,
    );
    await owner.query(
      `insert into ${schema}.fan_wallets (user_id, currency, balance_minor) values ('${fanId}', 'USD', 1000) on conflict do nothing`,
    );
    await owner.query(`set session_replication_role = origin`);
    await owner.query(`analyze ${schema}.ledger_transactions, ${schema}.ledger_entries`);
  });
