import type { TenantDb } from '@backlot/database';
import { searchQueryOf } from '@backlot/database/search-terms';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Visibility } from '@backlot/domain/access';
import { categoryName, mediaRows, type MediaRow } from '../../media/index.ts';
import { postsWithTag, tagsHangingOn, type TagOnPost } from '../../tags/index.ts';
import type { PostRow } from '../post-rows.ts';
import { matchesSearch } from '../write/post-search.ts';
import { standsInFeed } from '../version-rows.ts';

/** A post with what hangs on it for one viewer. */
export interface FeedRow extends PostRow {
  readonly total: number;
  readonly is_liked: boolean;
  readonly tags: readonly TagOnPost[];
  /** Of all its films together; null without one that is ready. */
  readonly films_ms: number | null;
  readonly category_name: string | null;
  /** All its files in their order. */
  readonly media_ids: readonly string[];
}

export interface FeedCursor {
  readonly publishAt: Date;
  readonly id: string;
}

export interface FeedAsk {
  /** `staff`: everything that was not deleted; `published`: what fans may know of. */
  readonly scope: 'staff' | 'published';
  readonly userId: string | null;
  readonly tagId: string | null;
  /** Only posts that hold one. */
  readonly mediaType?: 'photo' | 'video' | undefined;
  /** For staff. */
  readonly visibility?: Visibility | undefined;
  readonly state?: 'published' | 'scheduled' | 'processing' | 'error' | undefined;
  /** Beginnings of words of title and caption. */
  readonly search?: string | undefined;
  readonly now: Date;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  /** The last post that was seen: the page goes on after it whatever was published meanwhile. */
  readonly after: FeedCursor | null;
}

/**
 * Totals are exact up to this many rows beyond the page; further on they only say that there is more. In the feed's
 * order, so that they are counted along its index.
 */
const COUNT_AHEAD = 5_000;

/**
 * One page with its total, tags and the viewer's likes, in one statement. The page's ids come from an index alone,
 * rows are fetched for twenty.
 */
export async function listFeed(db: TenantDb, ask: FeedAsk): Promise<FeedRow[]> {
  const offset = ask.after ? 0 : (ask.page - 1) * ask.limit;
  const { id, from, cursor, newestFirst } = sourceOf(ask);
  const counted = sourceOf({ ...ask, userId: null }).from;
  const after = ask.after ? sql` and (${cursor}) < (${ask.after.publishAt}, ${ask.after.id})` : sql.empty;
  return sql<FeedRow>`
    with page as (select ${id} as id from ${from}${after} ${newestFirst} limit ${ask.limit} offset ${offset})
    select p.*, (select count(*)::int from (select 1 from ${counted} ${newestFirst} limit ${ask.page * ask.limit + COUNT_AHEAD}) counted) as total,
      ${hangingOn(ask.userId)}
    from page join ${table('posts')} p on p.id = page.id order by p.publish_at desc, p.id desc`.all(db);
}

