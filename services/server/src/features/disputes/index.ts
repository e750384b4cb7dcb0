import type { Feature } from '../../feature.ts';
import { mountEvidence } from './evidence/open-evidence.ts';
import { disputeRoutes } from './routes.ts';
import { watchDisputesJob } from './watch-disputes.ts';

/** Chargebacks: how they stand before the card schemes' limits, the brake on cards that are typed, and what to hand to a bank. */
export const disputesFeature: Feature = {
  name: 'disputes',
  tables: ['dispute_evidence_openings', 'fraud_reports'],
  routes: disputeRoutes,
  files: mountEvidence,
  jobs: [watchDisputesJob],
};
