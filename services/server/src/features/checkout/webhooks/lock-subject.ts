import type { TenantDb } from '@backlot/database';
import { lockAttempt, lockBuyerOf, type HeldAttempt } from '../intent-rows.ts';
import type { AccountEvent } from './account-event.ts';
import { findSubject } from './find-subject.ts';

/**
 * The charge that an event is about, locked. It is chosen again once its buyer is locked: another event of the same series,
 * received at the same moment, may have been booked meanwhile on the one that was found. A series has one buyer.
 */
export async function lockSubject(
  db: TenantDb,
  received: AccountEvent,
  attemptId: string,
): Promise<HeldAttempt | null> {
  await lockBuyerOf(db, attemptId);
  return lockAttempt(db, (await findSubject(db, received))?.id ?? attemptId);
}
