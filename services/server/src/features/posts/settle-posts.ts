import { appendEvent } from '@backlot/database/shared-functions';
import type { OnSettled } from '../uploads/index.ts';
import { countSettled, postName } from './post-rows.ts';
import { lockFirstsOfMedium, rankVersions } from './version-rows.ts';

/** With the medium's own transaction: its posts wait for one less, and who made a post hears when it is complete. */
export const settlePosts: OnSettled = async (db, media) => {
  await lockFirstsOfMedium(db, media.id);
  for (const post of await countSettled(db, media.id, media.state === 'error')) {
    if (post.media_waiting === 0 && post.reuse_of !== null) await rankVersions(db, post.reuse_of);
    if (post.media_waiting > 0 || post.created_by === null || post.deleted_at !== null) continue;
    await appendEvent(db, {
      recipient: `user:${post.created_by}`, event: post.media_failed > 0 ? 'POST_FAILED' : 'POST_READY',
      data: { postId: post.id, title: postName(post) },
    });
  }
};
