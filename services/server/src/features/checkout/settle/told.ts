import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** Whether a webhook about an attempt is stored and waits to be applied. Found along the account's newest. */
export const isToldOf = async (
  db: TenantDb,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<boolean> =>
  (await sql<{ id: string }>`
    select id from ${table('webhook_deliveries')}
    where account_id = ${accountId} and received_at > now() - interval '30 days' and processed_at is null and error is null
      and events @> ${sql.json([{ about: { reference: id } }])} limit 1`.first(db)) !== null;
