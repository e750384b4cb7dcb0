import { afterAll, beforeAll, expect, it } from 'vitest';
import { Logger, run, type Runner } from 'graphile-worker';
import { relayOutbox, startOutboxRelay, purgeOutbox } from './queue/outbox-relay.ts';
import { withOwner } from './owner.ts';
import type { TenantDb } from './units/face.ts';
import {
  appendEvent,
  enqueueJob,
  enqueueJobs,
  enqueuePlatformJob,
  listEventsAfter,
  registerWebhookPath,
} from './shared-functions.ts';
import { openNoteWorld, type NoteWorld } from './testing/note-world.ts';

let world: NoteWorld;
beforeAll(async () => {
  world = await openNoteWorld();
});
afterAll(() => world.end());

interface JobRow {
  task: string;
  payload: Record<string, unknown>;
  key: string | null;
  attempts: number;
  queue: string | null;
}
const jobs = () =>
  withOwner(
    world.url,
    async (owner) =>
      (
        await owner.query<JobRow>(
          `select t.identifier as task, j.payload, j.key, j.max_attempts as attempts, q.queue_name as queue
   from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
        )
      ).rows,
  );

it('a job carries the tenant of its transaction, whatever its payload says', async () => {
  const { database, clay, patch } = world;
  await database.tenants.write(clay, (db) =>
    enqueueJob(db, 'send', { to: 'ada', tenantId: patch.id }, { jobKey: 'one', queueName: 'mail', maxAttempts: 3 }),
  );
  await database.tenants.write(patch, (db) => enqueueJob(db, 'send', { to: 'bob' }, { jobKey: 'one' }));
  expect(await jobs()).toMatchObject([
    {
      task: 'send',
      payload: { to: 'ada', tenantId: clay.id },
      key: `${clay.id}:one`,
      attempts: 3,
      queue: `${clay.id}:mail`,
    },
    { task: 'send', payload: { to: 'bob', tenantId: patch.id }, key: `${patch.id}:one` },
  ]);
  await database.tenants.write(patch, (db) => db.raw('select shared.remove_job(?)', ['one']));
  expect(await jobs()).toHaveLength(1);
  await expect(
    database.tenants.write(clay, (db) => db.raw(`select shared.enqueue_job('send', '[1]')`)),
  ).rejects.toThrow('is an object');
});

it('many jobs carry the tenant too, and replace those that wait under their keys', async () => {
  const { database, clay, patch } = world;
  const many = (...names: string[]) =>
    names.map((to) => ({ payload: { to, tenantId: patch.id }, jobKey: `many:${to}` }));
  await database.tenants.write(patch, (db) => enqueueJobs(db, 'post', many('ada')));
  await database.tenants.write(clay, (db) => enqueueJobs(db, 'post', many('ada', 'bob')));
  await database.tenants.write(clay, (db) => enqueueJobs(db, 'post', many('bob', 'cy'), { priority: 5 }));
  await database.tenants.write(clay, (db) => enqueueJobs(db, 'post', []));
  const made = (await jobs()).filter(({ task }) => task === 'post');
  expect(made.map(({ key, payload }) => [key, payload])).toEqual([
    [`${patch.id}:many:ada`, { to: 'ada', tenantId: patch.id }],
    [`${clay.id}:many:ada`, { to: 'ada', tenantId: clay.id }],
    [`${clay.id}:many:bob`, { to: 'bob', tenantId: clay.id }],
    [`${clay.id}:many:cy`, { to: 'cy', tenantId: clay.id }],
  ]);
  await expect(
    database.tenants.write(clay, (db) => db.raw(`select shared.enqueue_jobs('post', array['[1]'::json], array['x'])`)),
  ).rejects.toThrow('is an object');
});

it.each<[string, (db: TenantDb, keys: string[]) => Promise<unknown>]>([
  [
    'many jobs at once',
    (db, keys) =>
      enqueueJobs(
        db,
        'long',
        keys.map((jobKey) => ({ payload: {}, jobKey })),
      ),
  ],
  [
    'one job after another',
    async (db, keys) => {
      for (const jobKey of keys) await enqueueJob(db, 'long', {}, { jobKey });
    },
  ],
])('a long queue is not read to add %s', async (name, add) => {
  const [slices, size] = [10, 200];
  const keys = (number: number) => Array.from({ length: size }, (_, at) => `${name}:${number}:${at}`);
  const read = await world.database.tenants.write(world.clay, async (db) => {
    // One connection, whose plans were kept from when the queue was short.
    for (let number = 0; number < slices; number += 1) await add(db, keys(number));
    const { rows } = await db.raw<{ rows: Array<{ read: string }> }>(
      `select seq_tup_read as read from pg_catalog.pg_stat_xact_all_tables where relname = '_private_jobs'`,
    );
    return Number(rows[0]!.read);
  });
  expect(read).toBeLessThan(slices * size);
});

it('a job exists only when its transaction does', async () => {
  const before = (await jobs()).length;
  await expect(
    world.database.tenants.write(world.clay, async (db) => {
      await enqueueJob(db, 'never');
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect(await jobs()).toHaveLength(before);
});

it("outside a tenant the tenant's functions refuse, and the shared role has its own", async () => {
  const { database } = world;
  await expect(database.shared.write((db) => db.raw(`select shared.enqueue_job('x')`))).rejects.toMatchObject({
    code: '42501',
  });
  await expect(database.shared.write((db) => db.raw(`select shared.append_event('a', 'b')`))).rejects.toMatchObject({
    code: '42501',
  });
  await database.shared.write((db) => enqueuePlatformJob(db, 'sweep', { days: 3 }, { jobKey: 'one' }));
  expect((await jobs()).at(-1)).toMatchObject({ task: 'sweep', payload: { days: 3 }, key: 'platform:one' });
});

it("graphile-worker runs jobs with the queue's address, which opens nothing else", async () => {
  const { database, clay } = world;
  let runner: Runner | undefined;
  const done = new Promise<unknown>((resolve) => {
    void run({
      connectionString: database.queueConnectionString,
      concurrency: 1,
      noHandleSignals: true,
      crontab: '',
      logger: new Logger(() => () => {}),
      taskList: { greet: async (payload) => resolve(payload), send: async () => {}, sweep: async () => {} },
    }).then((started) => {
      runner = started;
    });
  });
  await database.tenants.write(clay, (db) => enqueueJob(db, 'greet', { name: 'Ada' }));
  expect(await done).toEqual({ name: 'Ada', tenantId: clay.id });
  await runner?.stop();
  await expect(
    withOwner(database.queueConnectionString, (queue) => queue.query('select * from shared.tenants')),
  ).rejects.toMatchObject({ code: '42501' });
});

it('events are numbered a stream, without gaps, under concurrent writers and relays', async () => {
  const { database, clay, patch } = world;
  const write = (place: number) =>
    database.tenants
      .write(place % 2 === 0 ? clay : patch, async (db) => {
        await appendEvent(db, { recipient: `user:${place % 3}`, event: 'counted', data: { place } });
        if (place % 10 === 9) throw new Error('on purpose');
      })
      .catch(() => {});
  const relay = async () => {
    for (let turn = 0; turn < 10; turn++) await database.shared.write((db) => relayOutbox(db, 7));
  };
  await Promise.all([...Array.from({ length: 120 }, (_, place) => write(place)), relay(), relay(), relay()]);
  while ((await database.shared.write((db) => relayOutbox(db))).length > 0);

  let total = 0;
  for (const tenant of [clay, patch]) {
    for (const recipient of ['user:0', 'user:1', 'user:2']) {
      const events = await database.tenants.read(tenant, (db) => listEventsAfter(db, recipient, 0));
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
      total += events.length;
    }
  }
  expect(total).toBe(108);
  expect(await database.tenants.read(clay, (db) => listEventsAfter(db, 'user:0', 18, 1))).toMatchObject([
    { seq: 19, event: 'counted' },
  ]);
});

it('a relay numbers what is committed at once, tells its caller and channel outbox, and forgets when told', async () => {
  const { database, clay } = world;
  const heard: string[] = [];
  const unlisten = await database.listen('outbox', (payload) => heard.push(payload));
  let arrived: (events: unknown) => void = () => {};
  const told = new Promise((resolve) => {
    arrived = resolve;
  });
  const relay = await startOutboxRelay(database, { onNumbered: arrived, pollMs: 60_000 });
  await database.tenants.write(clay, (db) =>
    appendEvent(db, { recipient: 'user:new', event: 'greeted', data: { by: 'Ada' } }),
  );
  expect(await told).toMatchObject([
    { tenantId: clay.id, recipient: 'user:new', seq: 1, event: 'greeted', data: { by: 'Ada' } },
  ]);
  await expect
    .poll(() => heard)
    .toContain(
      JSON.stringify({ tenantId: clay.id, recipient: 'user:new', seq: 1 })
        .replaceAll('":', '" : ')
        .replaceAll(',"', ', "'),
    );
  await relay.stop();
  await unlisten();
  expect(await database.shared.write((db) => purgeOutbox(db, new Date(Date.now() + 1_000)))).toBeGreaterThan(0);
  expect(await database.tenants.read(clay, (db) => listEventsAfter(db, 'user:new', 0))).toEqual([]);
});

it("a webhooks' path belongs to the tenant that registered it first, and is long enough to be secret", async () => {
  const { database, clay, patch } = world;
  const path = 'a'.repeat(43);
  await database.tenants.write(clay, (db) => registerWebhookPath(db, path));
  await database.tenants.write(clay, (db) => registerWebhookPath(db, path));
  await expect(database.tenants.write(patch, (db) => registerWebhookPath(db, path))).rejects.toMatchObject({
    code: '23505',
  });
  await expect(database.tenants.write(patch, (db) => registerWebhookPath(db, 'short'))).rejects.toMatchObject({
    code: '23514',
  });
  expect(await database.shared.read((db) => db('webhook_paths').where({ path }).first())).toMatchObject({
    tenant_id: clay.id,
  });
});

it('a change of a tenant or its hosts is told with its id, a migration of the fleet is not', async () => {
  const { database, clay } = world;
  const heard: string[] = [];
  const unlisten = await database.listen('tenants_changed', (payload) => heard.push(payload));
  await database.shared.write((db) => db('tenant_hosts').insert({ tenant_id: clay.id, host: 'more.clay.test' }));
  await database.shared.write((db) => db('tenants').where({ id: clay.id }).update({ status: 'suspended' }));
  await database.shared.write((db) => db('tenants').where({ id: clay.id }).update({ schema_version: 1 }));
  await database.notify('tenants_changed', 'end');
  await expect.poll(() => heard.at(-1)).toBe('end');
  expect(heard).toEqual([clay.id, clay.id, 'end']);
  expect((await database.listTenants())[0]).toMatchObject({
    status: 'suspended',
    hosts: ['api.clay.test', 'clay.test', 'more.clay.test'],
  });
  await unlisten();
});

it('a listener whose connection was lost listens again and says that it missed something', async () => {
  const { database } = world;
  const heard: string[] = [];
  let back = false;
  const unlisten = await database.listen('lost_and_found', (payload) => heard.push(payload), {
    onReconnect: () => {
      back = true;
    },
  });
  await withOwner(world.url, (owner) =>
    owner.query(
      // Its last statement is the question by which it proves now and then that it hears.
      `select pg_terminate_backend(pid) from pg_stat_activity where query ~* '^(listen|select 1$)' and datname = current_database()`,
    ),
  );
  await expect.poll(() => back, { timeout: 20_000 }).toBe(true);
  await database.notify('lost_and_found', 'again');
  await expect.poll(() => heard).toEqual(['again']);
  await unlisten();
});
