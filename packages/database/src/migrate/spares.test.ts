import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { withOwner } from '../owner.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';
import { databaseNameOf, roleNames } from './role-names.ts';
import { readRights } from './site-rights.ts';
import { tenantSchema, type TenantId } from '../tenant-id.ts';

let world: NoteWorld;
beforeEach(async () => {
  world = await openNoteWorld();
}, 60_000);
afterEach(() => world.end());

const site = (slug: string) => ({ slug, hosts: [`${slug}.test`] });

/** Schemas and roles of tenants, by id, and the spares that are known. */
const found = (url: string) =>
  withOwner(url, async (owner) => {
    const ids = async (query: string) =>
      (await owner.query<{ id: TenantId }>(query)).rows.map(({ id }) => id).toSorted();
    return {
      schemas: await ids(`select substr(nspname, 8) as id from pg_namespace where nspname ~ '^tenant_'`),
      roles: await ids(
        `select right(rolname, 12) as id from pg_roles where starts_with(rolname, current_database() || '_tenant_')`,
      ),
      spares: await ids('select id from shared.spares'),
    };
  });

/** Every object of a schema as Postgres defines it, in words that are the same for two sites alike. */
const catalogOf = (url: string, id: TenantId) =>
  withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ line: string }>(
      `with site as (select oid from pg_namespace where nspname = $1), lines as (
         select 'comment ' || coalesce(obj_description(oid, 'pg_namespace'), 'none') as line from site
         union all select 'relation ' || c.relname || ' ' || c.relkind::text || ' ' || c.relpersistence::text || ' ' ||
             coalesce((select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text || ' ' ||
               coalesce(pg_get_expr(d.adbin, d.adrelid), '-'), ', ' order by a.attnum)
             from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '')
           from pg_class c where c.relnamespace in (table site)
         union all select 'index ' || pg_get_indexdef(c.oid) from pg_class c where c.relnamespace in (table site) and c.relkind = 'i'
         union all select 'constraint ' || conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid)
           from pg_constraint where connamespace in (table site)
         union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
           where c.relnamespace in (table site) and not t.tgisinternal
         union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace in (table site)
       ) select replace(line, $1, 'tenant') as line from lines order by 1`,
      [tenantSchema(id)],
    );
    return rows.map(({ line }) => line);
  });

it('a site that takes a spare equals one that was made for it, in its catalog, its rights and what is remembered of it', async () => {
  const { url, drop } = await createTestDatabase();
  const database = await openDatabase({ url, poolSize: 2 });
  try {
    const made = await database.provision(site('made'));
    const { made: spares } = (await database.keepSpares(1))!;
    const claimed = await database.provision(site('claimed'));
    expect([claimed.id]).toEqual(spares);
    const alike = { ...made, id: claimed.id, createdAt: claimed.createdAt };
    expect(claimed).toEqual({ ...alike, slug: 'claimed', hosts: ['claimed.test'], canonicalHost: 'claimed.test' });
    const catalog = await catalogOf(url, claimed.id);
    expect(catalog.length).toBeGreaterThan(1_000);
    expect(catalog).toEqual(await catalogOf(url, made.id));
    await withOwner(url, async (owner) => {
      const names = roleNames(databaseNameOf(url));
      expect(await readRights(owner, names, claimed.id)).toEqual(await readRights(owner, names, made.id));
      const { rows } = await owner.query<{ id: TenantId; ran: string; digest: string }>(
        `select t.id, t.migrations_digest as digest, json_agg(m.name || m.sha256 order by m.name)::text as ran
         from shared.tenants t join shared.tenant_migrations m on m.tenant_id = t.id group by 1, 2`,
      );
      const [one, other] = rows;
      expect({ ...one, id: null }).toEqual({ ...other, id: null });
    });
    expect(await database.migrateTenants()).toMatchObject({ migrated: [], failed: [], unchanged: 2 });
    expect(await database.checkGrants()).toEqual({ same: 2, differing: [], behind: [] });
  } finally {
    await database.close();
    await drop();
  }
}, 60_000);

it('two sites that are made at once never get the same spare, nor does one that has an id of its own get any', async () => {
  const { database, url } = world;
  const { made } = (await database.keepSpares(4))!;
  const own = await database.provision({ ...site('own'), id: 'a1b2c3d4e5f6' as TenantId });
  const taken = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((slug) => database.provision(site(slug))));
  expect(new Set([own, ...taken].map(({ id }) => id)).size).toBe(7);
  expect(taken.filter(({ id }) => made.includes(id))).toHaveLength(4);
  expect(made).not.toContain(own.id);
  expect((await found(url)).spares).toEqual([]);
});

