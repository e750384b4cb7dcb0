import { DomainError, type Answer, type BodyOf } from '@backlot/contracts';
import type { listComments as listCommentsCall } from '@backlot/contracts/comments';
import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { commentMax } from '@backlot/domain/limits';
import { commentAccess, shownCounts } from '@backlot/domain/posts/reactions';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { pagesOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPostVisibleTo, markerOf, postViewerOf, readMarker } from '../posts/index.ts';
import { isBlockedFromCommenting, listCommentRows, type CommentPosition } from './comment-rows.ts';
import { presentComment } from './present-comment.ts';

export const COMMENT_PAGE = 20;

/** Comments of a post as the viewer may read them, and whether they may write. @throws `not-found`, `invalid-request` */
export async function listComments(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  input: BodyOf<typeof listCommentsCall>,
  now: Date,
): Promise<Answer<typeof listCommentsCall>['data']> {
  const settings = await ctx.settings.of(tenant);
  const page = input.page_num ?? 1;
  const after: CommentPosition | null = placeOf(input.after);
  return ctx.database.tenants.read(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, now);
    const seen = await findPostVisibleTo(db, viewer, input.blog_id, now);
    if (seen === null) throw new DomainError('not-found');
    const isBlocked = viewer.userId !== null && (await isBlockedFromCommenting(db, viewer.userId));
    const { canRead, refusal } = commentAccess(settings, viewer.person, seen.access, isBlocked);
    const rows = canRead
      ? await listCommentRows(db, {
          postId: seen.row.id,
          userId: viewer.userId,
          seesHidden: mayCreatePosts(viewer.person),
          limit: COMMENT_PAGE,
          offset: (page - 1) * COMMENT_PAGE,
          after,
        })
      : [];
    const last = rows.at(-1);
    return {
      comments: rows.map((row) => presentComment(row, viewer)),
      total_comments: shownCounts(settings, viewer.person, seen.row, seen.access).comments
        ? seen.row.comments_count
        : null,
      currentPage: page,
      totalPages: canRead ? pagesOf(seen.row.comments_count, COMMENT_PAGE) : 1,
      next: last && rows.length === COMMENT_PAGE ? markerOf(last.created_at, last.id) : null,
      can_comment: refusal === null,
      refusal,
      max_length: commentMax,
    };
  });
}

function placeOf(marker: string | undefined): CommentPosition | null {
  if (marker === undefined) return null;
  const { at, id } = readMarker(marker);
  return { createdAt: at, id };
}
