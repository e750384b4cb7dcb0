import { Type, type Static } from 'typebox';
import { defineCall, Id, Nullable, OneOf, only, Text } from './call.ts';

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

export const presignUpload = defineCall({
  method: 'POST', path: '/api/upload/generate_presigned_url', access: creators,
  summary: 'An address to PUT one file to, good for an hour. `media_id` names the file afterwards.',
  body: Type.Object({
    file_name: Text(255, 1),
    content_type: Text(100, 1),
    media_type: OneOf(['photo'] as const),
    size: Type.Optional(Type.Integer({ minimum: 0 })),
    category: Type.Optional(OneOf(['blog', 'media', 'message'] as const)),
    email: Type.Optional(Text(254)),
  }),
  data: Type.Object({ presigned_url: Type.String(), file_name: Type.String(), media_id: Id }),
  fields: Type.Object({ presigned_url: Type.String(), file_name: Type.String() }),
  errors: ['media-format', 'file-too-large', 'access-denied'],
});

/** `PUT` of the file to `presigned_url` carries no session: its signature is the right. Answers 200. */
export const uploadStates = defineCall({
  method: 'POST', path: '/api/upload/states', access: creators,
  summary: 'How far uploaded files have come.',
  body: Type.Object({ ids: Type.Array(Id, { maxItems: 100 }) }),
  data: Type.Array(UploadView),
  errors: [],
});
