import { queryKeys } from '@backlot/contracts/bootstrap';
import { isPurchaseInFront } from '../../entities/purchase/purchase-in-front.ts';
import type { EventHandlers } from '../../lib/feature.ts';
import { settingsKey } from '../../lib/site.tsx';

/** A membership opens and closes posts, and with them everything that shows them. */
export const membershipEvents = {
  MEMBERSHIP_CHANGED: (_, { queries, site }) => {
    for (const queryKey of [
      queryKeys.me(site),
      queryKeys.quote(site),
      queryKeys.resubscribeOffer(site),
      [site, 'feed'],
      [site, 'post'],
      [site, 'gallery'],
      [site, 'withdrawal'],
      settingsKey(site),
    ])
      void queries.invalidateQueries({ queryKey });
  },
  PURCHASE_SETTLED: ({ kind, state }, { queries, site, t }) => {
    if (kind !== 'membership') return null;
    for (const queryKey of [queryKeys.me(site), queryKeys.quote(site)]) void queries.invalidateQueries({ queryKey });
    return state === 'succeeded' && !isPurchaseInFront()
      ? { text: t('subscribe-success-title'), tone: 'good' as const }
      : null;
  },
} satisfies EventHandlers;
