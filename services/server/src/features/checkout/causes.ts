import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** The purchase behind what the books name as a cause. */
export interface CausePurchase {
  readonly causeId: string;
  readonly intentId: string;
  readonly sold: string;
  readonly contentId: string | null;
  readonly title: string | null;
}

/** By cause: attempts and reversals alike. */
export async function purchasesOfCauses(
  db: TenantDb,
  causeIds: readonly string[],
): Promise<ReadonlyMap<string, CausePurchase>> {
  if (causeIds.length === 0) return new Map();
  const rows = await sql<CausePurchase>`
    select c.id as "causeId", i.id as "intentId", i.kind as sold, i.content_id as "contentId", i.quote ->> 'title' as title
    from (
      select a.id, a.intent_id from ${table('payment_attempts')} a where a.id = any (${causeIds}::uuid[])
      union all
      select r.id, a.intent_id from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
      where r.id = any (${causeIds}::uuid[])
    ) c join ${table('payment_intents')} i on i.id = c.intent_id`.all(db);
  return new Map(rows.map((row) => [row.causeId, row]));
}
