import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { EntitlementRow } from './tables.ts';

export interface NewEntitlement {
  readonly userId: string;
  readonly kind: string;
  readonly contentId: string;
  readonly transactionId: string;
  readonly now: Date;
}

/** False when the person owns it already. */
export async function grantEntitlement(
  db: TenantDb,
  { userId, kind, contentId, transactionId, now }: NewEntitlement,
): Promise<boolean> {
  const granted = await sql`
    insert into ${table('entitlements')} (id, user_id, kind, content_id, cause_transaction_id, granted_at)
    values (${v7()}, ${userId}, ${kind}, ${contentId}, ${transactionId}, ${now})
    on conflict (user_id, kind, content_id) where revoked_at is null do nothing`.run(db);
  return granted > 0;
}

/** Whether anybody owned it at any time, also who got their money back since. */
export const wasEverOwned = async (db: TenantDb, kind: string, contentId: string): Promise<boolean> =>
  (await db('entitlements').where({ kind, content_id: contentId }).first('id')) !== undefined;

/** Whether what a ledger transaction paid for is owned still. */
export const isOwnedBy = async (db: TenantDb, transactionId: string): Promise<boolean> =>
  (await db('entitlements').where({ cause_transaction_id: transactionId }).whereNull('revoked_at').first('id')) !==
  undefined;

/** Takes back what a ledger transaction paid for. */
export async function revokeEntitlements(
  db: TenantDb,
  transactionId: string,
  reason: NonNullable<EntitlementRow['revoke_reason']>,
  now: Date,
): Promise<void> {
  await db('entitlements')
    .where({ cause_transaction_id: transactionId })
    .whereNull('revoked_at')
    .update({ revoked_at: now, revoke_reason: reason });
}
