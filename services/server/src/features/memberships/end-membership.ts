import type { TenantDb } from '@backlot/database';
import { refunded } from '@backlot/domain/memberships/subscription';
import { changeSubscription, lockSubscription, subscriptionOf } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

/** Money went back: ends the membership when it had paid for the current period (DECISIONS 25). */
export async function endRefundedMembership(
  db: TenantDb,
  refund: { userId: string; transactionId: string; kind: 'refunded' | 'charged_back'; now: Date },
): Promise<void> {
  const row = await lockSubscription(db, refund.userId);
  if (!row || row.paid_by_id !== refund.transactionId || row.ended_at !== null) return;
  const ended = await changeSubscription(
    db,
    row,
    refunded(subscriptionOf(row), refund.now, false),
    refund.now,
    {
      kind: refund.kind,
      transactionId: refund.transactionId,
    },
    { rebill_failed_at: null },
  );
  await tellMembership(db, ended);
}
