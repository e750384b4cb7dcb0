import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { heldPosts } from '../write/post-kind.ts';
import { isNewest } from '../version-rows.ts';

/**
 * Posts that a membership opens to somebody who has none: published ones for members that they did not buy before
 * (DECISIONS 15, 49). Posts for sale are not among them. Along an index of such posts alone.
 */
export async function countPostsOfMembership(db: TenantDb, userId: string | null, now: Date): Promise<number> {
  const notOwned =
    userId === null ? sql.empty : sql` and not exists (select 1 from ${heldPosts(userId)} e where e.content_id = f.id)`;
  const { count } = await sql<{ count: number }>`
    select count(*)::int as count from ${table('posts')} f
    where f.deleted_at is null and f.media_waiting = 0 and f.media_failed = 0 and f.visibility = 'private'
      and f.publish_at <= ${now} and ${isNewest(now)}${notOwned}`.one(db);
  return count;
}
