import { Type, type Static } from 'typebox';
import { defineCall, Id, Instant, Nullable, OneOf, only, PageNumber, Text } from './http/call.ts';
import { SpriteView } from './posts.ts';

/** Who has the library. */
export const librarians = only('admin', 'model', 'sub_admin', 'content_manager');

/** A file of the library in a grid. Addresses are signed for the caller and live for an hour or two. */
export const LibraryMedia = Type.Object({
  _id: Id,
  name: Type.String(),
  type: OneOf(['photo', 'video'] as const),
  content_type: OneOf(['photo', 'video'] as const),
  state: OneOf(['processing', 'error', 'ready'] as const),
  is_process: Type.Boolean(),
  is_error: Type.Boolean(),
  error_code: Nullable(Type.String()),
  /** What went wrong, in the caller's language. */
  error_text: Nullable(Type.String()),
  /** Percent, while a film is made. */
  progress: Nullable(Type.Integer()),
  createdAt: Instant,
  /** Bytes of the file as it was sent; null for everybody but the super admin (MEDIA-20). */
  size: Nullable(Type.Integer()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  /** Seconds, of a film that is ready. */
  video_duration: Nullable(Type.Number()),
  /** The film came with sound that could not be read, and plays without. */
  is_sound_lost: Type.Boolean(),
  /** A square of 160 pixels or so, and a picture wide enough for a tile. */
  small_thumb: Nullable(Type.String()),
  thumbnail_url: Nullable(Type.String()),
  /** Signed sizes of the picture or of the film's poster that a tile may choose from, ascending. */
  sources: Type.Array(Type.Object({ width: Type.Integer(), url: Type.String(), content_type: Type.String() })),
  blur_url: Nullable(Type.String()),
  /** The widest of `sources`; of a film its poster. */
  url: Nullable(Type.String()),
  video_poster: Nullable(Type.String()),
  placeholder: Nullable(Type.String()),
  category: Nullable(Type.Object({ _id: Id, name: Type.String() })),
  /** Stands in 'Preview' because it was sent there. */
  is_preview: Type.Boolean(),
  /** Posts that show it now or will at their time. */
  used_in: Type.Integer(),
  /** Fans who own it through any purchase; null where `hide_earnings` hides sales from the caller, here and below. */
  sold_to: Nullable(Type.Integer()),
  /** Somebody owns it: told to everybody who may sell it again. */
  is_sold: Type.Boolean(),
});
export type LibraryMedia = Static<typeof LibraryMedia>;

/** What shows a file: a post, or something else that holds media. */
export const MediaUse = Type.Object({
  /** `posts`: `_id` is a post's; `settings`: it is a setting's key. */
  holder: Type.String(),
  _id: Type.String(),
  title: Type.String(),
  /** `removed`: taken out of the feed, open to its buyers. `replaced`: a later version stands in the feed. */
  state: OneOf(['published', 'scheduled', 'processing', 'error', 'removed', 'replaced'] as const),
  visibility: OneOf(['locked', 'private', 'public'] as const),
  date: Instant,
  /** It is the picture for those who have not paid. */
  as_preview: Type.Boolean(),
  buyers: Nullable(Type.Integer()),
});
export type MediaUse = Static<typeof MediaUse>;

/** One file with everything that its panel shows. */
export const LibraryMediaDetail = Type.Intersect([
  LibraryMedia,
  Type.Object({
    hls_url: Nullable(Type.String()),
    mp4_url: Nullable(Type.String()),
    sprite: Nullable(SpriteView),
    uses: Type.Array(MediaUse),
  }),
]);
export type LibraryMediaDetail = Static<typeof LibraryMediaDetail>;

export const MediaCategory = Type.Object({
  /** A row's id; of the built-in ones their slug. */
  _id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  /** May not be renamed, deleted or chosen as a file's category. */
  is_built_in: Type.Boolean(),
  is_deleted: Type.Boolean(),
  photo_count: Type.Integer(),
  video_count: Type.Integer(),
  processed_photo_count: Type.Integer(),
  processed_video_count: Type.Integer(),
});
export type MediaCategory = Static<typeof MediaCategory>;

const MediaIds = Type.Array(Id, { minItems: 1, maxItems: 100 });
/** A category's id, or the slug of a built-in one. */
export const CategoryKey = Text(110);

export const listMedia = defineCall({
  method: 'POST',
  path: '/api/media/get',
  access: librarians,
  summary: 'The library, newest first: by type and category, by words of file names, captions and tags.',
  body: Type.Object({
    type: Type.Optional(OneOf(['all', 'image', 'photo', 'video'] as const)),
    category: Type.Optional(Nullable(CategoryKey)),
    /** Either a page's number or `after`: the `next` of the page before, right also while files arrive. */
    page: Type.Optional(PageNumber),
    after: Type.Optional(Text(60)),
    search: Type.Optional(Text(200)),
    /** `ready`: what can be chosen for a post. */
    state: Type.Optional(OneOf(['all', 'ready'] as const)),
  }),
  data: Type.Array(LibraryMedia),
  fields: Type.Object({
    currentPage: Type.Integer(),
    totalPages: Type.Integer(),
    totalRows: Type.Integer(),
    next: Nullable(Type.String()),
  }),
  errors: ['not-found', 'invalid-request'],
});

export const getMedia = defineCall({
  method: 'POST',
  path: '/api/media/item',
  access: librarians,
  summary: 'One file of the library with its addresses and the posts that hold it.',
  body: Type.Object({ mediaId: Id }),
  data: LibraryMediaDetail,
  errors: ['not-found'],
});

export const registerMedia = defineCall({
  method: 'POST',
  path: '/api/media',
  access: librarians,
  summary: 'Put uploaded files into the library under a category. Sent twice it is done once.',
  body: Type.Object({
    mediaIds: Type.Optional(MediaIds),
    /** The documents' form for one file: the `file_name` that announcing it answered, or an address of this site's media. */
    path: Type.Optional(Text(2000)),
    upload_by: Type.Optional(Text(40)),
    type: Type.Optional(Text(40)),
    processing: Type.Optional(Type.Boolean()),
    category: Type.Optional(Nullable(CategoryKey)),
    categorySlug: Type.Optional(Nullable(Text(110))),
  }),
  data: Type.Array(LibraryMedia),
  errors: ['not-found', 'library-upload-error', 'invalid-request'],
});

export const removeMedia = defineCall({
  method: 'POST',
  path: '/api/media/remove-media',
  access: librarians,
  summary: 'Take files out of the library. Posts that hold them keep them; the bytes go when nothing holds them.',
  body: Type.Object({ mediaIds: MediaIds }),
  data: Type.Object({ removed: Type.Array(Id), kept_by_posts: Type.Array(Id) }),
  errors: ['not-found', 'media-processing'],
});

export const renameMedia = defineCall({
  method: 'POST',
  path: '/api/media/rename',
  access: librarians,
  summary: 'Give a file of the library another name.',
  body: Type.Object({ mediaId: Id, name: Text(255, 1) }),
  data: Type.Object({ _id: Id, name: Type.String() }),
  errors: ['not-found', 'library-category-required'],
});

export const assignMedia = defineCall({
  method: 'POST',
  path: '/api/media/add-media-from-category',
  access: librarians,
  summary:
    'Move files to a category; `all media` takes them out of theirs. Those that left `activeCategoryId` meanwhile stay where they are.',
  body: Type.Object({
    mediaId: Type.Union([Id, MediaIds]),
    categoryId: CategoryKey,
    activeCategoryId: Type.Optional(Nullable(CategoryKey)),
  }),
  data: Type.Object({ moved: Type.Array(Id) }),
  errors: ['not-found', 'invalid-request'],
});

export const mediaUses = defineCall({
  method: 'POST',
  path: '/api/media/uses',
  access: librarians,
  summary: 'What deleting these files would touch: the posts that hold each, who bought them, and what happens.',
  body: Type.Object({ mediaIds: MediaIds }),
  data: Type.Array(
    Type.Object({
      _id: Id,
      name: Type.String(),
      uses: Type.Array(MediaUse),
      sold_to: Nullable(Type.Integer()),
      /** `destroyed`: nothing holds it. `kept`: it leaves the library only, and posts and buyers keep it. */
      outcome: OneOf(['destroyed', 'kept'] as const),
    }),
  ),
  errors: ['not-found'],
});

export const MediaBuyer = Type.Object({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  avatarUrl: Nullable(Type.String()),
  date: Instant,
  /** The purchase it came with, the first if there are several. */
  post: Type.Object({ _id: Id, title: Type.String() }),
});
export type MediaBuyer = Static<typeof MediaBuyer>;

export const mediaBuyers = defineCall({
  method: 'POST',
  path: '/api/media/buyers',
  access: librarians,
  summary:
    'The fans who own a file through any purchase, the latest first. Content managers see them while they may see subscribers.',
  body: Type.Object({ mediaId: Id, page_num: Type.Optional(PageNumber) }),
  data: Type.Object({
    buyers: Type.Array(MediaBuyer),
    paginationData: Type.Object({
      currentPage: Type.Integer(),
      totalPages: Type.Integer(),
      totalRows: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
  errors: ['not-found', 'access-denied'],
});

export const mediaSold = defineCall({
  method: 'POST',
  path: '/api/media/sold',
  access: librarians,
  summary: 'For whoever is about to sell files: how many fans own each already, and whether one fan does.',
  body: Type.Object({ mediaIds: MediaIds, userId: Type.Optional(Id) }),
  data: Type.Array(Type.Object({ _id: Id, sold_to: Nullable(Type.Integer()), owned_by_user: Type.Boolean() })),
  errors: [],
});
