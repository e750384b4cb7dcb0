import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { endsAsWasSaid } from '../subscription-events.ts';
import type { SubscriptionRow } from '../subscription-rows.ts';

/** What a stretch of a membership came from. */
export type PeriodCause =
  /** Null for a price of nothing. */
  | { readonly kind: 'paid'; readonly transactionId: string | null }
  | { readonly kind: 'provider_renewal'; readonly transactionId: string }
  | { readonly kind: 'granted'; readonly by: string; readonly reason: string | null };

export interface PeriodRow {
  id: string;
  subscription_id: string;
  series_id: string | null;
  starts_at: Date;
  /** Null is for ever. */
  ends_at: Date | null;
  cause: PeriodCause['kind'];
  transaction_id: string | null;
  granted_by: string | null;
  reason: string | null;
  recorded_at: Date;
  /** Ended before its end: given back, charged back, revoked. */
  cut_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription_periods: TableOf<PeriodRow>;
  }
}

export async function addPeriod(
  db: TenantDb,
  { row, startsAt, seriesId }: { row: SubscriptionRow; startsAt: Date; seriesId: string | null },
  cause: PeriodCause,
  now: Date,
): Promise<void> {
  await db('subscription_periods').insert({
    id: v7(),
    subscription_id: row.id,
    series_id: cause.kind === 'granted' ? null : seriesId,
    starts_at: startsAt,
    ends_at: row.ends_at,
    cause: cause.kind,
    transaction_id: cause.kind === 'granted' ? null : cause.transactionId,
    granted_by: cause.kind === 'granted' ? cause.by : null,
    reason: cause.kind === 'granted' ? cause.reason : null,
    recorded_at: now,
  });
}

interface OfSeries {
  readonly subscriptionId: string;
  readonly seriesId: string;
}

/** What a provider's renewals of a series paid for beyond an instant, the earliest; null where nothing is. */
const findRenewedBeyond = async (
  db: TenantDb,
  { subscriptionId, seriesId }: OfSeries,
  at: Date,
): Promise<PeriodRow | null> =>
  (await db('subscription_periods')
    .where({ subscription_id: subscriptionId, series_id: seriesId, cause: 'provider_renewal', cut_at: null })
    .where('ends_at', '>', at)
    .orderBy('starts_at')
    .first()) ?? null;

/** A stretch that an earlier renewal pays for. `partOf`: the one that was taken for it, and begins at its end from then on. */
export interface EarlierStretch {
  readonly startsAt: Date;
  readonly partOf: string | null;
}

/**
 * The stretch until `until` of a renewal that is told after the next one. It is a part of what that one was taken to pay for; or
 * it follows on what the series paid for before, where the membership had ended meanwhile. Null where there is none: of a
 * membership that began late, as its payment was told late, all stretches lie beyond its provider's dates.
 */
export async function findEarlierStretch(
  db: TenantDb,
  { subscriptionId, seriesId }: OfSeries,
  until: Date,
): Promise<EarlierStretch | null> {
  const next = await findRenewedBeyond(db, { subscriptionId, seriesId }, until);
  if (next === null) return null;
  if (next.starts_at < until)
    return (await endsAsWasSaid(db, next)) ? { startsAt: next.starts_at, partOf: next.id } : null;
  const before = await db('subscription_periods')
    .where({ subscription_id: subscriptionId, series_id: seriesId, cut_at: null })
    .where('ends_at', '<', until)
    .orderBy('ends_at', 'desc')
    .first('ends_at');
  if (!before?.ends_at) return null;
  // What ends at this very date is paid for by another charge, which its purchase is asked for; beside any other there is no room.
  const across = await db('subscription_periods')
    .where({ subscription_id: subscriptionId, cut_at: null })
    .where('starts_at', '<', until)
    .where('ends_at', '>', before.ends_at)
    .whereNot('ends_at', until)
    .first('id');
  return across === undefined ? { startsAt: before.ends_at, partOf: null } : null;
}

/** A stretch whose dates are others now. */
export type MovedPeriod = Pick<PeriodRow, 'transaction_id' | 'starts_at' | 'ends_at'>;

