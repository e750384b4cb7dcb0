import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantDb } from './face.ts';
import { openDatabase } from '../open-database.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';

let world: NoteWorld;
beforeAll(async () => {
  world = await openNoteWorld();
});
afterAll(() => world.end());

const titles = (db: TenantDb) => db('test_notes').orderBy('title').pluck('title');

it('a handle and the builders it made fail after their callback', async () => {
  const { database, clay } = world;
  let escaped: TenantDb | undefined;
  let builder: { query: PromiseLike<unknown> } | undefined;
  await database.tenants.read(clay, async (db) => {
    escaped = db;
    builder = { query: db('test_notes').select() };
  });
  await expect((async () => escaped!('test_notes'))()).rejects.toMatchObject({ reason: 'handle-closed' });
  await expect((async () => builder!.query)()).rejects.toMatchObject({ reason: 'handle-closed' });
  await expect(escaped!.savepoint(async () => 1)).rejects.toMatchObject({ reason: 'handle-closed' });
});

it('a query that nobody awaited runs in its own unit or not at all', async () => {
  const { database, clay } = world;
  const loose: PromiseLike<unknown>[] = [];
  const watch = (query: PromiseLike<unknown>) =>
    loose.push(
      query.then(
        () => 'ran',
        (error: { reason: string }) => error.reason,
      ),
    );
  await database.tenants.write(clay, async (db) => {
    watch(db.raw('select pg_sleep(0.05)'));
    watch(db('test_notes').insert({ title: 'loose' }));
    await new Promise((done) => setImmediate(done));
  });
  expect(await Promise.all(loose)).toEqual(['ran', 'handle-closed']);
  expect(await database.tenants.read(clay, titles)).not.toContain('loose');
});

it('a transaction rolls back when its work throws', async () => {
  const { database, clay } = world;
  await expect(
    database.tenants.write(clay, async (db) => {
      await db('test_notes').insert({ title: 'gone' });
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect(await database.tenants.read(clay, titles)).not.toContain('gone');
});

it('a transaction in which a failure was swallowed says so instead of losing its rows silently', async () => {
  const { database, clay } = world;
  await expect(
    database.tenants.write(clay, async (db) => {
      await db('test_notes').insert({ title: 'lost' });
      await db('test_notes')
        .insert({ title: 'of clay' })
        .catch(() => {});
    }),
  ).rejects.toMatchObject({ reason: 'transaction-aborted' });
});

it('a savepoint fails alone, also inside another', async () => {
  const { database, clay } = world;
  await database.tenants.write(clay, async (db) => {
    await db.savepoint(async (outer) => {
      await outer('test_notes').insert({ title: 'kept' });
      await expect(
        outer.savepoint(async (inner) => {
          await inner('test_notes').insert({ title: 'dropped' });
          await inner('test_notes').insert({ title: 'of clay' });
        }),
      ).rejects.toMatchObject({ code: '23505' });
    });
    await expect(
      db.savepoint(async () => {
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
  });
  const now = await database.tenants.read(clay, titles);
  expect(now).toContain('kept');
  expect(now).not.toContain('dropped');
});

it('two savepoints at once on one handle are refused, as is one in a read', async () => {
  const { database, clay } = world;
  await database.tenants.write(clay, async (db) => {
    const first = db.savepoint(() => new Promise((done) => setTimeout(done, 20)));
    await expect(db.savepoint(async () => 1)).rejects.toMatchObject({ reason: 'savepoint-open' });
    await first;
  });
  await expect(database.tenants.read(clay, (db) => db.savepoint(async () => 1))).rejects.toMatchObject({
    reason: 'no-transaction',
  });
  await expect(
    database.tenants.write(clay, async (db) => {
      void db.savepoint(() => new Promise((done) => setTimeout(done, 20))).catch(() => {});
    }),
  ).rejects.toMatchObject({ reason: 'savepoint-open' });
});

it('an outer handle inside a savepoint uses the same connection', async () => {
  const { database, clay } = world;
  const single = await openDatabase({ url: world.url, poolSize: 1, waitMs: 500 });
  const pid = await single.tenants.write(clay, (outer) =>
    outer.savepoint(async (inner) => {
      const rows = await Promise.all(
        [outer, inner].map((db) => db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')),
      );
      return rows.map((result) => result.rows[0]?.pid);
    }),
  );
  expect(pid[0]).toBe(pid[1]);
  await single.close();
  expect(database.poolStats().waiting).toBe(0);
});

it("a tenant transaction becomes the shared role for a while and is the tenant's again", async () => {
  const { database, clay } = world;
  const id = '018f0000-0000-7000-8000-000000000001';
  await database.tenants.writeWithShared(clay, async (db, asShared) => {
    await db('test_notes').insert({ title: 'with shared' });
    await asShared(async (shared) => {
      await shared('identities').insert({ id, email: 'ada@example.test' });
      await expect(titles(db)).rejects.toMatchObject({ reason: 'handle-paused' });
    });
    await db('test_notes').where({ title: 'with shared' }).update({ body: 'after' });
    await expect(db.savepoint((step) => step.raw('select * from shared.identities'))).rejects.toMatchObject({
      code: '42501',
    });
  });
  expect(await database.shared.read((db) => db('identities').where({ id }).first())).toMatchObject({
    email: 'ada@example.test',
  });
});

it("what the shared role wrote rolls back with the tenant's transaction, and its failure inside a savepoint stays there", async () => {
  const { database, clay } = world;
  const identity = (place: number) => ({
    id: `018f0000-0000-7000-8000-00000000010${place}`,
    email: `p${place}@example.test`,
  });
  await expect(
    database.tenants.writeWithShared(clay, async (_, asShared) => {
      await asShared((shared) => shared('identities').insert(identity(1)));
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  await database.tenants.writeWithShared(clay, async (db, asShared) => {
    await expect(
      db.savepoint(() =>
        asShared((shared) => shared('identities').insert({ ...identity(2), email: 'Upper@example.test' })),
      ),
    ).rejects.toMatchObject({ code: '23514' });
    await db('test_notes').insert({ title: 'after a refusal' });
  });
  expect(await database.shared.read((db) => db('identities').where('email', 'like', 'p%').pluck('email'))).toEqual([]);
  expect(await database.tenants.read(clay, titles)).toContain('after a refusal');
});

it('twenty units over five tenants on six connections all end, each at home', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 6 });
  const more = await Promise.all(
    ['lens', 'loom', 'luna'].map((slug) => world.database.provision({ slug, hosts: [`${slug}.test`] })),
  );
  const tenants = [world.clay, world.patch, ...more];
  await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      database.tenants.write(tenants[place % 5]!, async (db) => {
        await db('test_entries').insert({ amount_minor: place });
        await db.raw('select pg_sleep(0.01)');
        await Promise.all([
          db('test_entries').insert({ amount_minor: place }),
          db.savepoint((step) => step('test_entries').insert({ amount_minor: place })),
        ]);
      }),
    ),
  );
  for (const [place, tenant] of tenants.entries()) {
    const amounts = await database.tenants.read(tenant, (db) => db('test_entries').pluck('amount_minor'));
    expect(amounts).toHaveLength(12);
    expect(amounts.every((amount) => amount % 5 === place)).toBe(true);
  }
  expect(database.poolStats()).toMatchObject({ busy: 0, waiting: 0 });
  await database.close();
});

it('connections come back clean: no transaction, the role of whom they are lent to, and not in the middle of anything', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1, statementTimeoutMs: 200 });
  const look = (db: TenantDb) =>
    db
      .raw<{ rows: { role: string; schema: string }[] }>(
        `select current_user as role, current_setting('search_path') as schema`,
      )
      .then(({ rows }) => rows[0]);
  await expect(database.tenants.write(world.clay, (db) => db.raw('select pg_sleep(2)'))).rejects.toMatchObject({
    code: '57014',
  });
  expect((await database.tenants.read(world.patch, look))?.role).toMatch(new RegExp(`_tenant_${world.patch.id}$`));
  await database.tenants.read(world.clay, (db) => db.raw('begin'));
  expect(await database.tenants.read(world.clay, look)).toMatchObject({
    role: expect.stringMatching(new RegExp(`_tenant_${world.clay.id}$`)),
    schema: '""',
  });
  expect(database.poolStats()).toMatchObject({ open: 1, busy: 0 });
  await database.close();
});

it('a connection that Postgres ended is replaced', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1 });
  await expect(
    database.tenants.write(world.clay, (db) => db.raw('select pg_terminate_backend(pg_backend_pid())')),
  ).rejects.toThrow(/terminat/);
  expect(await database.tenants.read(world.clay, titles)).toContain('of clay');
  await database.close();
});

