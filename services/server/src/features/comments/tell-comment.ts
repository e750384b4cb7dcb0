import type { TenantDb } from '@backlot/database';
import type { Actor } from '../../actor.ts';
import { append } from '../../jobs/append.ts';
import { listCreatorIds } from '../accounts/index.ts';
import { addNotification } from '../notifications/index.ts';
import { postName, type PostRow } from '../posts/index.ts';

/** Staff get a notification of what a fan wrote, the creator's open pages the comment itself. */
export async function tellComment(
  db: TenantDb,
  {
    post,
    commentId,
    actor,
    now,
  }: { post: Pick<PostRow, 'id' | 'title' | 'caption' | 'serial'>; commentId: string; actor: Actor; now: Date },
): Promise<void> {
  await addNotification(db, { kind: 'comment', userId: actor.userId, contentId: post.id, now });
  for (const id of await listCreatorIds(db)) {
    await append(db, `user:${id}`, 'COMMENT_ADDED', {
      postId: post.id,
      commentId,
      title: postName(post),
      name: actor.name,
    });
  }
}
