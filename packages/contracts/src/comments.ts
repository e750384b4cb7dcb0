import { Type, type Static } from 'typebox';
import { defineCall, everyone, Id, Instant, Nullable, OneOf, only, PageNumber, signedIn, Text } from './http/call.ts';

/** A comment as one viewer gets it. Who wrote it has a name and, for staff alone, an id. */
export const CommentView = Type.Object({
  _id: Id,
  blog_id: Id,
  comment: Type.String(),
  date: Instant,
  user: Type.Object({
    _id: Nullable(Id),
    name: Type.String(),
    avatarUrl: Nullable(Type.String()),
    /** The creator or somebody of the site's staff. */
    isAdmin: Type.Boolean(),
  }),
  is_mine: Type.Boolean(),
  /** Hidden by staff: its writer and staff still see it. */
  is_hidden: Type.Boolean(),
  can_remove: Type.Boolean(),
  can_hide: Type.Boolean(),
  /** For staff: whether its writer is blocked from commenting; null for others. */
  is_user_blocked: Nullable(Type.Boolean()),
});
export type CommentView = Static<typeof CommentView>;

/** Why a viewer can't write here: `closed` off on this site, `login`, `membership` and `unlock` the post first, `audience` not for them, `blocked`. */
export const CommentRefusal = OneOf(['closed', 'login', 'membership', 'unlock', 'audience', 'blocked'] as const);

const creators = only('admin', 'model', 'sub_admin', 'content_manager');

export const listComments = defineCall({
  method: 'POST',
  path: '/api/blog/get-blog-comment',
  access: everyone,
  summary: 'Comments of a post, newest first, twenty a page. None where the viewer may not read them.',
  body: Type.Object({
    blog_id: Id,
    page_num: Type.Optional(PageNumber),
    /** `next` of the page before: goes on after it whatever was written meanwhile. */
    after: Type.Optional(Text(60)),
  }),
  data: Type.Object({
    comments: Type.Array(CommentView),
    /** Null where the number is not told. */
    total_comments: Nullable(Type.Integer()),
    currentPage: Type.Integer(),
    totalPages: Type.Integer(),
    next: Nullable(Type.String()),
    can_comment: Type.Boolean(),
    refusal: Nullable(CommentRefusal),
    /** Longest comment, in characters. */
    max_length: Type.Integer(),
  }),
  errors: ['not-found', 'invalid-request'],
});

export const saveComment = defineCall({
  method: 'POST',
  path: '/api/blog/save-blog-comment',
  access: signedIn,
  summary: 'Write a comment on a post that is open to the caller.',
  body: Type.Object({ blog_id: Id, comment: Text(8_000) }),
  data: Type.Object({ comment: CommentView, total_comments: Type.Integer() }),
  errors: [
    'not-found',
    'comment-empty',
    'comment-too-long',
    'comments-closed',
    'membership-required',
    'comment-refused',
    'comment-blocked',
    'idempotency-key-reused',
    'too-many-requests',
  ],
  throttle: { max: 12, seconds: 60 },
  idempotent: true,
});

export const removeComment = defineCall({
  method: 'POST',
  path: '/api/blog/remove-blog-comment',
  access: signedIn,
  summary: "Take away a comment: one's own, or as staff anyone's.",
  body: Type.Object({ comment_id: Id, blog_id: Type.Optional(Id) }),
  data: Type.Object({ comment_id: Id, total_comments: Type.Integer() }),
  errors: ['not-found'],
});

export const hideComment = defineCall({
  method: 'POST',
  path: '/api/blog/hide-blog-comment',
  access: creators,
  summary: 'Hide a comment from others than its writer and staff, or with `is_hidden` false show it again.',
  body: Type.Object({ comment_id: Id, is_hidden: Type.Optional(Type.Boolean()) }),
  data: Type.Object({ comment: CommentView, total_comments: Type.Integer() }),
  errors: ['not-found'],
});

export const blockCommenter = defineCall({
  method: 'POST',
  path: '/api/blog/block-user-from-commenting',
  access: creators,
  summary: 'Keep a fan from writing comments on this site, or let them again. What they wrote stays.',
  body: Type.Object({ user_id: Id, is_blocked: Type.Optional(Type.Boolean()) }),
  data: Type.Object({ user_id: Id, is_blocked: Type.Boolean() }),
  errors: ['not-found', 'access-denied'],
});
