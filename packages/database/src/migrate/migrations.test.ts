import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillTokens, ownFolders } from './migration-files.ts';
import { withOwner } from '../owner.ts';
import { openDatabase } from '../open-database.ts';
import { tenantSchema, type TenantId } from '../tenant-id.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';

let world: NoteWorld;
beforeAll(async () => {
  world = await openNoteWorld();
});
afterAll(() => world.end());

const schemas = () =>
  withOwner(
    world.url,
    async (owner) =>
      (await owner.query<{ nspname: string }>(`select nspname from pg_namespace where nspname ~ '^tenant_'`)).rows
        .length,
  );
const roles = () =>
  withOwner(
    world.url,
    async (owner) =>
      (await owner.query(`select 1 from pg_roles where starts_with(rolname, current_database() || '_tenant_')`)).rows
        .length,
  );

it('a tenant is provisioned whole: record, hosts, schema and tables', async () => {
  expect(world.clay).toMatchObject({
    slug: 'clay',
    status: 'active',
    canonicalHost: 'clay.test',
    hosts: ['api.clay.test', 'clay.test'],
    migrationStatus: 'current',
    schemaVersion: 1,
  });
  expect((await world.database.listTenants()).map(({ slug }) => slug)).toEqual(['clay', 'patch']);
});

it('provisioning that fails leaves nothing: no row, no schema, no role', async () => {
  const before = [await schemas(), await roles()];
  await expect(world.database.provision({ slug: 'clay', hosts: ['other.test'] })).rejects.toMatchObject({
    code: '23505',
    constraint: 'one_tenant_a_slug',
  });
  await expect(world.database.provision({ slug: 'other', hosts: ['clay.test'] })).rejects.toMatchObject({
    code: '23505',
    constraint: 'one_tenant_a_host',
  });
  await writeFile(
    join(world.folder, '0002_broken.sql'),
    'create table :schema.half (id int); select no_such_function();',
  );
  await expect(world.database.provision({ slug: 'other', hosts: ['other.test'] })).rejects.toThrow('no_such_function');
  await writeFile(join(world.folder, '0002_broken.sql'), 'create table :schema.whole (id uuid primary key);');
  expect([await schemas(), await roles()]).toEqual(before);
  expect((await world.database.listTenants()).map(({ slug }) => slug)).toEqual(['clay', 'patch']);
});

it('tables listed as append-only refuse to be changed, the others do not', async () => {
  const { database, clay } = world;
  await database.tenants.write(clay, (db) => db('test_entries').insert({ amount_minor: 100 }));
  await expect(
    database.tenants.write(clay, (db) => db('test_entries').update({ amount_minor: 1 })),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(database.tenants.write(clay, (db) => db('test_entries').delete())).rejects.toMatchObject({
    code: '42501',
  });
  expect(await database.tenants.read(clay, (db) => db('test_entries').pluck('amount_minor'))).toEqual([100]);
});

it('one tenant whose migration fails stops nobody else and keeps what it had', async () => {
  const { database, clay, patch } = world;
  await database.tenants.write(clay, (db) => db('test_notes').insert({ title: '' }));
  await writeFile(
    join(world.folder, '0003_titles.sql'),
    `create table :schema.test_third (id uuid primary key); alter table :schema.test_notes add constraint titles_are_not_empty check (title <> '');`,
  );
  const report = await database.migrateTenants();
  expect(report).toMatchObject({
    migrated: [{ slug: 'patch', files: ['0002_broken', '0003_titles'] }],
    failed: [{ slug: 'clay', error: expect.stringContaining('titles_are_not_empty') }],
  });
  const records = await database.listTenants();
  expect(records.find(({ slug }) => slug === 'patch')).toMatchObject({
    schemaVersion: 3,
    migrationStatus: 'current',
    migrationError: null,
  });
  expect(records.find(({ slug }) => slug === 'clay')).toMatchObject({
    schemaVersion: 1,
    migrationStatus: 'failed',
    migrationError: expect.stringContaining('titles_are_not_empty'),
  });
  const third = (id: TenantId) =>
    withOwner(
      world.url,
      async (owner) =>
        (
          await owner.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
            `${tenantSchema(id)}.test_third`,
          ])
        ).rows[0]?.there,
    );
  expect([await third(clay.id), await third(patch.id)]).toEqual([false, true]);

  await database.tenants.write(clay, (db) => db('test_notes').where({ title: '' }).delete());
  expect(await database.migrateTenants()).toMatchObject({ migrated: [{ slug: 'clay' }], failed: [], unchanged: 1 });
  expect(await database.migrateTenants()).toEqual({ migrated: [], failed: [], unchanged: 2, untouched: 0 });
});

