import pg from 'pg';
import type { Database } from './open-database.ts';

/** Drops jobs of a task that nobody has begun, of all tenants. For what builds demo data, before a worker runs. */
export async function forgetWaitingJobs(database: Pick<Database, 'queueConnectionString'>, task: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.queueConnectionString });
  await client.connect();
  try {
    await client.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 and j.locked_at is null`, [task]);
  } finally {
    await client.end();
  }
}
