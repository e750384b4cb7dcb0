import type { Instant } from '../formats/when.ts';
import { isAdmin, isSubscribed } from '../people/roles.ts';
import { type PricedViewer, type PriceSettings, quoteMembership } from './price.ts';
import { isPromotionRunning, type Promotion } from './promotion.ts';

/** Of a site's promotions, the one of a kind that runs. */
export const runningPromotion = (
  promotions: readonly Promotion[],
  type: Promotion['type'],
  now: Instant,
): Promotion | null =>
  promotions.find((promotion) => promotion.type === type && isPromotionRunning(promotion, now)) ?? null;

/**
 * The promotion that is shown to somebody: to members and staff that of posts for sale (PROMO-02), to everybody else that
 * of a membership, if it gives them a lower price than the site's own (PROMO-03, PROMO-04): a free period once.
 */
export function offeredPromotion(
  promotions: readonly Promotion[],
  viewer: PricedViewer,
  settings: PriceSettings,
  now: Instant,
): Promotion | null {
  if (!settings.enable_promotion) return null;
  if (isAdmin(viewer.person) || isSubscribed(viewer.person?.status))
    return runningPromotion(promotions, 'LOCKED_CONTENT', now);
  const promotion = runningPromotion(promotions, 'SUBSCRIPTION', now);
  const quote = promotion && quoteMembership({ settings, viewer, promotion, now });
  return quote?.promotionId === undefined ? null : promotion;
}