/** Adds it. @returns what gave way to it @throws an Error where there is no such stretch any more: the payment must not pay for nothing */
export async function addEarlierPeriod(
  db: TenantDb,
  {
    subscriptionId,
    seriesId,
    transactionId,
    until,
    now,
  }: OfSeries & { readonly transactionId: string; readonly until: Date; readonly now: Date },
): Promise<readonly MovedPeriod[]> {
  const stretch = await findEarlierStretch(db, { subscriptionId, seriesId }, until);
  if (stretch === null) throw new Error('There is no stretch that an earlier renewal could have paid for.');
  const { startsAt, partOf } = stretch;
  const moved =
    partOf === null
      ? []
      : await db('subscription_periods')
          .where({ id: partOf })
          .update({ starts_at: until })
          .returning(['transaction_id', 'starts_at', 'ends_at']);
  await db('subscription_periods').insert({
    id: v7(),
    subscription_id: subscriptionId,
    series_id: seriesId,
    starts_at: startsAt,
    ends_at: until,
    cause: 'provider_renewal',
    transaction_id: transactionId,
    recorded_at: now,
  });
  return moved;
}

/** The stretch that a payment paid for; null where it paid for none, or it was cut. */
export const findPeriodPaidBy = async (db: TenantDb, transactionId: string): Promise<PeriodRow | null> =>
  (await db('subscription_periods').where({ transaction_id: transactionId, cut_at: null }).first()) ?? null;

/** Until when what has an end lasts, and by which payment: all of it, or what was bought without what was given; null where it is over. */
export async function findRunning(
  db: TenantDb,
  subscriptionId: string,
  now: Date,
  { isBought }: { readonly isBought: boolean },
): Promise<{ readonly until: Date; readonly paidBy: string | null } | null> {
  const last = await db('subscription_periods')
    .where({ subscription_id: subscriptionId, cut_at: null })
    .whereIn('cause', isBought ? ['paid', 'provider_renewal'] : ['paid', 'provider_renewal', 'granted'])
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .first('ends_at', 'transaction_id');
  return last?.ends_at ? { until: last.ends_at, paidBy: last.transaction_id } : null;
}

/** The stretch that runs until this one begins. */
export const findPeriodBefore = async (db: TenantDb, period: PeriodRow): Promise<PeriodRow | null> =>
  (await db('subscription_periods')
    .where({ subscription_id: period.subscription_id, ends_at: period.starts_at, cut_at: null })
    .first()) ?? null;

/** Cuts what a membership that ended before its time would still have had; nothing of one without an end. */
export async function cutPeriods(db: TenantDb, row: SubscriptionRow, now: Date): Promise<void> {
  const end = row.ended_at ?? row.ends_at;
  if (end === null) return;
  await sql`
  update ${table('subscription_periods')} set cut_at = ${now}
  where subscription_id = ${row.id} and cut_at is null and (ends_at is null or ends_at > ${end})`.run(db);
}

/** Takes back the cut of a stretch without an end that a cancellation made; false where it cut none. */
export const uncutForEver = async (db: TenantDb, row: SubscriptionRow): Promise<boolean> =>
  (await db('subscription_periods')
    .where({ subscription_id: row.id, ends_at: null, cut_at: row.cancelled_at })
    .update({ cut_at: null })) > 0;

/** Whether `uncutForEver` would find one. */
export const isCutForEver = async (db: TenantDb, row: SubscriptionRow): Promise<boolean> =>
  (await db('subscription_periods')
    .where({ subscription_id: row.id, ends_at: null, cut_at: row.cancelled_at })
    .first('id')) !== undefined;

/** Cuts a stretch from then on, its begin or within it, and has what follows it begin there. @returns what follows */
export async function pullForward(
  db: TenantDb,
  { id, subscription_id: of, ends_at: end }: PeriodRow,
  from: Date,
  now: Date,
): Promise<readonly MovedPeriod[]> {
  await db('subscription_periods').where({ id }).update({ cut_at: now });
  return sql<MovedPeriod>`
    update ${table('subscription_periods')}
    set starts_at = starts_at - (${end}::timestamptz - ${from}::timestamptz),
      ends_at = ends_at - (${end}::timestamptz - ${from}::timestamptz)
    where subscription_id = ${of} and cut_at is null and starts_at >= ${end}
    returning transaction_id, starts_at, ends_at`.all(db);
}

/** The provider charges again at another time: what runs lasts until then. @returns that */
export const movePeriodEnd = (db: TenantDb, subscriptionId: string, until: Date): Promise<readonly MovedPeriod[]> =>
  sql<MovedPeriod>`
  update ${table('subscription_periods')} set ends_at = ${until}
  where subscription_id = ${subscriptionId} and cut_at is null and starts_at < ${until} and id = (
    select p.id from ${table('subscription_periods')} p where p.subscription_id = ${subscriptionId} and p.cut_at is null
    order by p.starts_at desc limit 1)
  returning transaction_id, starts_at, ends_at`.all(db);
