import type { TenantDb } from '@backlot/database';
import { insertAttempt } from '../intent-rows.ts';
import type { AccountRow, AttemptRow } from '../tables.ts';
import { later } from '../../../jobs/later.ts';

/**
 * Milliseconds from recording an attempt to sending it; a process that was held up longer does not send it any more.
 * With the provider's own limit it makes the age at which 'absent' is final.
 */
export const sendWithinMs = 2_000;

/** Milliseconds until the first look whether an attempt that nobody has settled was charged. */
const firstCheckMs = 3_000;

/** Records that a provider is about to be asked, by which account, and who looks when no answer comes. */
export async function openAttempt(
  db: TenantDb,
  { id: accountId, provider }: AccountRow,
  attempt: Pick<AttemptRow, 'intent_id' | 'instrument_id' | 'makes_primary'>,
): Promise<AttemptRow> {
  const row = await insertAttempt(db, { ...attempt, account_id: accountId, provider });
  await checkLater(db, row.id, firstCheckMs);
  return row;
}

/** Real time, as the queue knows no other. */
export const checkLater = (db: TenantDb, attemptId: string, inMs: number): Promise<void> =>
  later(
    db,
    'reconcile-payment',
    { attemptId },
    { runAt: new Date(Date.now() + inMs), jobKey: `reconcile:${attemptId}` },
  );
