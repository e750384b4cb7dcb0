import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { EntitlementRow } from './tables.ts';

export interface NewEntitlement { readonly userId: string; readonly kind: 'post'; readonly contentId: string; readonly transactionId: string; readonly now: Date }

/** False when the person owns it already. */
export async function grantEntitlement(db: TenantDb, { userId, kind, contentId, transactionId, now }: NewEntitlement): Promise<boolean> {
  const rows = await db('entitlements')
    .insert({ id: v7(), user_id: userId, kind, content_id: contentId, cause_transaction_id: transactionId, granted_at: now })
    .onConflict(db.raw('(user_id, kind, content_id) where revoked_at is null') as never).ignore().returning('id');
  return rows.length > 0;
}

export const isEntitled = async (db: TenantDb, userId: string, kind: 'post', contentId: string): Promise<boolean> =>
  await db('entitlements').where({ user_id: userId, kind, content_id: contentId }).whereNull('revoked_at').first('id') !== undefined;

/** Whether anybody bought it, also who got their money back since, or is paying for it at this moment. */
export const wasEverSold = async (db: TenantDb, contentId: string): Promise<boolean> =>
  await db('entitlements').where({ kind: 'post', content_id: contentId }).first('id') !== undefined
  || await db('payment_intents').where({ kind: 'post', state: 'open', content_id: contentId }).first('id') !== undefined;

/** Takes back what a ledger transaction paid for. */
export async function revokeEntitlements(db: TenantDb, transactionId: string, reason: NonNullable<EntitlementRow['revoke_reason']>, now: Date): Promise<void> {
  await db('entitlements').where({ cause_transaction_id: transactionId }).whereNull('revoked_at').update({ revoked_at: now, revoke_reason: reason });
}

export interface PostHold {
  readonly contentId: string;
  /** Bought and not taken back. */
  readonly isOwned: boolean;
  /** A purchase is under way. */
  readonly isPaying: boolean;
}

/** What a person has bought or is buying of these posts, in one statement; others are absent. For feed, detail and media. */
export async function postHoldsOf(db: TenantDb, userId: string, contentIds: readonly string[]): Promise<ReadonlyMap<string, PostHold>> {
  if (contentIds.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: PostHold[] }>(
    `select content_id as "contentId", bool_or(owned) as "isOwned", bool_or(not owned) as "isPaying" from (
       select content_id, true as owned from ?? where user_id = ? and kind = 'post' and revoked_at is null and content_id = any (?::uuid[])
       union all
       select content_id, false from ?? where user_id = ? and kind = 'post' and state = 'open' and content_id = any (?::uuid[])
     ) held group by content_id`,
    [db.table('entitlements'), userId, [...contentIds], db.table('payment_intents'), userId, [...contentIds]] as never);
  return new Map(rows.map((row) => [row.contentId, row]));
}
