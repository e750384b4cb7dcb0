import type { TenantDb } from '@backlot/database';
import { filmKeys, photoKeys, storageKey } from '@backlot/media';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../../context.ts';
import { job, type JobDefinition } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { listMedia, type MediaRow } from '../media-rows.ts';
import { optionsOf, PROCESS_ATTEMPTS, QUEUED_ATTEMPTS, tellState, watermarkDigest, watermarkOf } from './processing.ts';
import { filmPipelineOf, queueOfFilm } from './process-film.ts';
import { pipelineOf } from './process-photo.ts';
import {
  askRemake,
  beginRemake,
  finishRemake,
  giveUpRemake,
  type Change,
  type Made,
  type MediaRemakeRow,
} from './remake-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'remake-photo': { mediaId: string };
    'remake-film': { mediaId: string };
  }
}

const jobs = { photo: 'remake-photo', video: 'remake-film' } as const;
/** Behind what nobody can see yet. */
const PRIORITY = 30;
/** Milliseconds that an answer waits for its pictures; what takes longer follows. */
const PATIENCE_MS = 10_000;
/** The job is there in case that this process fails or dies over the photo. */
export const SAFETY_MS = 30_000;

/**
 * Makes ready media again; each is shown as it was until its new sizes are there, which for photos is usually before the
 * answer. Answers the media as they are now; those that are not ready are left alone.
 */
export async function remakeMedia(
  ctx: AppContext,
  tenant: Tenant,
  ids: readonly string[],
  change: Change,
  by: string,
  now: Date,
): Promise<MediaRow[]> {
  const asked = await ctx.database.tenants.write(tenant, async (db) => {
    const found: MediaRow[] = [];
    for (const media of await listMedia(db, [...ids].sort())) {
      if (!(await askRemake(db, media.id, change, by, now))) continue;
      await remakeLater(db, media, { runAt: media.kind === 'photo' ? new Date(Date.now() + SAFETY_MS) : null });
      found.push(media);
    }
    return found;
  });
  const photos = asked
    .filter(({ kind }) => kind === 'photo')
    .map(({ id }) =>
      remake(ctx, tenant, id, 1).catch((error: unknown) => {
        ctx.log.error({ err: error, tenant: tenant.id, mediaId: id }, 'a photo is made again a little later');
      }),
    );
  const patience = new AbortController();
  await Promise.race([Promise.all(photos), sleep(PATIENCE_MS, undefined, { signal: patience.signal })]).finally(() =>
    patience.abort(),
  );
  return ctx.database.tenants.read(tenant, (db) =>
    listMedia(
      db,
      asked.map(({ id }) => id),
    ),
  );
}

/** Asks for a change that has been written, with its transaction. */
export async function remakeLater(
  db: TenantDb,
  { id, kind }: Pick<MediaRow, 'id' | 'kind'>,
  { runAt = null, priority = PRIORITY }: { runAt?: Date | null; priority?: number } = {},
): Promise<void> {
  await later(
    db,
    jobs[kind],
    { mediaId: id },
    {
      jobKey: `remake:${id}`,
      maxAttempts: QUEUED_ATTEMPTS,
      priority,
      ...(kind === 'video' ? { queueName: queueOfFilm(id) } : {}),
      ...(runAt ? { runAt } : {}),
    },
  );
}

const runRemake =
  (kind: MediaRow['kind']): JobDefinition<'remake-photo' | 'remake-film'>['run'] =>
  async ({ ctx, tenant, payload: { mediaId }, attempt, signal }) => {
    await remake(ctx, tenant, mediaId, attempt, signal).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
      return ctx.database.tenants.write(tenant, (db) => remakeLater(db, { id: mediaId, kind }));
    });
  };
export const remakeJobs = [
  job({ name: 'remake-photo', lane: 'photos', run: runRemake('photo') }),
  job({ name: 'remake-film', lane: 'films', run: runRemake('video') }),
] as const;

/** @throws what the store or the machine threw, until the last attempt, which leaves the medium as it is */
export async function remake(
  ctx: AppContext,
  tenant: Tenant,
  mediaId: string,
  attempt: number,
  signal?: AbortSignal,
): Promise<void> {
  const watermark = await watermarkOf(ctx, tenant);
  const write = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> => ctx.database.tenants.write(tenant, work);
  for (;;) {
    const begun = await write((db) => beginRemake(db, mediaId, watermarkDigest(watermark), ctx.clock.now()));
    if (begun === null) return;
    const { media, remake: asked } = begun;
    const made =
      attempt > PROCESS_ATTEMPTS
        ? null
        : await make(ctx, tenant, media, asked, optionsOf(asked, watermark), signal).catch((error: unknown) => {
            if (attempt < PROCESS_ATTEMPTS || signal?.aborted) throw error;
            ctx.log.error({ err: error, tenant: tenant.id, mediaId }, 'a medium could not be made again');
            return null;
          });
    if (made === null) return await write((db) => giveUpRemake(db, media, asked, ctx.clock.now()));
    const isDone = await write(async (db) => {
      const row = await finishRemake(db, asked, made, ctx.clock.now());
      if (row !== null && asked.requested_by !== null) await tellState(db, asked.requested_by, row);
      return row !== null;
    });
    // Otherwise something else was asked for meanwhile, on top of this.
    if (isDone) return;
  }
}

async function make(
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
  asked: MediaRemakeRow,
  options: ReturnType<typeof optionsOf>,
  signal?: AbortSignal,
): Promise<Made | null> {
  const source = storageKey(tenant, 'original', media.original_random);
  const randoms = { private: asked.private_random, public: asked.public_random };
  const outcome =
    media.kind === 'photo'
      ? await pipelineOf(ctx).process(
          { source, keyFor: photoKeys(tenant, randoms), ...options },
          signal ? { signal } : {},
        )
      : await filmPipelineOf(ctx).process(
          { source, keyFor: filmKeys(tenant, randoms), ...options, trailerStartMs: media.trailer_start_ms },
          signal ? { signal } : {},
        );
  if (!outcome.ready) {
    ctx.log.error(
      { tenant: tenant.id, mediaId: media.id, reason: outcome.reason, detail: outcome.detail },
      'a medium was refused when it was made again',
    );
    return null;
  }
  return 'photo' in outcome ? { kind: 'photo', photo: outcome.photo } : { kind: 'video', film: outcome.film };
}
