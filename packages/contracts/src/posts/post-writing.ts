import { Type } from 'typebox';
import { Amount, defineCall, Id, Instant, Nullable, OneOf, only, Text } from '../http/call.ts';
import { DocumentedPost } from './post-documented.ts';
import { PostView } from './post-view.ts';

const creators = only('admin', 'model', 'sub_admin', 'content_manager');

const Visibility = OneOf(['locked', 'private', 'public'] as const);
/** A tag by its name, or as a multi-select has it. */
const TypedTag = Type.Union([
  Text(60),
  Type.Object({
    label: Type.Optional(Text(60)),
    name: Type.Optional(Text(60)),
    slug: Type.Optional(Text(60)),
    value: Type.Optional(Text(60)),
  }),
]);
/** A category of the library by its id, or a new one by its name. */
const TypedCategory = Type.Object({
  id: Type.Optional(Nullable(Text(36))),
  name: Type.Optional(Text(200)),
  isNew: Type.Optional(Type.Boolean()),
});
/** By its id, or by our `file_name` or an address of this site's media, which is never fetched. */
const MediaItem = Type.Object({
  _id: Type.Optional(Id),
  url: Type.Optional(Nullable(Text(2000))),
  path: Type.Optional(Nullable(Text(2000))),
});

/** What forms of a post have in common. `media_item` counts, with what `media` adds by `url` alone; without it all of `media`. */
const content = {
  title: Type.Optional(Text(200)),
  media_item: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  media: Type.Optional(Type.Array(MediaItem, { maxItems: 100 })),
  /** The one picture or film shown to those who have not paid. */
  media_preview_item: Type.Optional(Nullable(Type.Union([Id, Type.Array(Id, { maxItems: 100 })]))),
  media_preview: Type.Optional(Type.Array(MediaItem, { maxItems: 100 })),
  /** Somebody was asked and wants it: the preview gives away a whole file that the post sells. */
  give_preview_away: Type.Optional(Type.Boolean()),
  feed_tags: Type.Optional(Type.Array(TypedTag, { maxItems: 20 })),
  category: Type.Optional(Nullable(TypedCategory)),
  privateBlur: Type.Optional(Type.Boolean()),
  amount: Type.Optional(Amount),
  /** A closed card tells the length of its films, and how many pictures and films there are. */
  show_content_length: Type.Optional(Type.Boolean()),
  showNumberOfGalleryImage: Type.Optional(Type.Boolean()),
} as const;

const mediaErrors = [
  'media-required',
  'max-45',
  'media-format',
  'image-number-format',
  'preview-format',
  'one-preview',
  'preview-gives-away',
  'tag-empty',
  'tag-too-long',
  'category-name-30',
  'category-invalid',
  'amount-range',
  'price-not-billable',
  'not-found',
  'invalid-request',
] as const;

export const createPost = defineCall({
  method: 'POST',
  path: '/api/blog/add-new-blog',
  alsoAt: ['/api/blogs'],
  access: creators,
  summary: 'Create a post of uploaded pictures and films, or of those in the library.',
  body: Type.Object({
    ...content,
    description: Text(20_000),
    /** One file, or several, as older clients name them: what `upload_file` answered. */
    url: Type.Optional(Nullable(Text(2000))),
    gallery: Type.Optional(Nullable(Type.Array(Text(2000), { maxItems: 100 }))),
    blogType: Type.Optional(Text(20)),
    visibility: Type.Optional(Visibility),
    public: Type.Optional(Type.Boolean()),
    isLocked: Type.Optional(Type.Union([Type.Boolean(), OneOf(['locked', 'free'] as const)])),
    captionBlur: Type.Optional(Type.Boolean()),
    isPreviewEnable: Type.Optional(Type.Boolean()),
    selectFromContentManager: Type.Optional(Type.Boolean()),
    /** Publication instant; absent: now. */
    date: Type.Optional(Nullable(Instant)),
  }),
  data: Type.Object({
    result: DocumentedPost,
    feedTagList: Type.Array(Type.Object({ _id: Id, name: Type.String(), slug: Type.String() })),
    selectFromContentManager: Type.Boolean(),
  }),
  errors: [...mediaErrors, 'caption-required', 'schedule-past', 'idempotency-key-reused'],
  idempotent: true,
});

