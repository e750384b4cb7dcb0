import type { Feature } from './feature.ts';
import { accountsFeature } from './features/accounts/index.ts';
import { platformFeature } from './features/platform/index.ts';
import { sitesFeature } from './features/sites/index.ts';

/** Every feature, named: nothing is loaded for lying in a folder. */
export const features: readonly Feature[] = [platformFeature, sitesFeature, accountsFeature];
