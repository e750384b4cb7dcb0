import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';
import { withOwner } from './owner.ts';
import { sql, table } from './sql.ts';
import { openNoteWorld, type NoteWorld } from './testing/note-world.ts';

let world: NoteWorld;
beforeAll(async () => {
  world = await openNoteWorld();
});
afterAll(() => world.end());

it('values become parameters, whatever is in them, and tables are those of the tenant that asks', async () => {
  const { database, clay, patch } = world;
  const title = `"; drop table ?? -- 'of' $1`;
  const insert = sql`insert into ${table('test_notes')} (title) values (${title})`;
  const find = sql<{ title: string }>`select title from ${table('test_notes')} where title = ${title}`;
  expect(await database.tenants.write(clay, (db) => insert.run(db))).toBe(1);
  expect(await database.tenants.read(clay, (db) => find.all(db))).toEqual([{ title }]);
  expect(await database.tenants.read(patch, (db) => find.first(db))).toBeNull();
});

it('the same statement runs under the shared role, for tables of the shared schema', async () => {
  const count = sql<{ count: number }>`select count(*) as count from ${table('tenants')}`;
  expect(await world.database.shared.read((db) => count.one(db))).toEqual({ count: 2 });
  await expect(world.database.tenants.read(world.clay, (db) => count.one(db))).rejects.toMatchObject({ code: '42P01' });
});

it('parts nest in any depth and keep the order of their values', async () => {
  const before = (isWanted: boolean) => (isWanted ? sql` and ${1} < ${2}` : sql.empty);
  const both = sql.join([sql`${'a'} = ${'a'}`, sql`${2} > ${1}${before(true)}`], sql` and `);
  const statement = (isWanted: boolean) =>
    sql<{ x: string; y: number }>`select ${'x'} as x, ${7}::int as y where ${both}${before(isWanted)}`;
  for (const isWanted of [true, false])
    expect(await world.database.tenants.read(world.clay, (db) => statement(isWanted).all(db))).toEqual([
      { x: 'x', y: 7 },
    ]);
});

it('lists are arrays, joined parts are separated by commas, and no part is nothing', async () => {
  const ids = sql.join([1, 2, 3].map((id) => sql`${id}::int`));
  const statement = sql<{ list: number[]; found: boolean }>`
    select array[${ids}] as list, ${2}::int = any (${[1, 2]}::int[]) as found${sql.join([])}`;
  expect(await world.database.tenants.read(world.clay, (db) => statement.one(db))).toEqual({
    list: [1, 2, 3],
    found: true,
  });
});

it('question marks of the text are its own: operators of jsonb work beside values', async () => {
  const statement = sql<{ has: boolean; any: boolean; text: string }>`
    select ${sql.json({ a: [1] })} ? ${'a'} as has, ${sql.json({ a: 1 })} ?| ${['b', 'a']}::text[] as any, 'why? ??' as text`;
  expect(await world.database.tenants.read(world.clay, (db) => statement.one(db))).toEqual({
    has: true,
    any: true,
    text: 'why? ??',
  });
});

it('one row is one row', async () => {
  const rows = (count: number) => sql<{ n: number }>`select n from generate_series(1, ${count}::int) n`;
  await world.database.tenants.read(world.clay, async (db) => {
    await expect(rows(0).one(db)).rejects.toThrow('one row');
    await expect(rows(2).one(db)).rejects.toThrow('one row');
    expect(await rows(1).one(db)).toEqual({ n: 1 });
    expect(await rows(2).first(db)).toEqual({ n: 1 });
  });
});

it('a value that is undefined is refused, not written as null', async () => {
  const lost = undefined as unknown as string;
  await expect(world.database.tenants.read(world.clay, (db) => sql`select ${lost}::text`.one(db))).rejects.toThrow(
    'undefined',
  );
});

it('a prepared statement is kept by its connection for each tenant; when its table has changed it is refused once, and that connection is lent no more', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1 });
  const count = sql<{ count: number }>`select count(*) as count from ${table('test_notes')} where id > ${0}`.prepared();
  const kept = sql<{ kept: number }>`
    select count(*) as kept from pg_catalog.pg_prepared_statements where statement like '%test_notes%'`;
  for (const tenant of [world.clay, world.clay, world.patch])
    await database.tenants.read(tenant, (db) => count.one(db));
  expect(await database.tenants.read(world.clay, (db) => kept.one(db))).toEqual({ kept: 2 });
  const whole = sql`select * from ${table('test_notes')}`.prepared();
  await database.tenants.read(world.clay, (db) => whole.all(db));
  await withOwner(world.url, (owner) =>
    owner.query(`alter table tenant_${world.clay.id}.test_notes add column more text`),
  );
  const again = () => database.tenants.read(world.clay, (db) => whole.all(db));
  await expect(again()).rejects.toMatchObject({ code: '0A000' });
  expect((await again()).length).toBeGreaterThan(0);
  await database.close();
});
