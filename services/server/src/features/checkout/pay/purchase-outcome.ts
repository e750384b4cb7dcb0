import { DomainError } from '@backlot/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { declineError } from './decline-error.ts';
import { findIntent, lastAttemptOf } from '../intent-rows.ts';
import { presentPurchase } from './present-purchase.ts';
import type { Sellable } from '../sellable.ts';
import type { AttemptRow, AttemptState, IntentRow } from '../tables.ts';

export type PurchaseOutcome = ReturnType<typeof presentPurchase>;

/** Milliseconds that a repeated request waits for the first one's answer. */
const patienceMs = 10_000;
const lookMs = 150;
/** States of an attempt of an open purchase that the provider has answered about. */
const waits: readonly AttemptState[] = ['action', 'pending', 'unknown'];

/** How a purchase stands. @throws not-found for another's */
export async function purchaseStanding(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  intentId: string,
  now: Date,
): Promise<{ sold: Sellable; intent: IntentRow; attempt: AttemptRow | null; view: PurchaseOutcome }> {
  return ctx.database.tenants.read(tenant, async (db) => {
    const intent = await findIntent(db, intentId);
    if (intent?.user_id !== userId) throw new DomainError('not-found');
    const attempt = await lastAttemptOf(db, intentId);
    const sold = ctx.sells.get(intent.kind);
    const standing = (await sold.present.standing?.(db, userId, now)) ?? { ccbill_subscription_status: null };
    return { sold, intent, attempt, view: presentPurchase(sold, intent, attempt, standing) };
  });
}

/**
 * The answer to a purchase, for its first request and for every repetition: while another request is still asking the
 * provider, this one waits a while. @throws payment-declined, card-needs-attention, payment-failed or what the thing sold calls it
 */
export async function purchaseOutcome(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  intentId: string,
  now: Date,
): Promise<PurchaseOutcome> {
  const since = performance.now();
  for (;;) {
    const { sold, intent, attempt, view } = await purchaseStanding(ctx, tenant, userId, intentId, now);
    // The outcome may have been committed between the two rows that were read: the next look has both.
    const isBeingAsked = intent.state === 'open' && attempt !== null && !waits.includes(attempt.state);
    if (!isBeingAsked || performance.now() - since > patienceMs) {
      if (view.state === 'declined') throw declineError(sold, intent, attempt);
      return view;
    }
    await sleep(lookMs);
  }
}
