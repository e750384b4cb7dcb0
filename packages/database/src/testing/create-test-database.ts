import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { applyTenantFiles } from '../migrate/migrate-tenant.ts';
import { readMigrations, ownFolders } from '../migrate/migration-files.ts';
import { openDatabase } from '../open-database.ts';
import { quoteIdentifier as q, roleNames, type RoleNames } from '../migrate/role-names.ts';
import { withOwner } from '../owner.ts';
import type { TenantId } from '../tenant-id.ts';
import { testServerUrl } from './test-server.ts';

export interface TestDatabase {
  /** The owner's address, for openDatabase. */
  readonly url: string;
  /** Drops the database with all its roles, whoever is still connected. */
  drop(): Promise<void>;
}

/** Tenants and rows that many tests begin with: made once, then copied with the database. */
export interface Furnishing {
  /** Changes whenever what `furnish` leaves behind does. Migrations count by themselves. */
  readonly version: string;
  /** Fills a migrated database and closes every connection to it. */
  furnish(url: string): Promise<void>;
}

/** Changes whenever what is made here does. */
const TEMPLATE_VERSION = 2;

/**
 * A database of its own for a test file, with shared migrated, in well under a second: a copy of a template that the
 * first caller makes. It is empty, or has the tenants of `furnishing`, under the ids that they have in every copy.
 */
export async function createTestDatabase(furnishing?: Furnishing): Promise<TestDatabase> {
  const server = await testServerUrl();
  const template = await ensureTemplate(server, furnishing);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = onDatabase(server, name);

  // Page by page through the log, as is usual, takes five times as long.
  await withOwner(server, (owner) =>
    owner.query(`create database ${q(name)} template ${q(template)} strategy file_copy`),
  );
  // Objects came with the copy, roles did not: they belong to the server.
  await withOwner(url, async (owner) => {
    const [from, to] = [roleNames(template), roleNames(name)];
    await owner.query(`create role ${q(to.queue)}`);
    await owner.query(`reassign owned by ${q(from.queue)} to ${q(to.queue)}`);
  });
  await migrate(url);
  if (furnishing) await handOver(url, roleNames(template), roleNames(name));
  return { url, drop: () => dropDatabase(server, name) };
}

/** The copied tenants get roles of this database, and the template's lose their rights in it. */
async function handOver(url: string, from: RoleNames, to: RoleNames): Promise<void> {
  const all = await readMigrations(ownFolders.tenant);
  await withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ id: TenantId }>('select id from shared.tenants');
    for (const { id } of rows) {
      await applyTenantFiles(owner, { names: to, id, all, pending: [] });
      await owner.query(`drop owned by ${q(from.tenant(id))}`);
    }
  });
}

async function migrate(url: string): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await database.migrateShared();
  } finally {
    await database.close();
  }
}

async function ensureTemplate(server: string, furnishing?: Furnishing): Promise<string> {
  const digest = createHash('sha256').update(`${TEMPLATE_VERSION}`);
  for (const folder of [ownFolders.shared, ...(furnishing ? [ownFolders.tenant] : [])])
    for (const file of await readMigrations(folder)) digest.update(file.name).update(file.sha256);
  if (furnishing) digest.update(furnishing.version);
  const name = `test_template_${digest.digest('hex').slice(0, 10)}`;
  await withOwner(server, async (owner) => {
    if (await isTemplate(owner, name)) return;
    await owner.query('select pg_catalog.pg_advisory_lock(4711003)');
    if (await isTemplate(owner, name)) return;
    await dropDatabase(server, name);
    await owner.query(`create database ${q(name)}`);
    await migrate(onDatabase(server, name));
    await furnishing?.furnish(onDatabase(server, name));
    // Marked last: a template that was left half made is made again.
    await owner.query(`alter database ${q(name)} is_template true allow_connections false`);
  });
  return name;
}

async function isTemplate(owner: pg.Client, name: string): Promise<boolean> {
  const { rows } = await owner.query<{ datistemplate: boolean }>(
    'select datistemplate from pg_catalog.pg_database where datname = $1',
    [name],
  );
  return rows[0]?.datistemplate === true;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  await withOwner(server, async (owner) => {
    await owner.query(`drop database if exists ${q(name)} with (force)`);
    const { rows } = await owner.query<{ rolname: string }>(
      'select rolname from pg_catalog.pg_roles where starts_with(rolname, $1)',
      [`${name}_`],
    );
    if (rows.length > 0) await owner.query(`drop role ${rows.map((row) => q(row.rolname)).join(', ')}`);
  });
}

function onDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
