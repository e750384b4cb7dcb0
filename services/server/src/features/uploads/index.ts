import type { Feature } from '../../feature.ts';
import { forgetUploadsJob } from './forget-uploads.ts';
import { mountForms } from './receive-form-route.ts';
import { mountUploads } from './receive-route.ts';
import { remakeJobs } from './remake-media.ts';
import { removeLeftoversJob } from './remove-leftovers.ts';
import { renewWatermarksJob } from './renew-watermarks.ts';
import { uploadRoutes } from './routes.ts';

export { hasLostSound } from './film-rows.ts';
export { blurUrl, noFilm, openMediaSigner, type MediaSigner } from './media-addresses.ts';
export { lockMediaStates, type MediaRow, type MediaState } from './media-rows.ts';
export { presentUpload } from './present-upload.ts';
export { processDeclaredJob, processDeclaredLater } from './process-declared.ts';
export { processFilmJob, processFilmLater } from './process-film.ts';
export { processPhoto, processPhotoJob } from './process-photo.ts';
export { keepPublicFile, type PublicFileType } from './public-file.ts';
export { publishMedium } from './publish-medium.ts';
export { remakeMedia } from './remake-media.ts';
export { renewWatermarksLater, watermarkSettings } from './renew-watermarks.ts';
export { mediaToRemake, retryFilm } from './retry-film.ts';
export { mountMedia } from './serve-media.ts';
export type { OnSettled } from './settle-media.ts';
export { removeObjectsOf } from './stored-objects.ts';
export { readDeclared, registerOriginal, takeOriginals, type TakenOriginal } from './take-original.ts';

export const uploadsFeature: Feature = {
  name: 'uploads',
  routes: uploadRoutes,
  files: (app, ctx, sessions) => {
    mountUploads(app, ctx);
    mountForms(app, ctx, sessions);
  },
  jobs: [forgetUploadsJob, removeLeftoversJob, renewWatermarksJob, ...remakeJobs] as Feature['jobs'],
};
