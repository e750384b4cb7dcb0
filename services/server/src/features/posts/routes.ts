import * as calls from '@backlot/contracts/posts';
import { DomainError } from '@backlot/contracts';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { createPost } from './create-post.ts';
import { likePost } from './like-post.ts';
import { getPost, listPosts } from './list-posts.ts';
import { markDeleted } from './post-rows.ts';
import { listTags } from './tag-rows.ts';

export const postRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.feed, async ({ tenant, actor, query, now, language }) =>
    listPosts(ctx, tenant, actor, { scope: 'published', page: query.page_num ?? 1, tagId: query.feed_tag_id ?? null, after: query.after }, { now, language })),
  route(calls.feedAll, async ({ tenant, actor, query, now, language }) =>
    listPosts(ctx, tenant, actor, { scope: 'staff', page: query.page_num ?? 1, tagId: query.feed_tag_id ?? null, after: query.after }, { now, language })),
  route(calls.getPost, async ({ tenant, actor, query, now, language }) => ({ data: await getPost(ctx, tenant, actor, query.id, { now, language }) })),
  route(calls.getPostInfo, async ({ tenant, actor, body, now, language }) => ({ data: await getPost(ctx, tenant, actor, body.blog_id, { now, language }) })),
  route(calls.createPost, async ({ tenant, actor, body, idempotencyKey, now, language }) => {
    const { post, tags } = await createPost(ctx, tenant, actor, body, { key: idempotencyKey, now, language });
    return {
      message: post.contentLeftForProcessing > 0 ? 'post-processing' : 'post-success',
      data: { result: post, feedTagList: tags.map(({ id, name, slug }) => ({ _id: id, name, slug })), selectFromContentManager: false },
    };
  }),
  route(calls.deletePost, async ({ tenant, actor, body, now }) => {
    if (!await ctx.database.tenants.write(tenant, (db) => markDeleted(db, body.id, actor.trueAuthor, now))) throw new DomainError('not-found');
    return { message: 'post-deleted' };
  }),
  route(calls.likePost, async ({ tenant, actor, body, now }) => {
    const isLiked = body.is_like === 1;
    return { data: { is_like: body.is_like, total_likes: await likePost(ctx, tenant, actor, body.id, isLiked, now) } };
  }),
  route(calls.listTags, async ({ tenant, now }) => {
    const tags = await ctx.database.tenants.read(tenant, (db) => listTags(db, now));
    return { data: tags.map(({ id, name, slug, count }) => ({ _id: id, id, name, slug, count })) };
  }),
];
