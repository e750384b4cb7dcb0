import type { TenantDb } from '@backlot/database';
import {
  createFilmPipeline,
  filmKeys,
  type FilmOutcome,
  type FilmPipeline,
  type FilmRefusal,
  type Storage,
  storageKey,
} from '@backlot/media';
import { tellRoom } from '@backlot/realtime/realtime';
import type { AppContext } from '../../../context.ts';
import { filmsAtOnce, job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import { type Tenant, tenantKey } from '../../../sites/tenant.ts';
import { markFailed, type MediaRow } from '../media-rows.ts';
import {
  type Attempt,
  beginProcessing,
  placeReadyMadeFilm,
  PROCESS_ATTEMPTS,
  QUEUED_ATTEMPTS,
  settleFailed,
  settleMedia,
} from './processing.ts';
import { countFilmsInWork, markFilmReady, setProgress } from './processing-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'process-film': FilmWork;
  }
}

/** Behind photos, which take a second. */
const PRIORITY = 20;
/** Seconds of work, for which somebody sits before a form: before whole films. */
const TRAILER_PRIORITY = 15;
/** After everything that people wait for. */
const DECLARED_PRIORITY = 100;
const MOST_BEHIND = 60;

export interface FilmWork {
  readonly mediaId: string;
  /** Of a film that came with the site, from 0 for what people see first. */
  readonly declaredPlace?: number;
  readonly isTrailer?: boolean;
}

/**
 * Asks for a film to be made playable, with the transaction that says its bytes are there. Each film that its site has
 * waiting puts it one place back: who sends forty does not keep the other sites waiting for forty films.
 */
export async function processFilmLater(db: TenantDb, work: FilmWork): Promise<void> {
  const { mediaId, declaredPlace, isTrailer } = work;
  const behind = isTrailer ? TRAILER_PRIORITY : PRIORITY;
  const priority =
    declaredPlace === undefined
      ? behind + Math.min(MOST_BEHIND, await countFilmsInWork(db, mediaId))
      : Math.min(DECLARED_PRIORITY + declaredPlace, 30_000);
  await later(db, 'process-film', work, {
    jobKey: `process-film:${mediaId}`,
    queueName: queueOfFilm(mediaId),
    maxAttempts: QUEUED_ATTEMPTS,
    priority,
  });
}

/** One film is never made twice at the same time, also when it was sent again: what both wrote would not fit together. */
export const queueOfFilm = (mediaId: string): string => `films-${mediaId.slice(-2)}`;

/** The job that makes a film playable. Killed at any point it runs again and ends the same; its result is told once. */
export const processFilmJob = job({
  name: 'process-film',
  lane: 'films',
  run: ({ ctx, tenant, payload, attempt, signal }) =>
    processFilm(ctx, tenant, payload, { attempt, ...(signal ? { signal } : {}) }),
});

/** @throws what the store or the machine threw, until the last attempt, which settles the film as failed */
export async function processFilm(
  ctx: AppContext,
  tenant: Tenant,
  work: FilmWork,
  { attempt, signal }: Attempt,
): Promise<void> {
  const { mediaId } = work;
  // The last attempt was cut off before it could say so.
  if (attempt > PROCESS_ATTEMPTS) return settleFailed(ctx, tenant, mediaId, 'upload-failed');
  const begun = await beginProcessing(ctx, tenant, mediaId, 'video');
  if (begun === null) return;
  const { media, options } = begun;
  const progress = tellProgress((percent) => keepProgress(ctx, tenant, media, percent));
  let outcome: FilmOutcome;
  try {
    await placeReadyMadeFilm(ctx, tenant, media);
    outcome = await filmPipelineOf(ctx).process(
      {
        source: storageKey(tenant, 'original', media.original_random),
        keyFor: filmKeys(tenant, { private: media.private_random, public: media.public_random }),
        ...options,
        trailerStartMs: media.trailer_start_ms,
      },
      { onProgress: progress.tell, ...(signal ? { signal } : {}) },
    );
  } catch (error) {
    // A process that is replaced hands its film on, as urgent as it was; that is no attempt that failed.
    if (signal?.aborted) return await ctx.database.tenants.write(tenant, (db) => processFilmLater(db, work));
    if (attempt < PROCESS_ATTEMPTS) throw error;
    ctx.log.error({ err: error, tenant: tenant.id, mediaId }, 'a film could not be processed');
    return await settleFailed(ctx, tenant, mediaId, 'upload-failed');
  } finally {
    await progress.end();
  }
  if (!outcome.ready)
    ctx.log.info({ tenant: tenant.id, mediaId, reason: outcome.reason, detail: outcome.detail }, 'a film was refused');
  await settleMedia(ctx, tenant, (db, now) =>
    outcome.ready
      ? markFilmReady(db, mediaId, outcome.film, now)
      : markFailed(db, mediaId, codeOf[outcome.reason], now),
  );
}

/** Ids of the texts that the maker of the upload reads. */
const codeOf: Readonly<Record<FilmRefusal, string>> = {
  not_supported: 'media-format',
  not_film: 'media-format',
  too_large_pixels: 'file-too-large',
  too_long: 'file-too-large',
  damaged: 'media-damaged',
  time_limit: 'upload-failed',
  memory_limit: 'upload-failed',
};

const pipelines = new WeakMap<Storage, FilmPipeline>();

/** One a process; how many films are made at a time is the lane's to say. */
export function filmPipelineOf(ctx: Pick<AppContext, 'storage'>): FilmPipeline {
  const known = pipelines.get(ctx.storage);
  if (known) return known;
  const made = createFilmPipeline({ storage: ctx.storage, concurrency: filmsAtOnce });
  pipelines.set(ctx.storage, made);
  return made;
}

const EVERY_MS = 2_000;

export interface ProgressTeller {
  readonly tell: (percent: number) => void;
  /** After it nothing is written. */
  end(): Promise<void>;
}

/** Passes percents on at most every two seconds, the latest each time. That one could not be written harms nothing. */
export function tellProgress(write: (percent: number) => Promise<unknown>, everyMs = EVERY_MS): ProgressTeller {
  let latest: number | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = (): void => {
    if (latest === null) return;
    const percent = latest;
    latest = null;
    writing = writing.then(() => write(percent)).catch(() => undefined);
  };
  const timer = setInterval(flush, everyMs);
  return {
    tell: (percent) => {
      latest = percent;
    },
    async end() {
      clearInterval(timer);
      await writing;
    },
  };
}

/** How far a film is: kept, and told to the open pages of whoever made it, never stored in their stream. */
export async function keepProgress(
  { database, bus }: Pick<AppContext, 'database' | 'bus'>,
  tenant: Tenant,
  { id, created_by }: Pick<MediaRow, 'id' | 'created_by'>,
  percent: number,
): Promise<void> {
  const isNew = await database.tenants.write(tenant, (db) => setProgress(db, id, percent));
  if (isNew && created_by !== null)
    tellRoom(bus, tenantKey(tenant, `user:${created_by}`), 'MEDIA_PROGRESS', { mediaId: id, progress: percent });
}
