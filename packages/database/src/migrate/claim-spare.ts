import { sql } from '../sql.ts';
import type { TenantId } from '../tenant-id.ts';
import type { SharedDb } from '../units/face.ts';
import type { WantedTenant } from './provision.ts';

/**
 * A new tenant on a schema that was made ahead and ran exactly these files; null where none waits.
 * @throws the unique violation `one_tenant_a_slug` or `one_tenant_a_host`, and the spare stays
 */
export async function claimSpare(db: SharedDb, wanted: WantedTenant, digest: string): Promise<TenantId | null> {
  const { slug, hosts, canonicalHost, kind, clusterId, locale, currency } = wanted;
  try {
    const { id } = await sql<{ id: TenantId | null }>`
      select shared.claim_spare(
        digest => ${digest}, slug => ${slug}, hosts => ${hosts}::text[], canonical_host => ${canonicalHost ?? null},
        kind => ${kind ?? null}, cluster_id => ${clusterId ?? null}, locale => ${locale ?? null},
        currency => ${currency ?? null}) as id`.one(db);
    return id;
  } catch (error) {
    if (isOfVersionBefore(error)) return null;
    throw error;
  }
}

/** The database of the version before has no spares. */
const isOfVersionBefore = (error: unknown): boolean =>
  (error as { code?: unknown }).code === '42883' && (error as Error).message.includes('claim_spare');
