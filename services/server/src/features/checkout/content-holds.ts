import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { ownedContents, wasEverOwned } from '../ledger/index.ts';

export interface ContentHold {
  readonly contentId: string;
  /** Bought and not taken back. */
  readonly isOwned: boolean;
  /** A purchase is under way. */
  readonly isPaying: boolean;
}

/** What a person has bought or is buying of these contents, in one statement; others are absent. For feed, detail and media. */
export async function contentHoldsOf(
  db: TenantDb,
  userId: string,
  kind: string,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, ContentHold>> {
  if (contentIds.length === 0) return new Map();
  const rows = await contentHolds(userId, kind, contentIds).all(db);
  return new Map(rows.map((row) => [row.contentId, row]));
}

/** The same, to be joined in another feature's statement. */
export const contentHolds = (userId: string, kind: string, contentIds: readonly string[]): Sql<ContentHold> =>
  sql<ContentHold>`
    select content_id as "contentId", bool_or(owned) as "isOwned", bool_or(not owned) as "isPaying" from (
      select o.content_id, true as owned from ${ownedContents(kind, contentIds)} o where o.user_id = ${userId}
      union all
      select content_id, false from ${table('payment_intents')}
      where user_id = ${userId} and kind = ${kind} and state = 'open' and content_id = any (${contentIds}::uuid[])
    ) held group by content_id`;

/** Those of the contents that somebody has bought, or is buying. */
export async function contentsHeld(
  db: TenantDb,
  kind: string,
  contentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (contentIds.length === 0) return new Set();
  const rows = await sql<{ id: string }>`
    select o.content_id as id from ${ownedContents(kind, contentIds)} o
    union select content_id from ${table('payment_intents')}
    where kind = ${kind} and state = 'open' and content_id = any (${contentIds}::uuid[])`.all(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether anybody bought it, also who got their money back since, or is paying for it at this moment. */
export const wasEverSold = async (db: TenantDb, kind: string, contentId: string): Promise<boolean> =>
  (await wasEverOwned(db, kind, contentId)) ||
  (await db('payment_intents').where({ kind, state: 'open', content_id: contentId }).first('id')) !== undefined;
