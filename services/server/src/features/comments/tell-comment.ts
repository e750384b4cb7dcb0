import type { TenantDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import type { Actor } from '../../actor.ts';
import { addNotice } from '../notifications/index.ts';
import { postName, type PostRow } from '../posts/index.ts';

/** Staff get a notice of what a fan wrote, the creator's open pages the comment itself. */
export async function tellComment(
  db: TenantDb, { post, commentId, actor, now }: { post: Pick<PostRow, 'id' | 'title' | 'caption' | 'serial'>; commentId: string; actor: Actor; now: Date },
): Promise<void> {
  await addNotice(db, { kind: 'comment', userId: actor.userId, contentId: post.id, now });
  const creators = await db('users').where({ role: 'model', status: 'active' }).select('id');
  for (const { id } of creators) {
    await appendEvent(db, { recipient: `user:${id}`, event: 'COMMENT_ADDED', data: { postId: post.id, commentId, title: postName(post), name: actor.name } });
  }
}
