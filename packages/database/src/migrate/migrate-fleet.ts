import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { applyTenantFiles } from './migrate-tenant.ts';
import { pendingMigrations, readMigrations, type MigrationFile } from './migration-files.ts';
import { inTransaction, withOwner } from '../owner.ts';
import type { RoleNames } from './role-names.ts';
import type { TenantId } from '../tenant-id.ts';

export interface MigrateTenantsOptions {
  /** Only these; all when absent. */
  only?: readonly TenantId[];
  /** Tenants migrated at the same time. */
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
}

interface Candidate {
  id: TenantId;
  slug: string;
  applied: Record<string, string>;
  roleMissing: boolean;
}

/** Brings every tenant up to date, each in a transaction of its own; one that fails keeps its old schema and stops nobody. */
export async function migrateTenants(
  options: MigrateTenantsOptions & { url: string; names: RoleNames; folder: string },
): Promise<MigrationReport> {
  const { url, names, folder, only, parallel = 4, lockTimeoutMs = 5_000, onProgress } = options;
  const files = await readMigrations(folder);
  const report: MigrationReport = { migrated: [], failed: [], unchanged: 0 };
  const hasWork = (tenant: Candidate): boolean =>
    tenant.roleMissing || files.some((file) => tenant.applied[file.name] !== file.sha256);
  const candidates = await withOwner(url, async (owner) => {
    const found = await listCandidates(owner, names, only);
    await markCurrent(
      owner,
      found.filter((tenant) => !hasWork(tenant)),
    );
    return found;
  });
  const queue = candidates.filter(hasWork);
  report.unchanged = candidates.length - queue.length;

  const total = queue.length;
  const lane = () =>
    withOwner(url, async (owner) => {
      await owner.query(`set lock_timeout = ${Math.round(lockTimeoutMs)}`);
      for (let tenant = queue.shift(); tenant !== undefined; tenant = queue.shift()) {
        await migrateOne(owner, { names, tenant, files, report });
        onProgress?.(report.migrated.length + report.failed.length, total);
      }
    });
  await Promise.all(Array.from({ length: Math.min(parallel, total) }, lane));
  return report;
}

async function migrateOne(
  owner: pg.Client,
  options: { names: RoleNames; tenant: Candidate; files: MigrationFile[]; report: MigrationReport },
): Promise<void> {
  const {
    names,
    tenant: { id, slug },
    files,
    report,
  } = options;
  try {
    const ran = await retryLocked(() =>
      inTransaction(owner, async () => {
        // Locked and read again: another process may be migrating the same fleet.
        await owner.query('select 1 from shared.tenants where id = $1 for update', [id]);
        const { rows } = await owner.query<{ name: string; sha256: string }>(
          'select name, sha256 from shared.tenant_migrations where tenant_id = $1',
          [id],
        );
        const pending = pendingMigrations(files, new Map(rows.map((row) => [row.name, row.sha256])), slug);
        await applyTenantFiles(owner, { names, id, all: files, pending });
        return pending.map((file) => file.name);
      }),
    );
    report.migrated.push({ id, slug, files: ran });
  } catch (error) {
    const message = (error as Error).message;
    report.failed.push({ id, slug, error: message });
    await owner.query(`update shared.tenants set migration_status = 'failed', migration_error = $2 where id = $1`, [
      id,
      message,
    ]);
  }
}

/** A file that failed and was taken back leaves nothing to run; its failure would be told for good. */
async function markCurrent(owner: pg.Client, tenants: readonly Candidate[]): Promise<void> {
  await owner.query(
    `update shared.tenants set migration_status = 'current', migration_error = null where id = any ($1) and migration_status <> 'current'`,
    [tenants.map(({ id }) => id)],
  );
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

async function listCandidates(owner: pg.Client, names: RoleNames, only?: readonly TenantId[]): Promise<Candidate[]> {
  const { rows } = await owner.query<Candidate>(
    `select t.id, t.slug,
       coalesce((select json_object_agg(m.name, m.sha256) from shared.tenant_migrations m where m.tenant_id = t.id), '{}') as applied,
       not exists (select 1 from pg_catalog.pg_roles r where r.rolname = $1 || t.id) as "roleMissing"
     from shared.tenants t where $2::text[] is null or t.id = any ($2) order by t.slug`,
    [names.tenant('000000000000' as TenantId).slice(0, -12), only ?? null],
  );
  return rows;
}
