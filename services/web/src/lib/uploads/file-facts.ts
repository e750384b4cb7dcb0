import { isPhotoType, isUploadType } from '@backlot/domain/limits';
import type { UploadItem } from './upload-item.ts';

/** Some systems know no type for films; the name then says what the content will have to prove. */
const byEnding: Readonly<Record<string, string>> = { mov: 'video/quicktime', m4v: 'video/x-m4v', mp4: 'video/mp4', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' };
export const typeOf = ({ name, type }: Pick<File, 'name' | 'type'>): string =>
  (isUploadType(type) ? type : (type === '' || type === 'application/octet-stream' ? byEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? type : type));

export const factsOf = (file: File): Pick<UploadItem, 'name' | 'size' | 'type'> => ({ name: file.name, size: file.size, type: typeOf(file) });

export const mediaTypeOf = (type: string): 'photo' | 'video' => (isPhotoType(type) ? 'photo' : 'video');
/** POST-107: a word for the address; what a file is, its content says. */
export const putTypeOf = (type: string): string => (isPhotoType(type) ? 'image/jpg' : 'video/mp4');

/** Width and height without drawing the picture; null for what is none. */
export function pictureSize(address: string): Promise<{ width: number; height: number } | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener('error', () => resolve(null));
    image.src = address;
  });
}

export interface FilmFacts { readonly width: number; readonly height: number; readonly duration: number | null; readonly preview: string | null }
const patience = 6000;

/** Shape, length and a frame of a film on this device; null where the browser cannot play it. */
export function filmFacts(file: Blob): Promise<FilmFacts | null> {
  if (typeof document === 'undefined' || typeof document.createElement !== 'function') return Promise.resolve(null);
  const address = URL.createObjectURL(file);
  const film = document.createElement('video');
  film.muted = true;
  film.preload = 'auto';
  film.playsInline = true;
  return new Promise<FilmFacts | null>((resolve) => {
    const timer = setTimeout(() => resolve(factsOfFilm(film, null)), patience);
    const end = (facts: FilmFacts | null): void => {
      clearTimeout(timer);
      resolve(facts);
    };
    film.addEventListener('error', () => end(null));
    film.addEventListener('loadeddata', () => { film.currentTime = Math.min(1, (film.duration || 0) / 3); });
    film.addEventListener('seeked', () => { void frameOf(film).then((preview) => end(factsOfFilm(film, preview))); });
    film.src = address;
  }).finally(() => {
    film.removeAttribute('src');
    film.load();
    URL.revokeObjectURL(address);
  });
}

const factsOfFilm = ({ videoWidth, videoHeight, duration }: HTMLVideoElement, preview: string | null): FilmFacts | null =>
  (videoWidth === 0 ? null : { width: videoWidth, height: videoHeight, duration: Number.isFinite(duration) ? duration : null, preview });

async function frameOf(film: HTMLVideoElement): Promise<string | null> {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, 480 / Math.max(1, film.videoWidth));
  canvas.width = Math.round(film.videoWidth * scale);
  canvas.height = Math.round(film.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
  const frame = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/webp', 0.8); });
  return frame && URL.createObjectURL(frame);
}
