import type { TenantDb } from '@backlot/database';
import type { SecondLook, Sellable } from '../sellable.ts';
import type { IntentRow } from '../tables.ts';

/** What was bought is delivered. */
export interface Delivery {
  /** What the answer says of the buyer, where the thing sold tells it with its second look. */
  readonly standing: SecondLook['standing'] | null;
}

/** Whether what was paid for can be given, asked with the money in hand. */
export const lookAgain = async (
  db: TenantDb,
  sold: Sellable,
  intent: IntentRow,
  now: Date,
): Promise<Pick<SecondLook, 'undeliverable'> & Partial<SecondLook>> =>
  sold.lookAgain ? sold.lookAgain(db, intent, now) : { undeliverable: await sold.whyUndeliverable(db, intent, now) };
