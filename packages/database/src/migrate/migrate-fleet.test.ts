import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownFolders } from './migration-files.ts';
import { withOwner } from '../owner.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';
import { isHousekeeping, recordStatements } from '../testing/statements.ts';
import { tenantSchema } from '../tenant-id.ts';

let world: NoteWorld;
beforeEach(async () => {
  world = await openNoteWorld();
});
afterEach(() => world.end());

const addFile = (name: string, sql: string): Promise<void> => writeFile(join(world.folder, `${name}.sql`), sql);
const addSites = async (...slugs: string[]) => {
  for (const slug of slugs) await world.database.provision({ slug, hosts: [`${slug}.test`] });
};
const versions = async () =>
  Object.fromEntries((await world.database.listTenants()).map(({ slug, schemaVersion }) => [slug, schemaVersion]));
const statementsOf = async (act: () => Promise<unknown>) => {
  const recording = recordStatements();
  await act();
  return recording.stop().filter((statement) => !isHousekeeping(statement));
};
/** Everything that the database holds of roles, schemas, tables and what ran, as one text. */
const allThereIs = () =>
  withOwner(world.url, async (owner) => {
    const { rows } = await owner.query<{ text: string }>(`
      select 'role ' || rolname as text from pg_roles where starts_with(rolname, current_database() || '_')
      union all select 'relation ' || oid::regclass || ' ' || coalesce(relacl::text, '') from pg_class where relnamespace::regnamespace::text ~ '^tenant_'
      union all select 'column ' || attrelid::regclass || '.' || attname from pg_attribute
        where attrelid in (select oid from pg_class where relnamespace::regnamespace::text ~ '^(tenant_|shared)')
      union all select 'ran ' || m::text from shared.tenant_migrations m
      union all select 'ran ' || m::text from shared.migrations m
      union all select 'tenant ' || t::text from shared.tenants t`);
    return rows.map(({ text }) => text).toSorted();
  });

it('sites that are current cost one statement, however many they are', async () => {
  await addSites('moss', 'tide');
  const statements = await statementsOf(async () => {
    expect(await world.database.migrateTenants()).toMatchObject({ migrated: [], unchanged: 4 });
  });
  expect(statements).toHaveLength(1);
});

it('a site is brought up to date in two messages', async () => {
  await addFile('0002_a', 'alter table :schema.test_notes add column a int;');
  await addFile('0003_b', 'alter table :schema.test_notes add column b int; -- without an end of line');
  const recording = recordStatements();
  const { migrated } = await world.database.migrateTenants({ only: [world.clay.id] });
  const messages = recording.stop().filter(({ text }) => text.includes(world.clay.id));
  expect(migrated).toMatchObject([{ files: ['0002_a', '0003_b'] }]);
  expect(messages.map(({ text }) => [text.startsWith('begin'), text.endsWith('commit')])).toEqual([
    [true, false],
    [false, true],
  ]);
});

it('a site whose version kept no digest is current when every file ran, and nothing runs again', async () => {
  await addFile('0002_once', `insert into :schema.test_entries (amount_minor) values (1);`);
  await world.database.migrateTenants();
  await withOwner(world.url, (owner) => owner.query('update shared.tenants set migrations_digest = null'));
  expect(await world.database.migrateTenants()).toEqual({ migrated: [], failed: [], unchanged: 2, untouched: 0 });
  expect(await statementsOf(() => world.database.migrateTenants())).toHaveLength(1);
});

it('a version with fewer files leaves a site as it is, and the newer one runs nothing again', async () => {
  await addFile('0002_once', `insert into :schema.test_entries (amount_minor) values (1);`);
  await world.database.migrateTenants();
  await rm(join(world.folder, '0002_once.sql'));
  expect(await world.database.migrateTenants()).toMatchObject({ migrated: [], unchanged: 2 });
  expect(await versions()).toEqual({ clay: 2, patch: 2 });
  await addFile('0002_once', `insert into :schema.test_entries (amount_minor) values (1);`);
  expect(await world.database.migrateTenants()).toMatchObject({ migrated: [], unchanged: 2 });
});

