import { refreshPost } from '../../entities/post/post-cache.ts';
import type { EventHandlers } from '../../lib/feature.ts';
import { commentsKey } from './comments-query.ts';

/** Somebody commented: an open list and the number at the post show it. */
export const commentEvents = {
  COMMENT_ADDED: ({ postId }, { queries, site }) => {
    void queries.invalidateQueries({ queryKey: commentsKey(site, postId) });
    void refreshPost(queries, site, postId);
  },
} satisfies EventHandlers;
