import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lengthOf, peakBandwidth, readFragmented, videoCodecOf, writePlaylist } from './film-segments.ts';
import type { FilmJob } from './film-job.ts';
import {
  type FilmManifest,
  type FilmObjectName,
  type FilmProgress,
  type FilmRendition,
  parseFilmManifest,
  parseFilmProgress,
  type PlannedRendition,
  playlistOf,
} from './film-plan.ts';
import { areStored } from '../photo/make-picture.ts';
import type { PhotoVariant } from '../photo/photo-manifest.ts';
import { contentTypeOf, planVariants } from '../photo/photo-plan.ts';
import { withPlain } from '../confine/work-folder.ts';
import type { Storage } from '../storage/storage.ts';

const maxPlaylistBytes = 4 * 1024 * 1024;
const maxNoteBytes = 64 * 1024;
const playlistType = 'application/vnd.apple.mpegurl';

export type FilmPoster = Pick<FilmManifest, 'variants' | 'dominantColor' | 'thumbhash'>;

/** Null while the film is not ready, or when something of it is gone. */
export async function findMadeFilm(storage: Storage, job: FilmJob): Promise<FilmManifest | null> {
  const film = parseFilmManifest((await readNote(storage, job, 'manifest')) ?? '');
  if (film === null || !(await areStored(storage, film.variants, job.keyFor))) return null;
  const { renditions, mp4, sprite } = film.film;
  for (const rendition of renditions) if (!(await isWhole(storage, job, rendition))) return null;
  const others = [
    ['mp4', mp4],
    ['sprite', sprite],
  ] as const;
  for (const [name, file] of others)
    if (file !== null && (await storage.stat(job.keyFor(name)))?.size !== file.bytes) return null;
  return film;
}

/** What an earlier run stored whole before it was cut off, or before only the blur was to be another. */
export async function findProgress(storage: Storage, job: FilmJob): Promise<FilmProgress | null> {
  const found =
    parseFilmProgress((await readNote(storage, job, 'progress')) ?? '') ??
    progressOf(parseFilmManifest((await readNote(storage, job, 'manifest')) ?? ''));
  if (found === null) return null;
  for (const rendition of found.renditions) if (!(await isWhole(storage, job, rendition))) return null;
  if (found.sprite !== null && (await storage.stat(job.keyFor('sprite')))?.size !== found.sprite.bytes) return null;
  return found;
}

/** The poster that came with what is noted; null when a size of it is gone. */
export async function findPoster(storage: Storage, job: FilmJob): Promise<FilmPoster | null> {
  const poster = parseFilmProgress((await readNote(storage, job, 'progress')) ?? '')?.poster;
  if (poster === undefined) return null;
  const isComplete = planVariants(poster).every(({ name }) => poster.variants.some((one) => one.name === name));
  const variants = poster.variants.map(({ name, width, height, bytes }): PhotoVariant => ({
    name,
    key: job.keyFor(name),
    width,
    height,
    contentType: contentTypeOf(name),
    bytes,
  }));
  return isComplete && (await areStored(storage, variants, job.keyFor)) ? { ...poster, variants } : null;
}

const progressOf = (made: FilmManifest | null): FilmProgress | null =>
  made && { version: 1, durationMs: made.durationMs, renditions: [...made.film.renditions], sprite: made.film.sprite };

/** Stores one quality with its playlist. A text says what is wrong with what the child left. */
export async function storeRendition(
  storage: Storage,
  folder: string,
  job: FilmJob,
  planned: PlannedRendition,
  hasSound: boolean,
): Promise<{ rendition: FilmRendition; durationMs: number } | string> {
  const { name, width, height } = planned;
  const stored = await withPlain(join(folder, name), Number.POSITIVE_INFINITY, async (file, bytes) => {
    const film = await readFragmented(file, bytes);
    const codec = film === null ? null : videoCodecOf(film.head);
    if (film === null || codec === null) return null;
    await storage.put(job.keyFor(name), file.createReadStream({ autoClose: false, start: 0 }), {
      contentType: 'video/mp4',
      maxBytes: bytes,
    });
    await storage.put(job.keyFor(playlistOf(name)), Buffer.from(writePlaylist(film, name)), {
      contentType: playlistType,
      maxBytes: maxPlaylistBytes,
    });
    const codecs = hasSound ? `${codec},mp4a.40.2` : codec;
    return {
      rendition: { name, width, height, bandwidth: peakBandwidth(film), codecs, bytes },
      durationMs: Math.round(lengthOf(film) * 1000),
    };
  });
  return stored ?? `no ${name}`;
}

/** Stores a file of the folder under the same name; null when the child left none. Answers its bytes. */
export async function storeFile(
  storage: Storage,
  folder: string,
  job: FilmJob,
  name: 'mp4' | 'sprite',
  contentType: string,
): Promise<number | null> {
  return withPlain(join(folder, name), Number.POSITIVE_INFINITY, async (file, bytes) => {
    await storage.put(job.keyFor(name), file.createReadStream({ autoClose: false, start: 0 }), {
      contentType,
      maxBytes: bytes,
    });
    return bytes;
  });
}

export async function storeNote(
  storage: Storage,
  job: FilmJob,
  name: 'progress' | 'manifest',
  note: FilmProgress | FilmManifest,
): Promise<void> {
  await storage.put(job.keyFor(name), Buffer.from(JSON.stringify(note)), {
    contentType: 'application/json',
    maxBytes: maxNoteBytes,
  });
}

async function readNote(storage: Storage, job: FilmJob, name: FilmObjectName): Promise<string | null> {
  const object = await storage.open(job.keyFor(name));
  return object === null ? null : text(object.stream);
}

async function isWhole(storage: Storage, job: FilmJob, { name, bytes }: FilmRendition): Promise<boolean> {
  return (
    (await storage.stat(job.keyFor(name)))?.size === bytes &&
    (await storage.stat(job.keyFor(playlistOf(name)))) !== null
  );
}
