import type pg from 'pg';
import { digestOf, fillTokens, newestNumber, type MigrationFile } from './migration-files.ts';
import { quoteIdentifier as q, quoteLiteral, type RoleNames } from './role-names.ts';
import { createTenantRole, grantNewRelations, revokeListed } from './tenant-grants.ts';
import { tenantSchema, type TenantId } from '../tenant-id.ts';

export interface TenantFiles {
  names: RoleNames;
  id: TenantId;
  all: readonly MigrationFile[];
  /** Those of all that have not run. */
  pending: readonly MigrationFile[];
}

/** Brings one tenant's schema and role up to the given files, in the caller's transaction. */
export async function applyTenantFiles(owner: pg.Client, files: TenantFiles): Promise<void> {
  // The column came later than the table: a site that is made before it is there is compared file by file at the next start.
  const { rows } = await owner.query<{ hasRole: boolean; keepsDigest: boolean }>(
    `select exists (${hasRoleSql(files.names, files.id)}) as "hasRole", exists (select from pg_catalog.pg_attribute
       where attrelid = 'shared.tenants'::regclass and attname = 'migrations_digest') as "keepsDigest"`,
  );
  await owner.query(tenantSql({ ...files, ...rows[0]! }));
}

/** A row where the tenant's role is there. */
export const hasRoleSql = (names: RoleNames, id: TenantId): string =>
  `select 1 as present from pg_catalog.pg_roles where rolname = ${quoteLiteral(names.tenant(id))}`;

/**
 * All that brings a tenant up to the given files, as one message: statement by statement takes twice as long.
 */
export function tenantSql(options: TenantFiles & { hasRole: boolean; keepsDigest: boolean }): string {
  return [schemaSql(options), ...noteRan(options)].join('\n;\n');
}

/**
 * The same without what is remembered of it. Roles and rights are touched only where something is new, since each change of
 * them makes every connection look up again who it may be.
 */
export function schemaSql({ names, id, all, pending, hasRole }: TenantFiles & { hasRole: boolean }): string {
  const [schema, role] = [tenantSchema(id), names.tenant(id)];
  return [
    ...(hasRole ? [] : createTenantRole(names, id)),
    `create schema if not exists ${q(schema)}`,
    ...pending.map((file) => fillTokens(file.sql, { schema, role })),
    ...(!hasRole || pending.some((file) => file.makesRelations) ? [grantNewRelations({ names, id, all })] : []),
    ...revokeListed({ names, id, files: pending }),
    // On a line of its own: a file may end in a comment.
  ].join('\n;\n');
}

function noteRan(options: Omit<TenantFiles, 'names'> & { keepsDigest: boolean }): string[] {
  const { id, all, pending, keepsDigest } = options;
  const tenant = quoteLiteral(id);
  const rows = pending.map(({ name, sha256 }) => `(${tenant}, ${quoteLiteral(name)}, ${quoteLiteral(sha256)})`);
  return [
    ...(rows.length > 0
      ? [`insert into shared.tenant_migrations (tenant_id, name, sha256) values ${rows.join(', ')}`]
      : []),
    `update shared.tenants set schema_version = ${newestNumber(all)}, migration_status = 'current', migration_error = null
       ${keepsDigest ? `, migrations_digest = ${quoteLiteral(digestOf(all))}` : ''} where id = ${tenant}`,
  ];
}
