import type { Feature } from '../../feature.ts';
import { processDeclaredJob, processPhotoJob } from '../uploads/index.ts';
import { forgetKeysJob } from './forget-keys.ts';
import { postPageQueries } from './page-queries.ts';
import { postRoutes } from './routes.ts';
import { settlePosts } from './settle-posts.ts';

export { importPost, importPosts, type DeclaredPost, type Imported, type ImportOptions } from './import-posts.ts';
export { mediaByPostWordsSql, previewMediaSql, usesOfMedia, type MediaUse, type UseState } from './media-uses.ts';
export { countUnfinished, postNamesOf, type UnfinishedCounts } from './post-rows.ts';
export { findPostForSale, type PostForSale } from './sale.ts';

export const postsFeature: Feature = {
  name: 'posts',
  routes: postRoutes,
  jobs: [processPhotoJob(settlePosts), processDeclaredJob(settlePosts), forgetKeysJob] as Feature['jobs'],
  pageQueries: postPageQueries,
};
