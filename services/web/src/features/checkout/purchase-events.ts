import { queryKeys } from '@backlot/contracts/bootstrap';
import { isPurchaseInFront } from '../../entities/purchase/purchase-in-front.ts';
import { purchaseKey } from '../../entities/purchase/purchase-state.ts';
import type { EventHandlers } from '../../lib/feature.ts';

/** What is true of any purchase. What it opens, and how that is told, the feature that sells it says in its own events. */
export const purchaseEvents = {
  PURCHASE_SETTLED: ({ intentId, state, goesBack }, { queries, site, t }) => {
    for (const queryKey of [purchaseKey(site, intentId), queryKeys.cards(site)])
      void queries.invalidateQueries({ queryKey });
    return state === 'declined' && !isPurchaseInFront()
      ? { text: t(goesBack ? 'payment-failed' : 'unlock-declined'), tone: 'bad' as const, stays: 12_000 }
      : null;
  },
} satisfies EventHandlers;
