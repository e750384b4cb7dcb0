import { afterAll, beforeAll, expect, it } from 'vitest';
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
