import type { TenantDb } from '@backlot/database';
import type { HeldAttempt } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { AttemptRow, ReversalRow } from '../tables.ts';
import { dropRefused, requestRest } from './insert-reported.ts';
import { fits, listHeld } from './reversal-rows.ts';
import { settleReversal } from './settle-reversal.ts';

/**
 * Books what was held for want of room alone, as far as the charge has room for it: a refund of ours will not be paid, or a
 * bank paid back what it took. The attempt is held.
 */
export async function settleHeldThatFit(db: TenantDb, sold: Sellable, held: HeldAttempt, now: Date): Promise<void> {
  const next = () => findHeldThatFits(db, held.attempt);
  for (let fitting = await next(); fitting !== null; fitting = await next())
    await settleReversal(db, sold, held, fitting, now);
}

/**
 * A refund of ours was refused: what its provider had told before is why, where there is no room for both. That is booked, and
 * only the rest of ours is asked for. The attempt is held.
 */
export async function settleHeldOverRefused(db: TenantDb, sold: Sellable, held: HeldAttempt, now: Date): Promise<void> {
  for (const told of await listHeld(db, held.attempt)) {
    if (told.kind === 'chargeback') continue;
    const dropped = await dropRefused(db, held.attempt, told, now);
    if (dropped.length === 0) continue;
    await settleReversal(db, sold, held, told, now);
    await requestRest(db, held.attempt, dropped, { ...told, created_at: now });
  }
}

async function findHeldThatFits(db: TenantDb, attempt: AttemptRow): Promise<ReversalRow | null> {
  for (const held of await listHeld(db, attempt)) if (await fits(db, attempt, held)) return held;
  return null;
}
