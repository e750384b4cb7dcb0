import type { Feature } from '../../feature.ts';
import { keepSparesJob } from './keep-spares.ts';
import { forgetEventsJob } from './forget-events.ts';

/** Its pages for whoever runs the deployment are mounted by the app: they need more than a feature is given. */
export const platformFeature: Feature = {
  name: 'platform',
  tables: ['audit_log'],
  platformJobs: [forgetEventsJob, keepSparesJob],
};
