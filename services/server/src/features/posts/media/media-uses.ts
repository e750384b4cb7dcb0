import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { MediaUse, UseState } from '../../../joints/media-holder.ts';
import { contentsHeld } from '../../checkout/index.ts';
import { mediaRows } from '../../media/index.ts';
import { postsByTagWord } from '../../tags/index.ts';
import { postKind } from '../write/post-kind.ts';
import { postsMatching } from '../write/post-search.ts';
import { postName, type PostRow } from '../post-rows.ts';

type Row = Pick<
  PostRow,
  | 'id'
  | 'serial'
  | 'title'
  | 'caption'
  | 'visibility'
  | 'publish_at'
  | 'media_waiting'
  | 'media_failed'
  | 'deleted_at'
  | 'replaced_at'
> & { media_id: string; is_itself: boolean; is_preview: boolean };

/** Which posts hold these media, the latest first; `withSameBytes`: also those that hold the same bytes, uploaded again. */
export async function usesOfMedia(
  db: TenantDb,
  mediaIds: readonly string[],
  now: Date,
  { withSameBytes = false } = {},
): Promise<MediaUse[]> {
  if (mediaIds.length === 0) return [];
  const asked = withSameBytes ? sameBytes(mediaIds) : sql`select id as asked, id from unnest(${mediaIds}::uuid[]) id`;
  const rows = await sql<Row>`
    select a.asked as media_id, bool_or(a.id = a.asked) as is_itself, bool_and(pm.is_preview) as is_preview, p.id, p.serial, p.title,
      left(p.caption, 400) as caption, p.visibility, p.publish_at, p.media_waiting, p.media_failed, p.deleted_at, p.replaced_at
    from (${asked}) a join ${table('post_media')} pm on pm.media_id = a.id join ${table('posts')} p on p.id = pm.post_id
    group by a.asked, p.id order by p.publish_at desc, p.id desc`.all(db);
  const removed = rows.flatMap(({ id, deleted_at: removedAt }) => (removedAt === null ? [] : [id]));
  // A post that was removed keeps what it sold, and what is being paid for.
  const sold = await contentsHeld(db, postKind, [...new Set(removed)]);
  return rows.map((row) => ({
    mediaId: row.media_id,
    isItself: row.is_itself,
    holder: 'posts',
    id: row.id,
    title: postName(row),
    state: stateOf(row, now),
    isNeeded: row.deleted_at === null || sold.has(row.id),
    visibility: row.visibility,
    publishAt: row.publish_at,
    isPreview: row.is_preview,
  }));
}

function stateOf(row: Row, now: Date): UseState {
  if (row.deleted_at !== null) return 'removed';
  if (row.replaced_at !== null && row.replaced_at <= now) return 'replaced';
  if (row.media_failed > 0) return 'error';
  if (row.media_waiting > 0) return 'processing';
  return row.publish_at > now ? 'scheduled' : 'published';
}

/** Each of these media (`asked`) with the ids of all that have its bytes, itself among them, also of those that were taken out. */
const sameBytes = (mediaIds: readonly string[]): Sql => sql`
  select id as asked, id from unnest(${mediaIds}::uuid[]) id
  union select a.id, b.id from ${mediaRows} a join ${mediaRows} b on b.sha256 = a.sha256 where a.id = any (${mediaIds}::uuid[])`;

/** Ids of media whose posts have a word, in title, caption or tags: a query to be part of another. `word` is a text query. */
export const mediaByPostText = (word: string): Sql<{ media_id: string }> => sql`
  select pm.media_id from ${table('post_media')} pm where pm.post_id in (${postsMatching(word)} union ${postsByTagWord(word)})`;

/** Ids of media that show a post to those who have not paid: a query to be part of another. */
export const previewMedia = sql<{ media_id: string }>`select media_id from ${table('post_media')} where is_preview`;
