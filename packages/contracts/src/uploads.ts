import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, Text } from './http/call.ts';

export const UploadState = OneOf(['waiting', 'processing', 'ready', 'error'] as const);

/** A file on its way to become a picture or film of a post. */
export const UploadView = Type.Object({
  _id: Id,
  name: Type.String(),
  type: OneOf(['photo', 'video'] as const),
  state: UploadState,
  /** Percent of the processing of a film; null before and after. */
  progress: Nullable(Type.Integer()),
  /** Seconds, of a film that is ready. */
  duration: Nullable(Type.Number()),
  error_code: Nullable(Type.String()),
  message: Nullable(Type.String()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  thumbnail_url: Nullable(Type.String()),
  blur_url: Nullable(Type.String()),
  placeholder: Nullable(Type.String()),
});
export type UploadView = Static<typeof UploadView>;

const creators = only('admin', 'model', 'sub_admin', 'content_manager');

/** How a large file is cut: every part but the last has `part_size` bytes; parts count from 1. */
export const PartPlan = Type.Object({ part_size: Type.Integer(), parts_count: Type.Integer() });
export type PartPlan = Static<typeof PartPlan>;

/** Bytes; a file above it is sent in parts. */
export const multipartFrom = 16 * 1024 * 1024;

const partsAtOnce = 20;

export const presignUpload = defineCall({
  method: 'POST',
  path: '/api/upload/generate_presigned_url',
  access: creators,
  summary:
    'An address to PUT one file to, good for an hour; empty for a file that is sent in parts. `media_id` and `file_name` name the file afterwards.',
  body: Type.Object({
    file_name: Text(255, 1),
    /** Absent: what is usual for `media_type`. */
    content_type: Type.Optional(Text(100, 1)),
    media_type: OneOf(['photo', 'video'] as const),
    size: Type.Optional(Type.Integer({ minimum: 0 })),
    category: Type.Optional(OneOf(['blog', 'media', 'message'] as const)),
    media_category_id: Type.Optional(Nullable(Id)),
    email: Type.Optional(Text(254)),
    domain: Type.Optional(Text(254)),
  }),
  data: Type.Object({
    presigned_url: Type.String(),
    file_name: Type.String(),
    media_id: Id,
    multipart: Nullable(PartPlan),
  }),
  fields: Type.Object({ presigned_url: Type.String(), file_name: Type.String() }),
  errors: ['media-format', 'file-too-large', 'access-denied', 'not-found'],
  throttle: { max: 600, seconds: 300 },
});

const OneUpload = Type.Object({ media_id: Id });

export const partAddresses = defineCall({
  method: 'POST',
  path: '/api/upload/multipart/parts',
  access: creators,
  summary:
    'Addresses to PUT parts to, good for an hour, in any order and several at a time. A part that is sent again takes the place of the former.',
  body: Type.Object({
    media_id: Id,
    part_numbers: Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }), {
      minItems: 1,
      maxItems: partsAtOnce,
      uniqueItems: true,
    }),
  }),
  data: Type.Array(Type.Object({ part_number: Type.Integer(), url: Type.String() })),
  errors: ['not-found', 'upload-expired', 'upload-complete'],
  throttle: { max: 1_200, seconds: 300 },
});

export const multipartStatus = defineCall({
  method: 'POST',
  path: '/api/upload/multipart/status',
  access: creators,
  summary:
    'Which parts have arrived whole: what is missing is sent to go on after a break. For a day after the beginning.',
  body: OneUpload,
  data: Type.Object({
    ...PartPlan.properties,
    size: Type.Integer(),
    uploaded: Type.Array(Type.Integer()),
    state: UploadState,
  }),
  errors: ['not-found'],
  throttle: { max: 600, seconds: 300 },
});

export const completeUpload = defineCall({
  method: 'POST',
  path: '/api/upload/complete',
  access: creators,
  summary: 'Says that all bytes of a file were sent. The same answer however often.',
  body: OneUpload,
  data: UploadView,
  errors: ['not-found', 'upload-incomplete', 'upload-expired', 'media-format', 'file-too-large'],
  throttle: { max: 1_200, seconds: 300 },
});

export const abortUpload = defineCall({
  method: 'POST',
  path: '/api/upload/abort',
  access: creators,
  summary: 'Gives up a file whose bytes have not all come. One that came whole is left as it is.',
  body: OneUpload,
  errors: ['not-found'],
});

/** `PUT` of the file to `presigned_url` carries no session: its signature is the right. Answers 200. */
export const uploadStates = defineCall({
  method: 'POST',
  path: '/api/upload/states',
  access: creators,
  summary: 'How far uploaded files have come.',
  body: Type.Object({ ids: Type.Array(Id, { maxItems: 100 }) }),
  data: Type.Array(UploadView),
  errors: [],
});
