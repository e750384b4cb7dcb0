import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { features } from '../../src/features.ts';
import { isWriting, sourceFiles, tablesNamedIn, tableUses, unnamedTables } from '../../src/testing/table-uses.ts';

const database = fileURLToPath(new URL('../../../../packages/database', import.meta.url));

/** What lies outside the features. Their rooms are `packages/database`, `secrets.ts` and `apply/`. */
const others: Readonly<Record<string, readonly string[]>> = {
  database: [
    'tenants',
    'tenant_hosts',
    'tenant_migrations',
    'spares',
    'webhook_paths',
    'outbox',
    'outbox_streams',
    'throttles',
    'levels',
  ],
  secrets: ['secrets'],
  apply: ['applied'],
};

/** Files outside the folder of the feature they belong to. */
const roomOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/');
  if (first === 'features') return second;
  if (first === 'session') return 'accounts';
  return first.replace(/\.ts$/, '');
};

const owners = new Map<string, string[]>();
for (const [owner, tables] of [
  ...Object.entries(others),
  ...features.map(({ name, tables = [] }) => [name, tables] as const),
])
  for (const table of tables) owners.set(table, [...(owners.get(table) ?? []), owner]);

it('every table of a tenant and of the shared schema has exactly one owner', () => {
  expect(createdTables().map((table) => [table, owners.get(table)?.length ?? 0])).toEqual(
    createdTables().map((table) => [table, 1]),
  );
  expect([...owners.keys()].filter((table) => !createdTables().includes(table))).toEqual([]);
});

/** They lie on top and read every table. */
const readers = new Set(['reports', 'disputes']);

it('no room touches the table of another; reports and disputes alone read them all', () => {
  const foreign = tableUses(new Set(createdTables())).filter(({ file, table }) => {
    const room = roomOf(file);
    return !readers.has(room) && !owners.get(table)?.includes(room);
  });
  expect(foreign).toEqual([]);
  expect(unnamedTables()).toEqual([]);
});

it('reports write nothing', () => {
  expect(sourceFiles('features/reports').filter(({ code }) => isWriting(code))).toEqual([]);
});

it('disputes write their own tables alone', () => {
  const foreign = new Set(createdTables().filter((table) => !owners.get(table)?.includes('disputes')));
  const writing = sourceFiles('features/disputes').filter(({ code }) => isWriting(code));
  expect(writing.length).toBeGreaterThan(0);
  expect(writing.filter(({ code }) => tablesNamedIn(code, foreign).length > 0)).toEqual([]);
});

it('a foreign table and a statement that writes are found, whichever way they are written', () => {
  const known = new Set(['posts', 'users', 'tenants']);
  for (const code of [
    "await db('posts').first()",
    "db('posts as p')",
    "sql`select 1 from ${table('posts')} p`",
    "db.table('posts')",
    "shared(\n  'posts'\n)",
  ])
    expect(tablesNamedIn(code, known)).toEqual(['posts']);
  expect(tablesNamedIn('sql`select 1 from shared.tenants`', known)).toEqual(['tenants']);
  expect(tablesNamedIn("listen('outbox'); t('column-name'); text.split('posts-column')", known)).toEqual([]);
  for (const code of [
    "db('posts').insert(row)",
    "db('posts').where({ id }).delete()",
    "sql`update ${table('posts')} set a = 1`.all(db)",
    'ctx.database.tenants.write(tenant, work)',
  ])
    expect(isWriting(code)).toBe(true);
  expect(isWriting("sql`select updated_at from ${table('posts')}`.all(db)")).toBe(false);
});

function createdTables(): string[] {
  const all = ['tenant', 'shared'].flatMap((track) => {
    const folder = join(database, 'migrations', track);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  });
  const named = (how: RegExp) => all.flatMap((text) => [...text.matchAll(how)].map(([, table]) => table ?? ''));
  const dropped = new Set(named(/^drop table (?::schema|shared)\.(\w+)/gim));
  return named(/create (?:(?:unlogged )?table|view) (?::schema|shared)\.(\w+)/gi)
    .filter((table) => !dropped.has(table))
    .toSorted();
}
