import type { Answer, BodyOf, CallDefinition, ParamsOf, QueryOf } from './call.ts';
import * as accounts from '../accounts.ts';
import * as anotherWay from '../another-way.ts';
import * as cardProvider from '../card-provider.ts';
import * as ccbillSettings from '../ccbill-settings.ts';
import * as cards from '../cards.ts';
import * as charges from '../charges.ts';
import * as comments from '../comments.ts';
import * as cancellations from '../cancellations.ts';
import * as complimentary from '../complimentary.ts';
import * as coupons from '../coupons.ts';
import * as migration from '../migration.ts';
import * as resubscribeOffer from '../resubscribe-offer.ts';
import * as crypto from '../crypto.ts';
import * as disputes from '../disputes.ts';
import * as fraudReports from '../fraud-reports.ts';
import * as exports from './exports.ts';
import * as influencerActivity from '../influencer-activity.ts';
import * as invitations from '../invitations.ts';
import * as library from '../library.ts';
import * as libraryCategories from '../library-categories.ts';
import * as notifications from '../notifications.ts';
import * as locations from '../locations.ts';
import * as memberships from '../memberships.ts';
import * as purchases from '../purchases.ts';
import * as openItems from '../open-items.ts';
import * as passwords from '../passwords.ts';
import * as paymentLookup from '../payment-lookup.ts';
import * as photoIds from '../photo-ids.ts';
import * as posts from '../posts.ts';
import * as promotions from '../promotions.ts';
import * as providerAccounts from '../provider-accounts.ts';
import * as providerStatements from '../provider-statements.ts';
import * as purchaseHistory from '../purchase-history.ts';
import * as receipts from '../receipts.ts';
import * as reconciliation from '../reconciliation.ts';
import * as refunds from '../refunds.ts';
import * as reporting from '../reporting.ts';
import * as reports from '../reports.ts';
import * as settingGroups from '../settings/setting-group-calls.ts';
import * as sites from '../sites.ts';
import * as staff from '../staff.ts';
import * as statement from '../statement.ts';
import * as storedCards from '../stored-cards.ts';
import * as subscriptionUrl from '../subscription-url.ts';
import * as tags from '../tags.ts';
import * as uploads from '../uploads.ts';
import * as uploadsForm from '../uploads-form.ts';
import * as uploadsWork from '../uploads-work.ts';
import * as userUtmParams from '../user-utm-params.ts';
import * as wallet from '../wallet.ts';
import * as webhooks from '../webhooks.ts';
import * as withdrawals from '../withdrawals.ts';

type CallsIn<M> = Extract<M[keyof M], CallDefinition>;
type Every =
  | CallsIn<typeof accounts>
  | CallsIn<typeof anotherWay>
  | CallsIn<typeof cardProvider>
  | CallsIn<typeof ccbillSettings>
  | CallsIn<typeof cards>
  | CallsIn<typeof cancellations>
  | CallsIn<typeof charges>
  | CallsIn<typeof complimentary>
  | CallsIn<typeof coupons>
  | CallsIn<typeof migration>
  | CallsIn<typeof resubscribeOffer>
  | CallsIn<typeof crypto>
  | CallsIn<typeof disputes>
  | CallsIn<typeof fraudReports>
  | CallsIn<typeof exports>
  | CallsIn<typeof influencerActivity>
  | CallsIn<typeof invitations>
  | CallsIn<typeof comments>
  | CallsIn<typeof locations>
  | CallsIn<typeof memberships>
  | CallsIn<typeof purchases>
  | CallsIn<typeof notifications>
  | CallsIn<typeof openItems>
  | CallsIn<typeof passwords>
  | CallsIn<typeof paymentLookup>
  | CallsIn<typeof photoIds>
  | CallsIn<typeof posts>
  | CallsIn<typeof promotions>
  | CallsIn<typeof library>
  | CallsIn<typeof libraryCategories>
  | CallsIn<typeof providerAccounts>
  | CallsIn<typeof providerStatements>
  | CallsIn<typeof purchaseHistory>
  | CallsIn<typeof receipts>
  | CallsIn<typeof reconciliation>
  | CallsIn<typeof refunds>
  | CallsIn<typeof reporting>
  | CallsIn<typeof reports>
  | CallsIn<typeof sites>
  | CallsIn<typeof staff>
  | CallsIn<typeof statement>
  | CallsIn<typeof storedCards>
  | CallsIn<typeof subscriptionUrl>
  | CallsIn<typeof tags>
  | CallsIn<typeof uploads>
  | CallsIn<typeof uploadsForm>
  | CallsIn<typeof uploadsWork>
  | CallsIn<typeof userUtmParams>
  | CallsIn<typeof wallet>
  | CallsIn<typeof webhooks>
  | CallsIn<typeof withdrawals>;

/** `'POST /api/users/login'` → what is sent and what comes back. Types only, so that a bundle carries no schema. */
export type CallMap = {
  [D in Every as `${D['method']} ${D['path']}`]: {
    body: BodyOf<D>;
    query: QueryOf<D>;
    params: ParamsOf<D>;
    answer: Answer<D>;
  };
};

const isCall = (value: unknown): value is CallDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call there is, for the tests of guards and the fuzzers. */
export const everyCall: readonly CallDefinition[] = [
  accounts,
  anotherWay,
  cancellations,
  cardProvider,
  ccbillSettings,
  cards,
  complimentary,
  coupons,
  migration,
  resubscribeOffer,
  crypto,
  disputes,
  fraudReports,
  exports,
  influencerActivity,
  invitations,
  locations,
  openItems,
  passwords,
  sites,
  memberships,
  purchases,
  notifications,
  charges,
  paymentLookup,
  photoIds,
  posts,
  comments,
  subscriptionUrl,
  tags,
  uploads,
  uploadsForm,
  uploadsWork,
  userUtmParams,
  wallet,
  webhooks,
  withdrawals,
  library,
  libraryCategories,
  promotions,
  providerAccounts,
  providerStatements,
  purchaseHistory,
  receipts,
  reconciliation,
  refunds,
  reporting,
  reports,
  staff,
  statement,
  storedCards,
  settingGroups,
  [...settingGroups.groupReads, ...settingGroups.groupSaves].map(({ call }) => call),
].flatMap((room) => Object.values(room).filter(isCall));
