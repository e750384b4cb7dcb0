import type { DocumentedFeedPage } from '@backlot/contracts/posts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { pagesOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { countFeed, listFeed, type FeedAsk, type FeedCursor } from './feed-rows.ts';
import { documentedPost } from './present-post.ts';
import { markerOf, readMarker } from './markers.ts';
import { mediaOfCard, postViewerOf, presenterFor, seePosts } from './visible-post.ts';

export const FEED_PAGE = 20;

export interface PageAsk {
  readonly scope: FeedAsk['scope'];
  readonly page: number;
  readonly tagId: string | null;
  readonly mediaType?: FeedAsk['mediaType'];
  readonly visibility?: FeedAsk['visibility'];
  readonly state?: FeedAsk['state'];
  readonly search?: FeedAsk['search'];
  /** Marker of the page before, `next` of its answer. */
  readonly after?: string | undefined;
}

/** One page of the feed: two statements for guests and staff, four for fans. */
export async function listPosts(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  ask: PageAsk,
  to: { now: Date; language: string },
): Promise<DocumentedFeedPage> {
  const { now } = to;
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const viewer = await postViewerOf(db, actor, now);
    const feed: FeedAsk = {
      scope: ask.scope,
      userId: viewer.userId,
      tagId: ask.tagId,
      mediaType: ask.mediaType,
      visibility: ask.visibility,
      state: ask.state,
      search: ask.search,
      now,
      limit: FEED_PAGE,
      page: ask.page,
      after: ask.after === undefined ? null : cursorOf(ask.after),
    };
    const rows = await listFeed(db, feed);
    return {
      viewer,
      posts: await seePosts(db, viewer, rows, now, mediaOfCard),
      total: rows[0]?.total ?? (ask.page === 1 && !feed.after ? 0 : await countFeed(db, feed)),
    };
  });
  const present = await presenterFor(ctx, tenant, found.viewer, to);
  const last = found.posts.at(-1)?.row;
  return {
    blogs: found.posts.map((seen) => documentedPost(seen, present)),
    currentPage: ask.page,
    totalPages: pagesOf(found.total, FEED_PAGE),
    totalRows: found.total,
    next: last && found.posts.length === FEED_PAGE ? markerOf(last.publish_at, last.id) : null,
  };
}

function cursorOf(marker: string): FeedCursor {
  const { at, id } = readMarker(marker);
  return { publishAt: at, id };
}
