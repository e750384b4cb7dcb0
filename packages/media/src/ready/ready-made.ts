import { createHash } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  type FilmObjectName,
  type FilmProgress,
  parseFilmManifest,
  parseFilmProgress,
  playlistOf,
} from '../film/film-plan.ts';
import type { ReadyPhoto } from '../photo/photo.ts';
import {
  type ChildReport,
  parseChildReport,
  parseManifest,
  type PhotoManifest,
  type PhotoVariant,
  type PictureReport,
} from '../photo/photo-manifest.ts';
import { baseSize, contentTypeOf, photoVariantNames, type PhotoVariantName, type Size } from '../photo/photo-plan.ts';
import type { Storage, TenantKey } from '../storage/storage.ts';
import { plainJpegSize } from './plain-jpeg.ts';

/**
 * What takes longest to make of a picture or film, in one file that lies beside its original: of a picture all sizes; of
 * a film its qualities and its poster. A line of JSON, then the objects one after another. The pipeline takes these for
 * its own, and makes all else.
 */
export interface ReadyMade {
  /** Of a film: what an interrupted run of its pipeline would have noted. */
  readonly film: FilmProgress | null;
  readonly photo: ReadyPhoto | null;
  readonly objects: ReadonlyMap<FilmObjectName, Buffer>;
}

interface Head {
  readonly film: FilmProgress | null;
  readonly photo?: PictureReport;
  readonly original?: PhotoVariantName;
  readonly objects: ReadonlyArray<readonly [name: FilmObjectName, bytes: number]>;
}

/** What is to be packed: where it is stored, and whether a watermark was drawn on it. */
export interface Packed {
  readonly kind: 'photo' | 'video';
  readonly source: TenantKey;
  readonly keyFor: KeyFor;
  readonly isMarked: boolean;
}

type KeyFor = (name: FilmObjectName) => TenantKey;

/** To be raised when the pipelines make something else of the same bytes: what was made before is then found no more. */
const recipe = 1;
const mostHeadBytes = 64 * 1024;
/** An original serves as its own largest JPEG while it is no heavier than this many of the one that was made. */
const mostWeight = 1.5;

/** The name under which it lies: another original, or another mark drawn on it, is another file. */
export const readyMadeName = (sha256: string, watermark: string | null): string =>
  `${createHash('sha256')
    .update(JSON.stringify([recipe, sha256, watermark]))
    .digest('hex')
    .slice(0, 32)}.made`;

/** Writes what a pipeline has stored of a medium into one file. Answers its bytes. */
export async function packReadyMade(storage: Storage, packed: Packed, path: string): Promise<number> {
  const { kind, keyFor } = packed;
  const note = String(await bytesOf(storage, keyFor('manifest')));
  const { head, names } = kind === 'video' ? filmIn(note) : photoIn(note, await originalOf(storage, packed));
  const objects = await Promise.all(names.map(async (name) => [name, await bytesOf(storage, keyFor(name))] as const));
  const whole: Head = { ...head, objects: objects.map(([name, { length }]) => [name, length]) };
  const file = Buffer.concat([Buffer.from(`${JSON.stringify(whole)}\n`), ...objects.map(([, bytes]) => bytes)]);
  await writeFile(path, file);
  return file.length;
}

/** Null when there is no such file, or none that can be read: everything is then made as of any other medium. */
export async function readReadyMade(path: string): Promise<ReadyMade | null> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const whole = await file.readFile().catch(() => Buffer.alloc(0));
    const end = whole.subarray(0, mostHeadBytes).indexOf('\n');
    const head = end < 0 ? null : headOf(whole.toString('utf8', 0, end));
    if (head === null) return null;
    let at = end + 1;
    const objects = new Map(head.objects.map(([name, bytes]) => [name, whole.subarray(at, (at += bytes))]));
    if (at !== whole.length) return null;
    const { film, photo, original = null } = head;
    return { film, photo: photo ? { report: photo, sizes: objects as ReadyPhoto['sizes'], original } : null, objects };
  } finally {
    await file.close();
  }
}

