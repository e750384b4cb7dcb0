import { DomainError, type AnswerOf } from '@backlot/contracts';
import type { checkCoupon as checkCall } from '@backlot/contracts/coupons';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findCoupon, refusedCoupon } from '../coupons/index.ts';
import { quoteFor } from '../memberships/index.ts';
import { promotionsOf } from '../promotions/index.ts';
import { presentQuote, viewerAndPosts } from './quote-of-viewer.ts';

/** What a typed code takes off the caller's membership. @throws coupon-blank, why it does not count */
export async function checkCoupon(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  typed: string,
  now: Date,
): Promise<AnswerOf<typeof checkCall>['data']> {
  if (typed.trim() === '')
    throw new DomainError('coupon-blank', {}, { fields: [{ field: 'code', code: 'coupon-blank' }] });
  const settings = await ctx.settings.of(tenant);
  const promotions = await promotionsOf(ctx, tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const found = await findCoupon(db, typed, actor.userId);
    const { viewer, opensPosts } = await viewerAndPosts(db, actor, now);
    // A coupon comes before every other offer; one that does not count is told instead of them.
    const quote = quoteFor(settings, viewer, now, {
      coupon: found && found.coupon,
      promotions,
      resubscribeOffer: null,
    });
    if (found === null || quote.couponRefusal) throw refusedCoupon(quote.couponRefusal ?? 'coupon-not-found');
    return { ...found.terms, quote: presentQuote(ctx, tenant, settings, quote, { now, opensPosts }) };
  });
}
