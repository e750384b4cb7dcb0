import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { declineClassOf } from '@backlot/domain/memberships/decline-class';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { isInTime, isRenewalDue, statusAt } from '@backlot/domain/memberships/subscription';
import { earnOverMoved } from './series/earn-over-moved.ts';
import { addEarlierPeriod, findEarlierStretch, type PeriodCause } from './series/period-rows.ts';
import { drivenByProvider, findBillingSeries } from './series/series-rows.ts';
import {
  changeSubscription,
  lockSubscription,
  statusEnd,
  subscriptionOf,
  type SubscriptionRow,
} from './subscription-rows.ts';
import { addEvent, saidBy } from './subscription-events.ts';
import { tellMembership } from './tell-membership.ts';

export interface DueRenewal {
  readonly userId: string;
  readonly at: Date;
}

/** People whose renewal is due and ours to charge, longest waiting first, from after one on. */
const isRenewedByUs = (now: Date): Sql => sql`next_billing_at <= ${now} and not ${drivenByProvider(sql`s.id`)}`;

/** Whether there is a membership that we are to renew now. */
export const isAnyRenewalDue = (now: Date): Sql =>
  sql`exists (select from ${table('subscriptions')} s where ${isRenewedByUs(now)})`;

export async function listDueRenewals(
  db: TenantDb,
  now: Date,
  limit: number,
  after: DueRenewal | null,
): Promise<DueRenewal[]> {
  const unseen =
    after === null ? sql.empty : sql`and (next_billing_at, user_id) > (${after.at}, ${after.userId}::uuid)`;
  return sql<DueRenewal>`
    select user_id as "userId", next_billing_at as at from ${table('subscriptions')} s
    where ${isRenewedByUs(now)} ${unseen} order by next_billing_at, user_id limit ${limit}`.all(db);
}

/** The membership when it is to be renewed now, held; null when somebody else holds it, or it is cancelled or renewed. */
export async function lockDueRenewal(db: TenantDb, userId: string, now: Date): Promise<SubscriptionRow | null> {
  const row = await db('subscriptions').where({ user_id: userId }).forUpdate().skipLocked().first();
  if (!row || row.next_billing_at === null || row.next_billing_at > now) return null;
  const isDue = isRenewalDue(subscriptionOf(row), now);
  return isDue && ((await findBillingSeries(db, row.id))?.provider_ref ?? null) === null ? row : null;
}

/** Whether a membership renews at this very instant: neither cancelled, ended nor renewed meanwhile. */
export const isRunningUntil = (row: SubscriptionRow | null, periodEnd: Date | null): row is SubscriptionRow =>
  row !== null && row.cancelled_at === null && row.ended_at === null && row.ends_at?.getTime() === periodEnd?.getTime();

/** Whether a payment for the period after this one still has something to pay for. Holds the row. */
export const isRenewable = async (db: TenantDb, userId: string, periodEnd: Date): Promise<boolean> =>
  isRunningUntil(await lockSubscription(db, userId), periodEnd);

export interface PaidRenewal {
  readonly userId: string;
  readonly periodEnd: Date | null;
  readonly cause: Exclude<PeriodCause, { kind: 'granted' }>;
  /** The end that a provider names which drives the renewals by itself. */
  readonly until?: Date | undefined;
  /** When it was charged, where that is told. */
  readonly chargedAt?: Date | undefined;
  readonly now: Date;
}

/** One period more. Null when this period is no longer to be renewed: cancelled, ended or paid meanwhile. */
export async function renewMembership(
  db: TenantDb,
  { userId, periodEnd, cause, until, chargedAt, now }: PaidRenewal,
): Promise<SubscriptionRow | null> {
  const row = await lockSubscription(db, userId);
  if (!isRunningUntil(row, periodEnd)) return null;
  // Webhooks come in any order: a date in the past says nothing about this period.
  const isLater = until !== undefined && until > row.ends_at!;
  // Charged in time and told late, it pays for the days until it was told as well.
  const paidAt = chargedAt !== undefined && isInTime(subscriptionOf(row), chargedAt) ? chargedAt : now;
  const change = follow(subscriptionOf(row), { kind: 'renew', ...(isLater ? { until } : {}) }, paidAt);
  if (!change.ok) return null;
  const { transactionId } = cause;
  const renewedRow = await changeSubscription(
    db,
    row,
    change.subscription,
    now,
    {
      kind: 'renewed',
      transactionId,
      period: cause,
      paidAt,
      ...(cause.kind === 'provider_renewal' && chargedAt ? { facts: saidBy(chargedAt, until) } : {}),
    },
    { paid_by_id: transactionId, rebill_notified_at: null },
  );
  await tellMembership(db, renewedRow);
  return renewedRow;
}

