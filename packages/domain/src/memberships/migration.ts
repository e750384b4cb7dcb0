import { dayMs, msOf, type Instant } from '../formats/when.ts';
import { stateOf } from './life-cycle.ts';
import type { Subscription } from './subscription.ts';

/** Of `Settings`. */
export interface MigrationSettings {
  readonly 'migrate_subscription.is_enabled': boolean;
  readonly 'migrate_subscription.days_before': number;
}

export interface Migrating {
  readonly subscription: Subscription;
  /** What staff said of this member: true asks at once, false never; null is as the site asks. */
  readonly isAsked: boolean | null;
}

/**
 * Whether a member whose charges go to an account that the site has left is asked to go on with the one that it uses now
 * (SUB-32). Only who is paying and will be charged again: a failed renewal, a cancellation and a gift have ways of their own.
 */
export function isMigrationAsked(
  { subscription, isAsked }: Migrating,
  settings: MigrationSettings,
  now: Instant,
): boolean {
  if (isAsked === false || subscription.recurringMinor === 0) return false;
  if (stateOf(subscription, now) !== 'active' || subscription.failedRenewals > 0 || subscription.isRenewalOpen)
    return false;
  if (isAsked) return true;
  const leftMs = msOf(subscription.endsAt!) - msOf(now);
  return settings['migrate_subscription.is_enabled'] && leftMs <= settings['migrate_subscription.days_before'] * dayMs;
}
