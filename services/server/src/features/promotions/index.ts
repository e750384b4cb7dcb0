import type { Feature } from '../../feature.ts';
import { promotionRoutes } from './routes.ts';

export { promotionReportsOf } from './list-promotions.ts';
export { presentRunning } from './present-promotion.ts';
export { promotionsForSale, promotionsOf } from './running-promotions.ts';
export { findPromotionName, intentsAtPromotion, listFreePeriodsHad, notePromotionUse } from './use-promotion.ts';

/** Lower prices for a time: of a membership, or of every post for sale. */
export const promotionsFeature: Feature = {
  name: 'promotions',
  tables: ['promotions', 'promotion_uses'],
  routes: promotionRoutes,
};
