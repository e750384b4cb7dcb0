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
const earnedAt = (at: Date): Sql<number> => sql`floor(
  amount_minor * extract(epoch from least(greatest(${at}, starts_at), ends_at) - starts_at) / extract(epoch from ends_at - starts_at))`;
