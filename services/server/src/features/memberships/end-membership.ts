import type { TenantDb } from '@backlot/database';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { changeSubscription, findSubscription, lockSubscription, subscriptionOf } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

/**
 * Money went back: ends the membership when it had paid for the current period (DECISIONS 25). After a chargeback nothing
 * is charged again, whatever period it was for: what else was paid for stays open until its end.
 */
export async function endRefundedMembership(
  db: TenantDb,
  refund: { userId: string; transactionId: string; kind: 'refunded' | 'charged_back'; isWhole: boolean; now: Date },
): Promise<void> {
  const row = await lockSubscription(db, refund.userId);
  if (!row) return;
  const endsIt = refund.isWhole && row.paid_by_id === refund.transactionId;
  if (!endsIt && refund.kind === 'refunded') return;
  const event = endsIt ? (refund.kind === 'refunded' ? 'refund' : 'chargeback') : 'chargeback-elsewhere';
  const change = follow(subscriptionOf(row), { kind: event }, refund.now);
  if (!change.ok) return;
  const { kind, transactionId, now } = refund;
  const ended = await changeSubscription(db, row, change.subscription, now, { kind, transactionId });
  await tellMembership(db, ended);
}

/** Whether the membership is on because of this payment: a whole refund of it ends it at once. */
export async function membershipPaidBy(
  db: TenantDb,
  { user_id: userId }: { readonly user_id: string },
  transactionId: string,
  now: Date,
): Promise<{ isOpen: boolean; renewsAt: Date | null }> {
  const row = await findSubscription(db, userId);
  const isOn = row !== null && row.ended_at === null && (row.ends_at === null || row.ends_at > now);
  const isOpen = isOn && row.paid_by_id === transactionId;
  return { isOpen, renewsAt: isOpen ? row.next_billing_at : null };
}
