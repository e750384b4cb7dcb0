import { cancelSubscription, subscribe, undoCancel } from '@backlot/contracts/memberships';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { cancelMembership } from './cancel-membership.ts';
import { buyMembership } from './subscribe.ts';
import { undoCancellation } from './undo-cancel.ts';

export const membershipRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(subscribe, async (request) => {
    const data = await buyMembership(ctx, request);
    return { message: data.state === 'succeeded' ? 'resubscribe-success' : 'btn-payment-processing', data };
  }),
  route(cancelSubscription, async ({ tenant, actor, body, now }) => {
    const row = await cancelMembership(ctx, tenant, actor, body, now);
    return {
      message: 'subscription-cancelled',
      ccbill_subscription_status: row.status,
      data: { cancelled: true, expiration_date: row.ends_at?.toISOString() ?? null },
    };
  }),
  route(undoCancel, async ({ tenant, actor, now }) => {
    const row = await undoCancellation(ctx, tenant, actor, now);
    return {
      data: { ccbill_subscription_status: row.status, next_billing_date: row.next_billing_at?.toISOString() ?? null },
    };
  }),
];
