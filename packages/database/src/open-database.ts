import { checkGrants, renewGrants, type GrantsReport } from './migrate/check-grants.ts';
import { dropTenant } from './migrate/drop-tenant.ts';
import type { SharedDb, TenantDb } from './units/face.ts';
import { lendRead, lendWrite, lendWriteWithShared, type AsShared, type Lessee } from './units/lend-units.ts';
import { createListener, type ListenOptions, type News, type Unlisten } from './queue/listen.ts';
import { dryRunMigrations, type DryRun, type DryRunOptions } from './migrate/dry-run.ts';
import { migrateTenants, type MigrateTenantsOptions, type MigrationReport } from './migrate/migrate-fleet.ts';
import { migrateShared } from './migrate/migrate-shared.ts';
import { ownFolders, type MigrationFolders } from './migrate/migration-files.ts';
import { createPool, type Pool } from './units/pool.ts';
import { openProvisioner, type ProvisionInput } from './migrate/provision.ts';
import type { SparesReport } from './migrate/spares.ts';
import { databaseNameOf, loginUrl, roleNames } from './migrate/role-names.ts';
import { tenantSchema, type TenantId, type TenantRef } from './tenant-id.ts';
import { listTenantRecords, type TenantRecord } from './tenant-records.ts';

export interface DatabaseOptions {
  /** The address of the database's owner, who makes roles and runs migrations; units of work never run as the owner. */
  url: string;
  /** Connections for units of work; one more is opened to listen. */
  poolSize?: number;
  /** Milliseconds a unit of work waits for a connection. */
  waitMs?: number;
  /** Milliseconds a statement may run. */
  statementTimeoutMs?: number;
  /** Milliseconds a connection lives, which bounds the catalog it remembers. */
  connectionLifeMs?: number;
  /** Roles that a connection may take before it is replaced, which bounds the same; 280 unless told. */
  rolesAConnection?: number;
  /**
   * Statements that each connection keeps with their plans: all that `sql` writes and that have values, not only those marked for
   * it. A plan is a few dozen kilobytes, so it is for what runs long on few sites; only the marked unless told.
   */
  keptStatements?: number;
  migrations?: MigrationFolders;
  /** Hears what a subscriber of `listen` threw; standard error unless told. */
  onListenError?: (error: unknown) => void;
}

export interface Database {
  tenants: {
    /** Lends a connection under the tenant's role; no transaction. Nothing slow but SQL belongs inside. */
    read<R>(tenant: TenantRef, work: (db: TenantDb) => Promise<R>): Promise<R>;
    /** One transaction under the tenant's role. */
    write<R>(tenant: TenantRef, work: (db: TenantDb) => Promise<R>): Promise<R>;
    /** One transaction that may switch to the shared role and back; for accounts and universal only. */
    writeWithShared<R>(tenant: TenantRef, work: (db: TenantDb, asShared: AsShared) => Promise<R>): Promise<R>;
  };
  shared: {
    read<R>(work: (db: SharedDb) => Promise<R>): Promise<R>;
    write<R>(work: (db: SharedDb) => Promise<R>): Promise<R>;
  };
  /** A new tenant, complete or not at all. */
  provision(input: ProvisionInput): Promise<TenantRecord>;
  /**
   * Makes schemas ahead until so many wait, which `provision` then takes at once, and drops those of a version before. Null
   * where another process is at it.
   */
  keepSpares(count: number): Promise<SparesReport | null>;
  /** Deletes a tenant and all its rows for good; its media are the caller's. */
  remove(id: TenantId): Promise<void>;
  /** Roles, queue, shared tables, grants. Run it before anything else; again is harmless. */
  migrateShared(): Promise<void>;
  migrateTenants(options?: MigrateTenantsOptions): Promise<MigrationReport>;
  /** What both would do, tried on one tenant for each set of files and rolled back. */
  dryRunMigrations(options?: DryRunOptions): Promise<DryRun>;
  /** Whether tenants' roles may do what a new tenant's may, of all or only of these. */
  checkGrants(only?: readonly TenantId[]): Promise<GrantsReport>;
  /** Grants again what tenants' roles may do with tables and sequences, and takes away what else they may. */
  renewGrants(only?: readonly TenantId[]): Promise<void>;
  /** By slug; of these ids only those that are there. */
  listTenants(only?: readonly string[]): Promise<TenantRecord[]>;
  /** Hears a channel from now on. `tenants_changed` carries a tenant's id, `outbox` a numbered stream as JSON. */
  listen(channel: string, onMessage: (payload: string) => void, options?: ListenOptions): Promise<Unlisten>;
  /** Whether what channels are told arrives. */
  readonly news: News;
  /** @param payload at most 7999 bytes */
  notify(channel: string, payload?: string): Promise<void>;
  /** For graphile-worker: the role that owns its schema and has no right on anything else. */
  readonly queueConnectionString: string;
  poolStats(): ReturnType<Pool['stats']>;
  close(): Promise<void>;
}

