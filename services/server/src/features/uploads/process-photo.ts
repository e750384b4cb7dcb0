import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { createPhotoPipeline, photoKeys, storageKey, type PhotoOutcome, type PhotoPipeline, type PhotoRefusal, type Storage } from '@backlot/media';
import type { AppContext } from '../../context.ts';
import { job, type JobDefinition } from '../../job.ts';
import type { Tenant } from '../../tenant.ts';
import { beginProcessing } from './begin-processing.ts';
import { markFailed, markReady } from './media-rows.ts';
import { PROCESS_ATTEMPTS, QUEUED_ATTEMPTS, settleFailed, settleMedia, type Attempt, type OnSettled } from './settle-media.ts';

const PROCESS_PHOTO = 'process-photo';

/** Behind what somebody waits for at a till. No queue of its own: a named queue goes on only with the worker's next look. */
const PRIORITY = 10;

/** Asks for the sizes of a photo, with the transaction that says its bytes are there. */
export async function processPhotoLater(db: TenantDb, mediaId: string): Promise<void> {
  await enqueueJob(db, PROCESS_PHOTO, { mediaId }, { jobKey: `${PROCESS_PHOTO}:${mediaId}`, maxAttempts: QUEUED_ATTEMPTS, priority: PRIORITY });
}

/** The job that makes the sizes of a photo. Cut off at any point it runs again and ends the same; its result is told once. */
export const processPhotoJob = (onSettled: OnSettled): JobDefinition<{ mediaId: string }> => job<{ mediaId: string }>({
  name: PROCESS_PHOTO, maxAttempts: QUEUED_ATTEMPTS,
  run: ({ ctx, tenant, payload, attempt }) => processPhoto(ctx, tenant, payload.mediaId, { attempt, onSettled }),
});

/** @throws what the store or the machine threw, until the last attempt, which settles the photo as failed */
export async function processPhoto(ctx: AppContext, tenant: Tenant, mediaId: string, { attempt, onSettled }: Attempt): Promise<void> {
  // The last attempt was cut off before it could say so.
  if (attempt > PROCESS_ATTEMPTS) return settleFailed(ctx, tenant, mediaId, 'upload-failed', onSettled);
  const begun = await beginProcessing(ctx, tenant, mediaId, 'photo');
  if (begun === null) return;
  const { media, wishes } = begun;
  let outcome: PhotoOutcome;
  try {
    outcome = await pipelineOf(ctx).process({
      source: storageKey(tenant, 'original', media.original_random),
      keyFor: photoKeys(tenant, { private: media.private_random, public: media.public_random }), ...wishes,
    });
  } catch (error) {
    if (attempt < PROCESS_ATTEMPTS) throw error;
    ctx.log.error({ err: error, tenant: tenant.id, mediaId }, 'a photo could not be processed');
    return settleFailed(ctx, tenant, mediaId, 'upload-failed', onSettled);
  }
  if (!outcome.ready) ctx.log.info({ tenant: tenant.id, mediaId, reason: outcome.reason, detail: outcome.detail }, 'a photo was refused');
  await settleMedia(ctx, tenant, (db, now) => (outcome.ready ? markReady(db, mediaId, outcome.photo, now) : markFailed(db, mediaId, codeOf[outcome.reason], now)), onSettled);
}

/** Ids of the texts that the maker of the upload reads. */
const codeOf: Readonly<Record<PhotoRefusal, string>> = {
  not_supported: 'media-format', too_large_pixels: 'file-too-large', damaged: 'media-damaged',
  time_limit: 'upload-failed', memory_limit: 'upload-failed',
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
