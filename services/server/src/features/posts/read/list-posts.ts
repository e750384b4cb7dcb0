import type { DocumentedFeedPage } from '@backlot/contracts/posts';
import type { Actor } from '../../../actor.ts';
import type { WrittenList } from '../../../call-route.ts';
import type { AppContext } from '../../../context.ts';
import { pagesOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { countFeed, type FeedAsk, type FeedCursor } from './feed-rows.ts';
import { findKeptPage, isKept, seeFeedOf, seenPage, type FoundPage, type SeenPage } from './feed-memory.ts';
import { documentedPost } from './present-post.ts';
import { markerOf, readMarker } from './markers.ts';
import { postViewerOf, presenterFor, type PostOfAll } from './visible-post.ts';
import { writePosts } from './write-posts.ts';

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
  const { found, total } = await findPage(ctx, tenant, actor, ask, to.now);
  return presentPage(ctx, tenant, ask, to, { page: found.page ?? seenPage(found.kept, found.state, to.now), total });
}

/** The same, with its posts written out already where they are in memory. */
export async function writePage(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  ask: PageAsk,
  to: { now: Date; language: string },
): Promise<DocumentedFeedPage & { readonly written?: WrittenList }> {
  const { found, total } = await findPage(ctx, tenant, actor, ask, to.now);
  const { kept } = found;
  if (kept === null) return presentPage(ctx, tenant, ask, to, { page: found.page, total });
  const text = writePosts(kept, found.state, await presenterFor(ctx, tenant, found.state.viewer, to));
  if (text === null) return presentPage(ctx, tenant, ask, to, { page: seenPage(kept, found.state, to.now), total });
  return { blogs: [], written: { field: 'blogs', text }, ...placeOf(ask, kept.posts, total) };
}

async function findPage(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor | null,
  ask: PageAsk,
  now: Date,
): Promise<{ readonly found: FoundPage; readonly total: number }> {
  const feed: FeedAsk = {
    ...ask,
    userId: actor?.userId ?? null,
    now,
    limit: FEED_PAGE,
    after: ask.after === undefined ? null : cursorOf(ask.after),
  };
  return ctx.database.tenants.read(tenant, async (db) => {
    const found = (isKept(feed) ? await findKeptPage(ctx, db, tenant, actor, feed) : null) ?? {
      kept: null,
      page: await seeFeedOf(db, await postViewerOf(db, actor, now), feed),
    };
    const total = (found.kept ?? found.page).total ?? (feed.page === 1 && !feed.after ? 0 : await countFeed(db, feed));
    return { found, total };
  });
}

async function presentPage(
  ctx: AppContext,
  tenant: Tenant,
  ask: PageAsk,
  to: { now: Date; language: string },
  { page, total }: { page: SeenPage; total: number },
): Promise<DocumentedFeedPage> {
  const present = await presenterFor(ctx, tenant, page.viewer, to);
  return { blogs: page.posts.map((seen) => documentedPost(seen, present)), ...placeOf(ask, page.posts, total) };
}

function placeOf({ page }: PageAsk, posts: readonly PostOfAll[], total: number): Omit<DocumentedFeedPage, 'blogs'> {
  const last = posts.at(-1)?.row;
  return {
    currentPage: page,
    totalPages: pagesOf(total, FEED_PAGE),
    totalRows: total,
    next: last && posts.length === FEED_PAGE ? markerOf(last.publish_at, last.id) : null,
  };
}

function cursorOf(marker: string): FeedCursor {
  const { at, id } = readMarker(marker);
  return { publishAt: at, id };
}
