import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { RevenueAccount } from '../chart.ts';

/** Of the whole site, in its schema: what is earned is booked for a day alone, while sales and refunds wait. */
const site = sql`pg_catalog.hashtextextended(pg_catalog.current_setting('role'), 21)`;

/** Held by what changes what is still to be earned; many at once. */
export const holdOffRecognition = (db: TenantDb): Promise<unknown> =>
  sql`select pg_catalog.pg_advisory_xact_lock_shared(${site})`.run(db);

/** Locks out changes, then answers up to when revenue is booked and whether this day is. */
export async function lockForRecognition(
  db: TenantDb,
  day: string,
): Promise<{ readonly through: Date | null; readonly isBooked: boolean }> {
  await sql`select pg_catalog.pg_advisory_xact_lock(${site})`.prepared().runWithNext(db);
  return sql<{ through: Date | null; isBooked: boolean }>`
    select (select until from ${table('recognised_days')} order by until desc limit 1) as through,
      exists (select 1 from ${table('recognised_days')} where day = ${day}::date) as "isBooked"`
    .prepared()
    .one(db);
}

/** A day is over; written with what is booked of it, or at the end. */
export const insertRecognised = (
  db: TenantDb,
  {
    id,
    day,
    currency,
    until,
  }: { readonly id: string; readonly day: string; readonly currency: string; readonly until: Date },
): Promise<void> =>
  sql`
    insert into ${table('recognised_days')} (id, day, currency, until) values (${id}, ${day}, ${currency}, ${until})`
    .prepared()
    .runWithNext(db);

/** The last midnight until which everything is booked; null before the first day. */
export async function recognisedUntil(db: TenantDb): Promise<Date | null> {
  const row = await sql<{ until: Date }>`
    select until from ${table('recognised_days')} order by until desc limit 1`.first(db);
  return row?.until ?? null;
}

export const insertDeferred = (
  db: TenantDb,
  deferred: {
    readonly transactionId: string;
    readonly revenue: RevenueAccount;
    readonly amountMinor: number;
    readonly currency: string;
    readonly startsAt: Date;
    readonly endsAt: Date;
  },
): Promise<unknown> =>
  db('deferred_sales').insert({
    id: v7(),
    transaction_id: deferred.transactionId,
    revenue: deferred.revenue,
    amount_minor: deferred.amountMinor,
    currency: deferred.currency,
    starts_at: deferred.startsAt,
    ends_at: deferred.endsAt,
  });

/** What of a sale is still to be earned, with what of each row is booked until that midnight. */
export const listOpenDeferred = (
  db: TenantDb,
  transactionId: string,
  until: Date | null,
): Promise<Array<OpenDeferred>> =>
  sql<OpenDeferred>`
    select id, revenue, amount_minor as "amountMinor", currency, starts_at as "startsAt", ends_at as "endsAt",
      ${until === null ? sql`0` : earnedAt(until)}::bigint as "earnedMinor"
    from ${table('deferred_sales')} where transaction_id = ${transactionId} and ended_at is null order by id for update`.all(
    db,
  );

export interface OpenDeferred {
  readonly id: string;
  readonly revenue: RevenueAccount;
  readonly amountMinor: number;
  readonly currency: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly earnedMinor: number;
}

/** What was earned between two midnights, by revenue and currency. */
export const listEarned = (
  db: TenantDb,
  since: Date,
  until: Date,
): Promise<Array<{ revenue: RevenueAccount; currency: string; minor: number }>> =>
  sql<{ revenue: RevenueAccount; currency: string; minor: number }>`
    select revenue, currency, sum(${earnedAt(until)} - ${earnedAt(since)})::bigint as minor
    from ${table('deferred_sales')} where ended_at is null and ends_at > ${since} and starts_at < ${until}
    group by revenue, currency order by currency, revenue`
    .prepared()
    .all(db);

/** Minor units that are earned of a row at an instant: to the cent, and all of it at its end. */
const earnedAt = (at: Date | Sql): Sql<number> => sql`floor(
  amount_minor * extract(epoch from least(greatest(${at}, starts_at), ends_at) - starts_at) / extract(epoch from ends_at - starts_at))`;

/** What the books owe as service, by revenue and currency, and what the rows of it leave to be earned; minor units. */
export interface DeferredDifference {
  readonly revenue: string;
  readonly currency: string;
  readonly bookedMinor: number;
  readonly openMinor: number;
}

/**
 * Where the two are not the same: a row was lost, doubled or rewritten, and its money would be earned never, twice or at another
 * time. One statement, so that both are of one moment; of the books the sums of months and what those do not hold yet.
 */
export const listDeferredDifferences = (db: TenantDb): Promise<DeferredDifference[]> => {
  const through = sql`(select max(until) from ${table('recognised_days')})`;
  return sql<DeferredDifference>`
    with booked as (
      select a.detail as revenue, a.currency, -(
        coalesce((select sum(s.amount_minor) from ${table('ledger_sums')} s where s.account_id = a.id and s.span = 'month'), 0)
        + coalesce((select sum(e.amount_minor) from ${table('ledger_unsummed')} u
            join ${table('ledger_entries')} e on e.transaction_id = u.transaction_id where e.account_id = a.id), 0)) as minor
      from ${table('ledger_accounts')} a where a.kind = 'deferred_revenue'
    ), open as (
      select revenue, currency, sum(amount_minor - ${earnedAt(through)}) as minor from ${table('deferred_sales')}
      where ended_at is null and ends_at > coalesce(${through}, '-infinity') group by revenue, currency
    )
    select revenue, currency, coalesce(booked.minor, 0)::bigint as "bookedMinor", coalesce(open.minor, 0)::bigint as "openMinor"
    from booked full join open using (revenue, currency)
    where coalesce(booked.minor, 0) <> coalesce(open.minor, 0) order by revenue, currency`.all(db);
};
