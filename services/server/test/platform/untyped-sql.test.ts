import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { untypedSql } from '../../src/testing/untyped-sql.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** `packages/database` makes the handles and the template; it is the one that writes text. */
const rooms = ['services/server/src', 'packages/testing/src', 'packages/realtime/src', 'scripts'];

it('no statement outside of packages/database is text with its values apart, or takes values that are cast to fit', () => {
  const found = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !path.endsWith('untyped-sql.ts'))
      .flatMap((path) => untypedSql(readFileSync(path, 'utf8')).map((part) => `${relative(root, path)}: ${part}`)),
  );
  expect(found).toEqual([]);
});

it.each([
  "await db.raw('select 1 from ??', [db.table('posts')])",
  'const { rows } = await shared.raw<{ rows: Row[] }>(text)',
  'await db\n  .raw(text)',
  "db('posts').whereRaw('(publish_at, id) > (?, ?)', [at, id])",
  "db('posts').orderByRaw('likes desc')",
  "db('posts').insert(rows.map((row) => ({ ...row, at: now() })) as never)",
  "db('posts').insert({ quote: JSON.stringify(quote(1)) as never })",
  "db('posts').where({ id }).update(change as unknown as Row)",
  'const variants = (all: Variant[]) => JSON.stringify(all.map((one) => of(one))) as never;',
])('is found: %s', (code) => {
  expect(untypedSql(code)).not.toEqual([]);
});

it.each([
  "sql<Row>`select 1 from ${table('posts')} where id = ${id}`.all(db)",
  "db('posts').insert({ quote: toJson(quote) })",
  'const { data } = await picture.raw().toBuffer()',
  'handle(input as never)',
])('is not: %s', (code) => {
  expect(untypedSql(code)).toEqual([]);
});
