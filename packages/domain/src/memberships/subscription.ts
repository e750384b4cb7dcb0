import type { Minor } from '../money/money.ts';
import { firstTerm, termEnd, type Term } from './period.ts';
import type { Period } from '../money/price.ts';
import type { SubscriptionStatus } from '../people/roles.ts';
import type { Instant } from '../formats/when.ts';
import { dayMs, msOf } from '../formats/when.ts';

/** A membership as it is stored. Its status follows from it and the moment; nobody stores '0', '1' or '2' alone. */
export interface Subscription extends Term {
  readonly startedAt: Instant;
  /** End of what was paid for or given; null is for ever. */
  readonly endsAt: Instant | null;
  readonly recurringMinor: Minor;
  readonly cancelledAt: Instant | null;
  /** Ended before its time: refunded, revoked, or its last renewal failed for good. */
  readonly endedAt: Instant | null;
  readonly isComplimentary: boolean;
  /** Renewals that failed one after the other. */
  readonly failedRenewals: number;
  /** A renewal was sent and its end is not known yet. */
  readonly isRenewalOpen: boolean;
}

/** A renewal that is late on our side does not lock anybody out for this long. */
export const renewalGraceMs = dayMs;

/** Days after the end at which a failed renewal is tried again; hard declines are never tried again. */
export const retryAfterDays: readonly number[] = [1, 3, 7];

/** SUB-01 to SUB-04, DECISIONS 13. The end itself is outside. */
export function statusAt(subscription: Subscription | null, now: Instant): SubscriptionStatus {
  if (!subscription) return '0';
  const at = msOf(now);
  if (subscription.endedAt !== null && msOf(subscription.endedAt) <= at) return '0';
  const end = subscription.endsAt === null ? Infinity : msOf(subscription.endsAt);
  if (subscription.cancelledAt !== null && msOf(subscription.cancelledAt) <= at) return at < end ? '1' : '0';
  if (at < end) return '2';
  const isLate = at >= end + renewalGraceMs && !subscription.isRenewalOpen;
  return isRenewing(subscription) && subscription.failedRenewals === 0 && !isLate ? '2' : '0';
}

/** Whether the end is followed by another period. */
export const isRenewing = (subscription: Subscription): boolean =>
  subscription.cancelledAt === null &&
  subscription.endedAt === null &&
  !subscription.isComplimentary &&
  subscription.endsAt !== null;

export interface Bought {
  readonly firstPeriod: Period | null;
  readonly recurringMinor: Minor;
  /** The site's, whose calendar its months follow. */
  readonly timeZone: string;
}

/** A new membership from `now` on. */
export function subscribe(bought: Bought, now: Instant): Subscription {
  const term = firstTerm(now, bought.firstPeriod, bought.timeZone);
  return {
    ...term,
    startedAt: now,
    endsAt: bought.firstPeriod === null ? null : termEnd(term),
    recurringMinor: bought.recurringMinor,
    cancelledAt: null,
    endedAt: null,
    isComplimentary: false,
    failedRenewals: 0,
    isRenewalOpen: false,
  };
}

export type Change =
  | { readonly ok: true; readonly subscription: Subscription }
  | { readonly ok: false; readonly reason: 'not-subscribed' | 'already-cancelled' | 'not-cancelled' };

const changed = (subscription: Subscription): Change => ({ ok: true, subscription });
const refused = (reason: 'not-subscribed' | 'already-cancelled' | 'not-cancelled'): Change => ({ ok: false, reason });

/**
 * Stops renewal, pending retries included (C16); what was paid for stays. One that runs for ever ends at once, as it
 * has no paid end.
 */
export function cancel(subscription: Subscription | null, now: Instant): Change {
  const status = statusAt(subscription, now);
  if (!subscription || (status === '0' && nextRenewalAt(subscription) === null)) return refused('not-subscribed');
  if (status === '1') return refused('already-cancelled');
  return changed({ ...subscription, cancelledAt: now, ...(subscription.endsAt === null ? { endsAt: now } : {}) });
}

/** DECISIONS 13: a fan may take the cancellation back alone, before the end. */
export function undoCancel(subscription: Subscription | null, now: Instant): Change {
  const status = statusAt(subscription, now);
  if (!subscription || status === '0') return refused('not-subscribed');
  return status === '1' ? changed({ ...subscription, cancelledAt: null }) : refused('not-cancelled');
}

/** When the next renewal is to be tried, or null. Retries count from the end of what was paid. */
export function nextRenewalAt(subscription: Subscription): Date | null {
  if (!isRenewing(subscription) || subscription.endsAt === null) return null;
  const end = msOf(subscription.endsAt);
  if (subscription.failedRenewals === 0) return new Date(end);
  const days = retryAfterDays[subscription.failedRenewals - 1];
  return days === undefined ? null : new Date(end + days * dayMs);
}

/** Nothing is charged after a cancellation (C16): the charge itself asks this once more. */
export function isRenewalDue(subscription: Subscription, now: Instant): boolean {
  const at = nextRenewalAt(subscription);
  return at !== null && at.getTime() <= msOf(now);
}

/** One month more. A renewal that came through after days without access begins a new month instead. */
export function renewed(subscription: Subscription, now: Instant): Subscription {
  const wasClosed = statusAt(subscription, now) === '0';
  const term = wasClosed
    ? firstTerm(now, { unit: 'month', count: 1 }, subscription.timeZone)
    : { anchorAt: subscription.anchorAt, months: subscription.months + 1, timeZone: subscription.timeZone };
  return { ...subscription, ...term, endsAt: termEnd(term), failedRenewals: 0, isRenewalOpen: false };
}

/** A renewal that was declined. A hard decline, or the last retry, ends the membership. */
export function renewalFailed(subscription: Subscription, now: Instant, isHardDecline: boolean): Subscription {
  const failedRenewals = subscription.failedRenewals + 1;
  const isOver = isHardDecline || failedRenewals > retryAfterDays.length;
  return { ...subscription, failedRenewals, isRenewalOpen: false, endedAt: isOver ? now : subscription.endedAt };
}

/** A refund or chargeback takes back what it paid for, unless staff keep it open (DECISIONS 25); it never renews again. */
export const refunded = (subscription: Subscription, now: Instant, keepOpen: boolean): Subscription =>
  keepOpen ? { ...subscription, cancelledAt: subscription.cancelledAt ?? now } : revoke(subscription, now);

/** Ended at once by staff. */
export const revoke = (subscription: Subscription, now: Instant): Subscription => ({
  ...subscription,
  cancelledAt: subscription.cancelledAt ?? now,
  endedAt: now,
});
