import { refreshPost } from '../../entities/post/post-cache.ts';
import { postEvents } from '../../entities/post/post-events.ts';
import { isPurchaseInFront } from '../../entities/purchase/purchase-in-front.ts';
import type { EventHandlers } from '../../lib/feature.ts';

/** What is told of posts, to fans: whether a purchase of one has opened it as well. */
export const fanPostEvents = {
  ...postEvents,
  PURCHASE_SETTLED: ({ kind, contentId, state }, { queries, site, t }) => {
    if (kind !== 'post') return null;
    if (contentId !== null) void refreshPost(queries, site, contentId);
    for (const list of ['gallery', 'purchases']) void queries.invalidateQueries({ queryKey: [site, list] });
    return state === 'succeeded' && !isPurchaseInFront() ? { text: t('unlock-success'), tone: 'good' as const } : null;
  },
} satisfies EventHandlers;
