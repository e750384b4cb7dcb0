import type { Feature } from '../../feature.ts';
import { forgetExportsJob } from './make-export.ts';

export type { ExportLabels } from './export-labels.ts';
export type { ExportList, ExportLists } from './export-list.ts';
export { makeExportJob } from './make-export.ts';
export { exportRoutes } from './routes.ts';

/** Lists as files; whoever has the lists hands them over. */
export const exportsFeature: Feature = {
  name: 'exports',
  tables: ['exports', 'export_parts'],
  jobs: [forgetExportsJob],
};
