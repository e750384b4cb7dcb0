import type { TenantDb } from '@backlot/database';
import type { Declined } from '@backlot/payments';
import { mailLater } from '../../mail-later.ts';
import { failRenewal, postponeRenewal } from '../memberships/index.ts';
import { settleIntent, type HeldAttempt } from './intent-rows.ts';
import { tellPurchase } from './tell-purchase.ts';

/** Milliseconds until a renewal is tried again that failed for a reason of ours. */
const ourFaultPauseMs = 3_600_000;

/** Known not to have been charged. */
export async function settleDeclined(db: TenantDb, { attempt, intent }: HeldAttempt, outcome: Declined, now: Date): Promise<void> {
  await db('payment_attempts').where({ id: attempt.id }).update({
    state: 'declined', decline_code: outcome.code, decline_reason: outcome.reason, is_hard_decline: outcome.hard,
    provider_ref: outcome.providerRef ?? null, settled_at: now,
  });
  await settleIntent(db, intent.id, 'declined', now);
  if (intent.kind !== 'renewal') return tellPurchase(db, intent, 'declined');
  if (outcome.reason === 'request-refused') return postponeRenewal(db, intent.user_id, new Date(now.getTime() + ourFaultPauseMs));
  await renewalDeclined(db, { userId: intent.user_id, periodEnd: intent.period_end!, isHardDecline: outcome.hard, declineCode: outcome.code, now });
}

/** The member is told, unless the membership was cancelled or ended meanwhile. */
export async function renewalDeclined(db: TenantDb, failed: Parameters<typeof failRenewal>[1]): Promise<void> {
  const row = await failRenewal(db, failed);
  if (row) await mailLater(db, 'renewal-failed', failed.userId, { retryAt: row.next_billing_at?.toISOString() ?? null });
}
