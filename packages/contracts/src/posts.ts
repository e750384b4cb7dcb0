import { Type, type Static } from 'typebox';
import { defineCall, everyone, Id, Nullable, OneOf, only, PageNumber, signedIn, Text } from './http/call.ts';
import { DocumentedPost } from './posts/post-documented.ts';
import type { PostView } from './posts/post-view.ts';

export * from './posts/post-documented.ts';
export * from './posts/post-lists.ts';
export * from './posts/post-view.ts';
export * from './posts/post-writing.ts';

const FeedQuery = Type.Object({
  page_num: Type.Optional(PageNumber),
  feed_tag_id: Type.Optional(Id),
  /** Only posts that hold a picture, or a film. */
  media_type: Type.Optional(OneOf(['photo', 'video'] as const)),
  /** `next` of the page before: goes on after its last post, whatever was published meanwhile. */
  after: Type.Optional(Text(60)),
});
/** The feed's page. A card's `media` are its first six; `contentCount` counts all. `next` is null at the end. */
const FeedFields = Type.Object({
  blogs: Type.Array(DocumentedPost),
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalRows: Type.Integer(),
  next: Nullable(Type.String()),
});
export type DocumentedFeedPage = Static<typeof FeedFields>;
/** As our own pages keep it. */
export type FeedPage = Omit<DocumentedFeedPage, 'blogs'> & { blogs: PostView[] };

export const feed = defineCall({
  method: 'GET',
  path: '/api/blogs',
  access: everyone,
  summary: 'Published posts, newest first, as the caller may see them.',
  query: FeedQuery,
  fields: FeedFields,
  errors: ['age-confirmation-required'],
});

export const feedAll = defineCall({
  method: 'GET',
  path: '/api/blogs/all',
  access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary:
    'All posts, also scheduled, processing and failed ones; of a post that was published again the newest version.',
  query: Type.Object({
    ...FeedQuery.properties,
    visibility: Type.Optional(OneOf(['locked', 'private', 'public'] as const)),
    /** `scheduled`: complete, and its time has not come. */
    state: Type.Optional(OneOf(['published', 'scheduled', 'processing', 'error'] as const)),
    /** Beginnings of words of title and caption. */
    search: Type.Optional(Text(200)),
  }),
  fields: Type.Object({
    ...FeedFields.properties,
    /** A price beyond these is paid from the wallet alone; absent where no card, or no wallet, pays. */
    card_bounds: Type.Optional(Type.Object({ min: Type.Number(), max: Type.Number() })),
  }),
  errors: [],
});

export const getPost = defineCall({
  method: 'GET',
  path: '/api/blog/get-blog-data-by-id',
  access: everyone,
  summary: 'One post as the caller may see it.',
  query: Type.Object({ id: Id }),
  data: DocumentedPost,
  errors: ['not-found'],
});

export const getPostInfo = defineCall({
  method: 'POST',
  path: '/api/blog/get-blog-info',
  access: everyone,
  summary: 'One post as the caller may see it (older form).',
  body: Type.Object({ blog_id: Id }),
  data: DocumentedPost,
  errors: ['not-found'],
});

export const likePost = defineCall({
  method: 'POST',
  path: '/api/blog/like-dislike',
  access: signedIn,
  summary: 'Like a post, or take the like back.',
  body: Type.Object({
    id: Id,
    is_like: Type.Integer({ minimum: 0, maximum: 1 }),
    total_likes: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({ is_like: Type.Integer(), total_likes: Type.Integer() }),
  errors: ['not-found', 'membership-required', 'like-refused'],
});
