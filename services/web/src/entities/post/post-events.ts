import { queryKeys } from '@backlot/contracts/bootstrap';
import type { EventHandlers, LivePage } from '../../lib/feature.ts';
import { refreshPost } from './post-cache.ts';

/** A post's files are made, or could not be: whoever shows the post, a list of it or its numbers, shows that. */
export const postEvents = {
  POST_READY: ({ postId, title }, page) => {
    showChange(postId, page);
    return { text: page.t('post-ready', { title }), tone: 'good' as const };
  },
  POST_FAILED: ({ postId, title }, page) => {
    showChange(postId, page);
    return { text: page.t('post-failed', { title }), tone: 'bad' as const };
  },
} satisfies EventHandlers;

function showChange(id: string, { queries, site }: LivePage): void {
  void refreshPost(queries, site, id);
  for (const queryKey of [
    [site, 'feed'],
    [site, 'studio-posts'],
    [site, 'studio-home'],
    [site, 'locked-contents'],
    queryKeys.tags(site),
  ])
    void queries.invalidateQueries({ queryKey });
}
