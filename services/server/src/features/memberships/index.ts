import type { Feature } from '../../feature.ts';
import { expireMembershipsJob } from './expire-memberships.ts';
import { membershipRoutes } from './routes.ts';

export { countFailedRenewals, countMemberships, countNewMembers, type MembershipCounts } from './count-memberships.ts';
export { endRefundedMembership } from './end-membership.ts';
export { membershipOf, membershipsOf, membershipStatusOf, type Membership } from './membership-of.ts';
export { failRenewal, isRenewable, listDueRenewals, lockDueRenewal, postponeRenewal, renewMembership, type DueRenewal } from './renew-membership.ts';
export { startMembership, type BoughtMembership } from './start-membership.ts';
export { statusSql, type SubscriptionRow } from './subscription-rows.ts';

export const membershipsFeature: Feature = {
  name: 'memberships',
  routes: membershipRoutes,
  jobs: [expireMembershipsJob] as Feature['jobs'],
};
