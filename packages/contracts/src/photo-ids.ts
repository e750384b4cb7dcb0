import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, PageNumber } from './http/call.ts';
import { Pagination } from './staff.ts';

/** Those who may lift a fan's limit. */
const reviewers = only('admin', 'model', 'sub_admin');

/** What is wrong with a rejected one. */
export const PhotoIdReason = OneOf(['unreadable', 'incomplete', 'expired', 'not-id'] as const);
export type PhotoIdReason = Static<typeof PhotoIdReason>;

/** What a fan is told of their own photo id. */
export const MyPhotoId = Type.Object({
  /** `none`: nothing was sent, or what was sent counts no more. */
  state: OneOf(['none', 'waiting', 'accepted', 'rejected'] as const),
  sent_at: Nullable(Type.String()),
  /** Of a rejected one. */
  reason: Nullable(PhotoIdReason),
  /** Most that this fan can spend in 24 hours now; null for no limit, and then no photo id is taken. */
  limit: Nullable(Type.Number()),
  /** The same while a photo id waits for a decision. */
  limit_while_waiting: Nullable(Type.Number()),
});
export type MyPhotoId = Static<typeof MyPhotoId>;

export const myPhotoId = defineCall({
  method: 'GET',
  path: '/api/users/photo-id',
  access: only('user'),
  summary: "How one's own photo id stands, and the limit that applies.",
  data: MyPhotoId,
  errors: ['access-denied'],
});

export const uploadPhotoId = defineCall({
  method: 'POST',
  path: '/api/users/upload_photo_id',
  access: only('user'),
  summary:
    'Send a photo id as a picture or PDF; it replaces one that nobody has decided on (ACC-26, ACC-27). The limit on purchases is doubled until staff decide.',
  takesForm: true,
  data: MyPhotoId,
  errors: [
    'photo-id-required',
    'photo-id-format',
    'photo-id-damaged',
    'photo-id-not-needed',
    'file-too-large',
    'content-type-refused',
    'access-denied',
  ],
  throttle: { max: 10, seconds: 3600 },
});

/** A photo id that nobody has decided on. */
export const WaitingPhotoId = Type.Object({
  _id: Id,
  user: Type.Object({ _id: Id, name: Type.String(), email: Type.String() }),
  date: Type.String(),
  type: OneOf(['picture', 'pdf'] as const),
  /** When it is deleted if nobody decides. */
  deleted_on: Type.String(),
});
export type WaitingPhotoId = Static<typeof WaitingPhotoId>;

export const listPhotoIds = defineCall({
  method: 'GET',
  path: '/api/admin/photo-ids',
  access: reviewers,
  summary: 'Photo ids that wait for a decision, the oldest first, paged.',
  query: Type.Object({ page_num: Type.Optional(PageNumber) }),
  data: Type.Object({ photo_ids: Type.Array(WaitingPhotoId), paginationData: Pagination }),
  errors: ['access-denied'],
});

export const FanPhotoId = Type.Object({
  _id: Id,
  /** `replaced` by a newer one, `expired`: nobody decided in time. */
  state: OneOf(['waiting', 'accepted', 'rejected', 'replaced', 'expired'] as const),
  type: OneOf(['picture', 'pdf'] as const),
  date: Type.String(),
  decided: Nullable(Type.Object({ date: Type.String(), by: Type.String(), reason: Nullable(PhotoIdReason) })),
  /** Null once it is gone. */
  deleted_on: Nullable(Type.String()),
  /** Whether the caller has opened it; only then can they decide. */
  is_opened: Type.Boolean(),
  /** Each time that somebody opened it, the newest first. */
  openings: Type.Array(Type.Object({ date: Type.String(), by: Type.String() })),
});
export type FanPhotoId = Static<typeof FanPhotoId>;

export const fanPhotoIds = defineCall({
  method: 'GET',
  path: '/api/admin/photo-ids/of-fan',
  access: reviewers,
  summary: "A fan's last photo ids, what was decided, and who opened them when.",
  query: Type.Object({ user_id: Id }),
  data: Type.Array(FanPhotoId),
  errors: ['access-denied', 'not-found'],
});

export const openPhotoId = defineCall({
  method: 'POST',
  path: '/api/admin/photo-ids/open',
  access: reviewers,
  summary:
    'Record that the caller opens a photo id, and answer the address of its document, which is theirs alone and good for a minute.',
  body: Type.Object({ id: Id }),
  data: Type.Object({ address: Type.String(), type: OneOf(['picture', 'pdf'] as const) }),
  errors: ['access-denied', 'not-found'],
  throttle: { max: 120, seconds: 3600 },
});

export const decidePhotoId = defineCall({
  method: 'POST',
  path: '/api/admin/photo-ids/decide',
  access: reviewers,
  summary: 'Accept a photo id, or reject it with a reason. Only whoever has opened it can decide; the fan gets a mail.',
  body: Type.Object({ id: Id, is_accepted: Type.Boolean(), reason: Type.Optional(PhotoIdReason) }),
  errors: ['access-denied', 'not-found', 'invalid-request', 'photo-id-unopened', 'photo-id-decided'],
});
