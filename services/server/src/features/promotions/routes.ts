import { DomainError } from '@backlot/contracts';
import * as calls from '@backlot/contracts/promotions';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { currentPromotion, promotionReports, promotionUsers } from './list-promotions.ts';
import { endPromotion, savePromotion } from './save-promotion.ts';

export const promotionRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.savePromotion, async ({ tenant, actor, body, now }) => ({
    message: 'promotion-saved',
    data: await savePromotion(ctx, tenant, actor, body, now),
  })),
  route(calls.currentPromotion, async ({ tenant, body, now }) => ({
    data: await currentPromotion(ctx, tenant, body.promotion_type, now),
  })),
  route(calls.endPromotion, async ({ tenant, actor, body, now }) => {
    const id = body.promotion_id ?? body.id;
    if (id === undefined)
      throw new DomainError('invalid-request', {}, { fields: [{ field: 'promotion_id', code: 'required' }] });
    await endPromotion(ctx, tenant, actor, id, now);
    return { message: 'promotion-ended' };
  }),
  route(calls.promotionReports, async ({ tenant, actor, body, now }) => ({
    data: await promotionReports(ctx, tenant, actor, body, now),
  })),
  route(calls.promotionUsers, async ({ tenant, actor, body, now }) => ({
    data: await promotionUsers(ctx, tenant, actor, body, now),
  })),
];
