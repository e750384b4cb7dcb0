import type { Feature } from '../../feature.ts';
import { staffRoutes } from './routes.ts';

export { firstStepsOf } from './first-steps.ts';
export { opensReports, requireReports } from './report-access.ts';

/** Who of the people that run a site may see what of it, and what they have done. */
export const staffFeature: Feature = { name: 'staff', tables: ['first_steps'], routes: staffRoutes };
