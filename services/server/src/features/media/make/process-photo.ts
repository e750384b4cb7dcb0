import type { TenantDb } from '@backlot/database';
import {
  createPhotoPipeline,
  photoKeys,
  storageKey,
  type PhotoOutcome,
  type PhotoPipeline,
  type PhotoRefusal,
  type Storage,
} from '@backlot/media';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import {
  type Attempt,
  beginProcessing,
  PROCESS_ATTEMPTS,
  QUEUED_ATTEMPTS,
  readyMadeSizes,
  settleFailed,
  settleMedia,
} from './processing.ts';
import { markFailed, markReady } from '../media-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'process-photo': { mediaId: string };
  }
}

/** Behind what somebody waits for at a till. No queue of its own: a named queue goes on only with the worker's next look. */
const PRIORITY = 10;

/** Asks for the sizes of a photo, with the transaction that says its bytes are there. */
export async function processPhotoLater(db: TenantDb, mediaId: string): Promise<void> {
  await later(
    db,
    'process-photo',
    { mediaId },
    { jobKey: `process-photo:${mediaId}`, maxAttempts: QUEUED_ATTEMPTS, priority: PRIORITY },
  );
}

/** The job that makes the sizes of a photo. Cut off at any point it runs again and ends the same; its result is told once. */
export const processPhotoJob = job({
  name: 'process-photo',
  lane: 'photos',
  run: ({ ctx, tenant, payload: { mediaId }, attempt, signal }) =>
    processPhoto(ctx, tenant, mediaId, { attempt, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
      // A process that is replaced hands its photo on; that is no attempt that failed.
      return ctx.database.tenants.write(tenant, (db) => processPhotoLater(db, mediaId));
    }),
});

/** By id. A declared photo may be asked for at once, while its site is applied, and in a slice of all. */
const inWork = new Map<string, Promise<void>>();

/**
 * Makes the sizes of a photo. Asked while that goes on, it waits, and finds them made.
 * @throws what the store or the machine threw, until the last attempt, which settles the photo as failed; and the reason of the signal
 */
export async function processPhoto(ctx: AppContext, tenant: Tenant, mediaId: string, attempt: Attempt): Promise<void> {
  while (inWork.has(mediaId)) await inWork.get(mediaId)?.catch(() => undefined);
  const work = makePhoto(ctx, tenant, mediaId, attempt).finally(() => inWork.delete(mediaId));
  inWork.set(mediaId, work);
  await work;
}

async function makePhoto(
  ctx: AppContext,
  tenant: Tenant,
  mediaId: string,
  { attempt, signal }: Attempt,
): Promise<void> {
  // The last attempt was cut off before it could say so.
  if (attempt > PROCESS_ATTEMPTS) return settleFailed(ctx, tenant, mediaId, 'upload-failed');
  const begun = await beginProcessing(ctx, tenant, mediaId, 'photo');
  if (begun === null) return;
  const { media, options } = begun;
  let outcome: PhotoOutcome;
  try {
    outcome = await pipelineOf(ctx).process(
      {
        source: storageKey(tenant, 'original', media.original_random),
        keyFor: photoKeys(tenant, { private: media.private_random, public: media.public_random }),
        ...options,
        ready: await readyMadeSizes(ctx, tenant, media),
      },
      signal ? { signal } : {},
    );
  } catch (error) {
    if (attempt < PROCESS_ATTEMPTS || signal?.aborted) throw error;
    ctx.log.error({ err: error, tenant: tenant.id, mediaId }, 'a photo could not be processed');
    return settleFailed(ctx, tenant, mediaId, 'upload-failed');
  }
  if (!outcome.ready)
    ctx.log.info({ tenant: tenant.id, mediaId, reason: outcome.reason, detail: outcome.detail }, 'a photo was refused');
  await settleMedia(ctx, tenant, (db, now) =>
    outcome.ready ? markReady(db, mediaId, outcome.photo, now) : markFailed(db, mediaId, codeOf[outcome.reason], now),
  );
}

/** Ids of the texts that the maker of the upload reads. */
const codeOf: Readonly<Record<PhotoRefusal, string>> = {
  not_supported: 'media-format',
  too_large_pixels: 'file-too-large',
  damaged: 'media-damaged',
  time_limit: 'upload-failed',
  memory_limit: 'upload-failed',
};

const pipelines = new WeakMap<Storage, PhotoPipeline>();

/** One a process, so that the number of children is bounded for all sites together. */
export function pipelineOf(ctx: Pick<AppContext, 'storage'>): PhotoPipeline {
  const known = pipelines.get(ctx.storage);
  if (known) return known;
  const made = createPhotoPipeline({ storage: ctx.storage });
  pipelines.set(ctx.storage, made);
  return made;
}