it('killed with -9 in the middle and started again, all sites are current and none ran anything twice', async () => {
  await addSites('dune', 'fern', 'moss', 'tide', 'wren', 'yarn');
  // From the third site on it waits for whoever holds the lock.
  await addFile(
    '0002_halting',
    `alter table :schema.test_notes add column a int; insert into :schema.test_entries (amount_minor) values (1);
     do $$ begin
       if (select count(*) from shared.tenant_migrations where name = '0002_halting') >= 2 then
         perform pg_advisory_xact_lock_shared(4711);
       end if;
     end $$;`,
  );
  const faces = JSON.stringify({ url: world.url, migrations: { ...ownFolders, tenant: world.folder } });
  const program = `
    const { openDatabase } = await import(${JSON.stringify(new URL('../open-database.ts', import.meta.url).href)});
    await (await openDatabase(${faces})).migrateTenants({ parallel: 2 });`;
  const done = async () => Object.values(await versions()).filter((version) => version === 2).length;
  await withOwner(world.url, async (owner) => {
    await owner.query('select pg_advisory_lock(4711)');
    const migrator = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
    const gone = once(migrator, 'exit');
    await vi.waitUntil(async () => (await done()) >= 2, { timeout: 90_000, interval: 20 });
    migrator.kill('SIGKILL');
    await gone;
    expect(await done()).toBeLessThan(5);
    // What was under way goes on without its process, and may still be committed.
    await owner.query('select pg_advisory_unlock(4711)');
  });

  const { migrated, failed, unchanged } = await world.database.migrateTenants();
  expect(failed).toEqual([]);
  expect(migrated.length).toBeGreaterThan(0);
  expect(migrated.length + unchanged).toBe(8);
  for (const tenant of await world.database.listTenants()) {
    expect(tenant).toMatchObject({ schemaVersion: 2, migrationStatus: 'current' });
    expect(await world.database.tenants.read(tenant, (db) => db('test_entries').pluck('amount_minor'))).toEqual([1]);
  }
}, 120_000);

it('two processes that migrate the same fleet run each file once', async () => {
  await addSites('dune', 'fern', 'moss', 'tide');
  await addFile('0002_once', 'insert into :schema.test_entries (amount_minor) values (1); select pg_sleep(0.05);');
  const reports = await Promise.all([1, 2].map(() => world.database.migrateTenants({ parallel: 2 })));
  expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
  expect(reports.flatMap(({ migrated }) => migrated.map(({ slug }) => slug)).toSorted()).toEqual(
    Object.keys(await versions()).toSorted(),
  );
  for (const tenant of await world.database.listTenants())
    expect(await world.database.tenants.read(tenant, (db) => db('test_entries').pluck('amount_minor'))).toEqual([1]);
});

it('no more sites than told are migrated at the same time', async () => {
  await addSites('dune', 'fern', 'moss', 'tide');
  await addFile(
    '0002_slow',
    `select pg_sleep(0.3); create table :schema.test_beside as select count(*)::int as count from pg_stat_activity
       where datname = current_database() and query ~ 'pg_sl[e]ep' and state = 'active';`,
  );
  await world.database.migrateTenants({ parallel: 3 });
  const seen = await withOwner(world.url, async (owner) => {
    const counts: number[] = [];
    for (const { id } of await world.database.listTenants())
      counts.push(
        (await owner.query<{ count: number }>(`select count from ${tenantSchema(id)}.test_beside`)).rows[0]!.count,
      );
    return counts;
  });
  expect(Math.max(...seen)).toBeLessThanOrEqual(3);
  expect(Math.max(...seen)).toBeGreaterThan(1);
});

it('a canary that fails leaves the others untouched, and is told with its file; one that passes lets them follow', async () => {
  await addSites('moss', 'tide');
  const { database, patch } = world;
  await database.tenants.write(patch, (db) => db('test_notes').insert({ title: '' }));
  await addFile('0002_titles', `alter table :schema.test_notes add constraint titled check (title <> '');`);
  const before = (await allThereIs()).filter((line) => !line.startsWith('tenant '));
  expect(await database.migrateTenants({ canary: [patch.id] })).toEqual({
    migrated: [],
    failed: [{ id: patch.id, slug: 'patch', error: expect.stringMatching(/^0002_titles: .*titled/) }],
    unchanged: 0,
    untouched: 3,
  });
  expect((await allThereIs()).filter((line) => !line.startsWith('tenant '))).toEqual(before);
  expect(await versions()).toEqual({ clay: 1, moss: 1, patch: 1, tide: 1 });

  await database.tenants.write(patch, (db) => db('test_notes').where({ title: '' }).delete());
  const order: string[] = [];
  const report = await database.migrateTenants({ canary: [patch.id] });
  order.push(...report.migrated.map(({ slug }) => slug));
  expect([order[0], order.toSorted()]).toEqual(['patch', ['clay', 'moss', 'patch', 'tide']]);
});

