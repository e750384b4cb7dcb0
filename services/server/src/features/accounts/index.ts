import type { Feature } from '../../feature.ts';
import { forgotPasswordJob } from './password/forgot-password.ts';
import { forgetOldSessionsJob } from './login/forget-sessions.ts';
import { sendMailJob } from './jobs.ts';
import { offerLoginJob } from './login/offer-login.ts';
import { accountRoutes } from './routes.ts';
import { leaveIdentitiesJob } from './login/universal-login.ts';

export {
  findProvedAddress,
  getBuyer,
  getLiveBuyer,
  getLiveBuyerAnd,
  markAllSubscribed,
  markSubscribed,
  unmarkSubscribed,
  requireLiveSession,
  type Buyer,
} from './people/buyers.ts';
export { changePhotoIdAccepted, lockFan } from './people/accept-photo-id.ts';
export { invite, invitedRoles, type Invited } from './invitations/invite.ts';
export { isCreatorInvited } from './invitations/invitation-rows.ts';
export { changeProfile } from './people/change-profile.ts';
export { setDefaultPaymentMethod } from './people/payment-method.ts';
export { importPeople } from './people/import-people.ts';
export {
  findPeople,
  findPeopleByEmail,
  findPerson,
  listCreatorIds,
  people,
  staff,
  type Person,
} from './people/people.ts';
export { listStates } from './people/locations.ts';
export { closeToIdentities } from './login/universal-login.ts';
export { callerRow, type CallerRow } from './people/caller-row.ts';
export { findUser } from './people/user-rows.ts';

export const accountsFeature: Feature = {
  name: 'accounts',
  tables: [
    'users',
    'sessions',
    'log_ins',
    'sent_receipts',
    'password_resets',
    'invitations',
    'identities',
    'identity_sites',
  ],
  routes: accountRoutes,
  jobs: [sendMailJob, forgotPasswordJob, forgetOldSessionsJob, offerLoginJob, leaveIdentitiesJob],
};
