import type { TenantDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import type { IntentRow } from './tables.ts';

/** Open pages of the buyer learn how a purchase ended. Renewals tell of the membership instead. */
export async function tellPurchase(db: TenantDb, intent: IntentRow, state: 'succeeded' | 'declined'): Promise<void> {
  if (intent.kind === 'renewal') return;
  await appendEvent(db, {
    recipient: `user:${intent.user_id}`, event: 'PURCHASE_SETTLED',
    data: { intentId: intent.id, state, kind: intent.kind, contentId: intent.content_id },
  });
}
