import { isPhotoType, isUploadType } from '@backlot/domain/limits';
import { fileError } from '@backlot/domain/posts/post-form';
import { isFilm, type UploadItem } from './upload-item.ts';

/** Some systems know no type for films; the name then says what the content will have to prove. */
const byEnding: Readonly<Record<string, string>> = {
  mov: 'video/quicktime',
  m4v: 'video/x-m4v',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
};
export const typeOf = ({ name, type }: Pick<File, 'name' | 'type'>): string =>
  isUploadType(type)
    ? type
    : type === '' || type === 'application/octet-stream'
      ? (byEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? type)
      : type;

export const detailsOf = (file: File): Pick<UploadItem, 'name' | 'size' | 'type'> => ({
  name: file.name,
  size: file.size,
  type: typeOf(file),
});

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

export interface FilmDetails {
  readonly width: number;
  readonly height: number;
  readonly duration: number | null;
  readonly preview: string | null;
}
const patience = 6000;

/** Shape, length and a frame of a film on this device; null where the browser cannot play it. */
export function filmDetails(file: Blob): Promise<FilmDetails | null> {
  if (typeof document === 'undefined' || typeof document.createElement !== 'function') return Promise.resolve(null);
  const address = URL.createObjectURL(file);
  const film = document.createElement('video');
  film.muted = true;
  film.preload = 'auto';
  film.playsInline = true;
  return new Promise<FilmDetails | null>((resolve) => {
    const timer = setTimeout(() => resolve(detailsOfFilm(film, null)), patience);
    const end = (details: FilmDetails | null): void => {
      clearTimeout(timer);
      resolve(details);
    };
    film.addEventListener('error', () => end(null));
    film.addEventListener('loadeddata', () => {
      film.currentTime = Math.min(1, (film.duration || 0) / 3);
    });
    film.addEventListener('seeked', () => {
      void frameOf(film).then((preview) => end(detailsOfFilm(film, preview)));
    });
    film.src = address;
  }).finally(() => {
    film.removeAttribute('src');
    film.load();
    URL.revokeObjectURL(address);
  });
}

const detailsOfFilm = (
  { videoWidth, videoHeight, duration }: HTMLVideoElement,
  preview: string | null,
): FilmDetails | null =>
  videoWidth === 0
    ? null
    : { width: videoWidth, height: videoHeight, duration: Number.isFinite(duration) ? duration : null, preview };

async function frameOf(film: HTMLVideoElement): Promise<string | null> {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, 480 / Math.max(1, film.videoWidth));
  canvas.width = Math.round(film.videoWidth * scale);
  canvas.height = Math.round(film.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
  const frame = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.8);
  });
  return frame && URL.createObjectURL(frame);
}

/** The shape of a file, for the frame that it will stand in; pixels have a limit too. @throws with `problem` */
export async function lookAtFile(
  item: UploadItem,
  file: File,
  tell: (seen: Partial<UploadItem>) => void,
): Promise<void> {
  if (isFilm(item)) {
    // Sending need not wait for a picture of it.
    if (item.preview === null)
      void filmDetails(file).then((details) => {
        if (details) tell(details);
      });
    return;
  }
  const size = item.preview === null ? null : await pictureSize(item.preview);
  if (!size) return;
  tell(size);
  const problem = fileError(
    { ...detailsOf(file), pixels: size.width * size.height },
    { n: 1, isGallery: false, isPreview: false },
  );
  if (problem) throw Object.assign(new Error(problem.code), { problem });
}
