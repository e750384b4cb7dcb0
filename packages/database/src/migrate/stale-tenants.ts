import type pg from 'pg';
import { digestOf, newestNumber, type MigrationFile } from './migration-files.ts';
import type { RoleNames } from './role-names.ts';
import type { TenantId } from '../tenant-id.ts';

export interface Candidate {
  readonly id: TenantId;
  readonly slug: string;
}

interface Sought {
  names: RoleNames;
  files: readonly MigrationFile[];
  only?: readonly TenantId[] | undefined;
}

/**
 * Tenants that have not run these files, by slug, and how many have. Where all have, it is one statement, which looks at one value
 * of each tenant and up its role.
 */
export async function findStale(owner: pg.Client, sought: Sought): Promise<{ stale: Candidate[]; current: number }> {
  const { names, files, only } = sought;
  const {
    rows: [found],
  } = await owner.query<{ stale: Candidate[]; current: number }>(
    `select coalesce(json_agg(json_build_object('id', t.id, 'slug', t.slug) order by t.slug) filter (where t.is_stale), '[]') as stale,
       count(*) filter (where not t.is_stale)::int as current
     from (
       select id, slug, migrations_digest is distinct from $1 or migration_status <> 'current'
         or not exists (select from pg_catalog.pg_roles r where r.rolname = $2 || id) as is_stale
       from shared.tenants where $3::text[] is null or id = any ($3)
     ) t`,
    [digestOf(files), names.tenantPrefix, only ?? null],
  );
  const { stale, current } = found!;
  if (stale.length === 0) return { stale, current };
  const settled = await settle(owner, sought, stale);
  return { stale: stale.filter(({ id }) => !settled.has(id)), current: current + settled.size };
}

/**
 * Notes those as current that have run every file: they were made or migrated by a version that kept no digest, or a file that
 * failed was taken back, whose failure would be told for good.
 */
async function settle(owner: pg.Client, { names, files }: Sought, stale: readonly Candidate[]): Promise<Set<TenantId>> {
  const { rows } = await owner.query<{ id: TenantId }>(
    `update shared.tenants t
     set migrations_digest = $1, schema_version = greatest(schema_version, $6), migration_status = 'current', migration_error = null
     where t.id = any ($2) and exists (select from pg_catalog.pg_roles r where r.rolname = $3 || t.id)
       and not exists (
         select from unnest($4::text[], $5::text[]) as file (name, sha256)
         where not exists (
           select from shared.tenant_migrations m
           where m.tenant_id = t.id and m.name = file.name and m.sha256 = file.sha256))
     returning t.id`,
    [
      digestOf(files),
      stale.map(({ id }) => id),
      names.tenantPrefix,
      files.map(({ name }) => name),
      files.map(({ sha256 }) => sha256),
      newestNumber(files),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}
