import { sql, table } from '@backlot/database/sql';
import type { TagHolder } from '../../joints/tag-holder.ts';
import { lockPost } from './post-rows.ts';

/** Posts as what carries tags. */
export const taggedPosts: TagHolder = {
  shownAt: (now) => sql`
    select id from ${table('posts')} where deleted_at is null and media_waiting = 0 and media_failed = 0
      and (replaced_at is null or replaced_at > ${now})`,
  async hold(db, id) {
    const post = await lockPost(db, id);
    return post && { publishAt: post.publish_at };
  },
};
