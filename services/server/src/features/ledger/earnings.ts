import type { TenantDb } from '@backlot/database';

/** Minor units earned in a day of the site's calendar; what went back is taken off the day it went back on. */
export interface DayEarnings { readonly date: string; readonly membershipMinor: number; readonly postMinor: number }

/** Earnings by day from the books, days without any left out. Two indexed looks. */
export async function earningsByDay(db: TenantDb, since: Date, timeZone: string, currency: string): Promise<DayEarnings[]> {
  const { rows } = await db.raw<{ rows: DayEarnings[] }>(
    `select to_char(t.at at time zone ?, 'YYYY-MM-DD') as date,
       coalesce(-sum(e.amount_minor) filter (where a.kind = 'membership_revenue'), 0)::bigint as "membershipMinor",
       coalesce(-sum(e.amount_minor) filter (where a.kind = 'post_revenue'), 0)::bigint as "postMinor"
     from ?? t join ?? e on e.transaction_id = t.id join ?? a on a.id = e.account_id
     where t.at >= ? and e.currency = ? and a.kind in ('membership_revenue', 'post_revenue')
     group by 1 order by 1`,
    [timeZone, db.table('ledger_transactions'), db.table('ledger_entries'), db.table('ledger_accounts'), since, currency] as never);
  return rows;
}

/** Purchases and renewals whose end is not known yet. */
export async function countPendingPayments(db: TenantDb): Promise<number> {
  const [row] = await db('payment_intents').where({ state: 'open' }).count({ count: '*' });
  return Number(row!['count']);
}

/** Minor units earned in an hour of the site's clock, 0 to 23, between two instants of one day; hours without any left out. */
export async function earningsByHour(db: TenantDb, from: Date, to: Date, timeZone: string, currency: string): Promise<Array<{ hour: number; minor: number }>> {
  const { rows } = await db.raw<{ rows: Array<{ hour: number; minor: number }> }>(
    `select extract(hour from t.at at time zone ?)::int as hour, coalesce(-sum(e.amount_minor), 0)::bigint as minor
     from ?? t join ?? e on e.transaction_id = t.id join ?? a on a.id = e.account_id
     where t.at >= ? and t.at < ? and e.currency = ? and a.kind in ('membership_revenue', 'post_revenue')
     group by 1 order by 1`,
    [timeZone, db.table('ledger_transactions'), db.table('ledger_entries'), db.table('ledger_accounts'), from, to, currency] as never);
  return rows;
}
