import type { Feature } from '../../feature.ts';
import { tagRoutes } from './routes.ts';

export { tagsOfPage } from './shown-tags.ts';
export {
  listTags,
  moveTags,
  postsByTagWord,
  postsWithTag,
  tagPost,
  tagsHangingOn,
  tagsOfPost,
  untagPost,
  type CountedTag,
  type TagOnPost,
} from './tag-rows.ts';

/** Tags on posts, and the list that the feed is filtered by. */
export const tagsFeature: Feature = { name: 'tags', tables: ['feed_tags', 'post_tags'], routes: tagRoutes };
