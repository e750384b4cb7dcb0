import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import { sql, table, type Sql } from '@backlot/database/sql';
import { heldPosts } from '../write/post-kind.ts';
import { mediaRows, type MediaRow } from '../../media/index.ts';
import type { Marked } from './markers.ts';
import { standsInFeed } from '../version-rows.ts';

export type GalleryRow = MediaRow & { readonly post_id: string; readonly publish_at: Date; readonly position: number };

export interface GalleryAsk {
  readonly userId: string | null;
  /** What is open to this viewer by itself; `all` for staff. */
  readonly open: readonly Visibility[] | 'all';
  readonly kind: MediaRow['kind'] | null;
  readonly after: Marked | null;
  readonly limit: number;
  readonly now: Date;
}

/** Media of open posts, newest post first. Every source is one walk along an index, no further than the page needs. */
export async function listGallery(db: TenantDb, ask: GalleryAsk): Promise<GalleryRow[]> {
  const sources = ask.open === 'all' ? [walk(ask, null)] : ask.open.map((visibility) => walk(ask, visibility));
  if (ask.open !== 'all' && ask.userId !== null) sources.push(owned(ask, ask.userId));
  const { after, kind } = ask;
  return sql<GalleryRow>`
    with page as (
      select distinct id, publish_at from (${sql.join(sources, sql` union all `)}) open
      order by publish_at desc, id desc limit ${ask.limit + 1}
    )
    select m.*, page.id as post_id, page.publish_at, pm.position
    from page join ${table('post_media')} pm on pm.post_id = page.id and not pm.is_preview join ${mediaRows} m on m.id = pm.media_id
    where m.state = 'ready' ${kind ? sql`and m.kind = ${kind}` : sql.empty}
      ${after ? sql`and (page.id <> ${after.id} or pm.position > ${after.position})` : sql.empty}
    order by page.publish_at desc, page.id desc, pm.position limit ${ask.limit}`.all(db);
}

function walk(ask: GalleryAsk, visibility: Visibility | null): Sql {
  const version = standsInFeed(visibility === null ? null : ask.userId, ask.now);
  return sql`(select f.id, f.publish_at from ${table('posts')} f
    where ${isOnPage(ask)} ${visibility ? sql`and f.visibility = ${visibility}` : sql.empty} and ${version} ${newestFirst(ask)})`;
}

const owned = (ask: GalleryAsk, userId: string): Sql => sql`(
  select f.id, f.publish_at from ${heldPosts(userId)} e join ${table('posts')} f on f.id = e.content_id
  where ${isOnPage(ask)} ${newestFirst(ask)})`;

/** The post in which the page before ended may have more. */
function isOnPage({ kind, after, now }: GalleryAsk): Sql {
  const hasKind =
    kind === null ? sql.empty : kind === 'video' ? sql` and f.video_count > 0` : sql` and f.photo_count > 0`;
  const isAfter = after ? sql` and (f.publish_at, f.id) <= (${after.at}, ${after.id})` : sql.empty;
  return sql`f.deleted_at is null and f.media_waiting = 0 and f.media_failed = 0 and f.publish_at <= ${now}${hasKind}${isAfter}`;
}

// One more than the page: the first may have nothing left.
const newestFirst = ({ limit }: GalleryAsk): Sql => sql`order by f.publish_at desc, f.id desc limit ${limit + 1}`;
