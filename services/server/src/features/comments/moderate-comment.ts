import { DomainError } from '@backlot/contracts';
import type { CommentView } from '@backlot/contracts/comments';
import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { isAdminRole } from '@backlot/domain/people/roles';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPerson } from '../accounts/index.ts';
import { countComment, forgetMade, postViewerOf } from '../posts/index.ts';
import { findComment, markRemoved, setBlocked, setHidden } from './comment-rows.ts';
import { presentComment } from './present-comment.ts';
import { savingComment } from './save-comment.ts';

/** One's own comment, or as staff anyone's; the number of comments afterwards. @throws `not-found` also for another fan's */
export async function removeComment(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  now: Date,
): Promise<number> {
  return ctx.database.tenants.write(tenant, async (db) => {
    const comment = await findComment(db, id);
    const isTheirs = comment !== null && (comment.user_id === actor.userId || mayCreatePosts(asPerson(actor, '0')));
    if (!isTheirs || comment.removed_at !== null) throw new DomainError('not-found');
    const removed = await markRemoved(db, id, actor.trueAuthor, now);
    if (removed === null) throw new DomainError('not-found');
    await forgetMade(db, { userId: comment.user_id, call: savingComment, id });
    return countComment(db, comment.post_id, removed.wasHidden ? 0 : -1);
  });
}

/** Hides a comment or shows it again; twice is once. @throws `not-found` */
export async function hideComment(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  id: string,
  isHidden: boolean,
  now: Date,
): Promise<{ comment: CommentView; total: number }> {
  return ctx.database.tenants.write(tenant, async (db) => {
    const before = await findComment(db, id);
    if (before === null || before.removed_at !== null) throw new DomainError('not-found');
    const hasChanged = await setHidden(db, id, actor.trueAuthor, isHidden, now);
    const total = await countComment(db, before.post_id, hasChanged ? (isHidden ? -1 : 1) : 0);
    const row = await findComment(db, id);
    if (row === null) throw new DomainError('not-found');
    return { comment: presentComment(row, await postViewerOf(db, actor, now)), total };
  });
}

/** Keeps a fan from commenting on this site, or lets them again. @throws `not-found`; `access-denied` for staff of the site */
export async function blockCommenter(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  userId: string,
  isBlocked: boolean,
  now: Date,
): Promise<void> {
  await ctx.database.tenants.write(tenant, async (db) => {
    const person = await findPerson(db, userId);
    if (person === null) throw new DomainError('not-found');
    if (isAdminRole(person.role)) throw new DomainError('access-denied');
    await setBlocked(db, userId, actor.trueAuthor, isBlocked, now);
  });
}
