import type { TenantDb } from '@backlot/database';
import { settleIntent } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { IntentRow } from '../tables.ts';

/** The code of what is told so to whoever sold it. */
export const amountDiffers = 'amount-differs';

/** What took another amount than was asked for pays for nothing: it waits for staff no more, and nothing is held against its buyer. */
export async function endHeld(db: TenantDb, sold: Sellable, intent: IntentRow, now: Date): Promise<void> {
  // The money was taken, and booked, when it was held.
  await settleIntent(db, intent.id, 'declined', intent.settled_at ?? now, amountDiffers);
  await sold.declined?.(
    db,
    intent,
    { kind: 'declined', code: amountDiffers, reason: 'request-refused', hard: false },
    now,
  );
}
