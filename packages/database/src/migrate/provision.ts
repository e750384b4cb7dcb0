import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { keepOwners } from './kept-owners.ts';
import { claimSpare } from './claim-spare.ts';
import { applyTenantFiles } from './migrate-tenant.ts';
import { digestOf, readMigrations, type MigrationFile } from './migration-files.ts';
import { isUndefinedTable } from '../is-undefined-table.ts';
import { inTransaction } from '../owner.ts';
import type { RoleNames } from './role-names.ts';
import { areSparesKept, makeSpares, type SparesReport } from './spares.ts';
import { asTenantId, newTenantId, type TenantId } from '../tenant-id.ts';
import { getTenantRecord, listTenantRecords, type TenantRecord } from '../tenant-records.ts';
import type { SharedDb } from '../units/face.ts';

export interface ProvisionInput {
  /** Short name for people and scripts; may change later. */
  slug: string;
  /** Hosts in lower case without port; the first is canonical unless another is named. */
  hosts: readonly string[];
  canonicalHost?: string;
  id?: TenantId;
  kind?: string;
  locale?: string;
  currency?: string;
  clusterId?: string;
}

export interface Provisioner {
  /**
   * A tenant's shared rows, role, schema, tables and grants in one transaction: afterwards all of it exists, or none. Schema
   * and role are those of a spare where one waits.
   * @throws the unique violation `one_tenant_a_slug` or `one_tenant_a_host`
   */
  provision(input: ProvisionInput): Promise<TenantRecord>;
  /** Makes so many schemas ahead for those who provision later; null where another process is at it. */
  keepSpares(count: number): Promise<SparesReport | null>;
  close(): Promise<void>;
}

interface Where {
  url: string;
  names: RoleNames;
  folder: string;
  /** Lends a connection under the shared role. */
  asShared: <R>(work: (db: SharedDb) => Promise<R>) => Promise<R>;
}

/** Makes tenants. Files and connections are kept from one to the next. */
export function openProvisioner({ url, names, folder, asShared }: Where): Provisioner {
  const owners = keepOwners(url);
  const files = keepMigrations(folder);
  const claim = (wanted: WantedTenant, digest: string): Promise<TenantRecord | null> =>
    asShared(async (db) => {
      const id = await claimSpare(db, wanted, digest);
      return id && ((await listTenantRecords(db, [id]))[0] ?? null);
    });
  return {
    provision: async (input) => {
      const wanted = wantedOf(input);
      const all = await files.read();
      // Who names the id means no schema that has one already.
      const claimed = input.id === undefined ? await claim(wanted, digestOf(all)) : null;
      if (claimed !== null) return claimed;
      return owners
        .use((owner) => inTransaction(owner, () => makeTenant(owner, { names, wanted, all })))
        .catch((error: unknown) => {
          files.forget();
          throw error;
        });
    },
    keepSpares: async (count) => {
      const fleet = { names, files: await files.read() };
      const areKept = await asShared((db) => areSparesKept(db, fleet, count)).catch((error: unknown) => {
        // A database of the version before has no table of them: nothing can be kept.
        if (isUndefinedTable(error)) return true;
        throw error;
      });
      if (areKept) return { made: [], dropped: [], swept: [] };
      return owners.use((owner) => makeSpares(owner, fleet, count));
    },
    close: () => owners.close(),
  };
}

export interface WantedTenant extends ProvisionInput {
  readonly id: TenantId;
  readonly canonicalHost?: string;
}

function wantedOf(input: ProvisionInput): WantedTenant {
  const hosts = input.hosts.map((host) => host.toLowerCase());
  const canonicalHost = (input.canonicalHost ?? hosts[0])?.toLowerCase();
  if (canonicalHost !== undefined && !hosts.includes(canonicalHost))
    throw new Error(`The canonical host ${canonicalHost} is not among the hosts of ${input.slug}`);
  const id = input.id === undefined ? newTenantId() : asTenantId(input.id);
  return { ...input, id, hosts, ...(canonicalHost === undefined ? {} : { canonicalHost }) };
}

async function makeTenant(
  owner: pg.Client,
  { names, wanted, all }: { names: RoleNames; wanted: WantedTenant; all: readonly MigrationFile[] },
): Promise<TenantRecord> {
  const { id, slug, kind, canonicalHost, clusterId, locale, currency, hosts } = wanted;
  await owner.query(
    `with tenant as (
       insert into shared.tenants (id, slug, kind, canonical_host, cluster_id, locale, currency)
       values ($1, $2, coalesce($3, 'general'), $4, coalesce($5, 'main'), coalesce($6, 'en'), coalesce($7, 'USD')) returning id
     )
     insert into shared.tenant_hosts (host, tenant_id) select host, tenant.id from tenant, unnest($8::text[]) as given (host)`,
    [id, slug, kind, canonicalHost, clusterId, locale, currency, hosts],
  );
  await applyTenantFiles(owner, { names, id, all, pending: all });
  return getTenantRecord(owner, id);
}

/** Read once and kept while the folder holds the same names: a file that ran is never changed. */
function keepMigrations(folder: string): { read(): Promise<readonly MigrationFile[]>; forget(): void } {
  let kept: { readonly files: Promise<MigrationFile[]>; readonly changedAt: number } | null = null;
  const forget = (): void => {
    kept = null;
  };
  return {
    async read() {
      const { mtimeMs: changedAt } = await stat(folder);
      if (kept?.changedAt !== changedAt) kept = { files: readMigrations(folder), changedAt };
      return kept.files.catch((error: unknown) => {
        forget();
        throw error;
      });
    },
    forget,
  };
}
