import { queryKeys } from '@backlot/contracts/bootstrap';
import { refreshPost } from '../../entities/post/post-cache.ts';
import { isPurchaseInFront } from '../../entities/purchase/purchase-in-front.ts';
import { purchaseKey } from '../../entities/purchase/purchase-state.ts';
import type { EventHandlers } from '../../lib/feature.ts';
import { paths } from '../../lib/paths.ts';

export const purchaseEvents = {
  PURCHASE_SETTLED: ({ intentId, kind, contentId, state }, { queries, site, t }) => {
    const again = (...keys: (readonly unknown[])[]): void => {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    };
    again(purchaseKey(site, intentId), queryKeys.cards(site));
    if (kind === 'post' && contentId !== null) {
      void refreshPost(queries, site, contentId);
      again([site, 'gallery'], [site, 'purchases']);
    }
    if (kind === 'membership') again(queryKeys.me(site), queryKeys.quote(site));
    // The screen of the purchase says it itself.
    if (isPurchaseInFront() || (kind === 'membership' && location.pathname === paths.subscribe)) return null;
    if (state === 'declined') return { text: t('unlock-declined'), tone: 'bad' as const, stays: 12_000 };
    return { text: t(kind === 'post' ? 'unlock-success' : 'subscribe-success-title'), tone: 'good' as const };
  },
} satisfies EventHandlers;
