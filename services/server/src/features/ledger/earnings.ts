import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { RevenueAccount } from './chart.ts';

/**
 * Minor units sold in a day of the site's calendar, by the revenue that they are or become; what went back is taken off the
 * day it went back on. When a sale is earned is another question (decision 0007).
 */
export interface DayEarnings {
  readonly date: string;
  readonly revenue: RevenueAccount;
  readonly minor: number;
}

/** Earnings by day and account from the books, days without any left out. Two indexed looks. `until`: up to and without it. */
export const earningsByDay = (
  db: TenantDb,
  since: Date,
  timeZone: string,
  currency: string,
  until: Date | null = null,
): Promise<DayEarnings[]> =>
  sql<DayEarnings>`
    select to_char(t.at at time zone ${timeZone}, 'YYYY-MM-DD') as date, ${revenue} as revenue, ${earned} as minor
    from ${bookedEntries} where t.at >= ${since} ${until === null ? sql.empty : sql`and t.at < ${until}`}
      and e.currency = ${currency} and ${isSale}
    group by 1, 2 order by 1, 2`.all(db);

export interface DaySales {
  readonly date: string;
  readonly soldMinor: number;
  /** What went back then, of whatever sale. */
  readonly returnedMinor: number;
}

/** The same apart: what was sold and what went back. The one less the other is the sum of `earningsByDay`. */
export const salesByDay = (
  db: TenantDb,
  since: Date,
  until: Date,
  timeZone: string,
  currency: string,
): Promise<DaySales[]> =>
  sql<DaySales>`
    select to_char(t.at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      coalesce(-sum(e.amount_minor) filter (where t.kind = 'sale'), 0)::bigint as "soldMinor",
      coalesce(sum(e.amount_minor) filter (where t.kind <> 'sale'), 0)::bigint as "returnedMinor"
    from ${bookedEntries} where t.at >= ${since} and t.at < ${until} and e.currency = ${currency} and ${isSale}
    group by 1 order by 1`.all(db);

export interface MonthSales {
  /** `2026-03`. */
  readonly month: string;
  readonly revenue: RevenueAccount;
  readonly soldMinor: number;
  /** What went back then, of whatever sale. */
  readonly returnedMinor: number;
}

/** Of months of the site's calendar, by the revenue that they are or become; months without any left out. */
export const salesByMonth = (
  db: TenantDb,
  since: Date,
  until: Date,
  timeZone: string,
  currency: string,
): Promise<MonthSales[]> =>
  sql<MonthSales>`
    select to_char(t.at at time zone ${timeZone}, 'YYYY-MM') as month, ${revenue} as revenue,
      coalesce(-sum(e.amount_minor) filter (where t.kind = 'sale'), 0)::bigint as "soldMinor",
      coalesce(sum(e.amount_minor) filter (where t.kind <> 'sale'), 0)::bigint as "returnedMinor"
    from ${bookedEntries} where t.at >= ${since} and t.at < ${until} and e.currency = ${currency} and ${isSale}
    group by 1, 2 order by 1, 2`.all(db);

/** Minor units earned in an hour of the site's clock, 0 to 23, between two instants of one day; hours without any left out. */
export const earningsByHour = (
  db: TenantDb,
  from: Date,
  to: Date,
  timeZone: string,
  currency: string,
): Promise<Array<{ hour: number; minor: number }>> =>
  sql<{ hour: number; minor: number }>`
    select extract(hour from t.at at time zone ${timeZone})::int as hour, ${earned} as minor
    from ${bookedEntries} where t.at >= ${from} and t.at < ${to} and e.currency = ${currency} and ${isSale}
    group by 1 order by 1`.all(db);

/**
 * A correlated sub-query: whether somebody ever bought anything for money, in whatever currency, and the minor units that
 * they were sold for in this one, less what went back. Over all people it is the sum of `earningsByDay`.
 */
export const broughtBy = (user: Sql, currency: string): Sql<{ has_paid: boolean; net_minor: number }> => sql`
  select coalesce(bool_or(t.kind = 'sale'), false) as has_paid,
    coalesce(-sum(e.amount_minor) filter (where e.currency = ${currency}), 0)::bigint as net_minor
  from ${bookedEntries} where t.user_id = ${user} and ${isSale}`;

/** When something was sold here for the first time, in whatever currency. */
export async function firstSaleAt(db: TenantDb): Promise<Date | null> {
  const row = await sql<{ at: Date }>`
    select t.at from ${table('ledger_transactions')} t where t.kind = 'sale' order by t.at, t.id limit 1`.first(db);
  return row?.at ?? null;
}

/** Whether anything was ever sold here, in whatever currency, also what went back. */
export async function hasSold(db: TenantDb): Promise<boolean> {
  const { has } = await sql<{ has: boolean }>`
    select exists (select from ${bookedEntries} where right(a.kind, 8) = '_revenue') as has`.one(db);
  return has;
}

const bookedEntries = sql`${table('ledger_transactions')} t
  join ${table('ledger_entries')} e on e.transaction_id = t.id join ${table('ledger_accounts')} a on a.id = e.account_id`;
/** Deferred revenue and contra accounts say by their detail of which revenue they are. */
const revenue = sql`case when right(a.detail, 8) = '_revenue' then a.detail else a.kind end`;
/** Sales and what went back of them; not what moves from deferred to earned. */
const isSale = sql`t.kind <> 'recognition' and (right(a.kind, 8) = '_revenue' or a.kind in ('refunds', 'chargebacks'))`;
const earned = sql`coalesce(-sum(e.amount_minor), 0)::bigint`;
