import type { Feature } from '../../feature.ts';
import { forgetUploadsJob } from './forget-uploads.ts';
import { mountUploads } from './receive-route.ts';
import { uploadRoutes } from './routes.ts';
import { mountMedia } from './serve-media.ts';

export { blurUrl, noFilm, openMediaSigner, type MediaSigner } from './media-addresses.ts';
export { lockMediaStates, type MediaRow, type MediaState } from './media-rows.ts';
export { processDeclaredJob, processDeclaredLater } from './process-declared.ts';
export { processPhoto, processPhotoJob, type OnSettled } from './process-photo.ts';
export { keepPublicFile, type PublicFileType } from './public-file.ts';
export { removeObjectsOf } from './stored-objects.ts';
export { readDeclared, registerOriginal, takeOriginals, type TakenOriginal } from './take-original.ts';

export const uploadsFeature: Feature = {
  name: 'uploads',
  routes: uploadRoutes,
  files: (app, ctx, sessions) => {
    mountUploads(app, ctx);
    mountMedia(app, ctx, sessions);
  },
  jobs: [forgetUploadsJob] as Feature['jobs'],
};
