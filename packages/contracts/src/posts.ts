import { Type, type Static } from 'typebox';
import { Amount, defineCall, everyone, Id, Instant, Nullable, OneOf, only, PageNumber, signedIn, Text } from './call.ts';

/** Small frames of a film in one picture, row by row, for the scrubbing bar. Sizes in pixels of one frame. */
export const SpriteView = Type.Object({
  url: Type.String(),
  columns: Type.Integer(),
  rows: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Seconds between two frames. */
  interval: Type.Number(),
});
export type SpriteView = Static<typeof SpriteView>;

/** One picture or film of a post. Locked ones carry only their blur, shape and, where shown, length. */
export const MediaView = Type.Object({
  _id: Id,
  type: OneOf(['photo', 'video'] as const),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Seconds, of a film; null for photos and where its length is not shown. */
  duration: Nullable(Type.Number()),
  /** Signed address of the film's HLS playlist. */
  hls_url: Nullable(Type.String()),
  /** Signed address of the film as one MP4; only short films have it. */
  mp4_url: Nullable(Type.String()),
  sprite: Nullable(SpriteView),
  /** Signed address of the largest size (of a film: of its poster); null while locked or not ready. */
  url: Nullable(Type.String()),
  thumbnail_url: Nullable(Type.String()),
  /** Signed sizes for `srcset`, ascending by width; empty while locked. */
  sources: Type.Array(Type.Object({ width: Type.Integer(), url: Type.String(), content_type: Type.String() })),
  /** Public, immutable, made from a tiny source. */
  blur_url: Nullable(Type.String()),
  /** Base64 thumbhash, drawn until anything has loaded. */
  placeholder: Nullable(Type.String()),
  is_process: Type.Boolean(),
  is_error: Type.Boolean(),
});
export type MediaView = Static<typeof MediaView>;

/** State of a card, highest precedence first (specification 001 §2 Post card). */
export const PostState = OneOf(['error', 'processing', 'locked_nonmember', 'locked_purchase', 'unlocked'] as const);

export const PostView = Type.Object({
  _id: Id,
  serial: Type.Integer(),
  title: Type.String(),
  blogType: OneOf(['photo', 'video', 'gallery'] as const),
  /** `gallery`: photos; `videoGallery`: films; `mixGallery`: both. */
  blogSubType: OneOf(['photo', 'video', 'gallery', 'mixGallery', 'videoGallery'] as const),
  format: OneOf(['modern'] as const),
  /** Null when the caption is blurred for this viewer. */
  description: Nullable(Type.String()),
  visibility: OneOf(['locked', 'private', 'public'] as const),
  public: Type.Boolean(),
  isLocked: Type.Boolean(),
  amount: Nullable(Type.Number()),
  /** What this viewer would pay and why; null when nothing is for sale to them. */
  quote: Nullable(Type.Object({
    amount: Type.Number(),
    original_amount: Type.Number(),
    currency: Type.String(),
    reason: Type.String(),
  })),
  state: PostState,
  /** Where the button of a locked card leads. */
  action: OneOf(['none', 'register', 'membership', 'unlock', 'review'] as const),
  purchased: Type.Boolean(),
  paymentProcessing: Type.Boolean(),
  privateBlur: Type.Boolean(),
  captionBlur: Type.Boolean(),
  date: Instant,
  is_published: Type.Boolean(),
  media: Type.Array(MediaView),
  media_preview: Type.Array(MediaView),
  contentCount: Type.Object({ photo: Type.Integer(), video: Type.Integer() }),
  contentLeftForProcessing: Type.Integer(),
  isError: Type.Boolean(),
  error_text: Nullable(Type.String()),
  total_likes: Nullable(Type.Integer()),
  total_comments: Nullable(Type.Integer()),
  user_feed_like: Type.Boolean(),
  feed_tags: Type.Array(Type.Object({ id: Id, slug: Type.String(), name: Type.String() })),
});
export type PostView = Static<typeof PostView>;

