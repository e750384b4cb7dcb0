import type { TenantDb } from '@backlot/database';
import { later } from '../../../jobs/later.ts';

/** With the transaction that takes the card off file. Real time, as the queue knows no other. */
export const forgetCardLater = (db: TenantDb, cardId: string, inMs = 0): Promise<void> =>
  later(db, 'forget-card', { cardId }, { runAt: new Date(Date.now() + inMs), jobKey: `forget-card:${cardId}` });
