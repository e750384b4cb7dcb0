import * as calls from '@backlot/contracts/disputes';
import * as frauds from '@backlot/contracts/fraud-reports';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import { openEvidence } from './evidence/open-evidence.ts';
import { listFraudReports } from './fraud/list-fraud-reports.ts';
import { noteFraudReport, takeBackFraudReport } from './fraud/note-fraud-report.ts';
import { showDisputeRatio } from './show-dispute-ratio.ts';

export const disputeRoutes = (ctx: AppContext): readonly CallRoute[] => [
  route(calls.showDisputeRatio, async ({ tenant, actor, now }) => ({
    data: await showDisputeRatio(ctx, tenant, actor, now),
  })),
  route(frauds.listFraudReports, async ({ tenant, actor, query }) => ({
    data: await listFraudReports(ctx, tenant, actor, query),
  })),
  route(frauds.noteFraudReport, async ({ tenant, actor, body, now }) => {
    await noteFraudReport(ctx, tenant, actor, body, now);
    return { message: 'open-item-saved' };
  }),
  route(frauds.takeBackFraudReport, async ({ tenant, actor, body, now }) => {
    await takeBackFraudReport(ctx, tenant, actor, body, now);
    return { message: 'open-item-saved' };
  }),
  route(calls.openDisputeEvidence, async ({ tenant, actor, body, now }) => ({
    data: await openEvidence(ctx, tenant, actor, body.id, now),
  })),
];
