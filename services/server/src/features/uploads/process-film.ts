import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { createFilmPipeline, filmKeys, storageKey, type FilmOutcome, type FilmPipeline, type FilmRefusal, type Storage } from '@backlot/media';
import type { AppContext } from '../../context.ts';
import { filmsAtOnce, job, type JobDefinition } from '../../job.ts';
import type { Tenant } from '../../tenant.ts';
import { beginProcessing } from './begin-processing.ts';
import { countFilmsInWork, markFilmReady, setProgress } from './film-rows.ts';
import { tellProgress } from './film-progress.ts';
import { markFailed } from './media-rows.ts';
import { PROCESS_ATTEMPTS, QUEUED_ATTEMPTS, settleFailed, settleMedia, type Attempt, type OnSettled } from './settle-media.ts';

const PROCESS_FILM = 'process-film';

/** Behind photos, which take a second. */
const PRIORITY = 20;
/** After everything that people wait for. */
const DECLARED_PRIORITY = 100;
const MOST_BEHIND = 60;

/**
 * Asks for a film to be made playable, with the transaction that says its bytes are there. Each film that its site has
 * waiting puts it one place back: who sends forty does not keep the other sites waiting for forty films.
 * `declaredPlace`: of a film that came with the site, from 0 for what people see first.
 */
export async function processFilmLater(db: TenantDb, mediaId: string, { declaredPlace }: { declaredPlace?: number } = {}): Promise<void> {
  const priority = declaredPlace === undefined
    ? PRIORITY + Math.min(MOST_BEHIND, await countFilmsInWork(db, mediaId))
    : Math.min(DECLARED_PRIORITY + declaredPlace, 30_000);
  await enqueueJob(db, PROCESS_FILM, { mediaId }, { jobKey: `${PROCESS_FILM}:${mediaId}`, queueName: queueOfFilm(mediaId), maxAttempts: QUEUED_ATTEMPTS, priority });
}

/** One film is never made twice at the same time, also when it was sent again: what both wrote would not fit together. */
export const queueOfFilm = (mediaId: string): string => `films-${mediaId.slice(-2)}`;

/** The job that makes a film playable. Killed at any point it runs again and ends the same; its result is told once. */
export const processFilmJob = (onSettled: OnSettled): JobDefinition<{ mediaId: string }> => job<{ mediaId: string }>({
  name: PROCESS_FILM, maxAttempts: QUEUED_ATTEMPTS, lane: 'films',
  run: ({ ctx, tenant, payload, attempt, signal }) => processFilm(ctx, tenant, payload.mediaId, { attempt, onSettled, ...(signal ? { signal } : {}) }),
});

/** @throws what the store or the machine threw, until the last attempt, which settles the film as failed */
export async function processFilm(ctx: AppContext, tenant: Tenant, mediaId: string, { attempt, onSettled, signal }: Attempt): Promise<void> {
  // The last attempt was cut off before it could say so.
  if (attempt > PROCESS_ATTEMPTS) return settleFailed(ctx, tenant, mediaId, 'upload-failed', onSettled);
  const begun = await beginProcessing(ctx, tenant, mediaId, 'video');
  if (begun === null) return;
  const { media, wishes } = begun;
  const progress = tellProgress((percent) => ctx.database.tenants.write(tenant, (db) => setProgress(db, mediaId, percent)));
  let outcome: FilmOutcome;
  try {
    outcome = await filmPipelineOf(ctx).process({
      source: storageKey(tenant, 'original', media.original_random),
      keyFor: filmKeys(tenant, { private: media.private_random, public: media.public_random }), ...wishes,
    }, { onProgress: progress.tell, ...(signal ? { signal } : {}) });
  } catch (error) {
    // A process that is replaced hands its film on; that is no attempt that failed.
    if (signal?.aborted) return await ctx.database.tenants.write(tenant, (db) => processFilmLater(db, mediaId));
    if (attempt < PROCESS_ATTEMPTS) throw error;
    ctx.log.error({ err: error, tenant: tenant.id, mediaId }, 'a film could not be processed');
    return await settleFailed(ctx, tenant, mediaId, 'upload-failed', onSettled);
  } finally {
    await progress.end();
  }
  if (!outcome.ready) ctx.log.info({ tenant: tenant.id, mediaId, reason: outcome.reason, detail: outcome.detail }, 'a film was refused');
  await settleMedia(ctx, tenant, (db, now) => (outcome.ready ? markFilmReady(db, mediaId, outcome.film, now) : markFailed(db, mediaId, codeOf[outcome.reason], now)), onSettled);
}

/** Ids of the texts that the maker of the upload reads. */
const codeOf: Readonly<Record<FilmRefusal, string>> = {
  not_supported: 'media-format', not_film: 'media-format', too_large_pixels: 'file-too-large', too_long: 'file-too-large', damaged: 'media-damaged',
  time_limit: 'upload-failed', memory_limit: 'upload-failed',
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
