import type { TenantDb } from '@backlot/database';
import type { Visibility } from '@backlot/domain/access';
import { postName, type PostRow } from './post-rows.ts';

export type UseState = 'published' | 'scheduled' | 'processing' | 'error' | 'removed' | 'replaced';

/** A post that holds a medium, also one that was taken out. */
export interface MediaUse {
  readonly mediaId: string;
  readonly postId: string;
  readonly title: string;
  readonly state: UseState;
  readonly visibility: Visibility;
  readonly publishAt: Date;
  readonly isPreview: boolean;
}

type Row = Pick<PostRow, 'id' | 'serial' | 'title' | 'caption' | 'visibility' | 'publish_at' | 'media_waiting' | 'media_failed' | 'deleted_at' | 'replaced_at'>
  & { media_id: string; is_preview: boolean };

/** Which posts hold these media, the latest first. */
export async function usesOfMedia(db: TenantDb, mediaIds: readonly string[], now: Date): Promise<MediaUse[]> {
  if (mediaIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select pm.media_id, bool_and(pm.is_preview) as is_preview, p.id, p.serial, p.title, left(p.caption, 400) as caption, p.visibility,
       p.publish_at, p.media_waiting, p.media_failed, p.deleted_at, p.replaced_at
     from ?? pm join ?? p on p.id = pm.post_id where pm.media_id = any (?::uuid[])
     group by pm.media_id, p.id order by p.publish_at desc, p.id desc`,
    [db.table('post_media'), db.table('posts'), [...mediaIds]] as never);
  return rows.map((row) => ({
    mediaId: row.media_id, postId: row.id, title: postName(row), state: stateOf(row, now), visibility: row.visibility,
    publishAt: row.publish_at, isPreview: row.is_preview,
  }));
}

function stateOf(row: Row, now: Date): UseState {
  if (row.deleted_at !== null) return 'removed';
  if (row.replaced_at !== null && row.replaced_at <= now) return 'replaced';
  if (row.media_failed > 0) return 'error';
  if (row.media_waiting > 0) return 'processing';
  return row.publish_at > now ? 'scheduled' : 'published';
}

interface Sql { readonly sql: string; readonly bindings: readonly unknown[] }

/** Ids of media whose posts have a word, in title, caption or tags: a query to be part of another. `word` is a text query. */
export const mediaByPostWordsSql = (db: TenantDb, word: string): Sql => ({
  sql: `select pm.media_id from ?? pm where pm.post_id in (
      select p.id from ?? p where to_tsvector('pg_catalog.simple'::regconfig, translate(p.title || ' ' || p.caption, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ?)
      union
      select pt.post_id from ?? pt join ?? t on t.id = pt.tag_id where to_tsvector('pg_catalog.simple'::regconfig, translate(t.name, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ?))`,
  bindings: [db.table('post_media'), db.table('posts'), word, db.table('post_tags'), db.table('feed_tags'), word],
});

/** Ids of media that show a post to those who have not paid: a query to be part of another. */
export const previewMediaSql = (db: TenantDb): Sql => ({ sql: 'select media_id from ?? where is_preview', bindings: [db.table('post_media')] });
