import { Type } from 'typebox';
import { defineCall, Id, OneOf, only, Text } from './http/call.ts';
import { UploadView } from './uploads.ts';

/** `blog`: a post by its id; `media`: one file of the library. */
const Subject = {
  id: Id,
  type: OneOf(['blog', 'media'] as const),
  format: Type.Optional(Text(20)),
  userId: Type.Optional(Text(40)),
};
const Angle = Type.Unsafe<-90 | 90>(Type.Integer({ enum: [-90, 90] }));

/** What staff do with pictures and films that are there. The older paths and the `modern` ones do the same. */
export const refreshBlur = defineCall({
  method: 'POST',
  path: '/api/upload/refresh_blur_picture',
  alsoAt: ['/api/upload/refresh_blur_modern_picture'],
  access: only('admin', 'model', 'sub_admin'),
  summary:
    'Makes the blurs of a post or a file again, under new addresses. Those of photos are usually there with the answer, those of films follow.',
  body: Type.Object(Subject),
  data: Type.Array(UploadView),
  fields: Type.Object({ updated: Type.Boolean() }),
  errors: ['not-found', 'refresh-blur-error'],
  throttle: { max: 60, seconds: 300 },
});

export const rotateImage = defineCall({
  method: 'POST',
  path: '/api/upload/rotate_image',
  alsoAt: ['/api/upload/rotate_modern_image'],
  access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary: 'Turns a photo by a quarter, in every post that holds it. Of a post, `imageIndex` is its place from 0.',
  body: Type.Object({
    ...Subject,
    rotate_angle: Angle,
    imageIndex: Type.Optional(Type.Integer({ minimum: 0, maximum: 44 })),
  }),
  data: UploadView,
  errors: ['not-found', 'rotate-error'],
  throttle: { max: 120, seconds: 300 },
});

export const cutTrailer = defineCall({
  method: 'POST',
  path: '/api/media/trailer',
  access: only('admin', 'model', 'sub_admin', 'content_manager'),
  summary:
    "Cuts a trailer of a film, of up to 15 s and at most half of it, as a file of its own in the library's Preview. Asked twice for the same it is made once.",
  body: Type.Object({
    mediaId: Id,
    /** Seconds from the film's beginning; later than the last stretch that fits, it is that one. */
    start: Type.Number({ minimum: 0, maximum: 21_600 }),
  }),
  data: UploadView,
  errors: ['not-found', 'media-format'],
  throttle: { max: 60, seconds: 300 },
});

export const sendVideoProcessRequest = defineCall({
  method: 'POST',
  path: '/api/admin/send_video_process_request',
  access: only('admin', 'model', 'sub_admin'),
  summary: 'Tries films of a post again that failed or have been processing for over 30 minutes.',
  body: Type.Object({
    id: Type.Optional(Id),
    udid: Type.Optional(Id),
    videoFrom: Type.Optional(OneOf(['blog', 'media'] as const)),
    isMassMessage: Type.Optional(Type.Boolean()),
    s3FilePath: Type.Optional(Text(1000)),
    shouldGenerateBlurImage: Type.Optional(Type.Boolean()),
  }),
  errors: ['not-found', 'video-process-error'],
  throttle: { max: 60, seconds: 300 },
});
