import type { Feature } from '../../feature.ts';
import { mountManifest } from './manifest.ts';
import { siteRoutes } from './routes.ts';

export { cleanHtml } from './clean-html.ts';
export { saveSettings } from './setting-rows.ts';

export const sitesFeature: Feature = { name: 'sites', routes: siteRoutes, files: mountManifest };
