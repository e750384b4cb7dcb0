export { openDiskStorage } from './storage/disk-storage.ts';
export {
  receivePart,
  receiveUpload,
  type ReceivedPart,
  type ReceivedUpload,
  type UploadTarget,
} from './receive/receive-upload.ts';
export { answerMedia, etagOf, type MediaAnswer, type MediaRequest, type ServedMedia } from './serve/serve.ts';
export { isWithin, type MediaLevel } from './serve/media-level.ts';
export {
  addressWith,
  type AddressOf,
  mediaExpiry,
  mediaTicket,
  verifyMediaPath,
  type MediaAsker,
  type MediaPass,
  type MediaTicket,
  type MediaViewer,
} from './serve/media-paths.ts';
export { idOfShort } from './serve/short-id.ts';
export { openSigningKeys, type SigningKeys } from './serve/signatures.ts';
export {
  signPartPath,
  signUploadPath,
  verifyPartPath,
  verifyUploadPath,
  type PartPass,
  type PartTicket,
  type UploadPass,
  type UploadTicket,
} from './serve/upload-paths.ts';
export { sniff, sniffBytes, sniffFile, type Sniffed, type SniffRefusal } from './receive/sniff.ts';
export {
  type ByteRange,
  type Multipart,
  newStorageRandom,
  type OpenObject,
  parseStorageKey,
  type PutOptions,
  type ReadAddressOptions,
  type Storage,
  type StorageArea,
  storageKey,
  type StoredObject,
  type StoredPart,
  type TenantHolder,
  type TenantKey,
  TooLargeError,
} from './storage/storage.ts';
export {
  createPhotoPipeline,
  type PhotoJob,
  type PhotoOutcome,
  type PhotoPipeline,
  type PhotoPipelineOptions,
  type PhotoRefusal,
} from './photo/photo.ts';
export {
  createDocumentPipeline,
  type DocumentOutcome,
  type DocumentPipeline,
  type KeptDocument,
} from './document/document.ts';
export type { PhotoManifest, PhotoVariant } from './photo/photo-manifest.ts';
export {
  photoKeys,
  type PhotoVariantName,
  photoVariantNames,
  type PictureOptions,
  type Watermark,
} from './photo/photo-plan.ts';
export { createFilmPipeline, type FilmPipelineOptions } from './film/film.ts';
export type { FilmJob, FilmOutcome, FilmPipeline, FilmProcessOptions, FilmRefusal } from './film/film-job.ts';
export {
  type FilmFiles,
  filmKeys,
  type FilmManifest,
  type FilmObjectName,
  filmObjectNames,
  type FilmRendition,
  type FilmSprite,
  type FilmStepName,
  filmSteps,
  type PlaylistName,
  playlistOf,
} from './film/film-plan.ts';
export { packReadyMade, placeFilm, readReadyMade, readyMadeName } from './ready/ready-made.ts';
