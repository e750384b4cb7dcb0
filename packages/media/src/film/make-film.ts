import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEnded, readPlain } from '../confine/work-folder.ts';
import {
  runConfined,
  runConfinedCommand,
  type ChildEnd,
  type ChildLimits,
  type ChildOptions,
} from '../confine/confined-child.ts';
import { mp4Command, posterCommand, progressReader, renditionsCommand } from './film-command.ts';
import type { FilmJob, FilmOutcome, FilmRefusal } from './film-job.ts';
import { encodingTimeMs, fileBytesFor, megabyte, memoryFor } from './film-limits.ts';
import {
  type FilmManifest,
  type FilmProgress,
  mp4MaxBytes,
  mp4MaxMs,
  type PlannedRendition,
  planRenditions,
  planSprite,
  spriteOf,
} from './film-plan.ts';
import type { FilmDetails } from './film-probe.ts';
import type { FilmTools } from './film-tools.ts';
import { fontless, leftIn, makePicture, photoLimits, photoProgram, storeVariants } from '../photo/make-picture.ts';
import { baseSize, type Size } from '../photo/photo-plan.ts';
import { findPoster, findProgress, storeFile, storeNote, storeRendition, type FilmPoster } from './store-film.ts';
import type { Storage } from '../storage/storage.ts';

/** Shares of the whole, in percent: what is left after the last is storing. */
export const progressShares = { probed: 2, poster: 4, encoded: 94, pictures: 97 } as const;

export interface FilmTask {
  readonly storage: Storage;
  readonly tools: FilmTools;
  /** Holds `source`. */
  readonly folder: string;
  readonly job: FilmJob;
  readonly film: FilmDetails;
  readonly longFilmMs: number;
  readonly child: ChildOptions;
  readonly tell: (percent: number) => void;
}

class Refused extends Error {
  readonly reason: FilmRefusal;

