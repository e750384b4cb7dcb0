import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { walletProvider } from '../../ledger/index.ts';

/** The newest purchase of a kind that a person paid for, or tried to, from the wallet; of those that fit what is known. */
export const findWalletPurchase = (
  db: TenantDb,
  userId: string,
  kind: string,
  known: { readonly contentId?: string | undefined; readonly reference?: string | undefined },
): Promise<{ id: string; content_id: string | null } | null> =>
  sql<{ id: string; content_id: string | null }>`
    select i.id, i.content_id from ${table('payment_intents')} i
    where i.user_id = ${userId} and i.kind = ${kind}
      and ${known.contentId === undefined ? sql`true` : sql`i.content_id = ${known.contentId}`}
      and exists (select 1 from ${table('payment_attempts')} a where a.intent_id = i.id and a.provider = ${walletProvider}
        and ${known.reference === undefined ? sql`true` : sql`(a.provider_ref = ${known.reference} or i.id::text = ${known.reference})`})
    order by i.created_at desc, i.id desc limit 1`.first(db);
