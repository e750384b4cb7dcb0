import type { TenantDb } from '@backlot/database';
import { mailLater } from '../../mail/mail-later.ts';
import { isPeriodPaidByAnother, type Sellable } from '../checkout/index.ts';
import { noteRenewal } from './price-cause.ts';
import {
  closeRenewal,
  failRenewal,
  isEarlierWanted,
  isRenewable,
  renewEarlier,
  renewMembership,
} from './renew-membership.ts';
import type { RenewalTerms } from './renewal-quote.ts';
import { membershipPaidBy } from './end-membership.ts';
import { nextOf, soldMembership } from './sold-membership.ts';

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
    return nextOf(await renewMembership(db, { userId, periodEnd, cause, ...told, now }));
  },
  stands: membershipPaidBy,
  withdraw: soldMembership.withdraw,
  present: {
    ...soldMembership.present,
    receipt: { ...soldMembership.present.receipt, text: 'mail-receipt-renewal' },
  },
  async declined(db, { user_id: userId, period_end: periodEnd }, { reason, hard, code }, now) {
    if (reason === 'request-refused') return closeRenewal(db, userId, now, new Date(now.getTime() + ourFaultPauseMs));
    return renewalDeclined(db, {
      userId,
      periodEnd: periodEnd!,
      isHardDecline: hard,
      declineCode: code,
      declineReason: reason,
      now,
    });
  },
  abandoned: (db, { user_id: userId }, now) => closeRenewal(db, userId, now),
};

/** The member is told, unless the membership was cancelled or ended meanwhile. */
export async function renewalDeclined(db: TenantDb, failed: Parameters<typeof failRenewal>[1]): Promise<void> {
  const row = await failRenewal(db, failed);
  if (row)
    await mailLater(db, 'renewal-failed', failed.userId, {
      retryAt: row.next_billing_at?.toISOString() ?? null,
      reason: failed.declineReason,
      amountMinor: row.recurring_minor,
      currency: row.currency,
    });
}
