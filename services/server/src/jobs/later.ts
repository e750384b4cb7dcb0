import type { TenantDb } from '@backlot/database';
import { enqueueJob, enqueueJobs, enqueueJobWith, type JobOptions } from '@backlot/database/shared-functions';
import type { Sql } from '@backlot/database/sql';
import type { JobName, JobPayloads } from './job.ts';
import { withShare } from './share.ts';

/** Enqueues a job with the transaction, for its tenant. */
export const later = <N extends JobName>(
  db: TenantDb,
  job: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> => enqueueJob(db, job, payload, withShare(db, job, options));

/** The same with a change of rows that answers nothing, in one statement. */
export const laterBeside = <N extends JobName>(
  db: TenantDb,
  change: Sql,
  job: N,
  payload: JobPayloads[N],
  options: JobOptions = {},
): Promise<void> => enqueueJobWith(db, change, job, payload, withShare(db, job, options));

/** Enqueues many of one kind with the transaction, each with a key of its own, in one statement. */
export const laterEach = <N extends JobName>(
  db: TenantDb,
  job: N,
  works: ReadonlyArray<{ readonly payload: JobPayloads[N]; readonly jobKey: string }>,
  options: Pick<JobOptions, 'priority'> = {},
): Promise<void> => enqueueJobs(db, job, works, withShare(db, job, options, works.length));
