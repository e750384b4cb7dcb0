import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { follow } from '@backlot/domain/memberships/life-cycle';
import type { SeriesEvent } from '@backlot/payments';
import { mailLater } from '../../../mail/mail-later.ts';
import {
  bookReportedCharge,
  isPeriodHeld,
  type KnownCharge,
  type LaterCharges,
  type Sellable,
} from '../../checkout/index.ts';
import { findReceipt, lockBuyer } from '../../ledger/index.ts';
import { mailCancelled } from '../cancellations/mail-cancelled.ts';
import { failRenewal, openRenewal } from '../renew-membership.ts';
import { renewalQuote, type RenewalTerms } from '../renewal-quote.ts';
import { hasBeenSaidSince, saidBy } from '../subscription-events.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from '../subscription-rows.ts';
import { tellMembership } from '../tell-membership.ts';
import { earnOverMoved } from './earn-over-moved.ts';
import { findEarlierStretch, findPeriodPaidBy, movePeriodEnd } from './period-rows.ts';
import type { SeriesRow } from './series-rows.ts';

/** A decline from longer than this before the end of the period is history: the period was paid for since. */
const staleMs = 2 * 86_400_000;

interface Held {
  readonly series: SeriesRow;
  readonly row: SubscriptionRow;
  readonly now: Date;
}

/**
 * Applies an event of a series that its provider drives by itself. Events come late, twice and in any order: only a series that
 * charges changes its membership, and money of any other goes back unasked. False when the series is none of ours.
 */
export const applySeriesEvent: NonNullable<LaterCharges['applySeriesEvent']> = async (
  db,
  { accountId, event, now, sells },
) => {
  const { seriesRef } = event.about;
  const found = seriesRef === undefined ? null : await findSubscriber(db, accountId, seriesRef);
  if (found === null) return false;
  await lockBuyer(db, found.userId);
  const row = await lockSubscription(db, found.userId);
  const series = await db('subscription_series').where({ id: found.seriesId }).forUpdate().first();
  await apply(db, event, { series: series!, row: row!, now }, sells.get('renewal'));
  return true;
};

const findSubscriber = (db: TenantDb, accountId: string, seriesRef: string) =>
  sql<{ userId: string; seriesId: string }>`
    select s.user_id as "userId", x.id as "seriesId" from ${table('subscription_series')} x
      join ${table('subscriptions')} s on s.id = x.subscription_id
    where x.account_id = ${accountId} and x.provider_ref = ${seriesRef}`.first(db);

async function apply(db: TenantDb, event: SeriesEvent, held: Held, renewal: Sellable): Promise<void> {
  switch (event.type) {
    case 'series-renewed':
      return renewedByProvider(db, event, held, renewal);
    case 'series-failed':
      return failedAtProvider(db, event, held);
    case 'series-moved':
      return movedByProvider(db, new Date(event.nextAt), held, new Date(event.occurredAt));
    default:
      return endedByProvider(db, held);
  }
}

/** A series that was to end pays for nothing, whatever its membership is now. */
async function renewedByProvider(
  db: TenantDb,
  { charge, nextAt, occurredAt }: Extract<SeriesEvent, { type: 'series-renewed' }>,
  { series, row, now }: Held,
  renewal: Sellable,
): Promise<void> {
  const until = nextAt === null ? null : new Date(nextAt);
  const isBilling = series.state === 'billing';
  const ofSeries = { subscriptionId: row.id, seriesId: series.id };
  const isEarlier =
    isBilling &&
    until !== null &&
    (await findEarlierStretch(db, ofSeries, until)) !== null &&
    // A membership that began late has ends beyond its provider's dates also where its charges are told in their order.
    (await hasBeenSaidSince(db, row.id, new Date(occurredAt)));
  const runsUntil = isBilling ? row.ends_at : (series.ending_since ?? series.ended_at);
  // The period that begins at its end is the next one's: of an earlier one it is its own.
  const period = { subscriptionId: row.id, endsAt: (isEarlier ? until : runsUntil) ?? now };
  const known = await bookReportedCharge(db, renewal, {
    accountId: series.account_id!,
    userId: row.user_id,
    draft: {
      contentId: null,
      amountMinor: row.recurring_minor,
      currency: row.currency,
      isRecurring: true,
      quote: { ...renewalQuote(row, ''), until: nextAt, chargedAt: occurredAt, ...(isEarlier ? { isEarlier } : {}) },
      period,
    },
    charge,
    now,
  });
  // It took something: as long as staff have not decided what that is for, nobody is locked out.
  if (isBilling && !isEarlier && (await isPeriodHeld(db, period))) await openRenewal(db, row, now);
  if (known !== null && until !== null) await takeDateOver(db, known, until, { series, row, now });
}

