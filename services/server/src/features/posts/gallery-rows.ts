import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import type { MediaRow } from '../uploads/index.ts';
import type { Marked } from './markers.ts';
import { versionSql } from './version-rows.ts';

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
  const sources = ask.open === 'all' ? [walk(db, ask, null)] : ask.open.map((visibility) => walk(db, ask, visibility));
  if (ask.open !== 'all' && ask.userId !== null) sources.push(owned(db, ask, ask.userId));
  const { after, kind } = ask;
  const { rows } = await db.raw<{ rows: GalleryRow[] }>(
    `with page as (
       select distinct id, publish_at from (${sources.map(({ sql }) => `(${sql})`).join(' union all ')}) open
       order by publish_at desc, id desc limit ?
     )
     select m.*, page.id as post_id, page.publish_at, pm.position from page join ?? pm on pm.post_id = page.id and not pm.is_preview join ?? m on m.id = pm.media_id
     where m.state = 'ready' ${kind ? 'and m.kind = ?' : ''} ${after ? 'and (page.id <> ? or pm.position > ?)' : ''}
     order by page.publish_at desc, page.id desc, pm.position limit ?`,
    [
      ...sources.flatMap(({ bindings }) => bindings), ask.limit + 1, db.table('post_media'), db.table('media'),
      ...(kind ? [kind] : []), ...(after ? [after.id, after.position] : []), ask.limit,
    ] as never);
  return rows;
}

interface Sql { readonly sql: string; readonly bindings: readonly unknown[] }

/** The post in which the page before ended may have more. */
function bounds({ kind, after, limit, now }: GalleryAsk): Sql & { readonly end: string } {
  const hasKind = kind === null ? '' : kind === 'video' ? ' and f.video_count > 0' : ' and f.photo_count > 0';
  return {
    sql: `f.deleted_at is null and f.media_waiting = 0 and f.media_failed = 0 and f.publish_at <= ?${hasKind}${after ? ' and (f.publish_at, f.id) <= (?, ?)' : ''}`,
    // One more than the page: the first may have nothing left.
    end: `order by f.publish_at desc, f.id desc limit ${limit + 1}`,
    bindings: [now, ...(after ? [after.at, after.id] : [])],
  };
}

function walk(db: TenantDb, ask: GalleryAsk, visibility: Visibility | null): Sql {
  const version = versionSql(db, visibility === null ? null : ask.userId, ask.now);
  const bound = bounds(ask);
  return {
    sql: `select f.id, f.publish_at from ?? f where ${bound.sql} ${visibility ? 'and f.visibility = ?' : ''} and ${version.sql} ${bound.end}`,
    bindings: [db.table('posts'), ...bound.bindings, ...(visibility ? [visibility] : []), ...version.bindings],
  };
}

function owned(db: TenantDb, ask: GalleryAsk, userId: string): Sql {
  const bound = bounds(ask);
  return {
    sql: `select f.id, f.publish_at from ?? e join ?? f on f.id = e.content_id
      where e.user_id = ? and e.kind = 'post' and e.revoked_at is null and ${bound.sql} ${bound.end}`,
    bindings: [db.table('entitlements'), db.table('posts'), userId, ...bound.bindings],
  };
}
