import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../open-database.ts';
import { startQueueLease } from './queue-lease.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';

let test: TestDatabase;
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.url });
  owner = new pg.Client({ connectionString: test.url });
  owner.on('error', () => {});
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await test.drop();
});

const lockedBy = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ locked_by: string }>(
    'select locked_by from graphile_worker._private_jobs where locked_by is not null order by 1',
  );
  return rows.map((row) => row.locked_by);
};
async function addLockedJob(pool: string, seconds: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(`select id from graphile_worker.add_job('some-task')`);
  await owner.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2 * interval '1 second' where id = $3`,
    [pool, seconds, rows[0]?.id],
  );
}

it('jobs of a process that died are given back; those of the living and of the newly born are not', async () => {
  const connectionString = database.queueConnectionString;
  const living = startQueueLease({ connectionString, everyMs: 50 });
  const other = startQueueLease({ connectionString, everyMs: 60_000 });
  living.hold('pool-mine');
  other.hold('pool-other');
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const [pool, seconds] of [
    ['pool-mine', 60],
    ['pool-other', 60],
    ['pool-dead', 60],
    ['pool-new', 0],
  ] as const)
    await addLockedJob(pool, seconds);
  await expect.poll(lockedBy).toEqual(['pool-mine', 'pool-new', 'pool-other']);
  await other.stop();
  await expect.poll(lockedBy).toEqual(['pool-mine', 'pool-new']);
  await living.stop();
});

it('jobs of hours stay with the process that has them: the queue would give them to another after four', async () => {
  await owner.query(`select graphile_worker.add_job('a-film', queue_name := 'films-00')`);
  const queue = (
    await owner.query<{ id: number }>(
      `select id from graphile_worker._private_job_queues where queue_name = 'films-00'`,
    )
  ).rows[0]!.id;
  await owner.query(
    `update graphile_worker._private_job_queues set locked_by = 'pool-films', locked_at = now() - interval '3 hours' where id = $1`,
    [queue],
  );
  for (const pool of ['pool-films', 'pool-usual']) await addLockedJob(pool, 3 * 3600);
  const lease = startQueueLease({ connectionString: database.queueConnectionString, everyMs: 50 });
  lease.hold('pool-usual');
  lease.hold('pool-films', { hasLongJobs: true });
  const held = async () =>
    (
      await owner.query<{ pool: string; hours: number }>(
        `select locked_by as pool, round(extract(epoch from now() - locked_at) / 3600)::int as hours from graphile_worker._private_jobs where locked_by in ('pool-films', 'pool-usual')
     union all select 'queue', round(extract(epoch from now() - locked_at) / 3600)::int from graphile_worker._private_job_queues where id = ${queue} order by 1`,
      )
    ).rows;
  await expect.poll(held).toEqual([
    { pool: 'pool-films', hours: 0 },
    { pool: 'pool-usual', hours: 3 },
    { pool: 'queue', hours: 0 },
  ]);
  await lease.stop();
});
