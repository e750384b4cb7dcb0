import { Type } from 'typebox';
import { defineCall, only } from './http/call.ts';
import { UploadView } from './uploads.ts';

const creators = only('admin', 'model', 'sub_admin', 'content_manager');

/** The documents' older way: files in a form (`multipart/form-data`, under any name) in place of an address to send them to. */
const Received = Type.Object({
  /** Where it is seen by whoever sent it, once it is ready. */
  Location: Type.String(),
  /** Bytes. */
  fileSize: Type.Integer(),
  /** Where its blur is, once it is ready. */
  blurLocation: Type.String(),
});

export const uploadFile = defineCall({
  method: 'POST',
  path: '/api/upload/upload_file',
  access: creators,
  summary: 'Takes one photo or film of a form. It is processed as any other upload; `data._id` names it in a post.',
  takesForm: true,
  data: UploadView,
  fields: Received,
  errors: ['media-required', 'media-format', 'file-too-large', 'content-type-refused', 'access-denied'],
  throttle: { max: 120, seconds: 300 },
});

export const uploadGalleryFile = defineCall({
  method: 'POST',
  path: '/api/upload/upload_gallery_file',
  access: creators,
  summary:
    'Takes up to 45 photos and films of a form, in their order. The first that is refused ends it; those before it are there.',
  takesForm: true,
  data: Type.Array(Type.Object({ ...UploadView.properties, ...Received.properties })),
  fields: Type.Object({ uploaded: Type.Integer() }),
  errors: ['media-required', 'media-format', 'file-too-large', 'max-45', 'content-type-refused', 'access-denied'],
  throttle: { max: 60, seconds: 300 },
});
