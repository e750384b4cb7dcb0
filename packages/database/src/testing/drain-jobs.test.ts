import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../open-database.ts';
import { withOwner } from '../owner.ts';
import { enqueuePlatformJob } from '../shared-functions.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';
import { drainJobs } from './drain-jobs.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.url });
  // A job takes long to be put away.
  await withOwner(test.url, (owner) =>
    owner.query(`
      create function public.slowly() returns trigger language plpgsql as
        $$ begin perform pg_catalog.pg_sleep(0.8); return old; end $$;
      create trigger slowly before delete on graphile_worker._private_jobs for each row execute function public.slowly()`),
  );
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const turnLater = (): Promise<void> =>
  database.shared.write((db) =>
    enqueuePlatformJob(db, 'take-a-turn', {}, { jobKey: 'take-a-turn', queueName: 'turns' }),
  );

it('a job that goes on in another one of its queue is run to its last turn, however slowly each is ended', async () => {
  let turns = 0;
  await turnLater();
  await drainJobs({
    url: test.url,
    queueUrl: database.queueConnectionString,
    taskList: {
      'take-a-turn': async () => {
        turns += 1;
        if (turns < 3) await turnLater();
      },
    },
  });
  expect(turns).toBe(3);
});

it('a job that was put off stays so, though its time comes meanwhile', async () => {
  let ran = 0;
  const soon = (task: string, runAt?: Date): Promise<void> =>
    database.shared.write((db) => enqueuePlatformJob(db, task, {}, runAt ? { runAt } : {}));
  await soon('linger');
  await drainJobs({
    url: test.url,
    queueUrl: database.queueConnectionString,
    taskList: {
      // It is due by the time that this one is put away.
      linger: () => soon('put-off', new Date(Date.now() + 700)),
      'put-off': () => {
        ran += 1;
      },
    },
  });
  expect(ran).toBe(0);
});

it('a job that fails waits for its next try', async () => {
  let tries = 0;
  await database.shared.write((db) => enqueuePlatformJob(db, 'fail', {}));
  await drainJobs({
    url: test.url,
    queueUrl: database.queueConnectionString,
    taskList: {
      fail: () => {
        tries += 1;
        throw new Error('as told');
      },
    },
  });
  expect(tries).toBe(1);
});
