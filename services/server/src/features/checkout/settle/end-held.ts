import type { TenantDb } from '@backlot/database';
import { settleIntent } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { IntentRow } from '../tables.ts';

/** What took another amount than was asked for pays for nothing: it waits for staff no more, and nothing is held against its buyer. */
export async function endHeld(db: TenantDb, sold: Sellable, intent: IntentRow, now: Date): Promise<void> {
  await settleIntent(db, intent.id, 'declined', now, 'amount-differs');
  await sold.declined?.(
    db,
    intent,
    { kind: 'declined', code: 'amount-differs', reason: 'request-refused', hard: false },
    now,
  );
}
