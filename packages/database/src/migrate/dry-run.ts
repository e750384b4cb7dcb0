import type pg from 'pg';
import { lockTenant, naming } from './migrate-fleet.ts';
import { tenantSql } from './migrate-tenant.ts';
import { pendingMigrations, readMigrations, type MigrationFile, type MigrationFolders } from './migration-files.ts';
import { withOwner } from '../owner.ts';
import type { RoleNames } from './role-names.ts';
import type { TenantId } from '../tenant-id.ts';

export interface DryRunOptions {
  /** Only these; all when absent. */
  only?: readonly TenantId[];
  /** Tried rather than others that want the same files. */
  canary?: readonly TenantId[];
  /** Milliseconds to wait for a table that is in use. */
  lockTimeoutMs?: number;
}

export interface DryRun {
  /** Files of the shared track that come first. Nothing is tried before they ran. */
  readonly shared: readonly string[];
  readonly sites: readonly { slug: string; files: readonly string[] }[];
  /** Tenants that have nothing to run. */
  readonly unchanged: number;
  /** One tenant for each set of files that is wanted somewhere, and what came of it; `error` is null where they ran. */
  readonly tried: readonly {
    slug: string;
    files: readonly string[];
    milliseconds: number;
    error: string | null;
  }[];
  /** Tenants that would be refused: a file was changed after it ran. */
  readonly refused: readonly { slug: string; error: string }[];
}

interface Wanting {
  id: TenantId;
  slug: string;
  pending: MigrationFile[];
}

/**
 * What a migration would do, and whether it can: each set of files that is wanted runs on one tenant, in a transaction that is
 * rolled back. While it runs that tenant waits for the tables that it changes. Needs no shared migration to have run.
 */
export async function dryRunMigrations(
  options: DryRunOptions & { url: string; names: RoleNames; folders: MigrationFolders },
): Promise<DryRun> {
  const { url, names, folders, only, canary = [], lockTimeoutMs = 5_000 } = options;
  const [shared, files] = [await readMigrations(folders.shared), await readMigrations(folders.tenant)];
  return withOwner(url, async (owner) => {
    const left = await sharedLeft(owner, shared);
    if (left === null)
      return { shared: shared.map(({ name }) => name), sites: [], unchanged: 0, tried: [], refused: [] };
    const { wanting, refused, unchanged } = await listWanting(owner, { names, files, only });
    const groups = new Map<string, Wanting>();
    for (const site of wanting) {
      const key = site.pending.map(({ name }) => name).join();
      if (!groups.has(key) || (canary.includes(site.id) && !canary.includes(groups.get(key)!.id)))
        groups.set(key, site);
    }
    const tried: DryRun['tried'][number][] = [];
    if (left.length === 0) {
      await owner.query(`set lock_timeout = ${Math.round(lockTimeoutMs)}`);
      for (const site of groups.values()) tried.push(await tryOn(owner, names, files, site));
    }
    const sites = wanting.map(({ slug, pending }) => ({ slug, files: pending.map(({ name }) => name) }));
    return { shared: left, sites, unchanged, tried, refused };
  });
}

/** @returns null in a database without any shared table */
async function sharedLeft(owner: pg.Client, files: readonly MigrationFile[]): Promise<string[] | null> {
  const { rows } = await owner.query<{ present: boolean }>(
    `select to_regclass('shared.migrations') is not null and to_regclass('shared.tenant_migrations') is not null as present`,
  );
  if (rows[0]?.present !== true) return null;
  const ran = await owner.query<{ name: string; sha256: string }>('select name, sha256 from shared.migrations');
  const applied = new Map(ran.rows.map((row) => [row.name, row.sha256]));
  return pendingMigrations(files, applied, 'schema shared').map(({ name }) => name);
}

async function listWanting(
  owner: pg.Client,
  options: { names: RoleNames; files: readonly MigrationFile[]; only: readonly TenantId[] | undefined },
): Promise<{ wanting: Wanting[]; refused: { slug: string; error: string }[]; unchanged: number }> {
  const { names, files, only } = options;
  const { rows } = await owner.query<{
    id: TenantId;
    slug: string;
    applied: Record<string, string>;
    hasRole: boolean;
  }>(
    `select t.id, t.slug, coalesce(m.applied, '{}') as applied,
       exists (select from pg_catalog.pg_roles r where r.rolname = $1 || t.id) as "hasRole"
     from shared.tenants t
       left join (select tenant_id, json_object_agg(name, sha256) as applied from shared.tenant_migrations group by 1) m
         on m.tenant_id = t.id
     where $2::text[] is null or t.id = any ($2) order by t.slug`,
    [names.tenantPrefix, only ?? null],
  );
  const [wanting, refused]: [Wanting[], { slug: string; error: string }[]] = [[], []];
  for (const { id, slug, applied, hasRole } of rows) {
    try {
      const pending = pendingMigrations(files, new Map(Object.entries(applied)), slug);
      if (pending.length > 0 || !hasRole) wanting.push({ id, slug, pending });
    } catch (error) {
      refused.push({ slug, error: (error as Error).message });
    }
  }
  return { wanting, refused, unchanged: rows.length - wanting.length - refused.length };
}

async function tryOn(
  owner: pg.Client,
  names: RoleNames,
  all: readonly MigrationFile[],
  { id, slug, pending }: Wanting,
): Promise<DryRun['tried'][number]> {
  const files = pending.map(({ name }) => name);
  const since = performance.now();
  let failed: string | null = null;
  try {
    const found = await lockTenant(owner, names, id);
    if (found === null) failed = `${slug} was removed meanwhile.`;
    // What is checked at the end only, is checked here: there is no commit that would do so.
    else
      await owner.query(
        `${tenantSql({ names, id, all, pending, hasRole: found.hasRole, keepsDigest: true })}\n;\nset constraints all immediate`,
      );
  } catch (error) {
    failed = naming(pending, error as Error).message;
  } finally {
    await owner.query('rollback');
  }
  return { slug, files, milliseconds: performance.now() - since, error: failed };
}
