import type { TenantDb } from '@backlot/database';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import { listUnprocessedDeclared } from '../media-rows.ts';
import { processPhoto } from './process-photo.ts';
import { PROCESS_ATTEMPTS } from './settle-media.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'process-declared-photos': NoPayload;
  }
}

/** Few enough that a site's hundreds of pictures keep one worker from others for seconds only. */
const SLICE = 4;
/** After everything that people wait for. */
const PRIORITY = 100;

/** Asks for the sizes of all that was declared with the site, with the transaction. */
export async function processDeclaredLater(db: TenantDb): Promise<void> {
  await later(
    db,
    'process-declared-photos',
    {},
    { jobKey: 'process-declared-photos', maxAttempts: PROCESS_ATTEMPTS, priority: PRIORITY },
  );
}

/** The sizes of declared pictures, a slice a job, the newest first. */
export const processDeclaredJob = job({
  name: 'process-declared-photos',
  async run({ ctx, tenant, attempt, signal }) {
    const ids = await ctx.database.tenants.read(tenant, (db) => listUnprocessedDeclared(db, SLICE));
    const ended = await Promise.allSettled(
      ids.map((id) => processPhoto(ctx, tenant, id, { attempt, ...(signal ? { signal } : {}) })),
    );
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed && !signal?.aborted) throw failed.reason;
    if (failed || ids.length === SLICE) await ctx.database.tenants.write(tenant, (db) => processDeclaredLater(db));
  },
});
