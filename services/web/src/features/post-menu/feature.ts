import type { FanFeature } from '../../lib/feature.ts';
import { PostMenuArea } from './post-menu-area.tsx';

export const postMenu = { areas: [PostMenuArea] } satisfies FanFeature;
