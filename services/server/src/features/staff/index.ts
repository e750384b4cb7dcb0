import type { Feature } from '../../feature.ts';
import { staffRoutes } from './routes.ts';

export { listPeople } from './person-rows.ts';

/** What the people who run a site look at: fans, payments, the day so far. */
export const staffFeature: Feature = { name: 'staff', routes: staffRoutes };
