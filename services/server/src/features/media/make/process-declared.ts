import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { listUnprocessedDeclared } from '../media-rows.ts';
import { processPhoto } from './process-photo.ts';
import { QUEUED_ATTEMPTS, type Attempt } from './processing.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'process-declared-photos': NoPayload;
  }
}

/** At the same time, for the sizes of one are stored while the next ones are made. */
const SLICE = 4;
/** A turn begins no slice after this. Sites take turns beside each other, so what people wait for should come between. */
const TURN_MS = 3_000;
/** After everything that people wait for. */
const PRIORITY = 100;

/**
 * Asks for the sizes of all that was declared with the site, with the transaction. One turn of a site after another: two
 * processes would make the same photos.
 */
export async function processDeclaredLater(db: TenantDb): Promise<void> {
  await later(
    db,
    'process-declared-photos',
    {},
    {
      jobKey: 'process-declared-photos',
      queueName: 'process-declared-photos',
      maxAttempts: QUEUED_ATTEMPTS,
      priority: PRIORITY,
    },
  );
}

/**
 * The sizes of declared pictures, the newest first. What is not done in its turn goes on in the next: with the worker's
 * next look, as all of a named queue, which a turn a slice would wait for each time.
 */
export const processDeclaredJob = job({
  name: 'process-declared-photos',
  lane: 'photos',
  async run({ ctx, tenant, attempt, signal }) {
    const end = performance.now() + TURN_MS;
    // A later attempt is one slice's: photos that were never tried must not meet its last one.
    const mayBegin = (slices: number): boolean =>
      !signal?.aborted && (slices === 0 || (attempt === 1 && performance.now() < end));
    let isMore = true;
    for (let slices = 0; isMore && mayBegin(slices); slices += 1)
      isMore = await processSlice(ctx, tenant, { attempt, ...(signal ? { signal } : {}) });
    if (isMore) await ctx.database.tenants.write(tenant, (db) => processDeclaredLater(db));
  },
});

/** Whether there may be more to do. */
async function processSlice(ctx: AppContext, tenant: Tenant, attempt: Attempt): Promise<boolean> {
  const ids = await ctx.database.tenants.read(tenant, (db) => listUnprocessedDeclared(db, SLICE));
  const ended = await Promise.allSettled(ids.map((id) => processPhoto(ctx, tenant, id, attempt)));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed && !attempt.signal?.aborted) throw failed.reason;
  return failed !== undefined || ids.length === SLICE;
}
