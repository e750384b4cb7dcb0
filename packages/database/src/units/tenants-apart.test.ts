import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantSchema } from '../tenant-id.ts';
import type { TenantDb } from './face.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';

let world: NoteWorld;
beforeAll(async () => {
  world = await openNoteWorld();
});
afterAll(() => world.end());

describe('Postgres refuses one tenant the tables of another', () => {
  const ways: [string, (db: TenantDb, other: string) => PromiseLike<unknown>][] = [
    ['in a read', (db, other) => db.raw('select * from ??', [`${other}.test_notes`])],
    ['in an insert', (db, other) => db.raw(`insert into ?? (title) values ('x')`, [`${other}.test_notes`])],
    ['in an update', (db, other) => db.raw(`update ?? set title = 'x'`, [`${other}.test_notes`])],
    ['in a delete', (db, other) => db.raw('delete from ??', [`${other}.test_notes`])],
    [
      'in a join',
      (db, other) => db('test_notes as mine').join(`${other}.test_notes as theirs`, 'mine.id', 'theirs.id'),
    ],
    ['in a sub-query', (db, other) => db('test_notes').whereRaw('id in (select id from ??)', [`${other}.test_notes`])],
    [
      'in a common table expression',
      (db, other) =>
        db
          .with('theirs', db.raw('select * from ??', [`${other}.test_notes`]))
          .select('*')
          .from('theirs'),
    ],
    [
      'in an insert from a select',
      (db, other) =>
        db.raw('insert into ?? (title) select title from ??', [db.table('test_notes'), `${other}.test_notes`]),
    ],
    ['in a truncate', (db, other) => db.raw('truncate ??', [`${other}.test_notes`])],
    ['in its catalog of rights', (db, other) => db.raw('grant select on ?? to public', [`${other}.test_notes`])],
  ];
  it.each(ways)('%s', async (_, way) => {
    const other = tenantSchema(world.patch.id);
    await expect(world.database.tenants.write(world.clay, async (db) => way(db, other))).rejects.toMatchObject({
      code: '42501',
    });
    await expect(world.database.tenants.read(world.clay, async (db) => way(db, other))).rejects.toMatchObject({
      code: '42501',
    });
    expect(await world.database.tenants.read(world.patch, (db) => db('test_notes').pluck('title'))).toEqual([
      'of patch',
    ]);
  });

  it('and hands its connection to nobody after such a refusal', async () => {
    const pidOf = (db: TenantDb) =>
      db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid').then(({ rows }) => rows[0]?.pid);
    const seen: (number | undefined)[] = [];
    await world.database.tenants.read(world.clay, async (db) => {
      seen.push(await pidOf(db));
      await db.raw('select * from ??', [`${tenantSchema(world.patch.id)}.test_notes`]).catch(() => {});
    });
    for (let turn = 0; turn < 4; turn++)
      expect(seen).not.toContain(await world.database.tenants.read(world.clay, pidOf));
  });
});

it('queries stay at home in joins, sub-queries, unions, common table expressions, upserts and aliased updates', async () => {
  const { database, clay } = world;
  await database.tenants.write(clay, async (db) => {
    const [note] = await db('test_notes').insert({ title: 'a' }).returning('id');
    await db('test_comments').insert([
      { note_id: note!.id, body: 'one' },
      { note_id: note!.id, body: 'two' },
    ]);
    await db('test_notes').insert({ title: 'a', body: 'again' }).onConflict('title').merge();

    const joined = await db('test_notes as n')
      .join(db.table('test_comments as c'), 'c.note_id', 'n.id')
      .orderBy('c.id')
      .select<{ title: string; body: string }[]>('n.title', 'c.body');
    expect(joined).toEqual([
      { title: 'a', body: 'one' },
      { title: 'a', body: 'two' },
    ]);
    expect(await db('test_notes').whereIn('id', db('test_comments').select('note_id')).pluck('body')).toEqual([
      'again',
    ]);
    expect(
      await db('test_notes')
        .select('title')
        .union((part) => part.from(db.table('test_comments')).select('body as title')),
    ).toHaveLength(4);
    expect(
      await db.with('commented', db('test_comments').select('note_id')).select('*').from('commented'),
    ).toHaveLength(2);
    expect(await db('test_notes as n').where('n.title', 'a').update({ body: 'aliased' })).toBe(1);
    expect(await db('test_notes').where({ id: note!.id }).forUpdate().first()).toMatchObject({ body: 'aliased' });
    const counted = await db('test_comments').count({ total: '*' }).first();
    expect(counted).toEqual({ total: 2 });
  });
  expect(await database.tenants.read(world.patch, (db) => db('test_notes').pluck('title'))).toEqual(['of patch']);
});

