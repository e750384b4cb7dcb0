import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyTenantFiles } from './migrate-tenant.ts';
import { ownFolders, readMigrations } from './migration-files.ts';
import { databaseNameOf, roleNames } from './role-names.ts';
import { openDatabase } from '../open-database.ts';
import { inTransaction, withOwner } from '../owner.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';
import { recordStatements } from '../testing/statements.ts';
import { tenantSchema, type TenantRef } from '../tenant-id.ts';

let world: NoteWorld;
beforeAll(async () => {
  world = await openNoteWorld();
});
afterAll(() => world.end());

const addFile = (name: string, sql: string): void => writeFileSync(join(world.folder, `${name}.sql`), sql);

/** The access list of each relation as Postgres keeps it, with the transaction that wrote it. */
const accessLists = ({ id }: TenantRef) =>
  withOwner(world.url, async (owner) => {
    const { rows } = await owner.query<{ name: string; acl: string | null }>(
      'select relname as name, relacl::text as acl from pg_class where relnamespace = $1::regnamespace order by 1',
      [tenantSchema(id)],
    );
    return Object.fromEntries(rows.map(({ name, acl }) => [name, acl]));
  });

const grantsSaid = async (act: () => Promise<unknown>): Promise<string[]> => {
  const recording = recordStatements();
  try {
    await act();
  } finally {
    recording.stop();
  }
  return recording.stop().flatMap(({ text }) => text.match(/\b(?:grant|revoke|create role|alter role)\b/gi) ?? []);
};

it('an added column, an index and a function leave every access list as it is and grant nothing', async () => {
  const before = await accessLists(world.clay);
  addFile(
    '0002_column',
    `-- create table is what this does not do
     alter table :schema.test_notes add column pinned_at timestamptz;
     create index notes_pinned on :schema.test_notes (pinned_at);
     update :schema.test_notes set pinned_at = now();
     create function :schema.tell() returns trigger language plpgsql set search_path = '' as $$ begin return null; end $$;
     create trigger tell after insert on :schema.test_notes for each statement execute function :schema.tell();`,
  );
  expect(await grantsSaid(() => world.database.migrateTenants())).toEqual([]);
  const after = await accessLists(world.clay);
  expect(after).toMatchObject({ notes_pinned: null });
  expect({ ...after, notes_pinned: undefined }).toEqual({ ...before, notes_pinned: undefined });
});

it('a new table gets the rights of a fresh site, and those of the others are not written again', async () => {
  const before = await accessLists(world.clay);
  addFile(
    '0003_tables',
    `
-- append-only: test_events
-- read-only: test_rates
     create table :schema.test_events (id bigint generated always as identity primary key);
     create table :schema.test_rates (id uuid primary key);
     create view :schema.test_seen as select id from :schema.test_events;
     create sequence :schema.test_numbers;
     do $$ begin execute 'create table :schema.test_built (id uuid)'; end $$;
     alter table :schema.test_comments add column place serial;`,
  );
  expect(await grantsSaid(() => world.database.migrateTenants())).not.toEqual([]);
  const after = await accessLists(world.clay);
  expect(after).toMatchObject(before);
  const rightsOf = (name: string): string | undefined => /_tenant_\w+=(\w+)/.exec(after[name] ?? '')?.[1];
  expect(
    [
      'test_events',
      'test_rates',
      'test_seen',
      'test_built',
      'test_numbers',
      'test_events_id_seq',
      'test_comments_place_seq',
    ].map(rightsOf),
  ).toEqual(['ar', 'r', 'arwd', 'arwd', 'U', 'U', 'U']);
  expect(await world.database.checkGrants()).toEqual({ same: 2, differing: [], behind: [] });
});

it('a file that lists a table of an earlier file takes its rights away', async () => {
  addFile('0004_listed', '-- append-only: test_comments\nselect 1;');
  await world.database.migrateTenants({ only: [world.clay.id] });
  await expect(world.database.tenants.write(world.clay, (db) => db('test_comments').delete())).rejects.toMatchObject({
    code: '42501',
  });
  expect(await world.database.checkGrants()).toEqual({ same: 1, differing: [], behind: ['patch'] });
  await world.database.migrateTenants();
});