it("a connection's life ends", async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1, connectionLifeMs: 1 });
  const pid = () =>
    database.tenants.read(world.clay, (db) =>
      db
        .raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid, pg_sleep(0.01)')
        .then(({ rows }) => rows[0]?.pid),
    );
  expect(await pid()).not.toBe(await pid());
  await database.close();
});

it('waiting for a connection has an end that says why', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1, waitMs: 50 });
  await database.tenants.read(world.clay, async () => {
    await expect(database.tenants.read(world.patch, async () => 1)).rejects.toMatchObject({
      reason: 'pool-exhausted',
      message: expect.stringContaining('busy for 50 ms'),
    });
  });
  await database.close();
  await expect(database.tenants.read(world.clay, async () => 1)).rejects.toMatchObject({ reason: 'pool-closed' });
});

it('a failed query does not repeat its values in the message', async () => {
  const failed = world.database.tenants.read(world.clay, (db) =>
    db('test_notes').whereRaw('no_such_column = ?', ['secret-value']),
  );
  await expect(failed).rejects.toThrow(/no_such_column/);
  await expect(failed).rejects.not.toThrow(/secret-value/);
});

it('a bigint is a number as long as that is exact, and refused beyond', async () => {
  const one = (sql: string) =>
    world.database.tenants.read(world.clay, (db) =>
      db.raw<{ rows: { n: unknown }[] }>(sql).then(({ rows }) => rows[0]?.n),
    );
  expect(await one('select 9007199254740991::bigint as n')).toBe(Number.MAX_SAFE_INTEGER);
  await expect(one('select 9007199254740993::bigint as n')).rejects.toThrow(RangeError);
  expect(await one(`select '2026-02-28'::date as n`)).toBe('2026-02-28');
});
