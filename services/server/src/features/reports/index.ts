import type { Feature } from '../../feature.ts';
import { exportRoutes, makeExportJob } from '../exports/index.ts';
import { exportLists } from './export-lists.ts';
import { reportRoutes } from './routes.ts';

/** What staff read about a site: fans, payments, the day so far, and these lists as files. Reads all tables, writes none. */
export const reportsFeature: Feature = {
  name: 'reports',
  routes: (ctx) => [...reportRoutes(ctx), ...exportRoutes(ctx, exportLists)],
  jobs: [makeExportJob(exportLists)],
};