it('a site whose name or host is taken leaves the spare where it is', async () => {
  const { database, url } = world;
  const { made } = (await database.keepSpares(1))!;
  await expect(database.provision({ slug: 'clay', hosts: ['other.test'] })).rejects.toMatchObject({
    constraint: 'one_tenant_a_slug',
  });
  await expect(database.provision({ slug: 'other', hosts: ['clay.test'] })).rejects.toMatchObject({
    constraint: 'one_tenant_a_host',
  });
  expect((await found(url)).spares).toEqual(made);
  expect((await database.provision(site('third'))).id).toBe(made[0]);
});

it('whoever walks the sites meets no spare', async () => {
  const { database, clay, patch } = world;
  await database.keepSpares(2);
  expect((await database.listTenants()).map(({ id }) => id)).toEqual([clay.id, patch.id]);
  expect(await database.migrateTenants()).toMatchObject({ migrated: [], failed: [], unchanged: 2 });
  expect(await database.dryRunMigrations()).toMatchObject({ sites: [], unchanged: 2 });
  expect(await database.checkGrants()).toEqual({ same: 2, differing: [], behind: [] });
});

it('so many spares wait as are asked for, whoever asks and how often', async () => {
  const { database, url } = world;
  await Promise.all([database.keepSpares(2), database.keepSpares(2)]);
  expect(await database.keepSpares(2)).toEqual({ made: [], dropped: [], swept: [] });
  expect((await found(url)).spares).toHaveLength(2);
  await database.provision(site('third'));
  expect((await database.keepSpares(2))?.made).toHaveLength(1);
});

it('a migration of the fleet drops the spares of the version before, and new sites get what is new', async () => {
  const { database, url, folder, clay, patch } = world;
  const { made } = (await database.keepSpares(2))!;
  await writeFile(join(folder, '0002_more.sql'), 'create table :schema.more (id uuid primary key);');
  // Not taken in the meantime either.
  const between = await database.provision(site('between'));
  expect(made).not.toContain(between.id);
  await database.migrateTenants();
  const sites = [clay.id, patch.id, between.id].toSorted();
  expect(await found(url)).toEqual({ schemas: sites, roles: sites, spares: [] });
  await database.keepSpares(1);
  const { id } = await database.provision(site('after'));
  const { rows } = await withOwner(url, (owner) => owner.query(`select from ${tenantSchema(id)}.more`));
  expect(rows).toEqual([]);
});

it('a process of the version before leaves the spares of the new one alone', async () => {
  const { database, url, folder } = world;
  const before = join(folder, '0002_more.sql');
  await writeFile(before, 'create table :schema.more (id uuid primary key);');
  const { made } = (await database.keepSpares(1))!;
  const older = await openDatabase({
    url,
    poolSize: 1,
    migrations: { shared: '', tenant: join(import.meta.dirname, '../../fixtures/tenant') },
  });
  expect((await older.keepSpares(1))?.dropped).toEqual([]);
  await older.migrateTenants();
  await older.close();
  expect((await found(url)).spares).toEqual(expect.arrayContaining([...made]));
});

it('a process that is killed while it makes a spare leaves nothing behind', async () => {
  const { database, url, folder } = world;
  const before = await found(url);
  await writeFile(join(folder, '0002_slow.sql'), 'select pg_sleep(20);');
  const making = database.keepSpares(1).catch((error: Error) => error);
  const killed = await withOwner(url, async (owner) => {
    for (let tries = 0; tries < 400; tries += 1) {
      const { rows } = await owner.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
      );
      if (rows.length > 0) return true;
      await sleep(25);
    }
    return false;
  });
  expect(killed).toBe(true);
  expect(await making).toBeInstanceOf(Error);
  expect(await found(url)).toEqual(before);
}, 60_000);

it('a claim that never ends in a commit leaves the spare for the next', async () => {
  const { database, url } = world;
  const { made } = (await database.keepSpares(1))!;
  await withOwner(url, async (owner) => {
    const { rows } = await owner
      .query<{ id: TenantId }>(
        `begin; select shared.claim_spare((select digest from shared.spares), 'lost', array['lost.test'], null, null, null, null, null) as id`,
      )
      .then((answers) => (answers as unknown as { rows: { id: TenantId }[] }[])[1]!);
    expect(rows[0]?.id).toBe(made[0]);
    // Who comes meanwhile waits for nobody.
    expect((await database.provision(site('meanwhile'))).id).not.toBe(made[0]);
  });
  expect((await database.provision(site('next'))).id).toBe(made[0]);
});

