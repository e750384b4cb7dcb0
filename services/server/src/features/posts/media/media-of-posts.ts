import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { append } from '../../../jobs/append.ts';
import type { MediaHolder, SettledMedium } from '../../../joints/media-holder.ts';
import { usesOfMedia } from './media-uses.ts';
import { countSettled, postName } from '../post-rows.ts';
import { lockFirstsOfMedium, rankVersions } from '../version-rows.ts';
import { mediaVisibleTo } from './visible-media.ts';

/** Posts as holders of media: their files and previews. */
export const mediaOfPosts: MediaHolder = {
  name: 'posts',
  visibleTo: mediaVisibleTo,
  settled: settlePosts,
  reopened: reopenPosts,
  uses: usesOfMedia,
};

/** With the medium's own transaction: its posts wait for one less, and who made a post hears when it is complete. */
async function settlePosts(db: TenantDb, media: SettledMedium): Promise<void> {
  await lockFirstsOfMedium(db, media.id);
  for (const post of await countSettled(db, media.id, !media.isReady)) {
    if (post.media_waiting === 0 && post.reuse_of !== null) await rankVersions(db, post.reuse_of);
    if (post.media_waiting > 0 || post.created_by === null || post.deleted_at !== null) continue;
    await append(db, `user:${post.created_by}`, post.media_failed > 0 ? 'POST_FAILED' : 'POST_READY', {
      postId: post.id,
      title: postName(post),
    });
  }
}

/** With the transaction that opens a failed medium again: its posts wait for it once more. */
async function reopenPosts(db: TenantDb, mediaId: string): Promise<void> {
  await sql`
    update ${table('posts')} p set media_waiting = p.media_waiting + c.places, media_failed = p.media_failed - c.places
    from (select post_id, count(*)::int as places from ${table('post_media')} where media_id = ${mediaId} group by post_id) c
    where p.id = c.post_id`.run(db);
}
