import type pg from 'pg';
import { dropSchemaAndRole } from './drop-tenant.ts';
import { schemaSql } from './migrate-tenant.ts';
import { digestOf, newestNumber, type MigrationFile } from './migration-files.ts';
import { inTransaction } from '../owner.ts';
import { quoteIdentifier as q, type RoleNames } from './role-names.ts';
import { sql } from '../sql.ts';
import { newTenantId, tenantSchema, type TenantId } from '../tenant-id.ts';
import type { SharedDb } from '../units/face.ts';

export interface SparesReport {
  readonly made: readonly TenantId[];
  /** Of a version before, or without their role. */
  readonly dropped: readonly TenantId[];
  /** Schemas that say they are spares, and that no row knows. */
  readonly swept: readonly TenantId[];
}

interface Fleet {
  readonly names: RoleNames;
  readonly files: readonly MigrationFile[];
}

/** What a spare's schema says of itself until a site takes it: whoever finds one that no row knows may drop it. */
const comment = 'spare';

/** A dump that goes on holds every table until it ends: who can't drop one now tries again later. */
const lockBriefly = `set local lock_timeout = '5s'`;

/** Any number that nothing else locks; one process at a time makes spares. */
const LOCK = 4_711_004;

/**
 * Whether the schema is one still. After a restore of shared tables alone a row may name what has become a site since: its
 * schema says nothing, and is nobody's to give away or to drop.
 */
const isSpare = `coalesce(pg_catalog.obj_description(pg_catalog.to_regnamespace('tenant_' || s.id)::oid, 'pg_namespace') = '${comment}', false)`;

/** Those of a newer version are left alone: while versions change, the other's process makes them. */
const isStale = `(s.schema_version < $2 or (s.schema_version = $2 and s.digest <> $1) or not ${isSpare}
  or not exists (select from pg_catalog.pg_roles r where r.rolname = $3 || s.id))`;

/** Whether so many wait, and none that is of no use. Asks two small tables, and needs no owner. */
export async function areSparesKept(db: SharedDb, { names, files }: Fleet, count: number): Promise<boolean> {
  const { good, all, newer } = await sql<{ good: number; all: number; newer: number }>`
    select count(*) filter (where s.digest = ${digestOf(files)} and exists (
        select from pg_catalog.pg_roles r where r.rolname = ${names.tenantPrefix} || s.id)
        and pg_catalog.obj_description(pg_catalog.to_regnamespace('tenant_' || s.id)::oid, 'pg_namespace') = ${comment})::int as good,
      count(*) filter (where s.schema_version <= ${newestNumber(files)})::int as all,
      count(*) filter (where s.schema_version > ${newestNumber(files)})::int as newer
    from shared.spares s`.one(db);
  return (good >= count || newer > 0) && all === good;
}

/**
 * Makes spares until so many wait, each in a transaction of its own, and drops those that no new site can take. Null where
 * another process is at it.
 */
export async function makeSpares(owner: pg.Client, fleet: Fleet, count: number): Promise<SparesReport | null> {
  const { rows } = await owner.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [LOCK]);
  if (rows[0]?.isOurs !== true) return null;
  try {
    const gone = await dropSpares(owner, fleet);
    const made: TenantId[] = [];
    for (let missing = await countMissing(owner, fleet, count); missing > 0; missing -= 1)
      made.push(await inTransaction(owner, () => makeSpare(owner, fleet)));
    return { made, ...gone };
  } finally {
    await owner.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

/** Drops those that no new site can take: of a version before, without a role, and schemas of spares that no row knows. */
export async function dropSpares(
  owner: pg.Client,
  { names, files }: Fleet,
): Promise<Pick<SparesReport, 'dropped' | 'swept'>> {
  const { rows: stale } = await owner.query<{ id: TenantId; isSpare: boolean }>(
    `select s.id, ${isSpare} as "isSpare" from shared.spares s where ${isStale}`,
    [digestOf(files), newestNumber(files), names.tenantPrefix],
  );
  const { rows: lost } = await owner.query<{ id: TenantId }>(
    `select substr(n.nspname, 8) as id from pg_catalog.pg_namespace n
     where n.nspname ~ '^tenant_[a-z0-9]{12}$' and pg_catalog.obj_description(n.oid, 'pg_namespace') = $1
       and not exists (select from shared.spares s where s.id = substr(n.nspname, 8))
       and not exists (select from shared.tenants t where t.id = substr(n.nspname, 8))`,
    [comment],
  );
  const dropped: TenantId[] = [];
  for (const { id, isSpare: isOne } of stale)
    await inTransaction(owner, async () => {
      await owner.query(lockBriefly);
      // Whoever claims it meanwhile has it.
      const { rowCount } = await owner.query(
        'delete from shared.spares where id = (select id from shared.spares where id = $1 for update skip locked)',
        [id],
      );
      if (rowCount === 0 || !isOne) return;
      await dropSchemaAndRole(owner, names, id);
      dropped.push(id);
    });
  for (const { id } of lost)
    await inTransaction(owner, async () => {
      await owner.query(lockBriefly);
      await dropSchemaAndRole(owner, names, id);
    });
  return { dropped, swept: lost.map(({ id }) => id) };
}

/** None where a newer version's process makes its own: each would drop the other's while both run. */
async function countMissing(owner: pg.Client, { files }: Fleet, count: number): Promise<number> {
  const { rows } = await owner.query<{ good: number; newer: number }>(
    `select count(*) filter (where s.digest = $1 and ${isSpare})::int as good,
       count(*) filter (where s.schema_version > $2)::int as newer from shared.spares s`,
    [digestOf(files), newestNumber(files)],
  );
  const { good, newer } = rows[0]!;
  return newer > 0 ? 0 : count - good;
}

async function makeSpare(owner: pg.Client, { names, files }: Fleet): Promise<TenantId> {
  const id = newTenantId();
  await owner.query(
    `${schemaSql({ names, id, all: files, pending: files, hasRole: false })}
;
comment on schema ${q(tenantSchema(id))} is '${comment}'`,
  );
  await owner.query(
    `insert into shared.spares (id, digest, files, schema_version)
     select $1, $2, jsonb_object_agg(name, sha256), $3 from unnest($4::text[], $5::text[]) as file (name, sha256)`,
    [id, digestOf(files), newestNumber(files), files.map(({ name }) => name), files.map(({ sha256 }) => sha256)],
  );
  return id;
}
