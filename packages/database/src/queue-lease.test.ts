import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from './open-database.ts';
import { startQueueLease } from './queue-lease.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';

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
  const { rows } = await owner.query<{ locked_by: string }>('select locked_by from graphile_worker._private_jobs where locked_by is not null order by 1');
  return rows.map((row) => row.locked_by);
};
async function addLockedJob(pool: string, seconds: number): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(`select id from graphile_worker.add_job('some-task')`);
  await owner.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2 * interval '1 second' where id = $3`, [pool, seconds, rows[0]?.id]);
}

it('jobs of a process that died are given back; those of the living and of the newly born are not', async () => {
  const connectionString = database.queueConnectionString;
  const living = startQueueLease({ connectionString, everyMs: 50 });
  const other = startQueueLease({ connectionString, everyMs: 60_000 });
  living.hold('pool-mine');
  other.hold('pool-other');
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const [pool, seconds] of [['pool-mine', 60], ['pool-other', 60], ['pool-dead', 60], ['pool-new', 0]] as const) await addLockedJob(pool, seconds);
  await expect.poll(lockedBy).toEqual(['pool-mine', 'pool-new', 'pool-other']);
  await other.stop();
  await expect.poll(lockedBy).toEqual(['pool-mine', 'pool-new']);
  await living.stop();
});
