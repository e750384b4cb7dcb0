import type { Feature } from '../../feature.ts';
import { forgetReportsJob, makeReportJob } from './make-report.ts';
import { resubscribeRoutes } from './routes.ts';

export { resubscriptionsOf, termsOf } from './make-report.ts';
export {
  causeOf,
  findResubscribeOffer,
  noteResubscribeRenewal,
  offerId,
  takeResubscribeOffer,
  type ResubscribeCause,
} from './use-offer.ts';

/** The offer that brings people back to a membership, who took it, and the report of them. */
export const resubscribeFeature: Feature = {
  name: 'resubscribe',
  tables: ['resubscribe_uses', 'resubscription_reports', 'resubscription_report_rows'],
  routes: resubscribeRoutes,
  jobs: [makeReportJob, forgetReportsJob],
};
