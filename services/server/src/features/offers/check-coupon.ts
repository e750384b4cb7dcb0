import { DomainError, type AnswerOf } from '@backlot/contracts';
import type { checkCoupon as checkCall } from '@backlot/contracts/coupons';
import type { CallRequest } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { findCoupon, refusedCoupon, tryCode } from '../coupons/index.ts';
import { quoteFor } from '../memberships/index.ts';
import { promotionsOf } from '../promotions/index.ts';
import { presentQuote, viewerAndPosts } from './quote-of-viewer.ts';

type Request = CallRequest<typeof checkCall>;
type Checked = AnswerOf<typeof checkCall>['data'];

/** What a typed code takes off the caller's membership. @throws coupon-blank, why it does not count, what `tryCode` refuses */
export async function checkCoupon(ctx: AppContext, request: Request): Promise<Checked> {
  const { tenant, actor, address, deviceId, body } = request;
  const trying = { tenant, actor, address, deviceId, typed: body.code, humanCheck: body.human_check };
  return tryCode(ctx, trying, () => lookUp(ctx, request));
}

async function lookUp(ctx: AppContext, { tenant, actor, body: { code: typed }, now }: Request): Promise<Checked> {
  if (typed.trim() === '')
    throw new DomainError('coupon-blank', {}, { fields: [{ field: 'code', code: 'coupon-blank' }] });
  const settings = await ctx.settings.of(tenant);
  const promotions = await promotionsOf(ctx, tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const found = await findCoupon(db, typed, actor.userId);
    const { viewer, opensPosts } = await viewerAndPosts(db, actor, { promotions, now });
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
