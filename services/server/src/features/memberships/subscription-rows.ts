import type { TableOf, TenantDb } from '@backlot/database';
import type { DeclineClass } from '@backlot/domain/memberships/decline-class';
import {
  isInTime,
  nextRenewalAt,
  statusAt,
  statusEnds,
  type StoppedBy,
  type Subscription,
} from '@backlot/domain/memberships/subscription';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { PriceCause } from './price-cause.ts';
import { addEvent, type EventDraft } from './subscription-events.ts';
import { addPeriod, cutPeriods, type PeriodCause } from './series/period-rows.ts';
import { keepSeries, type NewSeries } from './series/series-rows.ts';

export interface SubscriptionRow {
  id: string;
  user_id: string;
  anchor_at: Date;
  months: number;
  /** The zone whose calendar the months follow (IANA). */
  anchor_zone: string;
  started_at: Date;
  ends_at: Date | null;
  initial_minor: number;
  recurring_minor: number;
  currency: string;
  cancelled_at: Date | null;
  ended_at: Date | null;
  /** Who or what stopped it; null while nothing did. */
  stopped_by: StoppedBy | null;
  is_complimentary: boolean;
  failed_renewals: number;
  /** Of the last failed renewal. */
  decline_class: DeclineClass | null;
  retry_at: Date | null;
  /** A renewal was sent and its end is not known yet. */
  renewal_open: boolean;
  status: '0' | '1' | '2';
  status_until: Date | null;
  next_billing_at: Date | null;
  rebill_failed_at: Date | null;
  /** When the fan last put off what is said about a renewal at risk. */
  rebill_notified_at: Date | null;
  /** Whether staff want this member asked to go on with another account; null is as the site asks. */
  migration_asked: boolean | null;
  /** Why, as far as the provider told (`DeclineReason`). */
  rebill_decline_reason: string | null;
  cancel_reason: string | null;
  cancel_other: string | null;
  provider: string | null;
  /** The provider's account that charges it (checkout). */
  account_id: string | null;
  paid_by_id: string | null;
  /** What makes its price another than the site's own. */
  price_cause: PriceCause | null;
  version: number;
  updated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscriptions: TableOf<SubscriptionRow>;
  }
}

/** The row as rules know a membership. */
export const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  anchorAt: row.anchor_at,
  months: row.months,
  timeZone: row.anchor_zone,
  startedAt: row.started_at,
  endsAt: row.ends_at,
  recurringMinor: row.recurring_minor,
  cancelledAt: row.cancelled_at,
  endedAt: row.ended_at,
  stoppedBy: row.stopped_by,
  isComplimentary: row.is_complimentary,
  failedRenewals: row.failed_renewals,
  failedAt: row.rebill_failed_at,
  declineClass: row.decline_class,
  retryAt: row.retry_at,
  isRenewalOpen: row.renewal_open,
});

const asDate = (instant: Date | number | null): Date | null => (instant === null ? null : new Date(instant));

/** Columns of a membership's facts and of what follows from them at `now`. */
export function columnsOf(subscription: Subscription, now: Date) {
  return {
    anchor_at: subscription.anchorAt,
    months: subscription.months,
    anchor_zone: subscription.timeZone,
    started_at: new Date(subscription.startedAt),
    ends_at: asDate(subscription.endsAt),
    recurring_minor: subscription.recurringMinor,
    cancelled_at: asDate(subscription.cancelledAt),
    ended_at: asDate(subscription.endedAt),
    stopped_by: subscription.stoppedBy,
    is_complimentary: subscription.isComplimentary,
    failed_renewals: subscription.failedRenewals,
    rebill_failed_at: asDate(subscription.failedAt),
    decline_class: subscription.declineClass,
    retry_at: asDate(subscription.retryAt),
    renewal_open: subscription.isRenewalOpen,
    status: statusAt(subscription, now),
    status_until: statusEnd(subscription, now),
    next_billing_at: nextRenewalAt(subscription),
    updated_at: now,
  };
}

/** When the status turns '0' by itself, as the rule itself answers; null for never, or when it is '0' already. */
export function statusEnd(subscription: Subscription, now: Date): Date | null {
  if (statusAt(subscription, now) === '0') return null;
  return statusEnds(subscription).find((at) => at > now && statusAt(subscription, at) === '0') ?? null;
}

/**
 * Everybody's membership with its status at an instant, to be joined in another feature's statement. Between two changes
 * a status only ends, so that two columns say it.
 */
export const membershipsAt = (
  now: Date,
): Sql<Pick<SubscriptionRow, 'user_id' | 'status'> & { ends_at: Date | null; ended_at: Date | null }> => sql`(
  select user_id, case when status_until is null or status_until > ${now} then status else '0' end as status, ends_at, ended_at
  from ${table('subscriptions')}
)`;

