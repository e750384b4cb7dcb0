import type { Feature } from '../../feature.ts';
import { purgeMediaJob, removeBytesJob } from './purge-media.ts';
import { libraryRoutes } from './routes.ts';

/** Every file that was uploaded for the site's content, sorted, found again and taken out. */
export const libraryFeature: Feature = {
  name: 'library',
  routes: libraryRoutes,
  jobs: [purgeMediaJob, removeBytesJob],
};
