import type { Feature } from '../../feature.ts';
import { checkPaymentPageJob } from './check-payment-page.ts';
import { mountReports } from './take-reports.ts';
import { tellReportsJob } from './tell-reports.ts';

/**
 * What pages run on which a card may be entered: an order opens on any page of a fan's, so all of a site's are watched
 * alike (PCI DSS 6.4.3 and 11.6.1, COMPLIANCE C18).
 */
export const paymentPagesFeature: Feature = {
  name: 'payment-pages',
  tables: ['policy_reports'],
  files: mountReports,
  jobs: [checkPaymentPageJob, tellReportsJob],
};