/**
 * Whether the newest stretch of a person's membership that has begun was paid for, as a condition of another feature's statement: also in the
 * time after its end in which a renewal is awaited, which then pays for it.
 */
export const isPaidStretch = (userId: string | null, now: Date): Sql<{ is_paid: boolean }> =>
  sql`coalesce((
    select d.transaction_id is not null from ${table('subscription_periods')} d
      join ${table('subscriptions')} m on m.id = d.subscription_id
    where m.user_id = ${userId}::uuid and d.cut_at is null and d.starts_at <= ${now}
    order by d.starts_at desc limit 1
  ), false)`;

export const findSubscription = (db: TenantDb, userId: string): Promise<SubscriptionRow | null> =>
  subscriptionRow(userId).prepared().first(db);

const subscriptionRow = (userId: string): Sql<SubscriptionRow> => sql<SubscriptionRow>`
  select id, user_id, anchor_at, months, anchor_zone, started_at, ends_at, initial_minor, recurring_minor, currency, cancelled_at,
    ended_at, stopped_by, is_complimentary, failed_renewals, decline_class, retry_at, renewal_open, status, status_until,
    next_billing_at, rebill_failed_at, rebill_notified_at, migration_asked, rebill_decline_reason, cancel_reason, cancel_other,
    provider, account_id, paid_by_id, price_cause, version, updated_at
  from ${table('subscriptions')} where user_id = ${userId}`;

export type Nullable<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

/** The one row of another feature's statement, and the same of a person; no column may be called as one of a membership. */
export const besideSubscription = <Row extends object>(
  statement: Sql<Row>,
  userId: string,
): Sql<Row & Nullable<SubscriptionRow>> =>
  sql<Row & Nullable<SubscriptionRow>>`
    select o.*, s.* from (${statement}) o left join (${subscriptionRow(userId)}) s on true`.prepared();

/** Every change of a membership holds its row. */
export const lockSubscription = async (db: TenantDb, userId: string): Promise<SubscriptionRow | null> =>
  (await db('subscriptions').where({ user_id: userId }).forUpdate().first()) ?? null;

export interface Happened extends EventDraft {
  /** What the change adds to the membership's time. */
  readonly period?: PeriodCause;
  /** When that was paid, where it is told later: whether it follows what ran is asked of then. */
  readonly paidAt?: Date;
  /** Who charges it from now on, where that changes. */
  readonly begins?: NewSeries;
}

/** Writes what a rule made of a locked row, and what happened: series and periods follow it. */
export async function changeSubscription(
  db: TenantDb,
  row: SubscriptionRow,
  next: Subscription,
  now: Date,
  happened: Happened,
  also: Partial<SubscriptionRow> = {},
): Promise<SubscriptionRow> {
  const [changed] = await db('subscriptions')
    .where({ id: row.id })
    .update({ ...columnsOf(next, now), version: row.version + 1, ...also })
    .returning('*');
  await recordChange(db, row, changed!, now, happened);
  return changed!;
}

/** Null when the person has one already. */
export async function insertSubscription(
  db: TenantDb,
  first: Subscription,
  now: Date,
  happened: Happened,
  also: Pick<SubscriptionRow, 'user_id' | 'initial_minor' | 'currency'> & Partial<SubscriptionRow>,
): Promise<SubscriptionRow | null> {
  const [inserted] = await db('subscriptions')
    .insert({ id: v7(), ...columnsOf(first, now), ...also })
    .onConflict('user_id')
    .ignore()
    .returning('*');
  if (inserted) await recordChange(db, null, inserted, now, happened);
  return inserted ?? null;
}

async function recordChange(
  db: TenantDb,
  before: SubscriptionRow | null,
  row: SubscriptionRow,
  now: Date,
  happened: Happened,
): Promise<void> {
  await addEvent(db, row, now, happened);
  const seriesId = await keepSeries(db, row, now, happened.begins ?? null);
  if (before !== null) await cutPeriods(db, row, now);
  if (!happened.period) return;
  const startsAt = startOf(before, row, happened, now);
  await addPeriod(db, { row, startsAt, seriesId }, happened.period, now);
}

/** A period follows what runs, or begins now. A provider may tell of one so late that it is over already. */
function startOf(before: SubscriptionRow | null, row: SubscriptionRow, happened: Happened, now: Date): Date {
  if (before !== null && before.ends_at !== null && isInTime(subscriptionOf(before), happened.paidAt ?? now))
    return before.ends_at;
  if (row.ends_at === null || row.ends_at > now) return now;
  return before?.ends_at ?? now;
}
