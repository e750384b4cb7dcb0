import type { DocumentedFeedPage } from '@backlot/contracts/posts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { pagesOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { countFeed, type FeedAsk, type FeedCursor } from './feed-rows.ts';
import { isKept, seeFeedOf, seeKeptFeed } from './feed-memory.ts';
import { documentedPost } from './present-post.ts';
import { markerOf, readMarker } from './markers.ts';
import { postViewerOf, presenterFor } from './visible-post.ts';

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

/** One page of the feed: one statement where its posts are in memory, else two for guests and staff, four for fans. */
export async function listPosts(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  ask: PageAsk,
  to: { now: Date; language: string },
): Promise<DocumentedFeedPage> {
  const feed: FeedAsk = {
    ...ask,
    userId: actor?.userId ?? null,
    now: to.now,
    limit: FEED_PAGE,
    after: ask.after === undefined ? null : cursorOf(ask.after),
  };
  const found = await ctx.database.tenants.read(tenant, async (db) => {
    const page =
      (isKept(feed) ? await seeKeptFeed(ctx, db, tenant, actor, feed) : null) ??
      (await seeFeedOf(db, await postViewerOf(db, actor, feed.now), feed));
    return { ...page, total: page.total ?? (feed.page === 1 && !feed.after ? 0 : await countFeed(db, feed)) };
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