/** Opens no connection yet: a fresh database is opened first and migrated then. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, migrations = ownFolders } = options;
  const names = roleNames(databaseNameOf(url));
  const appUrl = loginUrl(url, names.app);
  const pool = createPool({
    url: appUrl,
    size: options.poolSize ?? 10,
    waitMs: options.waitMs ?? 5_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 15_000,
    // Sixteen of these with 0.4 MB for each role are just below two gigabytes.
    mostRoles: options.rolesAConnection ?? 280,
    ofAll: names.shared,
    lifeMs: options.connectionLifeMs ?? 30 * 60_000,
    keptStatements: options.keptStatements ?? null,
  });
  const listener = createListener(
    appUrl,
    options.onListenError ??
      ((error) => process.emitWarning(`A message of the database could not be used: ${String(error)}`)),
  );
  const tenantLessee = ({ id }: TenantRef): Lessee => ({ role: names.tenant(id), schema: tenantSchema(id) });
  const shared: Lessee = { role: names.shared, schema: 'shared' };
  const asShared = <R>(work: (db: SharedDb) => Promise<R>): Promise<R> =>
    lendRead(pool, shared, (db) => work(db as SharedDb));
  const provisioner = openProvisioner({ url, names, folder: migrations.tenant, asShared });

  return {
    tenants: {
      read: async (tenant, work) => lendRead(pool, tenantLessee(tenant), (db) => work(db as TenantDb)),
      write: async (tenant, work) => lendWrite(pool, tenantLessee(tenant), (db) => work(db as TenantDb)),
      writeWithShared: async (tenant, work) => lendWriteWithShared(pool, tenantLessee(tenant), shared, work),
    },
    shared: {
      read: asShared,
      write: (work) => lendWrite(pool, shared, (db) => work(db as SharedDb)),
    },
    provision: (input) => provisioner.provision(input),
    keepSpares: (count) => provisioner.keepSpares(count),
    remove: (id) => dropTenant({ url, names, id }),
    migrateShared: () => migrateShared({ url, names, folder: migrations.shared }),
    migrateTenants: (chosen) => migrateTenants({ ...chosen, url, names, folder: migrations.tenant }),
    dryRunMigrations: (chosen) => dryRunMigrations({ ...chosen, url, names, folders: migrations }),
    checkGrants: (only) => checkGrants({ url, names, folder: migrations.tenant, ...(only && { only }) }),
    renewGrants: (only) => renewGrants({ url, names, folder: migrations.tenant, ...(only && { only }) }),
    listTenants: (only) => asShared((db) => listTenantRecords(db, only)),
    listen: (channel, onMessage, chosen) => listener.listen(channel, onMessage, chosen),
    news: { unbroken: () => listener.unbroken() },
    notify: async (channel, payload = '') => {
      await lendRead(pool, shared, (db) => db.raw('select pg_catalog.pg_notify(?, ?)', [channel, payload]));
    },
    queueConnectionString: loginUrl(url, names.queue),
    poolStats: () => pool.stats(),
    async close() {
      await Promise.all([pool.close(), listener.close(), provisioner.close()]);
    },
  };
}
