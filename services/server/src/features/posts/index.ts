import type { Feature } from '../../feature.ts';
import { mountMedia, processDeclaredJob, processFilmJob, processPhotoJob } from '../uploads/index.ts';
import { forgetKeysJob } from './forget-keys.ts';
import { postPageQueries } from './page-queries.ts';
import { postRoutes } from './routes.ts';
import { settlePosts } from './settle-posts.ts';
import { findMediumVisibleTo } from './visible-media.ts';

export { importPost, importPosts, type DeclaredPost, type Imported, type ImportOptions } from './import-posts.ts';
export { mediaByPostWordsSql, previewMediaSql, usesOfMedia, type MediaUse, type UseState } from './media-uses.ts';
export { countUnfinished, postNamesOf, type UnfinishedCounts } from './post-rows.ts';
export { findPostForSale, type PostForSale } from './sale.ts';

export const postsFeature: Feature = {
  name: 'posts',
  routes: postRoutes,
  files: (app, ctx, sessions) => mountMedia(app, ctx, sessions, findMediumVisibleTo),
  jobs: [processPhotoJob(settlePosts), processFilmJob(settlePosts), processDeclaredJob(settlePosts), forgetKeysJob] as Feature['jobs'],
  pageQueries: postPageQueries,
};
