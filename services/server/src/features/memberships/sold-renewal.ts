import type { TenantDb } from '@backlot/database';
import { refusedRequest } from '@backlot/domain/memberships/decline-class';
import { isInTime } from '@backlot/domain/memberships/subscription';
import { mailLater } from '../../mail/mail-later.ts';
import { amountDiffers, isPeriodPaidByAnother, type Sellable } from '../checkout/index.ts';
import { noteRenewal } from './price-cause.ts';
import {
  closeRenewal,
  failRenewal,
  isEarlierWanted,
  isRenewable,
  isRunningUntil,
  renewEarlier,
  renewMembership,
} from './renew-membership.ts';
import type { RenewalTerms } from './renewal-quote.ts';
import { membershipPaidBy } from './end-membership.ts';
import { nextOf, soldMembership } from './sold-membership.ts';
import { lockSubscription, subscriptionOf, type SubscriptionRow } from './subscription-rows.ts';

/** Milliseconds until a renewal is tried again that failed for a reason of ours. */
const ourFaultPauseMs = 3_600_000;

/** One more period of a membership. The site charges it by itself (`renewMembershipJob`). */
export const soldRenewal: Sellable = {
  kind: 'renewal',
  revenue: soldMembership.revenue,
  earning: 'over-time',
  draft: null,
  async whyUndeliverable(db, intent) {
    // What an earlier one pays for was had, or lay open to be had: the one after it is paid as well.
    const { isEarlier = false, until } = intent.quote as RenewalTerms;
    const isWanted = isEarlier
      ? await isEarlierWanted(db, intent.user_id, new Date(until!))
      : await isRenewable(db, intent.user_id, intent.period_end!);
    if (!isWanted) return { reason: 'cancelled-meanwhile', refusal: 'not-subscribed' };
    // A charge that was believed absent came through while the same period is being paid again.
    return (await isPeriodPaidByAnother(db, intent))
      ? { reason: 'owned-already', refusal: 'already-subscribed' }
      : null;
  },
  async deliver(db, intent, { transactionId, sentAt, now }) {
    await noteRenewal(db, intent, now);
    const { user_id: userId, period_end: periodEnd } = intent;
    const { until, isEarlier, chargedAt } = intent.quote as RenewalTerms;
    if (isEarlier === true && until && transactionId !== null) {
      const earlier = { userId, transactionId, until: new Date(until), now };
      return { ...nextOf(await renewEarlier(db, earlier)), until: earlier.until };
    }
    // A provider that drives the series by itself names the next date; a price of nothing has no transaction.
    const cause =
      until === undefined || transactionId === null
        ? ({ kind: 'paid', transactionId } as const)
        : ({ kind: 'provider_renewal', transactionId } as const);
    const told = { until: until ? new Date(until) : undefined, chargedAt: chargedAt ? new Date(chargedAt) : sentAt };
    const renewed = await renewMembership(db, { userId, periodEnd, cause, ...told, now });
    // Charged or told ahead, it pays for what follows the period that runs.
    return { ...nextOf(renewed), from: periodEnd !== null && periodEnd > now ? periodEnd : null };
  },
  stands: membershipPaidBy,
  withdraw: soldMembership.withdraw,
  present: {
    ...soldMembership.present,
    receipt: { ...soldMembership.present.receipt, text: 'mail-receipt-renewal' },
  },
  async declined(db, { user_id: userId, period_end: periodEnd }, { reason, hard, code }, now) {
    if (reason !== refusedRequest) {
      const failed = {
        userId,
        periodEnd: periodEnd!,
        isHardDecline: hard,
        declineCode: code,
        declineReason: reason,
        now,
      };
      return renewalDeclined(db, failed);
    }
    // It took another amount, and that went back: nobody refused anything.
    const isTaken = code === amountDiffers;
    if (isTaken || !(await renewalRefused(db, { userId, periodEnd: periodEnd!, code, now })))
      await closeRenewal(db, userId, now, new Date(now.getTime() + ourFaultPauseMs));
  },
  abandoned: (db, { user_id: userId }, now) => closeRenewal(db, userId, now),
};

type FailedRenewal = Parameters<typeof failRenewal>[1];

/** The member is told, unless the membership was cancelled or ended meanwhile. */
export async function renewalDeclined(db: TenantDb, failed: FailedRenewal): Promise<void> {
  const row = await failRenewal(db, failed);
  if (row) await mailFailed(db, row, failed);
}

/**
 * A renewal that failed for a reason of ours: while its member has access all the same, nothing is held against them. Once that
 * is over it counts as failed, is tried as where a bank can't be reached, and ends by itself. The member is told once.
 * @returns false while they have access
 */
export async function renewalRefused(
  db: TenantDb,
  { userId, periodEnd, code, now }: { userId: string; periodEnd: Date; code: string | null; now: Date },
): Promise<boolean> {
  const row = await lockSubscription(db, userId);
  if (isRunningUntil(row, periodEnd) && isInTime(subscriptionOf(row), now)) return false;
  const refused = { isHardDecline: false, declineCode: code, declineReason: refusedRequest };
  const failedRow = await failRenewal(db, { userId, periodEnd, ...refused, now });
  if (failedRow?.failed_renewals === 1) await mailFailed(db, failedRow, refused);
  return true;
}

const mailFailed = (
  db: TenantDb,
  row: SubscriptionRow,
  { declineReason }: Pick<FailedRenewal, 'declineReason'>,
): Promise<void> =>
  mailLater(db, 'renewal-failed', row.user_id, {
    retryAt: row.next_billing_at?.toISOString() ?? null,
    reason: declineReason,
    amountMinor: row.recurring_minor,
    currency: row.currency,
  });