it('a schema that says it is a spare and that no row knows is named and dropped; any other schema is left alone', async () => {
  const { database, url, clay } = world;
  const { made } = (await database.keepSpares(2))!;
  const [lost, kept] = made as [TenantId, TenantId];
  await withOwner(url, async (owner) => {
    await owner.query(`delete from shared.spares where id = '${lost}'`);
    // As after a restore of shared tables from before the site was made: its rows are somebody's.
    await owner.query('create schema tenant_zzzzzzzzzzzz; create table tenant_zzzzzzzzzzzz.rows (id int)');
  });
  expect(await database.keepSpares(2)).toMatchObject({ swept: [lost], dropped: [] });
  const now = await found(url);
  expect(now.schemas).toEqual(expect.arrayContaining([clay.id, kept, 'zzzzzzzzzzzz']));
  expect([...now.schemas, ...now.roles]).not.toContain(lost);
});

it('a row that a restore brought back is neither given away nor dropped with what its schema has become', async () => {
  const { database, url } = world;
  const { made } = (await database.keepSpares(1))!;
  const row = await withOwner(url, async (owner) => (await owner.query('select * from shared.spares')).rows[0]);
  const taken = await database.provision(site('third'));
  expect(taken.id).toBe(made[0]);
  const restore = (): Promise<unknown> =>
    withOwner(url, (owner) =>
      owner.query('insert into shared.spares (id, digest, files, schema_version) values ($1, $2, $3, $4)', [
        row.id,
        row.digest,
        row.files,
        row.schema_version,
      ]),
    );
  await restore();
  // As if the site were not remembered either.
  await withOwner(url, (owner) => owner.query('delete from shared.tenants where id = $1', [taken.id]));

  expect((await database.provision(site('fourth'))).id).not.toBe(taken.id);
  expect(await database.keepSpares(1)).toMatchObject({ dropped: [], swept: [], made: [expect.any(String)] });
  const now = await found(url);
  expect(now.schemas).toContain(taken.id);
  expect(now.spares).not.toContain(taken.id);
});

it('who keeps a spare from being dropped is not waited for', async () => {
  const { database, url } = world;
  const { made } = (await database.keepSpares(1))!;
  await withOwner(url, async (reader) => {
    const { rows } = await reader.query<{ table: string }>(
      `select c.oid::regclass::text as table from pg_class c where relnamespace = '${tenantSchema(made[0]!)}'::regnamespace and relkind = 'r' limit 1`,
    );
    await reader.query(`begin; lock table ${rows[0]!.table} in access share mode`);
    await withOwner(url, (owner) => owner.query('update shared.spares set digest = digest || 0'));
    await expect(database.keepSpares(1)).rejects.toMatchObject({ code: '55P03' });
  });
  expect((await found(url)).schemas).toContain(made[0]);
  expect(await database.keepSpares(1)).toMatchObject({ dropped: made });
});

it('a spare whose role a restore lost is not given to a site, and is made again', async () => {
  const { database, url } = world;
  const { made } = (await database.keepSpares(1))!;
  const role = roleNames(databaseNameOf(url)).tenant(made[0]!);
  await withOwner(url, (owner) =>
    owner.query(`grant "${role}" to current_user; drop owned by "${role}"; drop role "${role}"`),
  );
  expect((await database.provision(site('third'))).id).not.toBe(made[0]);
  expect(await database.keepSpares(1)).toMatchObject({ dropped: made, made: [expect.any(String)] });
});

it('on a database of the version before, sites are made as they were', async () => {
  const { database, url } = world;
  await withOwner(url, (owner) =>
    owner.query(
      'drop function shared.claim_spare(text, text, text[], text, text, text, text, text); drop table shared.spares',
    ),
  );
  expect(await database.provision(site('third'))).toMatchObject({ slug: 'third', migrationStatus: 'current' });
  expect(await database.keepSpares(1)).toEqual({ made: [], dropped: [], swept: [] });
  expect(await database.migrateTenants()).toMatchObject({ failed: [], unchanged: 3 });
});
