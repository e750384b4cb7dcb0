import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { openDatabase } from './open-database.ts';
import { inTransaction, withOwner } from './owner.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
import { tenantSchema } from './tenant-id.ts';

// What has to be so that a site's schema can be handed to a node of Citus as it is (decision 0008). Asked of the catalog of
// a fresh site, so that a migration that breaks it is seen at once and not years later.

interface Rule {
  /** Answers what breaks the rule. `:own` and `:other` are the schemas of two sites. */
  readonly broken: string;
  /** Each breaks it. */
  readonly sabotages: readonly string[];
}

/** Everything that stands in a schema, by the schema that it belongs to. */
const placed = `
  select 'pg_class'::regclass as class, oid as object, relnamespace as namespace, relname::text as name from pg_class
  union all select 'pg_proc'::regclass, oid, pronamespace, proname from pg_proc
  union all select 'pg_type'::regclass, oid, typnamespace, typname from pg_type
  union all select 'pg_constraint'::regclass, oid, connamespace, conname from pg_constraint
  union all select 'pg_trigger'::regclass, t.oid, c.relnamespace, tgname from pg_trigger t join pg_class c on c.oid = tgrelid
  union all select 'pg_rewrite'::regclass, r.oid, c.relnamespace, c.relname from pg_rewrite r join pg_class c on c.oid = ev_class
  union all select 'pg_attrdef'::regclass, d.oid, c.relnamespace, c.relname from pg_attrdef d join pg_class c on c.oid = adrelid`;

const withoutKey = (schema: string): string => `
  select relname as found from pg_class c
  where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`;
const ownTypes = (schema: string): string => `
  select typname as found from pg_type t
  where typnamespace = '${schema}'::regnamespace and typtype in ('e', 'd', 'r', 'm')
  union all
  select relname from pg_class where relnamespace = '${schema}'::regnamespace and relkind = 'c'`;
const relatives = (schema: string): string => `
  select c.relname as found from pg_inherits i join pg_class c on c.oid in (i.inhrelid, i.inhparent)
  where c.relnamespace = '${schema}'::regnamespace`;
const trigger = (body: string): string =>
  `create function :own.sabotage() returns trigger language plpgsql set search_path = '' as $$ begin ${body} return null; end $$`;

const ofASite: Readonly<Record<string, Rule>> = {
  'no foreign key leaves the schema': {
    broken: `
      select conname as found from pg_constraint k join pg_class c on c.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = ':own'::regnamespace and c.relnamespace <> k.connamespace`,
    sabotages: [
      'alter table :own.users add foreign key (identity_id) references shared.identities (id)',
      'alter table :own.users add foreign key (identity_id) references :other.users (id)',
    ],
  },
  'no foreign key of elsewhere leads into it': {
    broken: `
      select conname as found from pg_constraint k join pg_class c on c.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = ':own'::regnamespace and k.connamespace <> c.relnamespace`,
    sabotages: ['create table shared.sabotage (id uuid primary key references :own.users (id))'],
  },
  'no view, default, check, index or trigger uses anything of elsewhere but of Postgres itself': {
    broken: `
      with placed as (${placed})
      select o.name || ' uses ' || r.name as found from pg_depend d
        join placed o on (o.class, o.object) = (d.classid, d.objid)
        join placed r on (r.class, r.object) = (d.refclassid, d.refobjid)
      where o.namespace = ':own'::regnamespace and r.namespace not in (':own'::regnamespace, 'pg_catalog'::regnamespace)`,
    sabotages: [
      'create view :own.sabotage as select id from shared.identities',
      'create view :own.sabotage as select id from :other.users',
      "create sequence shared.sabotage; alter table :own.users add sabotage bigint default nextval('shared.sabotage')",
      'create trigger sabotage after insert on :own.users for each row execute function shared.tell_identity_changed()',
      "create type shared.sabotage as enum ('a'); alter table :own.users add sabotage shared.sabotage",
    ],
  },
  'no function names another schema': {
    broken: `
      select proname || ' names ' || nspname as found from pg_proc p, pg_namespace n
      where p.pronamespace = ':own'::regnamespace and nspname not in (':own', 'pg_catalog')
        and prosrc ~ ('\\m' || nspname || '\\.')`,
    sabotages: [
      trigger('perform id from :other.users;'),
      trigger('perform id from shared.identities;'),
      trigger("perform graphile_worker.add_job('a');"),
    ],
  },
  'no function leaves it to the session where a name leads': {
    broken: `
      select proname as found from pg_proc
      where pronamespace = ':own'::regnamespace and not coalesce('search_path=""' = any (proconfig), false)`,
    sabotages: ['create function :own.sabotage() returns integer language sql as $$ select 1 $$'],
  },
  "no trigger asks for its table's name, which is another one on a node": {
    broken: `
      select proname as found from pg_proc
      where pronamespace = ':own'::regnamespace and prosrc ~* '\\m(tg_table_name|tg_relname|tg_relid)\\M'`,
    sabotages: [trigger("perform pg_catalog.pg_notify('a', tg_table_name);")],
  },
  'each table has a primary key': {
    broken: withoutKey(':own'),
    sabotages: ['create table :own.sabotage (id integer unique not null)'],
  },
  'no table inherits or is inherited from': {
    broken: relatives(':own'),
    sabotages: [
      'create table :own.sabotage (primary key (id)) inherits (:own.users)',
      'create table :other.sabotage () inherits (:own.users)',
    ],
  },
  'there are tables, views, sequences and indexes, and nothing foreign or materialised': {
    broken: `
      select relname as found from pg_class
      where relnamespace = ':own'::regnamespace and relkind not in ('r', 'v', 'S', 'i')`,
    sabotages: [
      'create materialized view :own.sabotage as select 1 as one',
      'create foreign data wrapper sabotage; create server sabotage foreign data wrapper sabotage; create foreign table :own.sabotage (id integer) server sabotage',
    ],
  },
  'no table is unlogged': {
    broken: "select relname as found from pg_class where relnamespace = ':own'::regnamespace and relpersistence <> 'p'",
    sabotages: ['create unlogged table :own.sabotage (id integer primary key)'],
  },
  'there is no type of its own': {
    broken: ownTypes(':own'),
    sabotages: [
      "create type :own.sabotage as enum ('a')",
      'create domain :own.sabotage as text',
      'create type :own.sabotage as (one integer)',
    ],
  },
  'posts and what tells of their changes are all that gets numbers of a sequence, and the sequence is their own': {
    broken: `
      select s.relname as found from pg_class s
      where s.relkind = 'S' and s.relnamespace = ':own'::regnamespace and not exists (
        select from pg_depend d join pg_attribute a on (a.attrelid, a.attnum) = (d.refobjid, d.refobjsubid)
        where d.objid = s.oid and d.deptype = 'i' and (d.refobjid, a.attname) in ((':own.posts'::regclass, 'serial'), (':own.post_changes'::regclass, 'id')))`,
    sabotages: [
      'create sequence :own.sabotage',
      'alter table :own.users add sabotage bigint generated always as identity',
      'alter table :own.users add sabotage bigserial',
    ],
  },
  'no table has a rule': {
    broken: `
      select rulename as found from pg_rewrite r join pg_class c on c.oid = ev_class
      where c.relnamespace = ':own'::regnamespace and (rulename, c.relkind) <> ('_RETURN', 'v')`,
    sabotages: ['create rule sabotage as on delete to :own.users do instead nothing'],
  },
  'all of it belongs to whoever the schema belongs to': {
    broken: `
      select relname as found from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = ':own' and relowner <> nspowner
      union all
      select proname from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = ':own' and proowner <> nspowner`,
    sabotages: [
      'alter table :own.users owner to pg_monitor',
      'alter function :own.tell_settings_changed() owner to pg_monitor',
    ],
  },
  'it needs no extension, and none lives in it': {
    broken:
      "select extname as found from pg_extension where extname <> 'plpgsql' or extnamespace = ':own'::regnamespace",
    sabotages: [
      'create extension citext schema :own',
      "set local allow_system_table_mods = on; update pg_extension set extnamespace = ':own'::regnamespace",
    ],
  },
};