it('rights that somebody changed are found, each with what a fresh site has, and are mended', async () => {
  const { database, clay, patch, url } = world;
  const [ofClay, ofPatch] = [clay, patch].map(({ id }) => `${new URL(url).pathname.slice(1)}_tenant_${id}`);
  const schema = tenantSchema(clay.id);
  await withOwner(url, (owner) =>
    owner.query(`
      grant update on ${schema}.test_events to "${ofClay}"; revoke insert on ${schema}.test_notes from "${ofClay}";
      revoke usage on sequence ${schema}.test_numbers from "${ofClay}"; grant select on ${schema}.test_notes to "${ofPatch}";
      revoke "${ofClay}" from "${new URL(url).pathname.slice(1)}_app"`),
  );
  const { same, differing } = await database.checkGrants();
  expect([same, differing.map(({ slug }) => slug)]).toEqual([1, ['clay']]);
  const notes = 'its role DELETE, its role INSERT, its role SELECT, its role UPDATE';
  expect(differing[0]?.differences).toEqual([
    { object: 'role', has: expect.stringContaining('is taken by nobody'), wants: expect.stringContaining('_app') },
    { object: 'sequence test_numbers', has: 'nobody', wants: 'its role USAGE' },
    {
      object: 'table test_events',
      has: 'its role INSERT, its role SELECT, its role UPDATE',
      wants: 'its role INSERT, its role SELECT',
    },
    {
      object: 'table test_notes',
      has: expect.stringContaining('its role DELETE, its role SELECT, its role UPDATE'),
      wants: notes,
    },
  ]);
  expect(differing[0]?.differences[3]?.has).toContain(`${ofPatch} SELECT`);

  await database.renewGrants([clay.id]);
  // What another role was given is not taken from it here: only a person knows why.
  expect((await database.checkGrants()).differing[0]?.differences.map(({ object }) => object)).toEqual([
    'table test_notes',
  ]);
  await withOwner(url, (owner) => owner.query(`revoke select on ${schema}.test_notes from "${ofPatch}"`));
  expect(await database.checkGrants()).toEqual({ same: 2, differing: [], behind: [] });
});

it('to look at the rights leaves no tenant, no schema and no role behind', async () => {
  const count = () =>
    withOwner(
      world.url,
      async (owner) =>
        (
          await owner.query(
            `select (select count(*) from shared.tenants) as tenants,
               (select count(*) from pg_namespace where nspname ~ '^tenant_') as schemas,
               (select count(*) from pg_roles where starts_with(rolname, current_database() || '_tenant_')) as roles`,
          )
        ).rows,
    );
  const before = await count();
  await world.database.checkGrants();
  expect(await count()).toEqual(before);
});

it('a site that ran every released file one by one has the rights of a fresh one on all that there is', async () => {
  const { url, drop } = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'one-by-one-'));
  const [first, ...others] = await readMigrations(ownFolders.tenant);
  cpSync(join(ownFolders.tenant, `${first!.name}.sql`), join(folder, `${first!.name}.sql`));
  const early = await openDatabase({ url, poolSize: 1, migrations: { ...ownFolders, tenant: folder } });
  const database = await openDatabase({ url, poolSize: 1 });
  try {
    const { id } = await early.provision({ slug: 'old', hosts: ['old.test'] });
    await withOwner(url, async (owner) => {
      const names = roleNames(databaseNameOf(url));
      for (const file of others)
        await inTransaction(owner, () =>
          applyTenantFiles(owner, { names, id, all: [first!, ...others], pending: [file] }),
        );
    });
    await database.provision({ slug: 'new', hosts: ['new.test'] });
    expect(await database.checkGrants()).toEqual({ same: 2, differing: [], behind: [] });
    // That it compares what it should: the books of money can't be changed by the tenant's role.
    await withOwner(url, async (owner) => {
      const { rows } = await owner.query<{ acl: string }>(
        `select string_agg(relacl::text, ' ') as acl from pg_class where oid = any (array[$1, $2]::regclass[])`,
        ['ledger_entries', 'ledger_sums'].map((table) => `${tenantSchema(id)}.${table}`),
      );
      expect(rows[0]?.acl.match(/_tenant_\w+=\w+/g)?.map((text) => text.split('=')[1])).toEqual(['ar', 'r']);
    });
  } finally {
    await early.close();
    await database.close();
    await drop();
    rmSync(folder, { recursive: true });
  }
});
