import { checkCoupon } from '@backlot/contracts/coupons';
import { membershipQuote } from '@backlot/contracts/memberships';
import { migrationData } from '@backlot/contracts/migration';
import { checkOffer, checkPromotion } from '@backlot/contracts/promotions';
import { checkResubscribeOffer } from '@backlot/contracts/resubscribe-offer';
import { route } from '../../call-route.ts';
import type { Feature } from '../../feature.ts';
import { checkCoupon as couponFor } from './check-coupon.ts';
import { checkOffer as offerFor, checkPromotion as requirePromotion, promotionPageQueries } from './check-offer.ts';
import { offerOfViewer, offerPageQueries } from './check-resubscribe-offer.ts';
import { migrationQuoteOf, quoteOfViewer, quotePageQueries } from './quote-of-viewer.ts';

export { renewalOf } from './quote-of-viewer.ts';

/** What a membership costs whoever looks, and what it would open to them. */
export const offersFeature: Feature = {
  name: 'offers',
  routes: (ctx) => [
    route(checkCoupon, async (request) => ({ message: 'coupon-valid', data: await couponFor(ctx, request) })),
    route(checkOffer, async ({ tenant, actor, query, now }) => ({
      data: await offerFor(ctx, tenant, actor, query.promotion_type, now),
    })),
    route(checkPromotion, async ({ tenant, actor, body, now }) => ({
      data: await requirePromotion(ctx, tenant, actor, body.promotion_id, now),
    })),
    route(membershipQuote, async ({ tenant, actor, now }) => ({ data: await quoteOfViewer(ctx, tenant, actor, now) })),
    route(migrationData, async ({ tenant, actor, now }) => {
      const settings = await ctx.settings.of(tenant);
      return {
        data: await ctx.database.tenants.read(tenant, (db) =>
          migrationQuoteOf(ctx, db, tenant, settings, { actor, now }),
        ),
      };
    }),
    route(checkResubscribeOffer, async ({ tenant, actor, now }) => ({
      data: await offerOfViewer(ctx, tenant, actor, now),
    })),
  ],
  pageQueries: async (ctx, page) => [
    ...(await quotePageQueries(ctx, page)),
    ...(await promotionPageQueries(ctx, page)),
    ...(await offerPageQueries(ctx, page)),
  ],
};