it('a dry run says what would run where, tries each set of files on one site, and leaves nothing behind', async () => {
  const { database, clay, patch } = world;
  await addFile('0002_tables', 'create table :schema.test_more (id serial primary key);');
  await database.migrateTenants({ only: [clay.id] });
  await addSites('moss');
  await addFile('0003_titles', `alter table :schema.test_notes add constraint titled check (title <> 'of patch');`);
  const before = await allThereIs();
  const report = await database.dryRunMigrations({ canary: [patch.id] });
  expect(report).toEqual({
    shared: [],
    unchanged: 0,
    refused: [],
    sites: [
      { slug: 'clay', files: ['0003_titles'] },
      { slug: 'moss', files: ['0003_titles'] },
      { slug: 'patch', files: ['0002_tables', '0003_titles'] },
    ],
    tried: [
      { slug: 'clay', files: ['0003_titles'], milliseconds: expect.any(Number), error: null },
      {
        slug: 'patch',
        files: ['0002_tables', '0003_titles'],
        milliseconds: expect.any(Number),
        error: expect.stringMatching(/^0002_tables, 0003_titles: .*titled/),
      },
    ],
  });
  expect(await allThereIs()).toEqual(before);
});

it('a dry run finds what only a commit would check', async () => {
  await addFile(
    '0002_deferred',
    `alter table :schema.test_comments add constraint known foreign key (note_id) references :schema.test_notes (id) deferrable initially deferred;
     insert into :schema.test_comments (note_id, body) values (999, '');`,
  );
  expect((await world.database.dryRunMigrations()).tried[0]?.error).toMatch(/0002_deferred: .*foreign key/);
});

it('a dry run before the shared files ran names them and tries nothing', async () => {
  await addFile('0002_broken', 'select no_such_function();');
  await withOwner(world.url, (owner) =>
    owner.query(`delete from shared.migrations where name = '0033_migrations_digest';
      alter table shared.tenants drop column migrations_digest`),
  );
  const before = await allThereIs();
  expect(await world.database.dryRunMigrations()).toMatchObject({
    shared: ['0033_migrations_digest'],
    sites: [{ slug: 'clay', files: ['0002_broken'] }, { slug: 'patch' }],
    tried: [],
  });
  expect(await allThereIs()).toEqual(before);
});

it('a site can be made before the shared file with the digest ran, and is current after it', async () => {
  await withOwner(world.url, (owner) =>
    owner.query(`delete from shared.migrations where name = '0033_migrations_digest';
      alter table shared.tenants drop column migrations_digest`),
  );
  await addSites('early');
  await world.database.migrateShared();
  expect(await world.database.migrateTenants()).toEqual({ migrated: [], failed: [], unchanged: 3, untouched: 0 });
});

it('a site that another process holds too long stops nobody, and is none that failed where that one brought it up to date', async () => {
  await addFile('0002_a', 'alter table :schema.test_notes add column a int;');
  await withOwner(world.url, async (other) => {
    const hold = () => other.query(`begin; select from shared.tenants where id = '${world.clay.id}' for no key update`);
    await hold();
    const first = await world.database.migrateTenants({ lockTimeoutMs: 20 });
    expect(first).toMatchObject({ failed: [{ slug: 'clay' }], migrated: [{ slug: 'patch' }] });
    await other.query('commit');
    const { migrated } = await world.database.migrateTenants();
    expect(migrated).toMatchObject([{ slug: 'clay' }]);
  });
  expect(await versions()).toEqual({ clay: 2, patch: 2 });
});

it('a person of a site can be written down while it is being migrated', async () => {
  await addFile('0002_slow', 'select pg_advisory_xact_lock_shared(4712);');
  await withOwner(world.url, async (owner) => {
    await owner.query('select pg_advisory_lock(4712)');
    const migrating = world.database.migrateTenants({ only: [world.clay.id] });
    await vi.waitFor(async () => {
      const { rows } = await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`);
      expect(rows).toHaveLength(1);
    }, 20_000);
    await owner.query(
      `set lock_timeout = '2s'; select from shared.tenants where id = '${world.clay.id}' for key share`,
    );
    await owner.query('select pg_advisory_unlock(4712)');
    expect(await migrating).toMatchObject({ failed: [] });
  });
});
