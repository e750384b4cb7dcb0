import { createHash, createHmac } from 'node:crypto';
import { asTenantId, type TenantId } from '../tenant-id.ts';

/** Longest database name that is used as it is: roles are at most 63 bytes and a tenant's adds 20. */
const LONGEST_PREFIX = 40;

export interface RoleNames {
  readonly database: string;
  /** Begins every role of this database; the same formula is shared.role_prefix() in SQL. */
  readonly prefix: string;
  /** Logs in, has no right on anything until it takes another role. */
  readonly app: string;
  /** Reads and writes schema `shared`. */
  readonly shared: string;
  /** Logs in for graphile-worker and owns its schema. */
  readonly queue: string;
  tenant(id: TenantId): string;
  /** A tenant's role up to the tenant's id. */
  readonly tenantPrefix: string;
}

/**
 * Roles belong to the cluster, so their names carry the database's:
 * two databases on one server never meet in a role.
 */
export function roleNames(database: string): RoleNames {
  const prefix = rolePrefix(database);
  return {
    database,
    prefix,
    app: `${prefix}_app`,
    shared: `${prefix}_shared`,
    queue: `${prefix}_queue`,
    tenant: (id) => `${prefix}_tenant_${asTenantId(id)}`,
    tenantPrefix: `${prefix}_tenant_`,
  };
}

function rolePrefix(database: string): string {
  if (Buffer.byteLength(database) <= LONGEST_PREFIX) return database;
  const digest = createHash('md5').update(database).digest('hex').slice(0, 8);
  return `${database.slice(0, 8)}_${digest}`;
}

/**
 * A login role's password, derived from the owner's: every process that holds the
 * owner's address computes the same one, nothing is stored, and changing the
 * owner's password changes it at the next start.
 */
export function rolePassword(ownerPassword: string, role: string): string {
  return createHmac('sha256', `login role\n${ownerPassword}`).update(role).digest('base64url');
}

/** The address under which a login role reaches the owner's database. */
export function loginUrl(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl);
  url.password = rolePassword(decodeURIComponent(url.password), role);
  url.username = encodeURIComponent(role);
  return url.href;
}

export function databaseNameOf(url: string): string {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (name === '')
    throw new Error(
      `The database address names no database: add one after the port, as in postgres://user:password@host:5432/backlot`,
    );
  return name;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteLiteral(value: string): string {
  const quoted = `'${value.replaceAll("'", "''")}'`;
  return value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
