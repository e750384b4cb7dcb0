import type { TenantDb } from '@backlot/database';
import { enqueueJob, type JobOptions } from '@backlot/database/shared-functions';
import type { JobName, JobPayloads } from './job.ts';

/** Enqueues a job with the transaction, for its tenant. */
export const later = <N extends JobName>(
  db: TenantDb,
  job: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> => enqueueJob(db, job, payload, options);
