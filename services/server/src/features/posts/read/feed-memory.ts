import type { Database, TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { BoundedMemory } from '../../../memory/bounded-memory.ts';
import { type Tenant, tenantKey, type TenantKey } from '../../../sites/tenant.ts';
import { listFeed, type FeedAsk, type FeedRow } from './feed-rows.ts';
import { feedStateOf, newFeedStateOf, type FeedState } from './feed-state.ts';
import type { WrittenPosts } from './write-posts.ts';
import { mediaOfCard, seePost, seePosts, type PostOfAll, type PostViewer, type SeenPost } from './visible-post.ts';

/** A page of a feed as it is for everybody, and what it is true of. */
export interface KeptPage {
  readonly posts: readonly PostOfAll[];
  readonly ids: readonly string[];
  /** The posts as they were written for viewers of a kind; `keepWritten` takes what was written anew. */
  readonly written: WrittenPosts | null;
  readonly total: number | null;
  readonly version: string;
  readonly hasVersions: boolean;
  /** The product's time, in milliseconds: between these nothing but a change makes it another. */
  readonly from: number;
  readonly until: number;
  /** What its rows take in memory. */
  readonly bytes: number;
  keepWritten(written: WrittenPosts): void;
}

/** A page that is true, and what is its viewer's own; `page` where it is not from memory. */
export type FoundPage =
  | { readonly kept: KeptPage; readonly state: FeedState; readonly page: null }
  | { readonly kept: null; readonly page: SeenPage };

/** A page as one viewer gets it; `total` is null where no row says it. */
export interface SeenPage {
  readonly viewer: PostViewer;
  readonly posts: readonly SeenPost[];
  readonly total: number | null;
}

const mostBytes = 64 * 2 ** 20;
/** Rows take about twice their JSON. */
const bytesOf = (posts: readonly PostOfAll[]): number => 1_024 + 2 * JSON.stringify(posts).length;
/** Of each feed, from its beginning: further down few read. */
const keptPages = 3;

/** Of each database: two in one process may have a tenant of the same id. */
const memories = new WeakMap<Database, BoundedMemory<TenantKey, KeptPage>>();

function memoryOf({ database }: Pick<AppContext, 'database'>): BoundedMemory<TenantKey, KeptPage> {
  const known = memories.get(database);
  if (known) return known;
  const memory = new BoundedMemory<TenantKey, KeptPage>('feed-pages', {
    maxSize: mostBytes,
    sizeCalculation: ({ bytes, written }) => bytes + (written?.bytes ?? 0),
    isOfBytes: true,
    isCountedOutside: true,
  });
  memories.set(database, memory);
  return memory;
}

/** Those that are the same for nearly everybody: the feed's first pages, and a tag's, without a marker or another filter. */
export const isKept = ({ scope, page, after, mediaType, visibility, state, search = '' }: FeedAsk): boolean =>
  scope === 'published' &&
  page <= keptPages &&
  after === null &&
  [mediaType, visibility, state].every((filter) => filter === undefined) &&
  search === '';

/**
 * A page of the feed whose posts come from memory, with what is this viewer's own: one statement, which says as well
 * whether the memory is still true, so nobody needs to tell of changes and none is seen late. Where it is not, or where the
 * viewer has other versions than everybody: four, as without it.
 *
 * @returns null where the site's schema can't tell yet, before its migration
 */
export async function findKeptPage(
  ctx: AppContext,
  db: TenantDb,
  tenant: Tenant,
  actor: Actor | null,
  ask: FeedAsk,
): Promise<FoundPage | null> {
  const memory = memoryOf(ctx);
  const key = tenantKey(tenant, ask.tagId ?? 'all', String(ask.page));
  const at = ask.now.getTime();
  const kept = memory.get(key);
  try {
    if (kept !== undefined && kept.from <= at && at < kept.until) {
      const state = await feedStateOf(db, actor, kept.ids, kept.hasVersions, ask.now);
      if (state.holdsVersions) {
        memory.tally.misses += 1;
        return { kept: null, page: await seeFeedOf(db, state.viewer, ask) };
      }
      if (state.version === kept.version) {
        memory.tally.hits += 1;
        return { kept, state, page: null };
      }
    }
    memory.tally.misses += 1;
    const begun = await newFeedStateOf(db, actor, ask.now);
    const page = await seeFeedOf(db, begun.viewer, ask);
    const posts = page.posts.map(({ row, media, name }) => ({ row, media, name }));
    // A page without posts is soon found again, and anybody can ask for as many as they like.
    if (!begun.holdsVersions && posts.length > 0) {
      const read: KeptPage = {
        posts,
        written: null,
        bytes: bytesOf(posts),
        ids: posts.map(({ row }) => row.id),
        total: page.total,
        version: begun.version,
        hasVersions: begun.hasVersions,
        from: at,
        until: begun.changesAt?.getTime() ?? Infinity,
        keepWritten: (written) => {
          if (memory.peek(key)?.version === begun.version) memory.set(key, { ...read, written });
        },
      };
      memory.set(key, read);
    }
    return { kept: null, page };
  } catch (error) {
    if (isUndefinedTable(error)) return null;
    throw error;
  }
}

/** A page from the database: two statements, three for fans. */
export async function seeFeedOf(db: TenantDb, viewer: PostViewer, ask: FeedAsk): Promise<SeenPage> {
  const rows = await listFeed(db, ask);
  return { viewer, posts: await seePosts(db, viewer, rows, ask.now, mediaOfCard), total: rows[0]?.total ?? null };
}

/** A page from memory as its viewer gets it. */
export const seenPage = ({ posts, total }: KeptPage, { viewer, posts: ofViewer }: FeedState, now: Date): SeenPage => ({
  viewer,
  total,
  posts: posts.flatMap((post) => {
    const own = ofViewer.get(post.row.id);
    // Taken out of the database in this moment.
    if (own === undefined) return [];
    const row: FeedRow = { ...post.row, likes_count: own.likes, comments_count: own.comments, is_liked: own.isLiked };
    return [seePost(viewer, { ...post, row }, own.hold, now)];
  }),
});
