import type { Feature } from '../../feature.ts';
import { forgetOldSessionsJob, sendMailJob } from './jobs.ts';
import { accountRoutes } from './routes.ts';

export { mailLater, type MailKind } from './mails.ts';
export { meOf, personOf } from './me.ts';
export { hashPassword } from './passwords.ts';

export const accountsFeature: Feature = {
  name: 'accounts',
  routes: accountRoutes,
  jobs: [sendMailJob, forgetOldSessionsJob] as Feature['jobs'],
};