/** A report tells of a charge and of no date: its webhook, which comes later, names the next one. */
async function takeDateOver(db: TenantDb, known: KnownCharge, until: Date, held: Held): Promise<void> {
  if ((known.quote as RenewalTerms).until !== null) return;
  const receipt = await findReceipt(db, known.attemptId);
  const period = receipt && (await findPeriodPaidBy(db, receipt.id));
  const isLast = period?.ends_at != null && period.ends_at.getTime() === held.row.ends_at?.getTime();
  if (!isLast || until <= period.starts_at || until.getTime() === period.ends_at?.getTime()) return;
  await movedByProvider(db, until, held);
}

/** The provider tries again by itself. */
async function failedAtProvider(
  db: TenantDb,
  { decline, retryAt, occurredAt }: Extract<SeriesEvent, { type: 'series-failed' }>,
  { series, row, now }: Held,
): Promise<void> {
  if (series.state !== 'billing' || row.ends_at === null) return;
  if (Date.parse(occurredAt) < row.ends_at.getTime() - staleMs) return;
  const failed = await failRenewal(db, {
    userId: row.user_id,
    periodEnd: row.ends_at,
    isHardDecline: decline.hard,
    declineCode: decline.code,
    declineReason: decline.reason,
    retryAt: retryAt === null ? null : new Date(retryAt),
    now,
  });
  if (failed) await mailLater(db, 'renewal-failed', row.user_id, { retryAt, reason: decline.reason, canAddCard: 0 });
}

/** It charges nothing more, which also answers a cancellation of ours; what was paid for goes on until its end. */
async function endedByProvider(db: TenantDb, { series, row, now }: Held): Promise<void> {
  if (series.state === 'ended') return;
  await db('subscription_series')
    .where({ id: series.id })
    .update({ state: 'ended', ended_at: now, next_at: null, end_refusal: null });
  if (series.state !== 'billing') return;
  const change = follow(subscriptionOf(row), { kind: 'provider-stop' }, now);
  if (!change.ok) return;
  const stopped = await changeSubscription(db, row, change.subscription, now, { kind: 'stopped' });
  await tellMembership(db, stopped);
  await mailCancelled(db, stopped, { now });
}

/**
 * One date everywhere: the membership lasts until the provider charges again. `saidAt`: when the provider moved it, where that is
 * told by itself; a date from before the last charge, or before it was moved again, is history.
 */
async function movedByProvider(
  db: TenantDb,
  until: Date,
  { series, row, now }: Held,
  saidAt: Date | null = null,
): Promise<void> {
  if (series.state !== 'billing' || (saidAt !== null && (await hasBeenSaidSince(db, row.id, saidAt)))) return;
  const change = follow(subscriptionOf(row), { kind: 'move', until }, now);
  if (!change.ok) return;
  await earnOverMoved(db, await movePeriodEnd(db, row.id, until), now);
  const happened = { kind: 'moved', ...(saidAt === null ? {} : { facts: saidBy(saidAt) }) } as const;
  await tellMembership(db, await changeSubscription(db, row, change.subscription, now, happened));
}
