import type { TenantDb } from '@backlot/database';
import type { Declined } from '@backlot/payments';
import { settleIntent, type HeldAttempt } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import { tellPurchase } from './deliver.ts';

/** Known not to have been charged. */
export async function settleDeclined(
  db: TenantDb,
  sold: Sellable,
  { attempt, intent }: HeldAttempt,
  outcome: Declined,
  now: Date,
): Promise<void> {
  await db('payment_attempts')
    .where({ id: attempt.id })
    .update({
      state: 'declined',
      decline_code: outcome.code,
      decline_reason: outcome.reason,
      is_hard_decline: outcome.hard,
      provider_ref: outcome.providerRef ?? null,
      settled_at: now,
    });
  await settleIntent(db, intent.id, 'declined', now);
  await sold.declined?.(db, intent, outcome, now);
  await tellPurchase(db, sold, intent, 'declined');
}
