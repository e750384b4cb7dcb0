import type { TenantDb } from '@backlot/database';
import { toJson, type JsonText } from '@backlot/database/json-text';
import type { ReadWebhook } from '@backlot/payments';
import { v7 } from 'uuid';
import type { AccountRow } from '../tables.ts';
import { applyLater, putAside } from '../settle/unapplied.ts';

/**
 * Stored once, however often it comes, together with the job that applies it. One that was put aside and that staff have not
 * dealt with is tried again as it came last: the provider resends what it takes to be undelivered. A webhook that comes after
 * what stood in for it takes its place and is applied: it may say more, such as the next date of a renewal.
 */
export async function keepDelivery(
  db: TenantDb,
  account: AccountRow,
  { externalId, kept, events }: Pick<ReadWebhook, 'externalId' | 'kept' | 'events'>,
  { standsIn = false }: { readonly standsIn?: boolean } = {},
): Promise<void> {
  const content = { raw: kept.raw, headers: toJson(kept.headers), events: toJson(events), stands_in: standsIn };
  const one = { account_id: account.id, external_id: externalId };
  const [inserted] = await db('webhook_deliveries')
    .insert({ id: v7(), ...one, ...content })
    .onConflict(['account_id', 'external_id'])
    .ignore()
    .returning('id');
  const delivery = inserted ?? (standsIn ? null : await replace(db, one, content));
  if (delivery !== null) await applyLater(db, { deliveryId: delivery.id, accountId: account.id, events });
}

async function replace(
  db: TenantDb,
  one: { readonly account_id: string; readonly external_id: string },
  content: { readonly raw: Buffer; readonly headers: JsonText; readonly events: JsonText; readonly stands_in: boolean },
): Promise<{ readonly id: string } | null> {
  const [stoodIn] = await db('webhook_deliveries')
    .where({ ...one, stands_in: true, settled_at: null })
    .update({ ...content, processed_at: null, error: null })
    .returning('id');
  if (stoodIn) return stoodIn;
  const [again = null] = await putAside(db).where(one).update(content).returning('id');
  return again;
}
