import type { TenantDb } from '@backlot/database';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { isRenewing } from '@backlot/domain/memberships/subscription';
import { earnOverMoved } from './series/earn-over-moved.ts';
import { findPeriodBefore, findPeriodPaidBy, pullForward, type PeriodRow } from './series/period-rows.ts';
import { findBillingSeries } from './series/series-rows.ts';
import type { Standing } from '../checkout/index.ts';
import { isWhollyReturned } from '../ledger/index.ts';
import {
  changeSubscription,
  findSubscription,
  lockSubscription,
  subscriptionOf,
  type SubscriptionRow,
} from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

interface Refund {
  readonly userId: string;
  readonly transactionId: string;
  readonly kind: 'refunded' | 'charged_back';
  readonly isWhole: boolean;
  readonly now: Date;
}

/**
 * Money went back: ends the membership when it had paid for the current period (DECISIONS 25), or for the one that follows it,
 * with the one before. After a chargeback nothing is charged again, whatever period it was for: what else was paid for stays
 * open until its end.
 * @returns whether only its renewals stopped
 */
export async function endRefundedMembership(db: TenantDb, refund: Refund): Promise<boolean> {
  const held = await lockSubscription(db, refund.userId);
  if (!held) return false;
  const endsIt = refund.isWhole && held.paid_by_id === refund.transactionId;
  if (endsIt && (await endBeforePaidAhead(db, held, refund))) return true;
  const row = refund.isWhole && !endsIt ? await goOnWithNext(db, held, refund) : held;
  if (!endsIt && refund.kind === 'refunded') return false;
  const event = endsIt ? (refund.kind === 'refunded' ? 'refund' : 'chargeback') : 'chargeback-elsewhere';
  const before = subscriptionOf(row);
  const change = follow(before, { kind: event }, refund.now);
  if (!change.ok) return false;
  const { kind, transactionId, now } = refund;
  const ended = await changeSubscription(db, row, change.subscription, now, { kind, transactionId });
  await tellMembership(db, ended);
  return !endsIt && isRenewing(before);
}

/**
 * What went back had paid for a period that has not begun: the one before was given, or paid by money that is still here. It
 * stays to its end and is the last.
 * @returns false where there is none that stays
 */
async function endBeforePaidAhead(
  db: TenantDb,
  row: SubscriptionRow,
  { transactionId, kind, now }: Refund,
): Promise<boolean> {
  const ahead = await findPaidAhead(db, transactionId, now);
  if (ahead === null) return false;
  const by = kind === 'refunded' ? 'refund' : 'chargeback';
  const change = follow(subscriptionOf(row), { kind: 'reversed-ahead', until: ahead.startsAt, by }, now);
  if (!change.ok) return false;
  // What paid for the one that runs is what it stands on now.
  const paidBy = { paid_by_id: ahead.before.transaction_id };
  const stopped = await changeSubscription(db, row, change.subscription, now, { kind, transactionId }, paidBy);
  await tellMembership(db, stopped);
  return true;
}

/** A period that a payment paid for and that has not begun, with the one that runs until then; null where none stays until then. */
async function findPaidAhead(
  db: TenantDb,
  transactionId: string,
  now: Date,
): Promise<{ readonly startsAt: Date; readonly before: PeriodRow } | null> {
  const period = await findPeriodPaidBy(db, transactionId);
  if (period === null || period.starts_at <= now) return null;
  const before = await findPeriodBefore(db, period);
  if (before === null) return null;
  const isGone = before.transaction_id !== null && (await isWhollyReturned(db, before.transaction_id));
  return isGone ? null : { startsAt: period.starts_at, before };
}

/**
 * A period that runs or is to come was given back while the one after it is paid or given already: that one begins in its place,
 * so that what is paid for is open, and nothing else. Where a provider charges at dates of its own, these stay.
 */
async function goOnWithNext(
  db: TenantDb,
  row: SubscriptionRow,
  { transactionId, now }: { readonly transactionId: string; readonly now: Date },
): Promise<SubscriptionRow> {
  const period = await findPeriodPaidBy(db, transactionId);
  if (!isLeft(period, now) || row.ends_at === null || row.ends_at <= period.ends_at) return row;
  if ((await findBillingSeries(db, row.id))?.provider_ref != null) return row;
  const from = period.starts_at > now ? period.starts_at : now;
  const until = new Date(row.ends_at.getTime() - (period.ends_at.getTime() - from.getTime()));
  const change = follow(subscriptionOf(row), { kind: 'move', until }, now);
  if (!change.ok) return row;
  await earnOverMoved(db, await pullForward(db, period, from, now), now);
  const moved = await changeSubscription(db, row, change.subscription, now, { kind: 'moved' });
  await tellMembership(db, moved);
  return moved;
}

const isLeft = (period: PeriodRow | null, now: Date): period is PeriodRow & { ends_at: Date } =>
  period !== null && period.ends_at !== null && period.ends_at > now;

/** Whether the membership is on because of this payment: a whole refund of it ends it at once, or with the period before it. */
export async function membershipPaidBy(
  db: TenantDb,
  { user_id: userId }: { readonly user_id: string },
  transactionId: string,
  now: Date,
): Promise<Standing> {
  const row = await findSubscription(db, userId);
  const isOn = row !== null && row.ended_at === null && (row.ends_at === null || row.ends_at > now);
  const isOpen = isOn && row.paid_by_id === transactionId;
  const ahead = isOpen ? await findPaidAhead(db, transactionId, now) : null;
  return { isOpen, renewsAt: isOpen ? row.next_billing_at : null, closesAt: ahead?.startsAt ?? null };
}
