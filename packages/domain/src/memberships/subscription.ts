import type { Minor } from '../money/money.ts';
import { renewalLapseMs, retryAfter, tryLaterGraceMs, type DeclineClass } from './decline-class.ts';
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
  /** Ended before its time: refunded, revoked, or never renewed after its renewal failed. */
  readonly endedAt: Instant | null;
  /** Who or what stopped it; null while nothing did. */
  readonly stoppedBy: StoppedBy | null;
  readonly isComplimentary: boolean;
  /** Renewals that failed one after the other. */
  readonly failedRenewals: number;
  /** The last of them, until the membership is renewed, begun again or cancelled. */
  readonly failedAt: Instant | null;
  readonly declineClass: DeclineClass | null;
  /** The next try after a failed renewal; null when a new card is waited for. */
  readonly retryAt: Instant | null;
  /** A renewal was sent and its end is not known yet. */
  readonly isRenewalOpen: boolean;
}

export type StoppedBy = 'fan' | 'staff' | 'refund' | 'chargeback' | 'provider' | 'lapse';

/** A renewal that is late on our side does not lock anybody out for this long. */
export const renewalGraceMs = dayMs;

/** SUB-01 to SUB-04, DECISIONS 13. The end itself is outside. */
export function statusAt(subscription: Subscription | null, now: Instant): SubscriptionStatus {
  if (!subscription) return '0';
  const at = msOf(now);
  if (subscription.endedAt !== null && msOf(subscription.endedAt) <= at) return '0';
  const end = subscription.endsAt === null ? Infinity : msOf(subscription.endsAt);
  if (subscription.cancelledAt !== null && msOf(subscription.cancelledAt) <= at) return at < end ? '1' : '0';
  if (at < end) return '2';
  return isRenewing(subscription) && (subscription.isRenewalOpen || at < end + graceMs(subscription)) ? '2' : '0';
}

/** Access after the end, while its renewal is not known to have failed for a reason of the card's. */
function graceMs({ failedRenewals, declineClass }: Subscription): number {
  if (failedRenewals === 0) return renewalGraceMs;
  return declineClass === 'try-later' ? tryLaterGraceMs : 0;
}

/** The instants at which a status may end by itself, soonest first. */
export function statusEnds(subscription: Subscription): readonly Date[] {
  if (subscription.endsAt === null) return [];
  const end = msOf(subscription.endsAt);
  return [new Date(end), new Date(end + graceMs(subscription))];
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
    ...unstopped,
    startedAt: now,
    endsAt: bought.firstPeriod === null ? null : termEnd(term),
    recurringMinor: bought.recurringMinor,
    isComplimentary: false,
  };
}

const unfailed = {
  failedRenewals: 0,
  failedAt: null,
  declineClass: null,
  retryAt: null,
  isRenewalOpen: false,
} as const;
const unstopped = { ...unfailed, cancelledAt: null, endedAt: null, stoppedBy: null } as const;

/** When the next renewal is to be tried, or null. Retries count from the end of what was paid. */
export function nextRenewalAt(subscription: Subscription): Date | null {
  if (!isRenewing(subscription) || subscription.endsAt === null) return null;
  if (subscription.failedRenewals === 0) return new Date(msOf(subscription.endsAt));
  return subscription.retryAt === null ? null : new Date(msOf(subscription.retryAt));
}

/** Nothing is charged after a cancellation (C16): the charge itself asks this once more. */
export function isRenewalDue(subscription: Subscription, now: Instant): boolean {
  const at = nextRenewalAt(subscription);
  return at !== null && at.getTime() <= msOf(now);
}

/**
 * One month more, or until the date that the provider names. A renewal that was charged after the end and its grace begins a
 * new month instead.
 */
export function renewed(subscription: Subscription, now: Instant, until: Instant | null = null): Subscription {
  const { timeZone } = subscription;
  const term = until === null ? nextTerm(subscription, now) : { anchorAt: new Date(msOf(until)), months: 0, timeZone };
  return { ...subscription, ...term, ...unfailed, endsAt: termEnd(term) };
}

