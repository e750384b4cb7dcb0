import * as calls from '@backlot/contracts/comments';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { listComments } from './list-comments.ts';
import { blockCommenter, hideComment, removeComment } from './moderate-comment.ts';
import { saveComment } from './save-comment.ts';

export const commentRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.listComments, async ({ tenant, actor, body, now }) => ({
    data: await listComments(ctx, tenant, actor, body, now),
  })),
  route(calls.saveComment, async ({ tenant, actor, body, idempotencyKey, now }) => {
    const { comment, total } = await saveComment(ctx, tenant, actor, body, { key: idempotencyKey, now });
    return { message: 'comment-saved', data: { comment, total_comments: total } };
  }),
  route(calls.removeComment, async ({ tenant, actor, body, now }) => ({
    message: 'comment-removed',
    data: {
      comment_id: body.comment_id,
      total_comments: await removeComment(ctx, tenant, actor, body.comment_id, now),
    },
  })),
  route(calls.hideComment, async ({ tenant, actor, body, now }) => {
    const isHidden = body.is_hidden ?? true;
    const { comment, total } = await hideComment(ctx, tenant, actor, body.comment_id, isHidden, now);
    return { message: isHidden ? 'comment-hidden' : 'comment-shown', data: { comment, total_comments: total } };
  }),
  route(calls.blockCommenter, async ({ tenant, actor, body, now }) => {
    const isBlocked = body.is_blocked ?? true;
    await blockCommenter(ctx, tenant, actor, body.user_id, isBlocked, now);
    return {
      message: isBlocked ? 'comment-user-blocked' : 'comment-user-unblocked',
      data: { user_id: body.user_id, is_blocked: isBlocked },
    };
  }),
];
