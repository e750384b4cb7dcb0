import { dayMs } from '@backlot/domain/formats/when';
import type { AppContext } from '../context.ts';
import { importComments } from '../features/comments/index.ts';
import { listImportedPosts } from '../features/posts/index.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { DeclaredSite } from './read-site.ts';

const MINUTE_MS = 60_000;

/** What the declared people wrote under the declared posts, never before the post nor after now. */
export async function applyComments(
  ctx: AppContext,
  tenant: Tenant,
  site: DeclaredSite,
  postIds: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const now = ctx.clock.now();
  const dates = new Map(
    (await ctx.database.tenants.read(tenant, (db) => listImportedPosts(db))).map((row) => [row.id, row.publish_at]),
  );
  await importComments(
    ctx,
    tenant,
    site.posts.flatMap((post) =>
      (post.comments ?? []).flatMap((comment, index) => {
        const postId = postIds.get(post.key);
        const userId = people.get(comment.by.toLowerCase());
        const published = postId === undefined ? undefined : dates.get(postId);
        if (postId === undefined || userId === undefined || published === undefined || published > now) return [];
        const earliest = published.getTime() + (index + 1) * MINUTE_MS;
        const at = new Date(Math.min(now.getTime(), Math.max(earliest, now.getTime() - comment.daysAgo * dayMs)));
        return [{ sourceKey: `${post.key}/${index}`, postId, userId, body: comment.text, at }];
      }),
    ),
  );
}
