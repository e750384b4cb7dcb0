import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** Whether a webhook about an attempt is stored and waits to be applied. */
export const isToldOf = async (
  db: TenantDb,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<boolean> =>
  (await sql<{ id: string }>`
    select id from ${table('webhook_deliveries')}
    where account_id = ${accountId} and received_at > now() - interval '30 days' and processed_at is null and error is null
      and events @> ${sql.json([{ about: { reference: id } }])} limit 1`.first(db)) !== null;

/**
 * Whether such a webhook is about an order of theirs that was given up: it may have been paid after all, as a hosted page can
 * be long after its time.
 */
export const isOrderToldOf = async (db: TenantDb, userId: string, kind: string): Promise<boolean> =>
  (await sql<{ id: string }>`
    select w.id from ${table('payment_intents')} i
      join ${table('payment_attempts')} a on a.intent_id = i.id
      join ${table('webhook_deliveries')} w on w.account_id = a.account_id
    where i.user_id = ${userId} and i.kind = ${kind} and i.state in ('abandoned', 'declined')
      and w.received_at > now() - interval '30 days' and w.processed_at is null and w.error is null
      and w.events @> jsonb_build_array(jsonb_build_object('about', jsonb_build_object('reference', a.id))) limit 1`.first(
    db,
  )) !== null;