/** A page beyond the end has no row to carry the total. */
export async function countFeed(db: TenantDb, ask: FeedAsk): Promise<number> {
  const { from, newestFirst } = sourceOf({ ...ask, userId: null });
  const { total } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${from} ${newestFirst} limit ${COUNT_AHEAD}) counted`.one(db);
  return total;
}

/** Any post by id, deleted or not: what the viewer may know of it is the access rule's to say. */
export const findFeedRow = (db: TenantDb, id: string, userId: string | null): Promise<FeedRow | null> =>
  sql<FeedRow>`select p.*, 1 as total, ${hangingOn(userId)} from ${table('posts')} p where p.id = ${id}`.first(db);

/** Posts by id in no order, as `findFeedRow` has them. */
export async function listFeedRows(db: TenantDb, ids: readonly string[], userId: string | null): Promise<FeedRow[]> {
  if (ids.length === 0) return [];
  return sql<FeedRow>`
    select p.*, 1 as total, ${hangingOn(userId)} from ${table('posts')} p where p.id = any (${ids}::uuid[])`.all(db);
}

const hangingOn = (userId: string | null): Sql => sql`
  exists (select 1 from ${table('post_likes')} l where l.post_id = p.id and l.user_id = ${userId}::uuid) as is_liked,
  ${tagsHangingOn(sql`p.id`)} as tags,
  case when p.video_count > 0 then (
    select sum(m.duration_ms)::int from ${table('post_media')} pm join ${mediaRows} m on m.id = pm.media_id where pm.post_id = p.id and not pm.is_preview
  ) end as films_ms,
  case when p.category_id is not null then ${categoryName(sql`p.category_id`)} end as category_name,
  array(select pi.media_id::text from ${table('post_media')} pi where pi.post_id = p.id and not pi.is_preview order by pi.position) as media_ids`;

interface Source {
  readonly from: Sql;
  readonly id: Sql;
  readonly cursor: Sql;
  readonly newestFirst: Sql;
}

function sourceOf(ask: FeedAsk): Source {
  const { scope, tagId, now } = ask;
  // Staff are no buyers: they see the newest version, like a guest.
  const version = standsInFeed(scope === 'staff' ? null : ask.userId, now);
  const isDone = scope === 'staff' ? sql.empty : sql` and f.media_waiting = 0 and f.media_failed = 0`;
  const state = sql`f.deleted_at is null${isDone} and ${version}${filtersOf(ask)}`;
  if (tagId === null) {
    const isOut = scope === 'staff' ? sql.empty : sql`f.publish_at <= ${now} and `;
    return {
      from: sql`${table('posts')} f where ${isOut}${state}`,
      id: sql`f.id`,
      cursor: sql`f.publish_at, f.id`,
      newestFirst: sql`order by f.publish_at desc, f.id desc`,
    };
  }
  const isOut = scope === 'staff' ? sql.empty : sql`g.publish_at <= ${now} and `;
  return {
    from: sql`${postsWithTag(tagId)} g join ${table('posts')} f on f.id = g.post_id where ${isOut}${state}`,
    id: sql`g.post_id`,
    cursor: sql`g.publish_at, g.post_id`,
    newestFirst: sql`order by g.publish_at desc, g.post_id desc`,
  };
}

function filtersOf({ mediaType, visibility, state, search = '', now }: FeedAsk): Sql {
  const query = searchQueryOf(search);
  const conditions = [
    ...(mediaType ? [mediaType === 'video' ? sql`f.video_count > 0` : sql`f.photo_count > 0`] : []),
    ...(visibility ? [sql`f.visibility = ${visibility}`] : []),
    ...(query === null ? [] : [matchesSearch(query)]),
    ...(state ? [inState(state, now)] : []),
  ];
  return sql.join(
    conditions.map((part) => sql` and ${part}`),
    sql.empty,
  );
}

function inState(state: NonNullable<FeedAsk['state']>, now: Date): Sql {
  switch (state) {
    case 'error':
      return sql`f.media_failed > 0`;
    case 'processing':
      return sql`f.media_waiting > 0 and f.media_failed = 0`;
    case 'scheduled':
      return sql`f.media_waiting = 0 and f.media_failed = 0 and f.publish_at > ${now}`;
    case 'published':
      return sql`f.media_waiting = 0 and f.media_failed = 0 and f.publish_at <= ${now}`;
  }
}

export interface MediumOfPost {
  readonly postId: string;
  readonly isPreview: boolean;
  readonly media: MediaRow;
}

/** The pictures of some posts in their order, in one statement; of each at most `most`, previews besides. */
export async function listMediaOfPosts(
  db: TenantDb,
  postIds: readonly string[],
  most: number,
): Promise<MediumOfPost[]> {
  if (postIds.length === 0) return [];
  const rows = await sql<MediaRow & { post_id: string; is_preview: boolean }>`
    select m.*, pm.post_id, pm.is_preview from ${table('post_media')} pm join ${mediaRows} m on m.id = pm.media_id
    where pm.post_id = any (${postIds}::uuid[]) and pm.position < ${most} order by pm.post_id, pm.is_preview, pm.position`.all(
    db,
  );
  return rows.map((row) => ({ postId: row.post_id, isPreview: row.is_preview, media: row }));
}
