import { isPhotoType, isUploadType, maxFiles } from '@backlot/domain/limits';
import { fileError, isSameFile } from '@backlot/domain/posts/post-form';
import { isFilm, type UploadCategory, type UploadItem, type UploadProblem } from './upload-item.ts';

export interface Added {
  readonly keys: readonly string[];
  readonly duplicates: readonly string[];
  readonly problem: UploadProblem | null;
}

/** What the files are for; a post where nothing is said. */
export interface AddOptions {
  readonly category?: UploadCategory;
  readonly mediaCategoryId?: string | null;
  /** Files together in one post; Infinity where each stands alone, as in the library. */
  readonly most?: number;
  /** The one file that is shown to those who have not paid. */
  readonly isPreview?: boolean;
  /** For 'Preview' of the library. */
  readonly isForPreview?: boolean;
}

interface NewUploads extends Omit<Added, 'keys'> {
  readonly files: readonly File[];
  /** As many as files, in their order; what is refused comes with its reason. */
  readonly made: readonly UploadItem[];
}

/** What becomes of chosen files beside those of `group`: what is there already is left out, too many are not taken at all. */
export function newUploads(
  chosen: readonly File[],
  group: readonly UploadItem[],
  {
    category = 'blog',
    mediaCategoryId = null,
    most = maxFiles,
    isPreview = false,
    isForPreview = false,
  }: AddOptions = {},
): NewUploads {
  const details = chosen.map(detailsOf);
  const isFresh = (index: number): boolean =>
    !group.some((item) => isSameFile(item, details[index]!)) &&
    details.findIndex((other) => isSameFile(other, details[index]!)) === index;
  const files = chosen.filter((_, index) => isFresh(index));
  const duplicates = chosen.filter((_, index) => !isFresh(index)).map(({ name }) => name);
  const count = group.length + files.length;
  if (count > most) return { files: [], made: [], duplicates, problem: { code: 'max-45', params: { n: count } } };
  const made = files.map((file, index): UploadItem => ({
    ...itemOf(file, { n: group.length + index + 1, isGallery: count > 1, isPreview }),
    category,
    mediaCategoryId,
    ...(isForPreview ? { isForPreview } : {}),
  }));
  return { files, made, duplicates, problem: null };
}

function itemOf(file: File, place: Parameters<typeof fileError>[1]): UploadItem {
  const wrong = fileError({ ...detailsOf(file) }, place);
  const hasPicture = wrong === null && typeOf(file).startsWith('image/');
  return {
    key: crypto.randomUUID(),
    mediaId: null,
    ...detailsOf(file),
    phase: wrong ? 'refused' : 'waiting',
    sent: 0,
    problem: wrong,
    preview: hasPicture ? URL.createObjectURL(file) : null,
    width: null,
    height: null,
    duration: null,
    processed: null,
  };
}

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
