import { applyTenantFiles } from './migrate-tenant.ts';
import { readMigrations } from './migration-files.ts';
import { inTransaction, withOwner } from '../owner.ts';
import type { RoleNames } from './role-names.ts';
import { asTenantId, newTenantId, type TenantId } from '../tenant-id.ts';
import { getTenantRecord, type TenantRecord } from '../tenant-records.ts';

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

/**
 * A tenant's shared rows, role, schema, tables and grants in one transaction:
 * afterwards all of it exists, or none.
 * @throws the unique violation `one_tenant_a_slug` or `one_tenant_a_host`
 */
export async function provisionTenant(options: {
  url: string;
  names: RoleNames;
  folder: string;
  input: ProvisionInput;
}): Promise<TenantRecord> {
  const { url, names, folder, input } = options;
  const id = input.id === undefined ? newTenantId() : asTenantId(input.id);
  const hosts = input.hosts.map((host) => host.toLowerCase());
  const canonicalHost = (input.canonicalHost ?? hosts[0])?.toLowerCase() ?? null;
  if (canonicalHost !== null && !hosts.includes(canonicalHost))
    throw new Error(`The canonical host ${canonicalHost} is not among the hosts of ${input.slug}`);
  const files = await readMigrations(folder);

  return withOwner(url, (owner) =>
    inTransaction(owner, async () => {
      await owner.query(
        `with tenant as (
         insert into shared.tenants (id, slug, kind, canonical_host, cluster_id, locale, currency)
         values ($1, $2, coalesce($3, 'general'), $4, coalesce($5, 'main'), coalesce($6, 'en'), coalesce($7, 'USD')) returning id
       )
       insert into shared.tenant_hosts (host, tenant_id) select host, tenant.id from tenant, unnest($8::text[]) as given (host)`,
        [id, input.slug, input.kind, canonicalHost, input.clusterId, input.locale, input.currency, hosts],
      );
      await applyTenantFiles(owner, { names, id, all: files, pending: files });
      return getTenantRecord(owner, id);
    }),
  );
}