it('a query that names no schema finds no table', async () => {
  await expect(
    world.database.tenants.read(world.clay, (db) => db.raw('select * from test_notes')),
  ).rejects.toMatchObject({ code: '42P01' });
  await expect(
    world.database.tenants.read(world.clay, async (db) =>
      db('test_notes').join('test_comments', 'note_id', 'test_notes.id'),
    ),
  ).rejects.toMatchObject({ code: '42P01' });
});

it('a table name cannot smuggle a schema in', () => {
  const attempt = (name: string) => world.database.tenants.read(world.clay, async (db) => db(name as 'test_notes'));
  return Promise.all(
    ['tenant_x.test_notes', 'test_notes; drop table x', '"test_notes"', 'test_notes as a.b', ''].map((name) =>
      expect(attempt(name)).rejects.toMatchObject({ reason: 'bad-table-name' }),
    ),
  );
});

it('a tenant is named by a proper id or not at all', () =>
  expect(world.database.tenants.read({ id: 'x"; drop schema shared' as never }, async () => 1)).rejects.toThrow(
    'Not a tenant id',
  ));

it('a tenant has no right on shared tables nor on the queue', async () => {
  for (const table of [
    'shared.tenants',
    'shared.spares',
    'shared.identities',
    'shared.outbox',
    'shared.webhook_paths',
    'graphile_worker._private_jobs',
  ]) {
    await expect(
      world.database.tenants.read(world.clay, (db) => db.raw('select * from ??', [table])),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await expect(
    world.database.tenants.write(world.clay, (db) => db.raw('select shared.enqueue_platform_job(?)', ['x'])),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    world.database.tenants.write(world.clay, (db) => db.raw('select * from shared.relay_outbox(1)')),
  ).rejects.toMatchObject({ code: '42501' });
});

it('a tenant cannot change its tables nor make new ones', async () => {
  for (const statement of [
    'alter table ?? add column x int',
    'create index on ?? (id)',
    'drop table ??',
    'truncate ??',
  ]) {
    await expect(
      world.database.tenants.write(world.clay, (db) => db.raw(statement, [db.table('test_notes')])),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await expect(
    world.database.tenants.write(world.clay, (db) => db.raw('create temporary table test_notes (id int)')),
  ).rejects.toMatchObject({ code: '42501' });
});

it('SQL inside a statement cannot take another role', () =>
  expect(
    world.database.tenants.read(world.clay, (db) => db.raw(`select set_config('role', 'none', false)`)),
  ).rejects.toMatchObject({ code: '42501' }));

it('the shared role has no right on a tenant, and the audit log only grows', async () => {
  const { database } = world;
  await expect(
    database.shared.read((db) => db.raw('select * from ??', [`${tenantSchema(world.clay.id)}.test_notes`])),
  ).rejects.toMatchObject({ code: '42501' });
  await database.shared.write((db) => db('audit_log').insert({ action: 'looked' }));
  await expect(database.shared.write((db) => db('audit_log').update({ action: 'never' }))).rejects.toMatchObject({
    code: '42501',
  });
  await expect(database.shared.write((db) => db('audit_log').delete())).rejects.toMatchObject({ code: '42501' });
});