const FeedQuery = Type.Object({
  page_num: Type.Optional(PageNumber),
  feed_tag_id: Type.Optional(Id),
  /** `next` of the page before: goes on after its last post, whatever was published meanwhile. */
  after: Type.Optional(Text(60)),
});
/** The feed's page. A card's `media` are its first six; `contentCount` counts all. `next` is null at the end. */
const FeedFields = Type.Object({
  blogs: Type.Array(PostView),
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalRows: Type.Integer(),
  next: Nullable(Type.String()),
});
export type FeedPage = Static<typeof FeedFields>;

export const feed = defineCall({
  method: 'GET', path: '/api/blogs', access: everyone,
  summary: 'Published posts, newest first, as the caller may see them.',
  query: FeedQuery, fields: FeedFields, errors: ['age-confirmation-required'],
});

export const feedAll = defineCall({
  method: 'GET', path: '/api/blogs/all', access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary: 'All posts, also scheduled, processing and failed ones.',
  query: FeedQuery, fields: FeedFields, errors: [],
});

export const getPost = defineCall({
  method: 'GET', path: '/api/blog/get-blog-data-by-id', access: everyone,
  summary: 'One post as the caller may see it.',
  query: Type.Object({ id: Id }), data: PostView, errors: ['not-found'],
});

export const getPostInfo = defineCall({
  method: 'POST', path: '/api/blog/get-blog-info', access: everyone,
  summary: 'One post as the caller may see it (older form).',
  body: Type.Object({ blog_id: Id }), data: PostView, errors: ['not-found'],
});

export const createPost = defineCall({
  method: 'POST', path: '/api/blog/add-new-blog', access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary: 'Create a post from uploaded files.',
  body: Type.Object({
    title: Type.Optional(Text(200)),
    description: Text(20_000),
    blogType: Type.Optional(Text(20)),
    visibility: Type.Optional(OneOf(['locked', 'private', 'public'] as const)),
    public: Type.Optional(Type.Boolean()),
    isLocked: Type.Optional(Type.Union([Type.Boolean(), OneOf(['locked', 'free'] as const)])),
    amount: Type.Optional(Amount),
    privateBlur: Type.Optional(Type.Boolean()),
    captionBlur: Type.Optional(Type.Boolean()),
    /** Publication instant; absent: now. */
    date: Type.Optional(Instant),
    media_item: Type.Array(Id, { maxItems: 100 }),
    /** The one picture shown to those who have not paid. */
    media_preview_item: Type.Optional(Nullable(Id)),
    feed_tags: Type.Optional(Type.Array(Text(30), { maxItems: 20 })),
  }),
  data: Type.Object({ result: PostView, feedTagList: Type.Array(Type.Object({ _id: Id, name: Type.String(), slug: Type.String() })), selectFromContentManager: Type.Boolean() }),
  errors: [
    'media-required', 'caption-required', 'amount-range', 'max-45', 'schedule-past', 'tag-empty', 'not-found', 'invalid-request',
    'media-format', 'image-number-format', 'preview-format', 'idempotency-key-required', 'idempotency-key-reused',
  ],
  idempotent: true,
});

export const deletePost = defineCall({
  method: 'POST', path: '/api/blogs/delete', access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary: 'Take a post out of the feed. What was bought stays open to its buyers.',
  body: Type.Object({ id: Id, requestFrom: Type.Optional(Text(40)), pageNum: Type.Optional(Type.Integer()), feedTagId: Type.Optional(Type.String({ maxLength: 40 })) }),
  errors: ['not-found'],
});

export const likePost = defineCall({
  method: 'POST', path: '/api/blog/like-dislike', access: signedIn,
  summary: 'Like a post, or take the like back.',
  body: Type.Object({ id: Id, is_like: Type.Integer({ minimum: 0, maximum: 1 }), total_likes: Type.Optional(Type.Integer()) }),
  data: Type.Object({ is_like: Type.Integer(), total_likes: Type.Integer() }),
  errors: ['not-found', 'membership-required', 'like-refused'],
});

export const listTags = defineCall({
  method: 'POST', path: '/api/feed-tags/', access: everyone,
  summary: 'The feed\'s tags with their numbers of published posts.',
  body: Type.Optional(Type.Object({})),
  data: Type.Array(Type.Object({ _id: Id, id: Id, name: Type.String(), slug: Type.String(), count: Type.Integer() })),
  errors: [],
});
