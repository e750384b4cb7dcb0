import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { countImportedComments } from '../posts/index.ts';
import type { NewComment } from './comment-rows.ts';

/** A comment that is declared with a site. */
export interface DeclaredComment {
  /** Names it for ever: applied again it is there already. */
  readonly sourceKey: string;
  readonly postId: string;
  readonly userId: string;
  readonly body: string;
  readonly at: Date;
}

/** Applies the declared comments of a site; those that are there cost one look. Nobody is told of them. */
export async function importComments(
  ctx: AppContext,
  tenant: Tenant,
  comments: readonly DeclaredComment[],
): Promise<number> {
  if (comments.length === 0) return 0;
  const known = new Set(
    await ctx.database.tenants.read(tenant, (db) => db('comments').whereNotNull('source_key').pluck('source_key')),
  );
  const missing = comments.filter(({ sourceKey }) => !known.has(sourceKey));
  if (missing.length === 0) return 0;
  return ctx.database.tenants.write(tenant, async (db) => {
    const rows: NewComment[] = missing.map(({ sourceKey, postId, userId, body, at }) => ({
      id: v7(),
      post_id: postId,
      user_id: userId,
      written_by: userId,
      body,
      created_at: at,
      source_key: sourceKey,
    }));
    const made = await db('comments').insert(rows).onConflict('source_key').ignore().returning('post_id');
    await countImportedComments(
      db,
      made.map((row) => row.post_id),
    );
    return made.length;
  });
}
