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

/** Any number that nothing else locks; one process at a time makes spares. */
const LOCK = 4_711_004;

/** Those of a newer version are left alone: while versions change, the other's process makes them. */
const isStale = `(s.schema_version < $2 or (s.schema_version = $2 and s.digest <> $1)
  or not exists (select from pg_catalog.pg_roles r where r.rolname = $3 || s.id))`;

/** Whether so many wait, and none that is of no use. Asks two small tables, and needs no owner. */
export async function areSparesKept(db: SharedDb, { names, files }: Fleet, count: number): Promise<boolean> {
  const { good, all } = await sql<{ good: number; all: number }>`
    select count(*) filter (where s.digest = ${digestOf(files)} and exists (
        select from pg_catalog.pg_roles r where r.rolname = ${names.tenantPrefix} || s.id))::int as good,
      count(*) filter (where s.schema_version <= ${newestNumber(files)})::int as all
    from shared.spares s`.one(db);
  return good >= count && all === good;
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
    for (let missing = count - (await countGood(owner, fleet)); missing > 0; missing -= 1)
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
  const { rows: stale } = await owner.query<{ id: TenantId }>(`select s.id from shared.spares s where ${isStale}`, [
    digestOf(files),
    newestNumber(files),
    names.tenantPrefix,
  ]);
  const { rows: lost } = await owner.query<{ id: TenantId }>(
    `select substr(n.nspname, 8) as id from pg_catalog.pg_namespace n
     where n.nspname ~ '^tenant_[a-z0-9]{12}$' and pg_catalog.obj_description(n.oid, 'pg_namespace') = $1
       and not exists (select from shared.spares s where s.id = substr(n.nspname, 8))
       and not exists (select from shared.tenants t where t.id = substr(n.nspname, 8))`,
    [comment],
  );
  const dropped: TenantId[] = [];
  for (const { id } of stale)
    await inTransaction(owner, async () => {
      // Whoever claims it meanwhile has it.
      const { rowCount } = await owner.query(
        'delete from shared.spares where id = (select id from shared.spares where id = $1 for update skip locked)',
        [id],
      );
      if (rowCount === 0) return;
      await dropSchemaAndRole(owner, names, id);
      dropped.push(id);
    });
  for (const { id } of lost) await inTransaction(owner, () => dropSchemaAndRole(owner, names, id));
  return { dropped, swept: lost.map(({ id }) => id) };
}

async function countGood(owner: pg.Client, { files }: Fleet): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from shared.spares where digest = $1',
    [digestOf(files)],
  );
  return rows[0]!.count;
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
