import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import type { TagOnPost } from '../tags/index.ts';
import type { MediaRow } from '../uploads/index.ts';
import type { PostRow } from './post-rows.ts';
import { hasWords, wordsOf } from './post-words.ts';
import { versionSql } from './version-rows.ts';

/** A post with what hangs on it for one viewer. */
export interface FeedRow extends PostRow {
  readonly total: number;
  readonly is_liked: boolean;
  readonly tags: readonly TagOnPost[];
  /** Of all its films together; null without one that is ready. */
  readonly films_ms: number | null;
  readonly category_name: string | null;
}

export interface FeedPlace { readonly publishAt: Date; readonly id: string }

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
  readonly after: FeedPlace | null;
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
  const source = sourceOf(db, ask);
  const counted = sourceOf(db, { ...ask, userId: null });
  const after = ask.after ? { sql: ` and (${source.order}) < (?, ?)`, bindings: [ask.after.publishAt, ask.after.id] } : { sql: '', bindings: [] };
  const { rows } = await db.raw<{ rows: FeedRow[] }>(
    `with page as (
       select ${source.id} as id from ${source.sql}${after.sql} order by ${source.descending} limit ? offset ?
     )
     select p.*, (select count(*)::int from (select 1 from ${counted.sql} order by ${counted.descending} limit ?) counted) as total, ${hangingOn}
     from page join ?? p on p.id = page.id order by p.publish_at desc, p.id desc`,
    [
      ...source.bindings, ...after.bindings, ask.limit, offset,
      ...counted.bindings, ask.page * ask.limit + COUNT_AHEAD,
      ...hangingBindings(db, ask.userId), db.table('posts'),
    ] as never);
  return rows;
}

/** A page beyond the end has no row to carry the total. */
export async function countFeed(db: TenantDb, ask: FeedAsk): Promise<number> {
  const source = sourceOf(db, { ...ask, userId: null });
  const { rows } = await db.raw<{ rows: Array<{ total: number }> }>(
    `select count(*)::int as total from (select 1 from ${source.sql} order by ${source.descending} limit ?) counted`, [...source.bindings, COUNT_AHEAD] as never);
  return rows[0]?.total ?? 0;
}

/** Any post by id, deleted or not: what the viewer may know of it is the access rule's to say. */
export async function findFeedRow(db: TenantDb, id: string, userId: string | null): Promise<FeedRow | null> {
  const { rows } = await db.raw<{ rows: FeedRow[] }>(
    `select p.*, 1 as total, ${hangingOn} from ?? p where p.id = ?`,
    [...hangingBindings(db, userId), db.table('posts'), id] as never);
  return rows[0] ?? null;
}

/** Posts by id in no order, as `findFeedRow` has them. */
export async function listFeedRows(db: TenantDb, ids: readonly string[], userId: string | null): Promise<FeedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.raw<{ rows: FeedRow[] }>(
    `select p.*, 1 as total, ${hangingOn} from ?? p where p.id = any (?::uuid[])`,
    [...hangingBindings(db, userId), db.table('posts'), [...ids]] as never);
  return rows;
}

const hangingOn = `
  exists (select 1 from ?? l where l.post_id = p.id and l.user_id = ?::uuid) as is_liked,
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.slug), '[]')
   from ?? pt join ?? t on t.id = pt.tag_id where pt.post_id = p.id) as tags,
  case when p.video_count > 0 then (select sum(m.duration_ms)::int from ?? pm join ?? m on m.id = pm.media_id where pm.post_id = p.id and not pm.is_preview) end as films_ms,
  case when p.category_id is not null then (select c.name from ?? c where c.id = p.category_id and c.deleted_at is null) end as category_name`;

const hangingBindings = (db: TenantDb, userId: string | null): unknown[] =>
  [db.table('post_likes'), userId, db.table('post_tags'), db.table('feed_tags'), db.table('post_media'), db.table('media'), db.table('media_categories')];

interface Source { sql: string; bindings: unknown[]; id: string; order: string; descending: string }

function sourceOf(db: TenantDb, ask: FeedAsk): Source {
  const { scope, tagId, now } = ask;
  // Staff are no buyers: they see the newest version, like a guest.
  const version = versionSql(db, scope === 'staff' ? null : ask.userId, now);
  const filters = filtersOf(db, ask);
  const state = `f.deleted_at is null${scope === 'staff' ? '' : ' and f.media_waiting = 0 and f.media_failed = 0'} and ${version.sql}${filters.sql}`;
  const bindings = [...version.bindings, ...filters.bindings];
  const until = scope === 'staff' ? [] : [now];
  if (tagId === null) {
    return {
      sql: `?? f where ${scope === 'staff' ? '' : 'f.publish_at <= ? and '}${state}`, bindings: [db.table('posts'), ...until, ...bindings],
      id: 'f.id', order: 'f.publish_at, f.id', descending: 'f.publish_at desc, f.id desc',
    };
  }
  return {
    sql: `?? g join ?? f on f.id = g.post_id where g.tag_id = ?${scope === 'staff' ? '' : ' and g.publish_at <= ?'} and ${state}`,
    bindings: [db.table('post_tags'), db.table('posts'), tagId, ...until, ...bindings],
    id: 'g.post_id', order: 'g.publish_at, g.post_id', descending: 'g.publish_at desc, g.post_id desc',
  };
}

function filtersOf(db: TenantDb, { mediaType, visibility, state, search = '', now }: FeedAsk): { sql: string; bindings: unknown[] } {
  const parts: Array<readonly [string, ...unknown[]]> = [];
  if (mediaType) parts.push([mediaType === 'video' ? 'f.video_count > 0' : 'f.photo_count > 0']);
  if (visibility) parts.push(['f.visibility = ?', visibility]);
  const words = wordsOf(search);
  if (words !== null) {
    const found = hasWords(db, words);
    parts.push([found.sql, ...found.bindings]);
  }
  if (state === 'error') parts.push(['f.media_failed > 0']);
  if (state === 'processing') parts.push(['f.media_waiting > 0 and f.media_failed = 0']);
  if (state === 'scheduled') parts.push(['f.media_waiting = 0 and f.media_failed = 0 and f.publish_at > ?', now]);
  if (state === 'published') parts.push(['f.media_waiting = 0 and f.media_failed = 0 and f.publish_at <= ?', now]);
  return { sql: parts.map(([sql]) => ` and ${sql}`).join(''), bindings: parts.flatMap(([, ...bindings]) => bindings) };
}

export interface MediumOfPost { readonly postId: string; readonly isPreview: boolean; readonly media: MediaRow }

/** The pictures of some posts in their order, in one statement; of each at most `most`, previews besides. */
export async function listMediaOfPosts(db: TenantDb, postIds: readonly string[], most: number): Promise<MediumOfPost[]> {
  if (postIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: Array<MediaRow & { post_id: string; is_preview: boolean }> }>(
    `select m.*, pm.post_id, pm.is_preview from ?? pm join ?? m on m.id = pm.media_id
     where pm.post_id = any (?::uuid[]) and pm.position < ? order by pm.post_id, pm.is_preview, pm.position`,
    [db.table('post_media'), db.table('media'), [...postIds], most] as never);
  return rows.map((row) => ({ postId: row.post_id, isPreview: row.is_preview, media: row }));
}
