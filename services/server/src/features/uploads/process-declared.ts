import type { TenantDb } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { job, type JobDefinition } from '../../job.ts';
import { listUnprocessedDeclared } from './media-rows.ts';
import { processPhoto } from './process-photo.ts';
import { PROCESS_ATTEMPTS, type OnSettled } from './settle-media.ts';

const PROCESS_DECLARED = 'process-declared-photos';
/** Few enough that a site's hundreds of pictures keep one worker from others for seconds only. */
const SLICE = 4;
/** After everything that people wait for. */
const PRIORITY = 100;

/** Asks for the sizes of all that was declared with the site, with the transaction. */
export async function processDeclaredLater(db: TenantDb): Promise<void> {
  await enqueueJob(db, PROCESS_DECLARED, {}, { jobKey: PROCESS_DECLARED, maxAttempts: PROCESS_ATTEMPTS, priority: PRIORITY });
}

/** The sizes of declared pictures, a slice a job, the newest first. */
export const processDeclaredJob = (onSettled: OnSettled): JobDefinition => job({
  name: PROCESS_DECLARED, maxAttempts: PROCESS_ATTEMPTS,
  async run({ ctx, tenant, attempt }) {
    const ids = await ctx.database.tenants.read(tenant, (db) => listUnprocessedDeclared(db, SLICE));
    const ended = await Promise.allSettled(ids.map((id) => processPhoto(ctx, tenant, id, { attempt, onSettled })));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    if (ids.length === SLICE) await ctx.database.tenants.write(tenant, (db) => processDeclaredLater(db));
  },
});