const ofShared: Readonly<Record<string, Rule>> = {
  'each table has a primary key': {
    broken: withoutKey('shared'),
    sabotages: ['create table shared.sabotage (id integer unique not null)'],
  },
  'no foreign key leaves them': {
    broken: `
      select conname as found from pg_constraint k join pg_class c on c.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'shared'::regnamespace and c.relnamespace <> k.connamespace`,
    sabotages: ['create table shared.sabotage (id uuid primary key references :own.users (id))'],
  },
  'there is no type of their own': {
    broken: ownTypes('shared'),
    sabotages: ["create type shared.sabotage as enum ('a')"],
  },
  'no table inherits or is inherited from': {
    broken: relatives('shared'),
    sabotages: ['create table shared.sabotage (primary key (id)) inherits (shared.identities)'],
  },
  'those that a crash may empty are the two that count tries, which stay where they are': {
    broken: `
      select relname as found from pg_class
      where relnamespace = 'shared'::regnamespace and relkind = 'r' and relpersistence <> 'p'
        and relname not in ('levels', 'throttles')`,
    sabotages: ['create unlogged table shared.sabotage (id integer primary key)'],
  },
};

let test: TestDatabase;
let own = '';
let other = '';
beforeAll(async () => {
  test = await createTestDatabase();
  const database = await openDatabase({ url: test.url, poolSize: 2 });
  const luna = await database.provision({ slug: 'luna', hosts: ['luna.test'] });
  const mars = await database.provision({ slug: 'mars', hosts: ['mars.test'] });
  await database.close();
  [own, other] = [tenantSchema(luna.id), tenantSchema(mars.id)];
});
afterAll(() => test.drop());

const named = (text: string): string => text.replaceAll(':own', own).replaceAll(':other', other);

async function breaches(owner: pg.Client, { broken }: Rule): Promise<string[]> {
  const { rows } = await owner.query<{ found: string }>(named(broken));
  return rows.map(({ found }) => found);
}

/** What is found after the sabotage, which is taken back. */
async function breachesAfter(owner: pg.Client, rule: Rule, sabotage: string): Promise<string[]> {
  const takenBack = new Error('taken back');
  let found: string[] = [];
  await inTransaction(owner, async () => {
    await owner.query(named(sabotage));
    found = await breaches(owner, rule);
    throw takenBack;
  }).catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  return found;
}

describe.each([
  ['a site can be handed to a node of Citus:', ofASite],
  ['what all sites share can stay or be copied to every node:', ofShared],
])('%s', (_what, rules) => {
  it.each(Object.entries(rules))('%s', async (_name, rule) => {
    await withOwner(test.url, async (owner) => {
      expect(await breaches(owner, rule)).toEqual([]);
      for (const sabotage of rule.sabotages)
        expect(await breachesAfter(owner, rule, sabotage), sabotage).not.toEqual([]);
      expect(await breaches(owner, rule)).toEqual([]);
    });
  });
});
