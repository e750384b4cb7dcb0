import { DomainError } from '@backlot/contracts';
import { likeAction } from '@backlot/domain/posts/reactions';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { setLike } from '../post-rows.ts';
import { findPostVisibleTo, postViewerOf } from './visible-post.ts';

/**
 * The number of likes afterwards (POST-070 to POST-072).
 * @throws `not-found`; `membership-required` and `like-refused` for a post that is not open to the actor
 */
export async function likePost(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  isLiked: boolean,
  now: Date,
): Promise<number> {
  const { is_feed_like_enabled: isEnabled } = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, now);
    const seen = await findPostVisibleTo(db, viewer, id, now);
    if (seen === null) throw new DomainError('not-found');
    if (!isEnabled) throw new DomainError('like-refused');
    const action = likeAction(viewer.person, seen.access);
    if (action === 'nothing') return seen.row.likes_count;
    if (action !== 'like')
      throw new DomainError(seen.access.state === 'locked_nonmember' ? 'membership-required' : 'like-refused');
    return setLike(db, seen.row.id, actor.userId, isLiked, now);
  });
}