/** Stores the qualities and the poster of a film as if a run of its pipeline had been cut off after them; the next one goes on from there. */
export async function placeFilm(storage: Storage, keyFor: KeyFor, { film, objects }: ReadyMade): Promise<void> {
  if (film === null) return;
  for (const [name, bytes] of objects)
    await storage.put(keyFor(name), bytes, { contentType: typeOf(name), maxBytes: bytes.length });
  // Last, as the pipeline writes it: it says that the others are there.
  const note = Buffer.from(JSON.stringify(film));
  await storage.put(keyFor('progress'), note, { contentType: 'application/json', maxBytes: note.length });
}

const typeOf = (name: FilmObjectName): string =>
  isPhotoName(name)
    ? contentTypeOf(name)
    : name === 'sprite'
      ? 'image/webp'
      : name.startsWith('m')
        ? 'application/vnd.apple.mpegurl'
        : 'video/mp4';

function headOf(text: string): Head | null {
  try {
    const { film, photo, original, objects } = JSON.parse(text) as Head;
    const progress = film === null ? null : parseFilmProgress(JSON.stringify(film));
    const report = film === null ? parseChildReport(JSON.stringify(photo)) : null;
    const isKnown = knownIn(progress, report);
    if (original !== undefined && !isPhotoName(original)) return null;
    if (isKnown === null || !objects.every(([name, bytes]) => isKnown(name) && bytes > 0)) return null;
    return {
      film: progress,
      ...(report && { photo: report as PictureReport, ...(original && { original }) }),
      objects,
    };
  } catch {
    return null;
  }
}

function knownIn(film: FilmProgress | null, report: ChildReport | null): ((name: FilmObjectName) => boolean) | null {
  if (film !== null) return (name) => filmNames(film).includes(name);
  return report === null || 'refusal' in report ? null : isPhotoName;
}

function filmIn(note: string): { head: Omit<Head, 'objects'>; names: FilmObjectName[] } {
  const made = parseFilmManifest(note);
  if (made === null) throw new Error('A film has no manifest to go by.');
  const { durationMs, film, dominantColor, thumbhash } = made;
  const variants = made.variants.map(({ name, width, height, bytes }) => ({ name, width, height, bytes }));
  const poster = { ...baseSize(made), dominantColor, thumbhash, variants };
  const progress: FilmProgress = {
    version: 1,
    durationMs,
    renditions: [...film.renditions],
    sprite: film.sprite,
    poster,
  };
  return { head: { film: progress }, names: filmNames(progress) };
}

function photoIn(note: string, original: Original | null): { head: Omit<Head, 'objects'>; names: PhotoVariantName[] } {
  const made = parseManifest(note);
  if (made === null) throw new Error('A photo has no manifest to go by.');
  const names = made.variants.map(({ name }) => name);
  const same = made.variants.find((variant) => original !== null && isServedBy(original, variant))?.name;
  if (same === undefined) return { head: { film: null, photo: reportOf(made) }, names };
  return { head: { film: null, photo: reportOf(made), original: same }, names: names.filter((name) => name !== same) };
}

type Original = Size & { readonly bytes: number };

/** Null for one that is not to be shown as it is. */
async function originalOf(storage: Storage, { source, isMarked }: Packed): Promise<Original | null> {
  if (isMarked) return null;
  const bytes = await bytesOf(storage, source);
  const size = plainJpegSize(bytes);
  return size && { ...size, bytes: bytes.length };
}

const isServedBy = (original: Original, { contentType, width, height, bytes }: PhotoVariant): boolean =>
  contentType === 'image/jpeg' &&
  width === original.width &&
  height === original.height &&
  original.bytes <= mostWeight * bytes;

const reportOf = ({ width, height, dominantColor, thumbhash, variants }: PhotoManifest): PictureReport => ({
  width,
  height,
  dominantColor,
  thumbhash,
  variants: variants.map(({ name, width: wide, height: high }) => ({ name, width: wide, height: high })),
});

const isPhotoName = (name: string): name is PhotoVariantName => (photoVariantNames as readonly string[]).includes(name);

const filmNames = ({ renditions, sprite, poster }: FilmProgress): FilmObjectName[] => [
  ...renditions.flatMap(({ name }): FilmObjectName[] => [name, playlistOf(name)]),
  ...(sprite === null ? [] : (['sprite'] as const)),
  ...(poster?.variants ?? []).map(({ name }) => name),
];

async function bytesOf(storage: Storage, key: TenantKey): Promise<Buffer> {
  const object = await storage.open(key);
  if (object === null) throw new Error('An object of what was made is absent.');
  return buffer(object.stream);
}
