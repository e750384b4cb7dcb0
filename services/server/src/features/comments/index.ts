import type { Feature } from '../../feature.ts';
import { commentRoutes } from './routes.ts';

export { importComments, type DeclaredComment } from './import-comments.ts';

/** What people write under posts. */
export const commentsFeature: Feature = {
  name: 'comments',
  tables: ['comments', 'comment_blocks'],
  routes: commentRoutes,
};
