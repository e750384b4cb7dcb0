import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { nextPeople } from './next-people.ts';
import type { UserTotalsRow } from './tables.ts';

type Sum = Exclude<keyof UserTotalsRow, 'user_id' | 'currency'>;

/** A fan's totals that are not what the transactions of the fan say. */
export interface TotalsDifference {
  readonly userId: string;
  readonly currency: string;
  readonly differs: readonly Sum[];
}

/** People whose totals are read at one moment. */
const SLICE = 200;
const mostNamed = 1_000;

/**
 * Compares what lists and pages say that fans have spent and got back with the transactions of each, also of those who have
 * no totals.
 * @returns a thousand differences at most
 */
export async function checkTotals(ctx: AppContext, tenant: Tenant): Promise<TotalsDifference[]> {
  const found: TotalsDifference[] = [];
  let last: string | null = null;
  do {
    const slice: TotalsDifference[] = await ctx.database.tenants.read(tenant, (db) => compareSlice(db, last));
    found.push(...slice.filter(({ differs }) => differs.length > 0));
    last = slice.at(-1)?.userId ?? null;
  } while (last !== null && found.length < mostNamed);
  return found.slice(0, mostNamed);
}

/** All but fees of chargebacks, which have a sum of their own. */
const moved = (sign: Sql, which: Sql): Sql => sql`coalesce(sum(e.amount_minor) filter (
  where ${sign} and a.kind <> 'chargeback_fees' and ${which}), 0)`;
const [debit, credit] = [sql`e.amount_minor > 0`, sql`e.amount_minor < 0`] as const;

/** Each sum as it is kept, and by the entries `e` of accounts `a`, in transactions `t` of the fan. */
const sums: ReadonlyArray<{ readonly name: Sum; readonly kept: Sql; readonly booked: Sql }> = [
  {
    name: 'spent_minor',
    kept: sql`spent_minor`,
    // Money that had bought nothing and was accepted later came once.
    booked: moved(debit, sql`t.kind in ('sale', 'unapplied') and a.kind <> 'unapplied_receipts'`),
  },
  {
    name: 'refunded_minor',
    kept: sql`refunded_minor`,
    // What a bank took back of a refund to the wallet was no refund, until it is given back.
    booked: sql`${moved(debit, sql`t.kind in ('refund', 'wallet_given_back')`)} - ${moved(debit, sql`t.kind = 'wallet_taken_back'`)}`,
  },
  {
    name: 'charged_back_minor',
    kept: sql`charged_back_minor`,
    booked: sql`${moved(debit, sql`t.kind = 'chargeback'`)} + ${moved(credit, sql`t.kind = 'chargeback_won'`)}`,
  },
  {
    name: 'chargeback_fees_minor',
    kept: sql`chargeback_fees_minor`,
    booked: sql`coalesce(sum(e.amount_minor) filter (
      where a.kind = 'chargeback_fees' and t.kind in ('chargeback', 'chargeback_won')), 0)`,
  },
  // One that is won stays counted.
  {
    name: 'chargebacks',
    kept: sql`chargebacks`,
    booked: sql`count(distinct t.id) filter (where t.kind = 'chargeback')`,
  },
];

const compareSlice = (db: TenantDb, after: string | null): Promise<TotalsDifference[]> =>
  sql<TotalsDifference>`
    with recursive ${nextPeople([sql`${table('user_totals')}`, sql`${table('ledger_transactions')}`], after, SLICE)}
    select p.id as "userId", c.currency, c.differs
    from person p cross join lateral (
      select currency, array_remove(array[${sql.join(
        sums.map(
          ({ name }, place) =>
            sql`case when coalesce(k.sums[${place + 1}::int], 0) <> coalesce(b.sums[${place + 1}::int], 0) then ${name}::text end`,
        ),
      )}], null) as differs
      from (
        select currency, array[${sql.join(sums.map(({ kept }) => kept))}]::numeric[] as sums
        from ${table('user_totals')} where user_id = p.id
      ) k full join (
        select e.currency, array[${sql.join(sums.map(({ booked }) => booked))}]::numeric[] as sums
        from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
          join ${table('ledger_accounts')} a on a.id = e.account_id
        where t.user_id = p.id group by e.currency
      ) b using (currency)
    ) c
    order by p.id, c.currency`.all(db);
