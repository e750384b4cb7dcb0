import { ownPayments, receipt } from '@backlot/contracts/receipts';
import { route } from '../../call-route.ts';
import type { Feature } from '../../feature.ts';
import { listPayments } from './list-payments.ts';
import { showReceipt } from './show-receipt.ts';

/** What fans paid, told to themselves; what was taken, checkout and crypto know. */
export const receiptsFeature: Feature = {
  name: 'receipts',
  routes: (ctx) => [
    route(ownPayments, async ({ tenant, actor, query }) => ({
      data: await listPayments(ctx, tenant, actor.userId, query.after ?? null),
    })),
    route(receipt, async ({ tenant, actor, params }) => ({
      data: await showReceipt(ctx, tenant, actor.userId, params.id),
    })),
  ],
};