export const editPost = defineCall({
  method: 'POST',
  path: '/api/blogs/edit',
  access: creators,
  summary: 'Change a post. What is absent stays as it is.',
  body: Type.Object({
    ...content,
    postId: Id,
    description: Type.Optional(Text(20_000)),
    visibility: Type.Optional(Visibility),
    isPublicPost: Type.Optional(Type.Boolean()),
    isCaptionBlur: Type.Optional(Type.Boolean()),
    /** False: `media_item` and the preview are left as they are. */
    isMediaUpdate: Type.Optional(Type.Boolean()),
    /** Place among `media_item` of the picture that is the preview, instead of its id; below 0 none. */
    selectedPreviewIndex: Type.Optional(Nullable(Type.Integer({ minimum: -1, maximum: 100 }))),
    /** Another instant for a post that is not published yet; null: now. */
    date: Type.Optional(Nullable(Instant)),
    pageNum: Type.Optional(Type.Integer()),
    processing: Type.Optional(Type.Boolean()),
  }),
  data: DocumentedPost,
  errors: [
    ...mediaErrors,
    'caption-required',
    'edit-one-content',
    'edit-max-1',
    'schedule-past',
    'post-is-published',
    'post-media-sold',
  ],
});

export const reviewPost = defineCall({
  method: 'POST',
  path: '/api/blog/post-reviewed-blog',
  access: creators,
  summary: 'Complete a post some of whose media could not be processed: without them, or with others in their place.',
  body: Type.Object({
    ...content,
    _id: Id,
    description: Type.Optional(Text(20_000)),
    visibility: Type.Optional(Visibility),
    captionBlur: Type.Optional(Type.Boolean()),
  }),
  data: DocumentedPost,
  errors: [...mediaErrors, 'caption-required', 'review-not-needed', 'post-media-sold'],
});

export const reuseSource = defineCall({
  method: 'GET',
  path: '/api/blog/get-blog-for-reuse',
  access: creators,
  summary: 'A post and what the dialog begins with that publishes it again.',
  query: Type.Object({ id: Id }),
  data: Type.Object({
    post: PostView,
    /** Preselected when the post is not published yet; null otherwise. */
    schedule: Nullable(Instant),
    /** What a schedule begins with: tomorrow at this time. */
    default_schedule: Instant,
    minimum_amount: Type.Number(),
    maximum_amount: Type.Number(),
  }),
  errors: ['not-found'],
});

export const reusePost = defineCall({
  method: 'POST',
  path: '/api/blog/reuse-blog',
  access: creators,
  summary: 'Publish a post again as a new one, for those who have not bought it.',
  successIsOne: true,
  body: Type.Object({
    ...content,
    _id: Id,
    description: Text(20_000),
    captionBlur: Type.Optional(Type.Boolean()),
    /** A chosen instant to come, or the original one (`keep_date`); absent: now. */
    date: Type.Optional(Nullable(Instant)),
    keep_date: Type.Optional(Type.Boolean()),
    contentLeftForProcessing: Type.Optional(Type.Integer()),
  }),
  data: Type.Object({ reuseBlog: Type.Object({ _id: Id, udid: Id, message: Type.String(), post: DocumentedPost }) }),
  errors: [...mediaErrors, 'schedule-past', 'idempotency-key-reused'],
  idempotent: true,
});

export const deletePost = defineCall({
  method: 'POST',
  path: '/api/blogs/delete',
  access: creators,
  summary: 'Take a post out of the feed. What was bought stays open to its buyers.',
  body: Type.Object({
    id: Id,
    requestFrom: Type.Optional(Text(40)),
    pageNum: Type.Optional(Type.Integer()),
    feedTagId: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  errors: ['not-found'],
});
