import type { TenantDb } from '@backlot/database';
import { toJson } from '@backlot/database/json-text';
import type { ReadWebhook } from '@backlot/payments';
import { v7 } from 'uuid';
import type { AccountRow } from '../tables.ts';
import { applyLater, putAside } from './unapplied.ts';

/**
 * Stored once, however often it comes, together with the job that applies it. One that was put aside and that staff have not
 * dealt with is tried again as it came last: the provider resends what it takes to be undelivered.
 */
export async function keepDelivery(
  db: TenantDb,
  account: AccountRow,
  { externalId, kept, events }: Pick<ReadWebhook, 'externalId' | 'kept' | 'events'>,
): Promise<void> {
  const content = { raw: kept.raw, headers: toJson(kept.headers), events: toJson(events) };
  const one = { account_id: account.id, external_id: externalId };
  const [inserted] = await db('webhook_deliveries')
    .insert({ id: v7(), ...one, ...content })
    .onConflict(['account_id', 'external_id'])
    .ignore()
    .returning('id');
  const [delivery = null] = inserted ? [inserted] : await putAside(db).where(one).update(content).returning('id');
  if (delivery !== null) await applyLater(db, { deliveryId: delivery.id, accountId: account.id, events });
}
