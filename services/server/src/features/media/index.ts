import type { Feature } from '../../feature.ts';
import { digestMediaJob } from './make/digest-media.ts';
import { forgetUploadsJob } from './receive/forget-uploads.ts';
import { mountForms } from './receive/receive-form-route.ts';
import { mountUploads } from './receive/receive-bytes.ts';
import { remakeJobs } from './make/remake-media.ts';
import { processDeclaredJob } from './make/process-declared.ts';
import { processFilmJob } from './make/process-film.ts';
import { processPhotoJob } from './make/process-photo.ts';
import { removeLeftoversJob } from './make/remove-leftovers.ts';
import { renewWatermarksJob } from './make/renew-watermarks.ts';
import { forgetViewsJob } from './serve/forget-views.ts';
import { mountMedia } from './serve/serve-media.ts';
import { uploadRoutes } from './routes.ts';

export {
  categoryName,
  fileUnder,
  findCategory,
  insertCategory,
  listCategories,
  markCategoryDeleted,
  renameCategory,
  type MediaCategoryRow,
  type NewCategory,
} from './category-rows.ts';
export { hasLostSound } from './make/processing-rows.ts';
export {
  blurUrl,
  type MediaSigner,
  noFilm,
  openMediaSigner,
  presentUpload,
  signerBy,
} from './serve/media-addresses.ts';
export {
  listUnpurged,
  lockForRemoval,
  markPurged,
  markTakenOut,
  moveMedia,
  renameFile,
  sendToPreview,
} from './keep-media.ts';
export { lockMediaStates, mediaRows, type LockedMedia, type MediaRow, type MediaState } from './media-rows.ts';
export { getMediaIdIn } from './receive/named-media.ts';
export { readForm } from './receive/read-form.ts';
export { fileNameOf } from './receive/upload-addresses.ts';
export { takeSentFiles } from './receive/take-sent-files.ts';
export { processDeclaredLater } from './make/process-declared.ts';
export { processFilmLater } from './make/process-film.ts';
export { processPhoto } from './make/process-photo.ts';
export { keepPublicFile, type PublicFileType } from './serve/public-file.ts';
export { publishMedium } from './serve/publish-medium.ts';
export { listPublished } from './serve/published-rows.ts';
export { remakeMedia } from './make/remake-media.ts';
export { renewWatermarksLater, watermarkSettings } from './make/renew-watermarks.ts';
export { mediaToRemake, retryFilm } from './make/retry-film.ts';
export { removeObjectsOf } from './make/stored-objects.ts';
export { readDeclared, registerOriginal, takeOriginals, type TakenOriginal } from './receive/take-original.ts';

export const mediaFeature: Feature = {
  name: 'media',
  tables: [
    'media',
    'media_categories',
    'media_uploads',
    'media_remakes',
    'media_leftovers',
    'published_media',
    'media_views',
  ],
  routes: uploadRoutes,
  files: (app, ctx) => {
    mountUploads(app, ctx);
    mountForms(app, ctx);
    mountMedia(app, ctx);
  },
  jobs: [
    processPhotoJob,
    processFilmJob,
    processDeclaredJob,
    digestMediaJob,
    forgetUploadsJob,
    removeLeftoversJob,
    renewWatermarksJob,
    forgetViewsJob,
    ...remakeJobs,
  ],
};
