import { termEnd } from './period.ts';
import { pricesOf, type ResubscribeOffer } from './resubscribe-offer.ts';
import { follow } from './life-cycle.ts';
import { statusAt, type Subscription } from './subscription.ts';
import type { Instant } from '../formats/when.ts';

/**
 * A cancelled membership that still runs, taken up again by an offer: what was paid for stays, the free months come after
 * it, and from then on it costs what the offer says. Null for one that its owner could not take back alone, and for one that has ended.
 */
export function takeUp(subscription: Subscription | null, offer: ResubscribeOffer, now: Instant): Subscription | null {
  const back = follow(subscription, { kind: 'undo-cancel' }, now);
  if (!back.ok || statusAt(subscription, now) !== '1') return null;
  const taken = {
    ...back.subscription,
    isComplimentary: false,
    recurringMinor: pricesOf(offer).recurring,
  };
  if (offer.freeMonths === -1) return { ...taken, endsAt: null };
  if (offer.freeMonths === 0) return taken;
  const term = { ...taken, months: taken.months + offer.freeMonths };
  return { ...term, endsAt: termEnd(term) };
}