/** Whether a renewal until then, that is told after the next one, has a stretch to pay for. Holds the row. */
export async function isEarlierWanted(db: TenantDb, userId: string, until: Date): Promise<boolean> {
  const row = await lockSubscription(db, userId);
  const series = row && (await findBillingSeries(db, row.id));
  return (
    series !== null && (await findEarlierStretch(db, { subscriptionId: row!.id, seriesId: series.id }, until)) !== null
  );
}

/** A renewal that is told after the next one: it paid for a stretch before the last, and the membership ends when it would. */
export async function renewEarlier(
  db: TenantDb,
  { userId, transactionId, until, now }: { userId: string; transactionId: string; until: Date; now: Date },
): Promise<SubscriptionRow | null> {
  const row = await lockSubscription(db, userId);
  const series = row && (await findBillingSeries(db, row.id));
  if (row === null || series === null) return row;
  const earlier = { subscriptionId: row.id, seriesId: series.id, transactionId, until, now };
  await earnOverMoved(db, await addEarlierPeriod(db, earlier), now);
  await addEvent(db, row, now, { kind: 'renewed', transactionId });
  return row;
}

/** A renewal that was declined. Null when it no longer matters. */
export async function failRenewal(
  db: TenantDb,
  failed: {
    userId: string;
    periodEnd: Date;
    isHardDecline: boolean;
    declineCode: string | null;
    declineReason: string | null;
    /** When the provider tries again by itself; absent where we do. */
    retryAt?: Date | null;
    now: Date;
  },
): Promise<SubscriptionRow | null> {
  const { now, isHardDecline, declineCode, declineReason } = failed;
  const row = await lockSubscription(db, failed.userId);
  if (!isRunningUntil(row, failed.periodEnd)) return null;
  const declined = declineClassOf({ reason: declineReason, hard: isHardDecline });
  const change = follow(subscriptionOf(row), { kind: 'decline', declined }, now);
  if (!change.ok) return null;
  const failedRow = await changeSubscription(
    db,
    row,
    failed.retryAt === undefined ? change.subscription : { ...change.subscription, retryAt: failed.retryAt },
    now,
    { kind: 'renewal_failed', facts: { declineCode, declineReason, declined } },
    { rebill_decline_reason: declineReason },
  );
  await tellMembership(db, failedRow);
  return failedRow;
}

/** Whoever has access keeps it until the end of this renewal is known. The row is held. */
export async function openRenewal(db: TenantDb, row: SubscriptionRow, now: Date): Promise<void> {
  if (statusAt(subscriptionOf(row), now) !== '2') return;
  await db('subscriptions').where({ id: row.id }).update({ renewal_open: true, status_until: null });
}

/**
 * Nothing was charged, and not by the card's fault: tried again, at once or from `until` on, and nothing is held against
 * the member.
 */
export async function closeRenewal(db: TenantDb, userId: string, now: Date, until: Date | null = null): Promise<void> {
  const row = await lockSubscription(db, userId);
  if (row === null) return;
  const closed = { ...subscriptionOf(row), isRenewalOpen: false };
  // Where the grace is over meanwhile, `expireMembershipsJob` ends it and tells of it.
  const isOver = row.status !== '0' && statusAt(closed, now) === '0';
  await db('subscriptions')
    .where({ id: row.id })
    .update({
      renewal_open: false,
      status_until: isOver ? now : statusEnd(closed, now),
      ...(until !== null && row.next_billing_at !== null ? { next_billing_at: until } : {}),
    });
}
