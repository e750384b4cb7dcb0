import { termEnd } from './period.ts';
import { pricesOf, type ResubscribeOffer } from './resubscribe-offer.ts';
import type { Subscription } from './subscription.ts';

/**
 * A cancelled membership that still runs, taken up again by an offer: what was paid for stays, the free months come after
 * it, and from then on it costs what the offer says.
 */
export function takenUp(subscription: Subscription, offer: ResubscribeOffer): Subscription {
  const taken = {
    ...subscription,
    cancelledAt: null,
    stoppedBy: null,
    isComplimentary: false,
    recurringMinor: pricesOf(offer).recurring,
  };
  if (offer.freeMonths === -1) return { ...taken, endsAt: null };
  if (offer.freeMonths === 0) return taken;
  const term = { ...taken, months: taken.months + offer.freeMonths };
  return { ...term, endsAt: termEnd(term) };
}
