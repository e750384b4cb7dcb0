import { Type, type Static } from 'typebox';
import { defineCall, everyone, Id, Instant, Nullable, OneOf, only, PageNumber, signedIn, Text } from '../http/call.ts';
import { PromotionType } from '../promotions.ts';
import { MediaView, PostView } from './post-view.ts';

const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalRows: Type.Integer(),
  limit: Type.Integer(),
});

/** One picture or film that is open to the viewer, and the post it belongs to. */
export const GalleryItem = Type.Object({
  media: MediaView,
  post: Type.Object({ _id: Id, title: Type.String(), date: Instant, purchased: Type.Boolean() }),
});
export type GalleryItem = Static<typeof GalleryItem>;

export const gallery = defineCall({
  method: 'GET',
  path: '/api/gallery',
  access: everyone,
  summary: 'Every picture and film that is open to the caller, newest post first.',
  query: Type.Object({
    type: Type.Optional(OneOf(['all', 'photo', 'video'] as const)),
    after: Type.Optional(Text(80)),
  }),
  data: Type.Object({ items: Type.Array(GalleryItem), next: Nullable(Type.String()) }),
  errors: ['age-confirmation-required', 'invalid-request'],
});

export const PurchasedContent = Type.Object({
  purchased_at: Instant,
  amount: Type.Number(),
  currency: Type.String(),
  post: PostView,
});
export type PurchasedContent = Static<typeof PurchasedContent>;

export const purchasedContents = defineCall({
  method: 'GET',
  path: '/api/purchased-contents',
  access: signedIn,
  summary: "What the caller bought, newest first; staff may ask for a fan's.",
  query: Type.Object({ user_id: Type.Optional(Id), after: Type.Optional(Text(80)) }),
  data: Type.Object({
    contents: Type.Array(PurchasedContent),
    totalRows: Type.Integer(),
    next: Nullable(Type.String()),
    /** Whose it is, when staff asked for a fan's. */
    user: Nullable(Type.Object({ _id: Id, name: Type.String() })),
  }),
  errors: ['not-found', 'access-denied', 'invalid-request'],
});

/** One version of a post for sale. Numbers and money are null where earnings are hidden from the caller. */
export const LockedVersion = Type.Object({
  _id: Id,
  serial: Type.Integer(),
  date: Instant,
  amount: Type.Number(),
  currency: Type.String(),
  sold: Nullable(Type.Integer()),
  earnings: Nullable(Type.Number()),
  is_current: Type.Boolean(),
  is_deleted: Type.Boolean(),
});
export const LockedContent = Type.Object({
  /** The newest version. */
  post: PostView,
  sold: Nullable(Type.Integer()),
  /** What came in, less what went back. */
  earnings: Nullable(Type.Number()),
  /** Newest first; one when it was never published again. */
  versions: Type.Array(LockedVersion),
});
export type LockedContent = Static<typeof LockedContent>;

const sellers = only('admin', 'model', 'sub_admin', 'content_manager');

export const lockedContents = defineCall({
  method: 'GET',
  path: '/api/admin/locked-exclusive-content',
  access: sellers,
  summary: 'Posts for sale, newest first, each with its earlier versions and what they sold.',
  query: Type.Object({ page_num: Type.Optional(PageNumber), search: Type.Optional(Text(200)) }),
  data: Type.Object({ contents: Type.Array(LockedContent), paginationData: Pagination, currency: Type.String() }),
  errors: [],
});

export const PostPurchase = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  date: Instant,
  amount: Type.Number(),
  currency: Type.String(),
  version: Type.Object({ _id: Id, serial: Type.Integer() }),
  /** Whether it is still open to the buyer, and why not. */
  state: OneOf(['open', 'refund', 'chargeback', 'staff'] as const),
});
export type PostPurchase = Static<typeof PostPurchase>;

export const purchasedBy = defineCall({
  method: 'GET',
  path: '/api/admin/purchased-by/locked-exclusive-content',
  access: sellers,
  summary:
    'Who bought a post in any of its versions, newest first, and what that brought; of one promotion, where it is named.',
  query: Type.Object({
    blog_id: Id,
    promotion_id: Type.Optional(Id),
    page_num: Type.Optional(PageNumber),
    /** Up to 500, for a file. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  }),
  data: Type.Object({
    title: Type.String(),
    /** The one that was asked for. */
    promotion: Nullable(Type.Object({ _id: Id, type: PromotionType, ribbon_text: Type.String() })),
    /** What came in, less what went back; of the purchases asked for, in the currency that it is sold in now. */
    earnings: Type.Number(),
    currency: Type.String(),
    purchases: Type.Array(PostPurchase),
    paginationData: Pagination,
  }),
  errors: ['not-found', 'access-denied'],
});
