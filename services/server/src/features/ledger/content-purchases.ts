import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { EntitlementRow } from './tables.ts';

/** A purchase that is open to its buyer. */
export interface ContentPurchase {
  readonly id: string;
  readonly contentId: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
}
export interface PurchasePosition {
  readonly at: Date;
  readonly id: string;
}

/** What a person bought and still has, the latest first, along one index. */
export async function listContentPurchases(
  db: TenantDb,
  userId: string,
  kind: string,
  after: PurchasePosition | null,
  limit: number,
): Promise<ContentPurchase[]> {
  const place = after === null ? sql.empty : sql`and (granted_at, id) < (${after.at}, ${after.id})`;
  return sql<ContentPurchase>`
    select e.id, e.content_id as "contentId", e.granted_at as at, coalesce(paid.amount, 0)::bigint as "amountMinor", coalesce(paid.currency, '') as currency
    from (
      select * from ${table('entitlements')} where user_id = ${userId} and kind = ${kind} and revoked_at is null ${place}
      order by granted_at desc, id desc limit ${limit}
    ) e left join lateral (
      select sum(l.amount_minor) as amount, min(l.currency) as currency
      from ${table('ledger_entries')} l where l.transaction_id = e.cause_transaction_id and l.amount_minor > 0
    ) paid on true order by e.granted_at desc, e.id desc`.all(db);
}

export async function countContentPurchases(db: TenantDb, userId: string, kind: string): Promise<number> {
  const row = await db('entitlements')
    .where({ user_id: userId, kind })
    .whereNull('revoked_at')
    .count({ count: '*' })
    .first();
  return Number(row?.['count'] ?? 0);
}

/** What each paid attempt gave and whether it was taken back since, to be joined in another feature's statement. */
export const givenByAttempts = sql<{ attempt_id: string; taken_back: EntitlementRow['revoke_reason'] }>`(
  select t.cause_id as attempt_id, e.revoke_reason as taken_back from ${table('ledger_transactions')} t
    join ${table('entitlements')} e on e.cause_transaction_id = t.id where t.cause_type = 'attempt' and t.kind = 'sale'
)`;
