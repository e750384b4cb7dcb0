import type { Feature } from '../../feature.ts';
import { expireMembershipsJob } from './expire-memberships.ts';
import { tellMembershipNewsJob } from './news/tell-news.ts';
import { remindMembersJob } from './rebill/remind-members.ts';
import { warnMembersJob } from './rebill/warn-members.ts';
import { renewMembershipJob, renewMembershipsJob } from './renew-memberships.ts';
import { membershipRoutes } from './routes.ts';
import { soldMembership } from './sold-membership.ts';
import { endForgottenSeriesJob, endSeriesJob } from './series/end-series.ts';
import { soldRenewal } from './sold-renewal.ts';
import { soldMigration } from './migration/sold-migration.ts';
import { soldTakeUp } from './sold-take-up.ts';

export {
  countNewMembers,
  failedRenewalsAt,
  firstBoughtMembership,
  lostMembersByDay,
  newMembersByDay,
} from './count-memberships.ts';
export {
  besideMembership,
  besideStanding,
  firstAndBesideStanding,
  membershipOf,
  membershipsOf,
  membershipStanding,
  membershipStatusOf,
  type Membership,
} from './membership-of.ts';
export {
  beginPast,
  cancelPast,
  importMemberships,
  pastStatus,
  renewPast,
  renewalOfPast,
  type PastMembership,
} from './past-memberships.ts';
export { findMigration, findMigrationChoice, migrationQuoteId } from './migration/find-migration.ts';
export { renewalAtRisk } from './rebill/renewal-at-risk.ts';
export { isCancellationFinal } from './undo-cancel.ts';
export { isRenewedByUs } from './series/series-rows.ts';
export { countUnendedSeries } from './series/settle-series.ts';
export { quoteFor, quoteId, takeUpQuoteId, type QuoteFor } from './quote.ts';
export { soldMembership } from './sold-membership.ts';
export { soldRenewal } from './sold-renewal.ts';
export { findTakeUp } from './take-up.ts';
export { countMembershipEvents, listMembershipEvents } from './subscription-events.ts';
export { isPaidStretch, membershipsAt } from './subscription-rows.ts';

export const membershipsFeature: Feature = {
  name: 'memberships',
  tables: [
    'subscriptions',
    'subscription_events',
    'subscription_series',
    'subscription_periods',
    'subscription_cancellations',
    'subscription_reminders',
    'membership_news',
    'withdrawals',
  ],
  routes: membershipRoutes,
  sells: [soldMembership, soldRenewal, soldTakeUp, soldMigration],
  jobs: [
    expireMembershipsJob,
    renewMembershipJob,
    renewMembershipsJob,
    endSeriesJob,
    endForgottenSeriesJob,
    remindMembersJob,
    warnMembersJob,
    tellMembershipNewsJob,
  ],
};