  constructor(reason: FilmRefusal, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** From a probed original to a stored manifest. */
export async function makeFilm(task: FilmTask): Promise<FilmOutcome> {
  try {
    return { ready: true, film: await make(task) };
  } catch (error) {
    if (error instanceof Refused) return { ready: false, reason: error.reason, detail: error.message };
    throw error;
  }
}

async function make(task: FilmTask): Promise<FilmManifest> {
  const { storage, job, film, tell } = task;
  const ready = await findPoster(storage, job);
  if (ready === null) await makePosterFrame(task);
  tell(progressShares.poster);
  // Side by side: the encoders leave some of the processors idle.
  const [made, poster] = await allEnded([
    makeRenditions(task),
    ready === null ? makePoster(task) : Promise.resolve(ready),
  ]);
  const { renditions, durationMs, sprite } = made;
  const { dominantColor, thumbhash, variants } = poster;
  tell(progressShares.pictures);
  const mp4 = await makeMp4(task, made);
  const manifest: FilmManifest = {
    version: 1,
    width: film.width,
    height: film.height,
    durationMs,
    dominantColor,
    thumbhash,
    variants,
    film: { renditions, mp4, sprite, ...(film.isSoundLost ? { isSoundLost: true } : {}) },
  };
  // Last: while it is absent, the film is not ready.
  await storeNote(storage, job, 'manifest', manifest);
  await storage.remove(job.keyFor('progress'));
  tell(100);
  return manifest;
}

/** Also shows, before the long work, that there is something to decode. */
async function makePosterFrame({ film, folder, tools, child }: FilmTask): Promise<void> {
  await mkdir(join(folder, 'poster'));
  const limits: ChildLimits = {
    timeMs: 30_000,
    memoryBytes: memoryFor(film),
    residentBytes: 256 * megabyte + film.width * film.height * 60,
  };
  for (const atMs of [Math.min(3000, film.durationMs / 4), 0]) {
    const args = posterCommand(film, baseSize(film), tools.hasToneMapping, atMs);
    const ended = await runConfinedCommand([tools.ffmpeg, ...args], folder, limits, child);
    if (ended.end === 'done' && (await isThere(join(folder, 'poster', 'source')))) return;
    if (ended.end === 'time_limit' || ended.end === 'memory_limit') requireDone(ended, limits);
  }
  throw new Refused('damaged', 'no frame for a poster');
}

async function makePoster({ storage, folder: whole, job, child }: FilmTask): Promise<FilmPoster> {
  const folder = join(whole, 'poster');
  const made = await makePicture({ program: photoProgram, folder, limits: photoLimits, options: job, child });
  if (!made.made) throw new Refused(made.reason, `poster: ${made.detail}`);
  const variants = await storeVariants(storage, leftIn(folder), job.keyFor, made.report);
  if (typeof variants === 'string') throw new Refused('damaged', `poster: ${variants}`);
  return { ...made.report, variants };
}

async function makeRenditions(task: FilmTask): Promise<FilmProgress> {
  const { storage, job, film } = task;
  const planned = planRenditions(film);
  const isLong = film.durationMs > task.longFilmMs && planned.length > 2;
  const groups = isLong ? [planned.slice(0, 2), planned.slice(2)] : [planned];
  let made: FilmProgress = (await findProgress(storage, job)) ?? {
    version: 1,
    durationMs: 1,
    renditions: [],
    sprite: null,
  };
  let done = 0;
  for (const [i, group] of groups.entries()) {
    const share = pixelsOf(group) / pixelsOf(planned);
    const missing = group.filter(({ name }) => !made.renditions.some((rendition) => rendition.name === name));
    if (missing.length > 0) {
      made = await encode(task, missing, { made, withSprite: i === 0, tellPart: tellPart(task, done, share) });
      await storeNote(storage, job, 'progress', made);
    }
    done += share;
  }
  return made;
}

interface EncodeOptions {
  readonly made: FilmProgress;
  readonly withSprite: boolean;
  readonly tellPart: (seconds: number) => void;
}

/** Makes some qualities in one run and stores them; answers what is made now. */
async function encode(
  task: FilmTask,
  missing: readonly PlannedRendition[],
  { made, withSprite, tellPart }: EncodeOptions,
): Promise<FilmProgress> {
  const { storage, folder, job, film, tools, child } = task;
  const sprite = withSprite && tools.hasWebp ? planSprite(film, film.durationMs) : null;
  const limits = {
    timeMs: encodingTimeMs(film),
    memoryBytes: memoryFor(film),
    residentBytes: memoryFor(film),
    fileBytes: fileBytesFor(film, missing),
  };
  const args = renditionsCommand({
    film,
    renditions: missing,
    sprite,
    mark: await makeMark(task, missing.at(-1)!),
    tools,
  });
  requireDone(
    await runConfinedCommand([tools.ffmpeg, ...args], folder, limits, {
      ...child,
      onOutput: progressReader(tellPart),
    }),
    limits,
  );
  let after = made;
  for (const stored of await allEnded(
    missing.map((rendition) => storeRendition(storage, folder, job, rendition, film.audioStream !== null)),
  )) {
    if (typeof stored === 'string') throw new Refused('damaged', stored);
    const { durationMs } = stored;
    if (durationMs < film.durationMs * 0.9 - 1000 || durationMs === 0)
      throw new Refused('damaged', `only ${durationMs} of ${film.durationMs} ms`);
    after = { ...after, durationMs, renditions: [...after.renditions, stored.rendition] };
  }
  const bytes = sprite === null ? null : await storeFile(storage, folder, job, 'sprite', 'image/webp');
  return sprite === null || bytes === null ? after : { ...after, sprite: spriteOf(sprite, bytes) };
}

/** Draws the site's mark for a film of this size as `watermark.png`; null where there is none. */
async function makeMark({ folder, job, child }: FilmTask, size: Size): Promise<{ left: number; top: number } | null> {
  if (!job.watermark) return null;
  await writeFile(join(folder, 'mark.json'), JSON.stringify({ watermark: job.watermark, size }));
  const ended = await runConfined(markProgram, folder, photoLimits, { ...child, env: await fontless(folder) });
  if (ended.end !== 'done')
    throw new Error(`the program for marks failed: ${ended.end === 'time_limit' ? 'time' : ended.detail}`);
  return JSON.parse(String(await readPlain(join(folder, 'place.json'), 200))) as { left: number; top: number };
}

const markProgram = fileURLToPath(new URL('../photo/mark-child.ts', import.meta.url));

/** The best quality that is small enough, as one plain file. Nothing is encoded again. */
async function makeMp4(
  { storage, folder, job, tools, child }: FilmTask,
  { durationMs, renditions }: FilmProgress,
): Promise<FilmManifest['film']['mp4']> {
  const best = renditions.findLast(({ bytes }) => bytes <= mp4MaxBytes);
  if (durationMs > mp4MaxMs || best === undefined) return null;
  const local = join(folder, best.name);
  // An earlier run made it.
  if (!(await isThere(local)) && !(await storage.copyToLocal(job.keyFor(best.name), local)))
    throw new Error(`${best.name} of a film is absent`);
  const limits = { timeMs: 60_000, memoryBytes: 512 * megabyte };
  requireDone(await runConfinedCommand([tools.ffmpeg, ...mp4Command(best.name)], folder, limits, child), limits);
  const bytes = await storeFile(storage, folder, job, 'mp4', 'video/mp4');
  if (bytes === null) throw new Refused('damaged', 'no mp4');
  return { width: best.width, height: best.height, bytes };
}

function tellPart({ film, tell }: FilmTask, done: number, share: number): (seconds: number) => void {
  const { poster, encoded } = progressShares;
  return (seconds) =>
    tell(poster + (encoded - poster) * (done + Math.min(1, (seconds * 1000) / film.durationMs) * share));
}

function requireDone(ended: ChildEnd, limits: ChildLimits): void {
  if (ended.end === 'done') return;
  if (ended.end === 'time_limit') throw new Refused('time_limit', `${limits.timeMs} ms`);
  throw new Refused(ended.end === 'memory_limit' ? 'memory_limit' : 'damaged', ended.detail);
}

const pixelsOf = (some: readonly PlannedRendition[]): number =>
  some.reduce((sum, { width, height }) => sum + width * height, 0);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
