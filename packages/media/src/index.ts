export { openDiskStorage } from './disk-storage.ts';
export { maxPhotoBytes, maxVideoBytes, receivePart, receiveUpload, type ReceivedPart, type ReceivedUpload, type UploadTarget } from './receive-upload.ts';
export { checkSigningKeys, type SigningKeys } from './seal.ts';
export { answerMedia, etagOf, type MediaAnswer, type MediaRequest, type ServedMedia } from './serve.ts';
export {
  mediaExpiry, signMediaPath, verifyMediaPath,
  type MediaAsker, type MediaPass, type MediaTicket, type MediaViewer,
} from './signature.ts';
export { sniff, sniffBytes, sniffFile, type Sniffed, type SniffRefusal } from './sniff.ts';
export { newStorageRandom, parseStorageKey, storageKey, type StorageArea, type TenantHolder, type TenantKey } from './storage-key.ts';
export {
  TooLargeError,
  type ByteRange, type Multipart, type OpenObject, type PutOptions, type ReadAddressOptions, type Storage, type StoredObject, type StoredPart,
} from './storage.ts';
export {
  signPartPath, signUploadPath, verifyPartPath, verifyUploadPath,
  type PartPass, type PartTicket, type UploadPass, type UploadTicket,
} from './upload-signature.ts';
export { createPhotoPipeline, type PhotoJob, type PhotoOutcome, type PhotoPipeline, type PhotoPipelineOptions, type PhotoRefusal } from './photo.ts';
export type { PhotoManifest, PhotoVariant } from './photo-manifest.ts';
export { maxPhotoPixels, photoKeys, photoVariantNames, type PhotoVariantName } from './photo-plan.ts';
export { createFilmPipeline, type FilmPipelineOptions } from './film.ts';
export type { FilmJob, FilmOutcome, FilmPipeline, FilmProcessOptions, FilmRefusal } from './film-job.ts';
export { filmSteps, type FilmFiles, type FilmManifest, type FilmRendition, type FilmSprite, type FilmStepName } from './film-manifest.ts';
export { filmKeys, filmObjectNames, playlistOf, type FilmObjectName, type PlaylistName } from './film-plan.ts';
export type { PictureWishes, Watermark } from './picture-wishes.ts';
