import { buyPost as buyPostCall } from '@backlot/contracts/purchases';
import * as calls from '@backlot/contracts/posts';
import type { PostView } from '@backlot/contracts/posts';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { textOf } from '../../texts/texts.ts';
import { cardBounds } from '../checkout/index.ts';
import { buyPost } from './sell-post.ts';
import { createPost } from './write/create-post.ts';
import { deletePost } from './write/delete-post.ts';
import { editPost } from './write/edit-post.ts';
import { likePost } from './read/like-post.ts';
import { showGallery } from './read/list-gallery.ts';
import { listLocked } from './read/list-locked.ts';
import { listPosts, writePage } from './read/list-posts.ts';
import { getPost } from './read/visible-post.ts';
import { listPurchased } from './read/list-purchased.ts';
import { listPurchasers } from './read/list-purchasers.ts';
import { asReuseError, reusePost } from './write/reuse-post.ts';
import { reuseSource } from './write/reuse-source.ts';
import { reviewPost } from './write/review-post.ts';

export const postRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(
    calls.feed,
    async ({ tenant, actor, query, now, language }) =>
      writePage(
        ctx,
        tenant,
        actor,
        {
          scope: 'published',
          page: query.page_num ?? 1,
          tagId: query.feed_tag_id ?? null,
          mediaType: query.media_type,
          after: query.after,
        },
        { now, language },
      ),
    { sameForGuests: ['', 'page_num=1', 'page_num=2', 'page_num=3'] },
  ),
  route(calls.feedAll, async ({ tenant, actor, query, now, language }) => {
    const bounds = cardBounds(ctx, await ctx.settings.of(tenant));
    const asked = {
      scope: 'staff' as const,
      page: query.page_num ?? 1,
      tagId: query.feed_tag_id ?? null,
      mediaType: query.media_type,
      visibility: query.visibility,
      state: query.state,
      search: query.search,
      after: query.after,
    };
    return {
      ...(await listPosts(ctx, tenant, actor, asked, { now, language })),
      ...(bounds && { card_bounds: bounds }),
    };
  }),
  route(calls.getPost, async ({ tenant, actor, query, now, language }) => ({
    data: await getPost(ctx, tenant, actor, query.id, { now, language }),
  })),
  route(calls.getPostInfo, async ({ tenant, actor, body, now, language }) => ({
    data: await getPost(ctx, tenant, actor, body.blog_id, { now, language }),
  })),
  route(calls.createPost, async ({ tenant, actor, body, idempotencyKey, now, language }) => {
    const { post, tags } = await createPost(ctx, tenant, actor, body, { key: idempotencyKey, now, language });
    return {
      message: sentMessage(post),
      data: {
        result: post,
        feedTagList: tags.map(({ id, name, slug }) => ({ _id: id, name, slug })),
        selectFromContentManager: body.selectFromContentManager ?? false,
      },
    };
  }),
  route(calls.editPost, async ({ tenant, actor, body, now, language }) => ({
    message: 'post-updated',
    data: await editPost(ctx, tenant, actor, body, { now, language }),
  })),
  route(calls.reviewPost, async ({ tenant, actor, body, now, language }) => ({
    message: 'review-success',
    data: await reviewPost(ctx, tenant, actor, body, { now, language }),
  })),
  route(calls.reuseSource, async ({ tenant, actor, query, now, language }) => ({
    data: await reuseSource(ctx, tenant, actor, query.id, { now, language }),
  })),
  route(calls.reusePost, async ({ tenant, actor, body, idempotencyKey, now, language }) => {
    const post = await reusePost(ctx, tenant, actor, body, { key: idempotencyKey, now, language }).catch(
      (error: unknown) => {
        throw asReuseError(error, language);
      },
    );
    const message = sentMessage(post);
    return {
      message,
      data: { reuseBlog: { _id: post._id, udid: post.udid, message: textOf(language, message), post } },
    };
  }),
  route(calls.deletePost, async ({ tenant, actor, body, now }) => {
    await deletePost(ctx, tenant, actor, body.id, now);
    return { message: 'post-deleted' };
  }),
  route(calls.likePost, async ({ tenant, actor, body, now }) => {
    const isLiked = body.is_like === 1;
    return { data: { is_like: body.is_like, total_likes: await likePost(ctx, tenant, actor, body.id, isLiked, now) } };
  }),
  route(calls.gallery, async ({ tenant, actor, query, now }) => ({
    data: await showGallery(ctx, tenant, actor, query, now),
  })),
  route(buyPostCall, async (request) => {
    const data = await buyPost(ctx, request);
    return { message: data.state === 'succeeded' ? 'unlock-success' : 'unlock-pending', data };
  }),
  route(calls.purchasedContents, async ({ tenant, actor, query, now, language }) => ({
    data: await listPurchased(ctx, tenant, actor, query, { now, language }),
  })),
  route(calls.lockedContents, async ({ tenant, actor, query, now, language }) => ({
    data: await listLocked(ctx, tenant, actor, query, { now, language }),
  })),
  route(calls.purchasedBy, async ({ tenant, actor, query }) => ({
    data: await listPurchasers(ctx, tenant, actor, query),
  })),
];

/** What became of a post that was sent: it waits for its time, for its files, or stands in the feed. */
const sentMessage = (post: PostView): 'post-scheduled' | 'post-processing' | 'post-success' => {
  if (!post.is_published) return 'post-scheduled';
  return post.contentLeftForProcessing > 0 ? 'post-processing' : 'post-success';
};