const nextTerm = (subscription: Subscription, paidAt: Instant): Term =>
  isInTime(subscription, paidAt)
    ? { anchorAt: subscription.anchorAt, months: subscription.months + 1, timeZone: subscription.timeZone }
    : firstTerm(paidAt, { unit: 'month', count: 1 }, subscription.timeZone);

/**
 * Whether what is paid at this instant goes on with the period before it. Access that was kept only because some payment was
 * under way does not count: nobody is charged for a month that is over, and again at once for the one after it.
 */
export const isInTime = (subscription: Subscription, paidAt: Instant): boolean =>
  statusAt({ ...subscription, isRenewalOpen: false }, paidAt) !== '0';

/** It lasts until another instant, at which the provider charges again. */
export const moved = (subscription: Subscription, until: Date): Subscription => ({
  ...subscription,
  anchorAt: until,
  months: 0,
  endsAt: until,
});

/**
 * A renewal that was declined: tried again as its class says, and given up after thirty days (`isLapsed`). A bank that can't
 * be reached gives no access back that an earlier decline or the end of the grace had ended: of the class that is kept,
 * access alone is decided.
 */
export const renewalFailed = (subscription: Subscription, now: Instant, declined: DeclineClass): Subscription => ({
  ...subscription,
  failedRenewals: subscription.failedRenewals + 1,
  failedAt: now,
  declineClass: declined === 'try-later' ? (subscription.declineClass ?? firstTryLater(subscription, now)) : declined,
  retryAt: retryAfter(declined, subscription.endsAt ?? now, now),
  isRenewalOpen: false,
});

const firstTryLater = (subscription: Subscription, now: Instant): DeclineClass =>
  statusAt(subscription, now) === '0' ? 'soft' : 'try-later';

/** A renewal that failed is tried with a card that was added or chosen since, as soon as that card may be charged for it. */
export const retriedAt = (subscription: Subscription, at: Instant): Subscription =>
  isRenewing(subscription) && subscription.failedRenewals > 0 && !subscription.isRenewalOpen
    ? { ...subscription, retryAt: at }
    : subscription;

/**
 * Whether a renewal has been waited for long enough, whether it was declined, never came to be charged, or its provider told
 * of neither. What is under way ends first.
 */
export const isLapsed = (subscription: Subscription | null, now: Instant): boolean =>
  subscription !== null &&
  isRenewing(subscription) &&
  !subscription.isRenewalOpen &&
  subscription.endsAt !== null &&
  msOf(subscription.endsAt) + renewalLapseMs <= msOf(now);

/** Given by staff until a date: from now on, or from the end of what runs. */
export function given(
  subscription: Subscription | null,
  { until, timeZone }: { readonly until: Date; readonly timeZone: string },
  now: Instant,
): Subscription {
  const isRunning = statusAt(subscription, now) !== '0';
  return {
    ...unstopped,
    anchorAt: until,
    months: 0,
    timeZone,
    startedAt: subscription !== null && isRunning ? subscription.startedAt : now,
    endsAt: until,
    recurringMinor: 0,
    isComplimentary: true,
  };
}

/** No renewal follows; what was paid for stays. One that runs for ever ends at once, as it has no paid end. */
export const stopped = (subscription: Subscription, now: Instant, by: StoppedBy): Subscription => ({
  ...subscription,
  ...unfailed,
  cancelledAt: subscription.cancelledAt ?? now,
  stoppedBy: by,
  ...(subscription.endsAt === null && by === 'fan' ? { endsAt: now } : {}),
});

/** Ended at once. A renewal that nobody mended keeps saying that it failed, also where no decline of it is known. */
export const ended = (subscription: Subscription, now: Instant, by: StoppedBy): Subscription => ({
  ...subscription,
  isRenewalOpen: false,
  retryAt: null,
  cancelledAt: by === 'lapse' ? subscription.cancelledAt : (subscription.cancelledAt ?? now),
  failedAt: by === 'lapse' ? (subscription.failedAt ?? now) : null,
  endedAt: now,
  stoppedBy: by,
});
