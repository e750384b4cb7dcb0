import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hasRoleSql, tenantSql } from './migrate-tenant.ts';
import { digestOf, pendingMigrations, readMigrations, type MigrationFile } from './migration-files.ts';
import { withOwner } from '../owner.ts';
import { quoteLiteral, type RoleNames } from './role-names.ts';
import { dropSpares } from './spares.ts';
import { findStale, type Candidate } from './stale-tenants.ts';
import type { TenantId } from '../tenant-id.ts';

export interface MigrateTenantsOptions {
  /** Only these; all when absent. */
  only?: readonly TenantId[];
  /** First these; when one of them fails, no other is touched. */
  canary?: readonly TenantId[];
  /** Tenants migrated at the same time; 4 unless told. */
  parallel?: number;
  /** Milliseconds to wait for a table that is in use, three times with a pause between. */
  lockTimeoutMs?: number;
  onProgress?: (done: number, of: number) => void;
}

export interface MigrationReport {
  migrated: { id: TenantId; slug: string; files: string[] }[];
  failed: { id: TenantId; slug: string; error: string }[];
  /** Tenants that had nothing to run. */
  unchanged: number;
  /** Tenants that were left as they were because a canary failed. */
  untouched: number;
}

interface Lane {
  names: RoleNames;
  files: readonly MigrationFile[];
  report: MigrationReport;
}

/**
 * Brings every tenant up to date, each in a transaction of its own; one that fails keeps its old schema and stops nobody but those
 * behind a canary. Whoever is killed and starts again goes on where they were.
 */
export async function migrateTenants(
  options: MigrateTenantsOptions & { url: string; names: RoleNames; folder: string },
): Promise<MigrationReport> {
  const { url, names, folder, only, canary = [], parallel = 4, lockTimeoutMs = 5_000, onProgress } = options;
  const files = await readMigrations(folder);
  const { stale, current } = await withOwner(url, async (owner) => {
    const found = await findStale(owner, { names, files, only });
    // Where sites are behind, so are spares, and nobody takes those. What goes wrong here the job that keeps them tells.
    if (only === undefined && found.stale.length > 0) await dropSpares(owner, { names, files }).catch(() => {});
    return found;
  });
  const report: MigrationReport = { migrated: [], failed: [], unchanged: current, untouched: 0 };
  const isCanary = ({ id }: Candidate): boolean => canary.includes(id);

  const run = async (queue: Candidate[]): Promise<void> => {
    const lane = () =>
      withOwner(url, async (owner) => {
        await owner.query(`set lock_timeout = ${Math.round(lockTimeoutMs)}`);
        for (let tenant = queue.shift(); tenant !== undefined; tenant = queue.shift()) {
          await migrateOne(owner, tenant, { names, files, report });
          onProgress?.(report.migrated.length + report.failed.length, stale.length);
        }
      });
    await Promise.all(Array.from({ length: Math.min(parallel, queue.length) }, lane));
  };
  await run(stale.filter(isCanary));
  const others = stale.filter((tenant) => !isCanary(tenant));
  if (report.failed.length > 0) report.untouched = others.length;
  else await run(others);
  return report;
}

async function migrateOne(owner: pg.Client, { id, slug }: Candidate, lane: Lane): Promise<void> {
  const { report } = lane;
  try {
    const ran = await retryLocked(() => migrateInTransaction(owner, { id, slug }, lane));
    if (ran === null) report.unchanged += 1;
    else report.migrated.push({ id, slug, files: ran });
  } catch (error) {
    await noteFailure(owner, { id, slug }, lane, (error as Error).message);
  }
}

/** Another process may hold the tenant, and bring it up to date meanwhile: then nothing failed. Whatever happens here stops no other. */
async function noteFailure(
  owner: pg.Client,
  { id, slug }: Candidate,
  { report, files }: Lane,
  message: string,
): Promise<void> {
  const digest = digestOf(files);
  try {
    const noted = await owner.query(
      `update shared.tenants set migration_status = 'failed', migration_error = $2
       where id = $1 and migrations_digest is distinct from $3`,
      [id, message, digest],
    );
    if (noted.rowCount === 0) return void (report.unchanged += 1);
  } catch {
    // Held still, or the line is lost: the next start finds what it was.
  }
  report.failed.push({ id, slug, error: message });
}

/**
 * Two messages: what is there, then all that is missing with its commit.
 * @returns the names of the files that ran; null where nothing was left to do
 */
async function migrateInTransaction(
  owner: pg.Client,
  { id, slug }: Candidate,
  { names, files }: Lane,
): Promise<string[] | null> {
  let pending: MigrationFile[] = [];
  try {
    const found = await lockTenant(owner, names, id);
    if (found === null) {
      await owner.query('rollback');
      return null;
    }
    const { applied, hasRole } = found;
    pending = pendingMigrations(files, applied, slug);
    await owner.query(`${tenantSql({ names, id, all: files, pending, hasRole, keepsDigest: true })}\n;\ncommit`);
    return pending.length === 0 && hasRole ? null : pending.map(({ name }) => name);
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    throw naming(pending, error as Error);
  }
}

/**
 * Begins a transaction, and reads what ran only when the tenant is locked: another process may be migrating the same fleet.
 * Rows that point to the tenant (a person who registers) wait for nothing.
 * @returns null when the tenant was removed
 */
export async function lockTenant(
  owner: pg.Client,
  names: RoleNames,
  id: TenantId,
): Promise<{ applied: Map<string, string>; hasRole: boolean } | null> {
  const answers = (await owner.query(
    `begin; select 1 from shared.tenants where id = ${quoteLiteral(id)} for no key update;
     select json_object_agg(name, sha256) as applied from shared.tenant_migrations where tenant_id = ${quoteLiteral(id)};
     ${hasRoleSql(names, id)}`,
  )) as unknown as [
    unknown,
    pg.QueryResult,
    pg.QueryResult<{ applied: Record<string, string> | null }>,
    pg.QueryResult,
  ];
  const [, tenant, ran, role] = answers;
  if (tenant.rows.length === 0) return null;
  return { applied: new Map(Object.entries(ran.rows[0]?.applied ?? {})), hasRole: role.rows.length > 0 };
}

/** The error with the file that it comes from, as far as that is known: they go to Postgres together. */
export function naming(pending: readonly MigrationFile[], error: Error): Error {
  if (pending.length === 0) return error;
  const files = pending.map(({ name }) => name);
  const where = files.length > 3 ? `${files[0]} to ${files.at(-1)}` : files.join(', ');
  return Object.assign(new Error(`${where}: ${error.message}`, { cause: error }), {
    code: (error as { code?: string }).code,
  });
}

/** `lock_not_available`, and a deadlock with what goes on at the site, of which Postgres ended this side. */
const lockCodes: ReadonlySet<string | undefined> = new Set(['55P03', '40P01']);

/** A table in use for long is waited for in short spells, so that the queue behind our lock can drain. */
async function retryLocked<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!lockCodes.has((error as { code?: string }).code) || attempt === 3) throw error;
      await sleep(attempt * 250);
    }
  }
}
