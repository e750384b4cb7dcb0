import type { TenantDb } from '@backlot/database';
import { follow, type Change } from '@backlot/domain/memberships/life-cycle';
import { withdrawalEndsAt } from '@backlot/domain/memberships/withdrawal';
import { findLastPurchase, listPaidSince, type PaidCharge } from '../../checkout/index.ts';
import { soldMigration } from '../migration/sold-migration.ts';
import type { RenewalTerms } from '../renewal-quote.ts';
import { soldMembership, type Terms } from '../sold-membership.ts';
import { soldRenewal } from '../sold-renewal.ts';
import { findSubscription, subscriptionOf, type SubscriptionRow } from '../subscription-rows.ts';
import type { GivenBack } from './withdrawal-rows.ts';

/** A membership that runs as it was bought, and whoever bought it may withdraw from it. */
export interface WithdrawableContract {
  /** Of the purchase. */
  readonly id: string;
  readonly row: SubscriptionRow;
  readonly ended: Extract<Change, { ok: true }>['subscription'];
  /** When it was ordered; a payment may take long. */
  readonly askedAt: Date;
  readonly concludedAt: Date;
  /** The first instant at which it is too late. */
  readonly until: Date;
  /** Its first payment and those that followed by themselves. */
  readonly charges: readonly PaidCharge[];
}

const paidKinds = [soldMembership.kind, soldRenewal.kind, soldMigration.kind];

/**
 * What a person bought last and still has, until it is too late to withdraw from it; renewals are of the same contract. The
 * time runs from its first payment, so that a free trial takes nothing of it. Null for what costs nothing, and what staff gave.
 */
export async function findWithdrawable(
  db: TenantDb,
  { userId, timeZone, now }: { readonly userId: string; readonly timeZone: string; readonly now: Date },
): Promise<WithdrawableContract | null> {
  const bought = await findLastPurchase(db, userId, soldMembership.kind);
  const row = bought && (await findSubscription(db, userId));
  if (bought === null || row === null) return null;
  const ended = follow(subscriptionOf(row), { kind: 'refund' }, now);
  if (!ended.ok) return null;
  const concludedAt = bought.settled_at ?? bought.created_at;
  const paid = await listPaidSince(db, { userId, kinds: paidKinds, since: bought.created_at });
  const charges = paid.filter(({ quote }) => !isOfBefore(quote as RenewalTerms, concludedAt));
  if (charges.length === 0 && ((bought.quote as Terms).recurringMinor ?? 0) === 0) return null;
  const until = withdrawalEndsAt(charges[0]?.takenAt ?? row.next_billing_at ?? concludedAt, timeZone);
  return until === null || now >= until
    ? null
    : { id: bought.id, row, ended: ended.subscription, askedAt: bought.created_at, concludedAt, until, charges };
}

/** A renewal of an earlier membership of which its provider told late. */
const isOfBefore = ({ isEarlier, until }: RenewalTerms, concludedAt: Date): boolean =>
  isEarlier === true && typeof until === 'string' && new Date(until) <= concludedAt;

/** One sum for each currency and way. */
export function sumsOf(charges: readonly PaidCharge[]): readonly GivenBack[] {
  const sums = new Map<string, GivenBack>();
  for (const { leftMinor, currency, to } of charges) {
    const before = sums.get(`${currency} ${to}`)?.amountMinor ?? 0;
    if (leftMinor > 0) sums.set(`${currency} ${to}`, { amountMinor: before + leftMinor, currency, to });
  }
  return [...sums.values()];
}
