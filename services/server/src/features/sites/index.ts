import type { Feature } from '../../feature.ts';
import { mountManifest } from './manifest.ts';
import { mediaOfSettings } from './media-of-settings.ts';
import { textPageQueries } from './page-queries.ts';
import { siteRoutes } from './routes.ts';

export { saveSettings } from '../../sites/settings.ts';
export { cleanHtml } from './clean-html.ts';
export { saveDeclaredSettings } from './declared-settings.ts';
export { savePages } from './page-rows.ts';

export const sitesFeature: Feature = {
  name: 'sites',
  tables: ['settings', 'setting_changes', 'settings_version', 'pages'],
  routes: siteRoutes,
  files: mountManifest,
  holds: mediaOfSettings,
  pageQueries: textPageQueries,
};
