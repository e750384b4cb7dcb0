import type { Feature } from '../../feature.ts';
import { forgetKeysJob } from './write/forget-keys.ts';
import { mediaOfPosts } from './media/media-of-posts.ts';
import { mediaWorkRoutes } from './media/media-work-routes.ts';
import { postPageQueries } from './read/page-queries.ts';
import { postRoutes } from './routes.ts';
import { soldPost } from './sell-post.ts';
import { mountSitemap } from './read/sitemap.ts';
import { taggedPosts } from './tagged-posts.ts';

export { importPosts, type DeclaredPost, type Imported, type ImportOptions } from './write/import-posts.ts';
export { listImportedPosts } from './write/imported-posts.ts';
export { countPostsOfMembership } from './read/count-opened.ts';
export { mediaByPostText, previewMedia, usesOfMedia } from './media/media-uses.ts';
export { forgetMade, makeOnce } from './write/idempotency-rows.ts';
export {
  countComment,
  countImportedComments,
  countUnfinished,
  hasPosts,
  postName,
  postNamesOf,
  type PostRow,
  type UnfinishedCounts,
} from './post-rows.ts';
export { purchasesOf } from './read/list-purchasers.ts';
export { markerOf, readMarker } from './read/markers.ts';
export { postViewerOf, type PostViewer } from './read/visible-post.ts';
export { postKind } from './write/post-kind.ts';
export { importedPostsForSale, type PostForSale } from './post-for-sale.ts';
export { draftOfPast, soldPost } from './sell-post.ts';
export { findPostVisibleTo, type SeenPost } from './read/visible-post.ts';

export const postsFeature: Feature = {
  name: 'posts',
  tables: ['posts', 'post_changes', 'post_media', 'post_likes', 'idempotency_keys'],
  sells: [soldPost],
  routes: (ctx) => [...postRoutes(ctx), ...mediaWorkRoutes(ctx)],
  files: mountSitemap,
  jobs: [forgetKeysJob],
  holds: mediaOfPosts,
  tagged: taggedPosts,
  pageQueries: postPageQueries,
};
