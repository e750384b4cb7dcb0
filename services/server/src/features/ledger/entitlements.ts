import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
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
export const grantEntitlement = async (db: TenantDb, entitlement: NewEntitlement): Promise<boolean> =>
  (await grantEntitlements(db, [entitlement])) > 0;

/** What somebody owns already is left as it is. @returns how many are new */
export const grantEntitlements = (db: TenantDb, entitlements: readonly NewEntitlement[]): Promise<number> =>
  grantingEntitlements(entitlements).prepared().run(db);

/** The same in another feature's statement. */
export function grantingEntitlements(entitlements: readonly NewEntitlement[]): Sql {
  const rows = entitlements.map(({ userId, kind, contentId, transactionId, now }) => ({
    id: v7(),
    user_id: userId,
    kind,
    content_id: contentId,
    cause_transaction_id: transactionId,
    granted_at: now,
  }));
  return sql`
    insert into ${table('entitlements')} (id, user_id, kind, content_id, cause_transaction_id, granted_at)
    select id, user_id, kind, content_id, cause_transaction_id, granted_at from jsonb_to_recordset(${sql.json(rows)}) as e
      (id uuid, user_id uuid, kind text, content_id uuid, cause_transaction_id uuid, granted_at timestamptz)
    on conflict (user_id, kind, content_id) where revoked_at is null do nothing`;
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

/**
 * What a person bought of a kind (`Sellable.kind`) and still has, to be joined in another feature's statement: by
 * `content_id` along an index.
 */
export const heldContents = (userId: string | null, kind: string): Sql<{ id: string; content_id: string }> => sql`(
  select id, content_id from ${table('entitlements')} where user_id = ${userId}::uuid and kind = ${kind} and revoked_at is null
)`;

/** Who owns these contents, to be joined in another feature's statement. */
export const ownedContents = (
  kind: string,
  contentIds: readonly string[],
): Sql<{ user_id: string; content_id: string }> => sql`(
  select user_id, content_id from ${table('entitlements')}
  where kind = ${kind} and revoked_at is null and content_id = any (${contentIds}::uuid[])
)`;

/**
 * One thing at a time happens to a person's purchases: what opens an intent sees every intent that was settled, so that
 * two clicks with two keys can't buy twice. Always taken before any row is locked.
 */
export async function lockBuyer(db: TenantDb, userId: string): Promise<void> {
  await sql`select ${holdingBuyer(sql`${userId}`)}`.prepared().run(db);
}

/** The same, for callers whose next statement needs it and follows at once: sent in one message with it. */
export async function lockBuyerWithNext(db: TenantDb, userId: string): Promise<void> {
  await sql`select ${holdingBuyer(sql`${userId}`)}`.prepared().runWithNext(db);
}

/** The same in another feature's statement, which names the person as text. */
export const holdingBuyer = (userId: Sql): Sql =>
  sql`pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${userId}, 20))`;
