import type { TenantDb } from '@backlot/database';
import type { Sql } from '@backlot/database/sql';
import type { SubscriptionStatus } from '@backlot/domain/people/roles';
import { refusedRequest } from '@backlot/domain/memberships/decline-class';
import { stateOf } from '@backlot/domain/memberships/life-cycle';
import { statusAt } from '@backlot/domain/memberships/subscription';
import {
  besideSubscription,
  findSubscription,
  subscriptionOf,
  type Nullable,
  type SubscriptionRow,
} from './subscription-rows.ts';

/** A person's membership as it stands; without one, status '0' and nothing else. */
export interface Membership {
  readonly status: SubscriptionStatus;
  readonly startedAt: Date | null;
  /** End of what was paid for; null without a membership or for ever. */
  readonly expiresAt: Date | null;
  readonly nextBillingAt: Date | null;
  /** That time has come, and the renewal has not yet: jobs are late. */
  readonly isDue: boolean;
  readonly recurringMinor: number;
  /** Of what it charges; null without one. */
  readonly currency: string | null;
  /** Its renewal was declined, or has not come although it is days late: access may be over, and it can be cancelled. */
  readonly isRebillFailed: boolean;
  /** The failed renewal is still waited for: another card is tried at once. */
  readonly isRetryable: boolean;
  /** Of the last failed renewal. */
  readonly declineReason: string | null;
  readonly isComplimentary: boolean;
  readonly provider: string | null;
  readonly accountId: string | null;
  /** When the fan last put off what is said about a renewal at risk. */
  readonly rebillNotifiedAt: Date | null;
  /** Whether staff want this member asked to go on with another account; null is as the site asks. */
  readonly migrationAsked: boolean | null;
}

const none: Membership = {
  status: '0',
  startedAt: null,
  expiresAt: null,
  nextBillingAt: null,
  isDue: false,
  recurringMinor: 0,
  currency: null,
  isRebillFailed: false,
  isRetryable: false,
  declineReason: null,
  isComplimentary: false,
  provider: null,
  accountId: null,
  rebillNotifiedAt: null,
  migrationAsked: null,
};

/** One look by an index; right at this very instant, whatever jobs have done so far. */
export async function membershipOf(db: TenantDb, userId: string, now: Date): Promise<Membership> {
  const row = await findSubscription(db, userId);
  return row === null ? none : presentMembership(row, now);
}

export const membershipStatusOf = async (db: TenantDb, userId: string, now: Date): Promise<SubscriptionStatus> =>
  (await membershipOf(db, userId, now)).status;

export interface MembershipStanding {
  readonly ccbill_subscription_status: SubscriptionStatus;
}

/** What answers to purchases say of the buyer's membership. */
export const membershipStanding = async (db: TenantDb, userId: string, now: Date): Promise<MembershipStanding> => ({
  ccbill_subscription_status: await membershipStatusOf(db, userId, now),
});

/** The one row of another feature's statement, and the same of a person; no column may be called as one of a membership. */
export async function besideStanding<Row extends object>(
  db: TenantDb,
  statement: Sql<Row>,
  userId: string,
  now: Date,
): Promise<{ readonly row: Row; readonly standing: MembershipStanding }> {
  const row = await besideSubscription(statement, userId).one(db);
  return { row, standing: standingIn(row, now) };
}

/** The row of another feature's statement, and how the membership of a person stands; null where that has no row. */
export async function besideMembership<Row extends object>(
  db: TenantDb,
  statement: Sql<Row>,
  userId: string,
  now: Date,
): Promise<{ readonly row: Row; readonly membership: Membership } | null> {
  const row = await besideSubscription(statement, userId).first(db);
  return row && { row, membership: isMembership(row) ? presentMembership(row, now) : none };
}

/** As `besideStanding`, after the first row of a statement before it, in one message. */
export async function firstAndBesideStanding<First, Row extends object>(
  db: TenantDb,
  first: Sql<First>,
  statement: Sql<Row>,
  userId: string,
  now: Date,
): Promise<{ readonly first: First | null; readonly row: Row; readonly standing: MembershipStanding }> {
  const [found, row] = await first.firstAnd(db, besideSubscription(statement, userId));
  if (row === null) throw new Error('A statement that answers one row answered none.');
  return { first: found, row, standing: standingIn(row, now) };
}

const standingIn = (row: Nullable<SubscriptionRow>, now: Date): MembershipStanding => ({
  ccbill_subscription_status: (isMembership(row) ? presentMembership(row, now) : none).status,
});

const isMembership = (row: Nullable<SubscriptionRow>): row is SubscriptionRow => row.id !== null;

/** For a page of people, in one statement; who never was a member is absent. */
export async function membershipsOf(
  db: TenantDb,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Membership>> {
  if (userIds.length === 0) return new Map();
  const rows = await db('subscriptions').whereIn('user_id', [...userIds]);
  return new Map(rows.map((row) => [row.user_id, presentMembership(row, now)]));
}

function presentMembership(row: SubscriptionRow, now: Date): Membership {
  const subscription = subscriptionOf(row);
  const isCancelled = row.cancelled_at !== null;
  const status = statusAt(subscription, now);
  const isDeclined = row.rebill_failed_at !== null;
  // Nobody declined it, so that nothing is held against the card.
  const isOverdue = !isDeclined && stateOf(subscription, now) === 'rebill-failed';
  return {
    status,
    startedAt: row.started_at,
    expiresAt: row.ended_at ?? row.ends_at,
    nextBillingAt: isCancelled ? null : row.next_billing_at,
    isDue: !isCancelled && row.next_billing_at !== null && row.next_billing_at <= now,
    recurringMinor: row.recurring_minor,
    currency: row.currency,
    isRebillFailed: isOverdue || (isDeclined && !isCancelled),
    isRetryable: isDeclined && !isCancelled && row.ended_at === null,
    declineReason: isOverdue ? refusedRequest : row.rebill_decline_reason,
    isComplimentary: row.is_complimentary && status !== '0',
    provider: row.provider,
    accountId: row.account_id,
    rebillNotifiedAt: row.rebill_notified_at,
    migrationAsked: row.migration_asked,
  };
}
