import type { TenantDb } from '@backlot/database';
import { routine, sql, table, type Sql } from '@backlot/database/sql';

/** Adds so many transactions that the sums do not hold yet. @returns how many there were */
export const sumSlice = async (db: TenantDb, most: number): Promise<number> =>
  (await sql<{ count: number }>`select ${routine('sum_ledger')}(${most}) as count`.one(db)).count;

/** The ids of what the sums do not hold yet: whoever reads them adds these. */
export const unsummed = sql`array(select transaction_id from ${table('ledger_unsummed')})`;

/**
 * What those of them move that are booked before an instant, as `ledger_moves` says it (`at`, `kind`, `account_id`,
 * `about_id`, `amount_minor`).
 *
 * Each transaction and its entries are looked up once, one by one: the view would look up a thousand of them four times,
 * and of an early month Postgres would rather read all that was booked before it ended.
 */
export const unsummedMovesBefore = (at: Date): Sql => sql`
  with booked as materialized (
    select u.transaction_id, t.at, t.kind from ${table('ledger_unsummed')} u cross join lateral (
      select at, kind from ${table('ledger_transactions')} where id = u.transaction_id offset 0) t
    where t.at < ${at}
  ), held as materialized (
    select b.transaction_id, b.at, b.kind, e.account_id, e.amount_minor, e.currency, a.kind = 'provider_clearing' as is_clearing
    from booked b cross join lateral (
      select account_id, amount_minor, currency from ${table('ledger_entries')}
      where transaction_id = b.transaction_id offset 0) e
    join ${table('ledger_accounts')} a on a.id = e.account_id
  )
  select at, kind, account_id, account_id as about_id, amount_minor from held where not is_clearing
  union all
  select c.at, c.kind, c.account_id, o.account_id, -o.amount_minor from held c join held o
    on o.transaction_id = c.transaction_id and o.account_id <> c.account_id and o.currency = c.currency
  where c.is_clearing`;

/**
 * Spans of sums (`span`, `since`, `until`) that together are all before an instant: the months before, the days since its
 * month began, the quarters of an hour since its day did. Exact at every quarter of an hour, as all zones' midnights are.
 */
export const spansBefore = (at: Date): Sql => sql`
  select * from (values
    ('month', '-infinity'::timestamptz, date_trunc('month', ${at}::timestamptz, 'UTC')),
    ('day', date_trunc('month', ${at}::timestamptz, 'UTC'), date_trunc('day', ${at}::timestamptz, 'UTC')),
    ('quarter_hour', date_trunc('day', ${at}::timestamptz, 'UTC'), ${at}::timestamptz)) v (span, since, until)`;

/** A sum that is not what the entries, or the sums of shorter spans within it, add up to. */
export interface SumDifference {
  readonly accountId: string;
  readonly span: 'month' | 'day' | 'quarter_hour';
  readonly startsAt: Date;
}

/** Sums of a month (UTC) that are not what stands below them: entries, quarters of an hour, days. */
export const listDifferences = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<SumDifference[]> => {
  const within = sql`starts_at >= ${from} and starts_at < ${to}`;
  const key = sql`account_id, span, starts_at, kind, about_id`;
  const upper = (span: Sql, unit: Sql, below: Sql): Sql => sql`
    select account_id, ${span} as span, date_trunc(${unit}, starts_at, 'UTC') as starts_at, kind, about_id,
      sum(amount_minor) as amount_minor, sum(entry_count) as entry_count
    from ${table('ledger_sums')} where span = ${below} and ${within} group by 1, 2, 3, 4, 5`;
  return sql<SumDifference>`
    with held as (
      select ${key}, amount_minor, entry_count from ${table('ledger_sums')} where ${within}
    ), counted as (
      select account_id, 'quarter_hour' as span, date_bin('15 minutes', at, '2000-01-01 00:00:00+00') as starts_at, kind,
        about_id, sum(amount_minor) as amount_minor, count(*) as entry_count
      from ${table('ledger_moves')} m
      where at >= ${from} and at < ${to}
        and not exists (select from ${table('ledger_unsummed')} u where u.transaction_id = m.transaction_id)
      group by 1, 2, 3, 4, 5
      union all ${upper(sql`'day'`, sql`'day'`, sql`'quarter_hour'`)}
      union all ${upper(sql`'month'`, sql`'month'`, sql`'day'`)}
    )
    select account_id as "accountId", span, starts_at as "startsAt"
    from held full join counted using (${key})
    where (held.amount_minor, held.entry_count) is distinct from (counted.amount_minor, counted.entry_count)
    order by starts_at, span, account_id limit ${limit}`.all(db);
};

/** When the first entry was booked for, by the entries and by the sums; null for empty books. */
export const firstBooked = async (db: TenantDb): Promise<Date | null> =>
  (
    await sql<{ at: Date | null }>`
      select least((select min(at) from ${table('ledger_transactions')}),
        (select min(starts_at) from ${table('ledger_sums')} where span = 'month')) as at`.one(db)
  ).at;

/** When the last entry was booked for, likewise: it may lie ahead. */
export const lastBooked = async (db: TenantDb): Promise<Date | null> =>
  (
    await sql<{ at: Date | null }>`
      select greatest((select max(at) from ${table('ledger_transactions')}),
        (select max(starts_at) from ${table('ledger_sums')} where span = 'month')) as at`.one(db)
  ).at;
