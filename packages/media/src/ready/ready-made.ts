import { createHash } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseFilmManifest, parseFilmProgress, type FilmProgress } from '../film/film-manifest.ts';
import { playlistOf, type FilmObjectName } from '../film/film-plan.ts';
import { parseChildReport, parseManifest, type PhotoManifest, type PictureReport } from '../photo/photo-manifest.ts';
import { baseSize, contentTypeOf, photoVariantNames, type PhotoVariantName } from '../photo/photo-plan.ts';
import type { Storage } from '../storage/storage.ts';
import type { TenantKey } from '../storage/storage.ts';

/**
 * What takes longest to make of a picture or film, in one file that lies beside its original: of a picture its AVIF
 * sizes, or all sizes where they are small; of a film its qualities and its poster. A line of JSON, then the objects one
 * after another. The pipeline makes all else, and takes these for its own.
 */
export interface ReadyMade {
  /** Of a film: what an interrupted run of its pipeline would have noted. */
  readonly film: FilmProgress | null;
  /** Of a photo all of whose sizes are here: what the pipeline's child told of it. */
  readonly photo: PictureReport | null;
  readonly objects: ReadonlyMap<FilmObjectName, Buffer>;
}

interface Head {
  readonly film: FilmProgress | null;
  readonly photo?: PictureReport;
  readonly objects: ReadonlyArray<readonly [name: FilmObjectName, bytes: number]>;
}

type KeyFor = (name: FilmObjectName) => TenantKey;

/** To be raised when the pipelines make something else of the same bytes: what was made before is then found no more. */
const recipe = 1;
const mostHeadBytes = 64 * 1024;
/**
 * Beside the AVIF sizes, which are always worth their bytes. A photo that lacks nothing needs no child, a third of its
 * work; half of the demonstration's photos are this small.
 */
const mostOtherBytes = 300_000;

/** The name under which it lies: another original, or another mark drawn on it, is another file. */
export const readyMadeName = (sha256: string, watermark: string | null): string =>
  `${createHash('sha256')
    .update(JSON.stringify([recipe, sha256, watermark]))
    .digest('hex')
    .slice(0, 32)}.made`;

/** Writes what a pipeline has stored of a medium into one file. Answers its bytes; 0 where there is nothing worth a file. */
export async function packReadyMade(
  storage: Storage,
  kind: 'photo' | 'video',
  keyFor: KeyFor,
  path: string,
): Promise<number> {
  const note = String(await bytesOf(storage, keyFor('manifest')));
  const film = kind === 'video' ? progressIn(note) : null;
  const { photo, names } = film === null ? photoIn(note) : { photo: null, names: filmNames(film) };
  if (names.length === 0) return 0;
  const objects = await Promise.all(names.map(async (name) => [name, await bytesOf(storage, keyFor(name))] as const));
  const head: Head = { film, ...(photo && { photo }), objects: objects.map(([name, { length }]) => [name, length]) };
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...objects.map(([, bytes]) => bytes)]);
  await writeFile(path, whole);
  return whole.length;
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
    return at === whole.length ? { film: head.film, photo: head.photo ?? null, objects } : null;
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
    const { film, photo, objects } = JSON.parse(text) as Head;
    const progress = film === null ? null : parseFilmProgress(JSON.stringify(film));
    const report = photo === undefined ? undefined : parseChildReport(JSON.stringify(photo));
    if ((film !== null && progress === null) || report === null || (report && 'refusal' in report)) return null;
    const isKnown = (name: FilmObjectName): boolean =>
      progress === null ? (report ? isPhotoName(name) : isAvif(name)) : filmNames(progress).includes(name);
    if (!objects.every(([name, bytes]) => isKnown(name) && bytes > 0)) return null;
    return { film: progress, ...(report && { photo: report }), objects };
  } catch {
    return null;
  }
}

function progressIn(note: string): FilmProgress {
  const made = parseFilmManifest(note);
  if (made === null) throw new Error('A film has no manifest to go by.');
  const { durationMs, film, dominantColor, thumbhash } = made;
  const variants = made.variants.map(({ name, width, height, bytes }) => ({ name, width, height, bytes }));
  const poster = { ...baseSize(made), dominantColor, thumbhash, variants };
  return { version: 1, durationMs, renditions: [...film.renditions], sprite: film.sprite, poster };
}

function photoIn(note: string): { photo: PictureReport | null; names: PhotoVariantName[] } {
  const made = parseManifest(note);
  if (made === null) throw new Error('A photo has no manifest to go by.');
  const names = made.variants.map(({ name }) => name);
  const others = made.variants.filter(({ name }) => !isAvif(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  return others > mostOtherBytes ? { photo: null, names: names.filter(isAvif) } : { photo: reportOf(made), names };
}

const reportOf = ({ width, height, dominantColor, thumbhash, variants }: PhotoManifest): PictureReport => ({
  width,
  height,
  dominantColor,
  thumbhash,
  variants: variants.map(({ name, width: wide, height: high }) => ({ name, width: wide, height: high })),
});

const isPhotoName = (name: string): name is PhotoVariantName => (photoVariantNames as readonly string[]).includes(name);

const isAvif = (name: string): boolean => contentTypeOf(name as PhotoVariantName) === 'image/avif';

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
