import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { IntentRow } from '../tables.ts';

/**
 * A declined purchase is under way again, with what its buyer agrees to now. Null, and nothing changes, where another of the
 * same has begun meanwhile. The buyer is held.
 */
export async function reopenIntent(
  db: TenantDb,
  { id }: IntentRow,
  quote: IntentRow['quote'],
): Promise<IntentRow | null> {
  const { state } = await sql<{ state: IntentRow['state'] | null }>`
    update ${table('payment_intents')} i set state = 'open', settled_at = null, quote = ${sql.json(quote)}
    where i.id = ${id} and i.state = 'declined' and i.unapplied_reason is null and not exists (
      select 1 from ${table('payment_intents')} o where o.user_id = i.user_id and o.state = 'open'
        and ((o.kind = i.kind and o.content_id is not distinct from i.content_id)
          or (o.kind in ('membership', 'renewal') and i.kind in ('membership', 'renewal'))))
    returning state`
    .first(db)
    .then((row) => row ?? { state: null });
  return state === null ? null : ((await db('payment_intents').where({ id }).first()) ?? null);
}
