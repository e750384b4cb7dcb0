import { DomainError, type ErrorCode } from '@backlot/contracts';
import type { CommentView } from '@backlot/contracts/comments';
import { isAdmin } from '@backlot/domain/people/roles';
import { commentMax } from '@backlot/domain/limits';
import { commentAccess, commentError, type CommentRefusal } from '@backlot/domain/posts/reactions';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { countComment, findPostVisibleTo, makeOnce, postViewerOf } from '../posts/index.ts';
import { findComment, insertComment, isBlockedFromCommenting } from './comment-rows.ts';
import { presentComment } from './present-comment.ts';
import { tellComment } from './tell-comment.ts';

/** Name of the act, under which a second click finds the first. */
export const savingComment = 'save-blog-comment';

const codeOf: Readonly<Record<CommentRefusal, ErrorCode>> = {
  closed: 'comments-closed',
  login: 'session-required',
  membership: 'membership-required',
  unlock: 'comment-refused',
  audience: 'membership-required',
  blocked: 'comment-blocked',
};

/**
 * Writes a comment; sent twice it is written once.
 * @throws `not-found`, the reasons why the actor can't comment here, and what is wrong with the words
 */
export async function saveComment(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  input: { blog_id: string; comment: string },
  { key, now }: { key: string | null; now: Date },
): Promise<{ comment: CommentView; total: number }> {
  const settings = await ctx.settings.of(tenant);
  const body = input.comment.trim();
  return ctx.database.tenants.write(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, now);
    const seen = await findPostVisibleTo(db, viewer, input.blog_id, now);
    if (seen === null) throw new DomainError('not-found');
    const { refusal } = commentAccess(
      settings,
      viewer.person,
      seen.access,
      await isBlockedFromCommenting(db, actor.userId),
    );
    if (refusal !== null) throw new DomainError(codeOf[refusal]);
    const problem = commentError(body, commentMax);
    if (problem) throw new DomainError(problem, { max: commentMax }, { fields: [{ field: 'comment', code: problem }] });
    const fresh = v7();
    let total = seen.row.comments_count;
    const id = await makeOnce(
      db,
      {
        userId: actor.userId,
        call: savingComment,
        key,
        content: [input.blog_id, body],
        id: fresh,
        now,
        clock: ctx.clock,
      },
      async () => {
        await insertComment(db, {
          id: fresh,
          post_id: seen.row.id,
          user_id: actor.userId,
          written_by: actor.trueAuthor,
          body,
          created_at: now,
        });
        total = await countComment(db, seen.row.id, 1);
        if (!isAdmin(viewer.person)) await tellComment(db, { post: seen.row, commentId: fresh, actor, now });
      },
    );
    const row = await findComment(db, id);
    if (row === null || row.removed_at !== null) throw new DomainError('not-found');
    return { comment: presentComment(row, viewer), total };
  });
}
