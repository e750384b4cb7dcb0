import type { Feature } from '../../feature.ts';
import { mountMedia, processDeclaredJob, processFilmJob, processPhotoJob } from '../uploads/index.ts';
import { forgetKeysJob } from './forget-keys.ts';
import { mediaWorkRoutes } from './media-work-routes.ts';
import { postPageQueries } from './page-queries.ts';
import { postRoutes } from './routes.ts';
import { settlePosts } from './settle-posts.ts';
import { findMediumVisibleTo } from './visible-media.ts';

export { importPost, importPosts, type DeclaredPost, type Imported, type ImportOptions } from './import-posts.ts';
export { mediaByPostWordsSql, previewMediaSql, usesOfMedia, type MediaUse, type UseState } from './media-uses.ts';
export { claimKey } from './idempotency-rows.ts';
export { countComment, countUnfinished, postName, postNamesOf, type PostRow, type UnfinishedCounts } from './post-rows.ts';
export { markerOf, readMarker } from './markers.ts';
export { postViewerOf, type PostViewer } from './post-viewer.ts';
export { findPostForSale, type PostForSale } from './sale.ts';
export { ownsVersionOf, versionIdsOf } from './version-rows.ts';
export { findPostVisibleTo, type SeenPost } from './visible-post.ts';

export const postsFeature: Feature = {
  name: 'posts',
  routes: (ctx) => [...postRoutes(ctx), ...mediaWorkRoutes(ctx)],
  files: (app, ctx, sessions) => mountMedia(app, ctx, sessions, findMediumVisibleTo),
  jobs: [processPhotoJob(settlePosts), processFilmJob(settlePosts), processDeclaredJob(settlePosts), forgetKeysJob] as Feature['jobs'],
  pageQueries: postPageQueries,
};
