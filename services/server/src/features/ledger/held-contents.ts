import { sql, table, type Sql } from '@backlot/database/sql';

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
