import { checkCoupon } from '@backlot/contracts/coupons';
import { membershipQuote } from '@backlot/contracts/memberships';
import { route } from '../../call-route.ts';
import type { Feature } from '../../feature.ts';
import { checkCoupon as couponFor } from './check-coupon.ts';
import { quoteOfViewer, quotePageQueries } from './quote-of-viewer.ts';

/** What a membership costs whoever looks, and what it would open to them. */
export const offersFeature: Feature = {
  name: 'offers',
  routes: (ctx) => [
    route(checkCoupon, async ({ tenant, actor, body, now }) => ({
      message: 'coupon-valid',
      data: await couponFor(ctx, tenant, actor, body.code, now),
    })),
    route(membershipQuote, async ({ tenant, actor, now }) => ({ data: await quoteOfViewer(ctx, tenant, actor, now) })),
  ],
  pageQueries: quotePageQueries,
};
