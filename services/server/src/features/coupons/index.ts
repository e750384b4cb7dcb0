import type { Feature } from '../../feature.ts';
import { couponRoutes } from './routes.ts';

export { tryCode } from './code-tries.ts';
export { couponsOf } from './list-coupons.ts';
export { findCoupon, noteCouponRenewal, refusedCoupon, takeCouponUse, type CouponCause } from './use-coupon.ts';

/** Codes that make a membership cheaper, their limits, and what they brought in. */
export const couponsFeature: Feature = {
  name: 'coupons',
  tables: ['coupons', 'coupon_uses'],
  routes: couponRoutes,
};
