import type { TenantDb } from '@backlot/database';
import type { FoundCharge } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt, settleIntent, type HeldAttempt } from '../intent-rows.ts';
import { checkLater } from '../pay/open-attempt.ts';
import type { Sellable } from '../sellable.ts';
import { settleDeclined } from './settle-declined.ts';
import { settleSucceeded } from './settle-succeeded.ts';
import type { AttemptState } from '../tables.ts';
import { tellPurchase } from './deliver.ts';

/** Milliseconds to the next look at a charge that the provider has neither made nor refused. */
const nextLookMs = 3_000;

const isOpen = (state: AttemptState): boolean => state === 'started' || state === 'pending' || state === 'unknown';

/**
 * The one way by which an attempt ends, whoever brings the news: the provider's answer, its webhook, or our own look.
 * Idempotent: the first that settles does everything, later ones find it done. `absent` must be final.
 * @returns false when there is no such attempt here
 * @throws an Error, and changes nothing, when no feature sells what the attempt is for: the process that does may settle it
 */
export async function settleAttempt(
  ctx: AppContext,
  tenant: Tenant,
  attemptId: string,
  outcome: FoundCharge,
): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, attemptId);
    if (held === null) return false;
    await settleHeld(db, ctx.sells.get(held.intent.kind), held, outcome, now);
    return true;
  });
}

async function settleHeld(
  db: TenantDb,
  sold: Sellable,
  held: HeldAttempt,
  outcome: FoundCharge,
  now: Date,
): Promise<void> {
  const { attempt, intent } = held;
  // A charge that was believed absent or declined and exists after all is still money: it is booked.
  if (outcome.kind === 'succeeded') {
    if (attempt.state !== 'succeeded') await settleSucceeded(db, sold, held, outcome, now);
    return;
  }
  if (!isOpen(attempt.state)) return;
  if (outcome.kind === 'declined') return settleDeclined(db, sold, held, outcome, now);
  if (outcome.kind === 'absent') {
    await db('payment_attempts').where({ id: attempt.id }).update({ state: 'absent', settled_at: now });
    await settleIntent(db, intent.id, 'abandoned', now);
    await sold.abandoned?.(db, intent, now);
    return tellPurchase(db, sold, intent, 'declined');
  }
  if (outcome.kind === 'pending') {
    await db('payment_attempts')
      .where({ id: attempt.id })
      .update({ state: 'pending', provider_ref: outcome.providerRef });
    return checkLater(db, attempt.id, nextLookMs);
  }
  if (attempt.state === 'started')
    await db('payment_attempts').where({ id: attempt.id }).update({ state: 'unknown', unknown_cause: outcome.cause });
}
