import type { Feature } from '../../feature.ts';
import { forgotPasswordJob } from './forgot-password.ts';
import { forgetOldSessionsJob, sendMailJob } from './jobs.ts';
import { accountRoutes } from './routes.ts';

export { getBuyer, markSubscribed, type Buyer } from './buyers.ts';
export { emailKey } from './emails.ts';
export { meOf, personOf } from './me.ts';
export { hashPassword } from './passwords.ts';
export { listStates } from './places.ts';

export const accountsFeature: Feature = {
  name: 'accounts',
  routes: accountRoutes,
  jobs: [sendMailJob, forgotPasswordJob, forgetOldSessionsJob] as Feature['jobs'],
};
