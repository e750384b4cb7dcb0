import type { Feature } from '../../feature.ts';
import { applyNoticeJob } from './apply-notice.ts';
import { mountNotices } from './receive-notice.ts';
import { reconcileForgottenJob, reconcilePaymentJob } from './reconcile-payment.ts';
import { refundPaymentJob } from './refund-payment.ts';
import { renewMembershipJob, renewMembershipsJob } from './renew-memberships.ts';
import { checkoutRoutes } from './routes.ts';

export { presentQuote, quoteFor } from './membership-quote.ts';
export { presentCard } from './present-purchase.ts';

export const checkoutFeature: Feature = {
  name: 'checkout',
  routes: checkoutRoutes,
  files: mountNotices,
  jobs: [
    applyNoticeJob, reconcilePaymentJob, reconcileForgottenJob, refundPaymentJob, renewMembershipJob, renewMembershipsJob,
  ] as unknown as Feature['jobs'],
};
