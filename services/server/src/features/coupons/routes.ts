import * as calls from '@backlot/contracts/coupons';
import { generateSubscriptionUrl } from '@backlot/contracts/subscription-url';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { couponDetails, listCoupons } from './list-coupons.ts';
import { makeSubscriptionUrl } from './make-subscription-url.ts';
import { addCoupon, editCoupon } from './save-coupon.ts';

export const couponRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.addCoupon, async ({ tenant, actor, body, now }) => ({
    message: 'coupon-added',
    data: await addCoupon(ctx, tenant, actor, body, now),
  })),
  route(calls.editCoupon, async ({ tenant, body, now }) => ({
    message: 'coupon-saved',
    data: await editCoupon(ctx, tenant, body, now),
  })),
  route(generateSubscriptionUrl, async ({ tenant, actor, body, now }) => ({
    data: await makeSubscriptionUrl(ctx, tenant, { actor, now }, body),
  })),
  route(calls.listCoupons, async ({ tenant, actor, query, now }) => listCoupons(ctx, tenant, actor, query, now)),
  route(calls.couponDetails, async ({ tenant, actor, query, now }) => ({
    data: await couponDetails(ctx, tenant, actor, query, now),
  })),
];
