import type { SharedDb } from '@backlot/database';

export interface FailedJob {
  readonly id: string;
  readonly task: string;
  readonly tenantId: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly lastTriedAt: string;
}

/** Jobs that used up their attempts, newest first. Their payloads stay in the queue. */
export async function listFailedJobs(db: SharedDb, limit = 100): Promise<FailedJob[]> {
  const { rows } = await db.raw<{ rows: FailedJob[] }>(
    'select id, task, tenant_id as "tenantId", attempts, last_error as "lastError", last_tried_at as "lastTriedAt" from shared.failed_jobs(?)', [limit]);
  return rows;
}

/** Gives a failed job its attempts back. False when there is none of that id. */
export async function retryFailedJob(db: SharedDb, id: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: Array<{ done: boolean }> }>('select shared.retry_failed_job(?) as done', [id]);
  return rows[0]?.done === true;
}
