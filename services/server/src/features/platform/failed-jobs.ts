import type { SharedDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';

export interface FailedJob {
  readonly id: string;
  readonly task: string;
  readonly tenantId: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly lastTriedAt: string;
}

/** Jobs that used up their attempts, newest first. Their payloads stay in the queue. */
export const listFailedJobs = (db: SharedDb, limit = 100): Promise<FailedJob[]> =>
  sql<FailedJob>`
    select id, task, tenant_id as "tenantId", attempts, last_error as "lastError", last_tried_at as "lastTriedAt"
    from shared.failed_jobs(${limit})`.all(db);

/** Gives a failed job its attempts back. False when there is none of that id. */
export async function retryFailedJob(db: SharedDb, id: string): Promise<boolean> {
  return (await sql<{ done: boolean }>`select shared.retry_failed_job(${id}) as done`.one(db)).done;
}
