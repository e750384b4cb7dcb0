import * as calls from '@backlot/contracts/disputes';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { openEvidence } from './evidence/open-evidence.ts';
import { showDisputeRatio } from './show-dispute-ratio.ts';

export const disputeRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.showDisputeRatio, async ({ tenant, actor, now }) => ({
    data: await showDisputeRatio(ctx, tenant, actor, now),
  })),
  route(calls.openDisputeEvidence, async ({ tenant, actor, body, now }) => ({
    data: await openEvidence(ctx, tenant, actor, body.id, now),
  })),
];
