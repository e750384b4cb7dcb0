import type { Feature } from './feature.ts';
import { accountsFeature } from './features/accounts/index.ts';
import { checkoutFeature } from './features/checkout/index.ts';
import { commentsFeature } from './features/comments/index.ts';
import { libraryFeature } from './features/library/index.ts';
import { membershipsFeature } from './features/memberships/index.ts';
import { platformFeature } from './features/platform/index.ts';
import { postsFeature } from './features/posts/index.ts';
import { sitesFeature } from './features/sites/index.ts';
import { staffFeature } from './features/staff/index.ts';
import { tagsFeature } from './features/tags/index.ts';
import { uploadsFeature } from './features/uploads/index.ts';

/** Every feature, named: nothing is loaded for lying in a folder. */
export const features: readonly Feature[] = [platformFeature, sitesFeature, accountsFeature, membershipsFeature, checkoutFeature, uploadsFeature, libraryFeature, postsFeature, tagsFeature, commentsFeature, staffFeature];