it('a migration waits for a table in use only as long as it may', async () => {
  const { database, clay } = world;
  await writeFile(
    join(world.folder, '0004_column.sql'),
    'alter table :schema.test_notes add column pinned_at timestamptz;',
  );
  await database.tenants.write(clay, async (db) => {
    await db('test_notes').select();
    const report = await database.migrateTenants({ lockTimeoutMs: 50 });
    expect(report).toMatchObject({
      migrated: [{ slug: 'patch' }],
      failed: [{ slug: 'clay', error: expect.stringContaining('lock timeout') }],
    });
  });
  expect(await database.migrateTenants()).toMatchObject({ migrated: [{ slug: 'clay' }], failed: [] });
});

it('a file with a lower number that came later still runs, and one that was changed is refused', async () => {
  const { database, clay } = world;
  await writeFile(join(world.folder, '0005_last.sql'), 'create table :schema.fifth (id uuid primary key);');
  await database.migrateTenants({ only: [clay.id] });
  await writeFile(join(world.folder, '0005_last.sql'), 'create table :schema.fifth (id uuid primary key, more text);');
  expect((await database.migrateTenants({ only: [clay.id] })).failed).toMatchObject([
    { error: expect.stringContaining('0005_last was changed after it ran in clay') },
  ]);
  const stateOf = async () => (await database.listTenants()).find(({ id }) => id === clay.id);
  expect(await stateOf()).toMatchObject({ migrationStatus: 'failed' });
  // Put back as it was, there is nothing to run and nothing that failed.
  await writeFile(join(world.folder, '0005_last.sql'), 'create table :schema.fifth (id uuid primary key);');
  expect(await database.migrateTenants({ only: [clay.id] })).toMatchObject({ unchanged: 1, failed: [] });
  expect(await stateOf()).toMatchObject({ migrationStatus: 'current', migrationError: null });
});

it('roles that a restore on another server lost are made again', async () => {
  const { patch, folder } = world;
  await withOwner(world.url, async (owner) => {
    const role = `${new URL(world.url).pathname.slice(1)}_tenant_${patch.id}`;
    await owner.query(`drop owned by "${role}"; drop role "${role}"`);
  });
  const database = await openDatabase({ url: world.url, migrations: { ...ownFolders, tenant: folder } });
  await database.migrateTenants({ only: [patch.id] });
  expect(await database.tenants.read(patch, (db) => db('test_notes').pluck('title'))).toEqual(['of patch']);
  await expect(database.tenants.write(patch, (db) => db('test_entries').delete())).rejects.toMatchObject({
    code: '42501',
  });
  await database.close();
});

it('shared migrations run again without effect, also from several processes at once', async () => {
  const others = await Promise.all([1, 2, 3].map(() => openDatabase({ url: world.url })));
  await Promise.all(others.map((database) => database.migrateShared()));
  expect(await others[0]!.listTenants()).toHaveLength(2);
  await Promise.all(others.map((database) => database.close()));
});

it('a migration that Postgres ended in a deadlock runs again', async () => {
  const { database, clay, folder } = world;
  // A sequence counts on where its transaction is rolled back.
  await writeFile(join(folder, '0006_tries.sql'), 'create sequence :schema.tries;');
  await database.migrateTenants({ only: [clay.id] });
  const deadlock = `raise exception 'deadlock detected' using errcode = '40P01'`;
  await writeFile(
    join(folder, '0007_unlucky.sql'),
    `do $$ begin if nextval(':schema.tries') = 1 then ${deadlock}; end if; end $$; create table :schema.seventh (id uuid);`,
  );
  expect(await database.migrateTenants({ only: [clay.id] })).toMatchObject({
    migrated: [{ slug: 'clay', files: ['0007_unlucky'] }],
    failed: [],
  });
});

it('tokens are filled in, casts and longer words are left', () => {
  const names = { schema: 'tenant_a', role: 'db_tenant_a' };
  expect(fillTokens('select x::schema from :schema.t; grant select on :schema.t to :role; :schemas', names)).toBe(
    'select x::schema from "tenant_a".t; grant select on "tenant_a".t to "db_tenant_a"; :schemas',
  );
});
