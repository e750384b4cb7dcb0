import { DomainError, type ErrorCode } from '@backlot/contracts';
import type { CommentView } from '@backlot/contracts/comments';
import { isAdmin } from '@backlot/domain/roles';
import { commentMax } from '@backlot/domain/limits';
import { commentAccess, commentError, type CommentRefusal } from '@backlot/domain/reactions';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { claimKey, countComment, findPostVisibleTo, postViewerOf } from '../posts/index.ts';
import { findComment, insertComment, isBlockedFromCommenting } from './comment-rows.ts';
import { presentComment } from './present-comment.ts';
import { tellComment } from './tell-comment.ts';

const codeOf: Readonly<Record<CommentRefusal, ErrorCode>> = {
  closed: 'comments-closed', login: 'session-required', membership: 'membership-required', unlock: 'comment-refused',
  audience: 'membership-required', blocked: 'comment-blocked',
};

/**
 * Writes a comment, once for a key.
 * @throws `not-found`, the reasons why the actor can't comment here, and what is wrong with the words
 */
export async function saveComment(
  ctx: AppContext, tenant: Tenant, actor: Actor, input: { blog_id: string; comment: string }, { key, now }: { key: string; now: Date },
): Promise<{ comment: CommentView; total: number }> {
  const settings = await ctx.settings.of(tenant);
  const body = input.comment.trim();
  const requestHash = createHash('sha256').update(JSON.stringify([input.blog_id, body])).digest('hex');
  return ctx.database.tenants.write(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, now);
    const seen = await findPostVisibleTo(db, viewer, input.blog_id, now);
    if (seen === null) throw new DomainError('not-found');
    const { refusal } = commentAccess(settings, viewer.person, seen.access, await isBlockedFromCommenting(db, actor.userId));
    if (refusal !== null) throw new DomainError(codeOf[refusal]);
    const problem = commentError(body, commentMax);
    if (problem) throw new DomainError(problem, { max: commentMax }, { fields: [{ field: 'comment', code: problem }] });
    const id = v7();
    const earlier = await claimKey(db, { user_id: actor.userId, call: 'save-blog-comment', key, request_hash: requestHash, subject_id: id, created_at: now });
    if (earlier && earlier.request_hash !== requestHash) throw new DomainError('idempotency-key-reused');
    let total = seen.row.comments_count;
    if (!earlier) {
      await insertComment(db, { id, post_id: seen.row.id, user_id: actor.userId, written_by: actor.trueAuthor, body, created_at: now });
      total = await countComment(db, seen.row.id, 1);
      if (!isAdmin(viewer.person)) await tellComment(db, { post: seen.row, commentId: id, actor, now });
    }
    const row = await findComment(db, earlier?.subject_id ?? id);
    if (row === null || row.removed_at !== null) throw new DomainError('not-found');
    return { comment: presentComment(row, viewer), total };
  });
}
