import type pg from 'pg';
import type { TenantId } from './tenant-id.ts';
import type { SharedDb } from './units/face.ts';

export interface TenantRecord {
  readonly id: TenantId;
  readonly slug: string;
  /** What sort of site it is, for example `general` or `adult`. */
  readonly kind: string;
  readonly status: 'active' | 'suspended';
  /** When a site that is to go may be deleted; null for all others. */
  readonly removeAfter: Date | null;
  readonly canonicalHost: string | null;
  /** Every host the site answers on, the canonical one among them. */
  readonly hosts: readonly string[];
  /** The server that holds its schema. */
  readonly clusterId: string;
  /** Number of the newest tenant migration that ran. */
  readonly schemaVersion: number;
  readonly migrationStatus: 'pending' | 'current' | 'failed';
  readonly migrationError: string | null;
  readonly locale: string;
  readonly currency: string;
  readonly createdAt: Date;
}

/** Every tenant with its hosts, by slug. Columns are named so that a row is the record. */
const TENANT_RECORDS = `
  select t.id, t.slug, t.kind, t.status, t.remove_after as "removeAfter", t.canonical_host as "canonicalHost",
    array(select h.host from shared.tenant_hosts h where h.tenant_id = t.id order by h.host) as hosts,
    t.cluster_id as "clusterId", t.schema_version as "schemaVersion", t.migration_status as "migrationStatus",
    t.migration_error as "migrationError", t.locale, t.currency, t.created_at as "createdAt"
  from shared.tenants t`;

export async function getTenantRecord(client: pg.Client, id: TenantId): Promise<TenantRecord> {
  const { rows } = await client.query<TenantRecord>(`${TENANT_RECORDS} where t.id = $1`, [id]);
  if (rows[0] === undefined) throw new Error(`There is no tenant ${id}`);
  return rows[0];
}

/** By slug; of these ids only those that are there. */
export async function listTenantRecords(db: SharedDb, only?: readonly string[]): Promise<TenantRecord[]> {
  const { rows } = await db.raw<{ rows: TenantRecord[] }>(
    `${TENANT_RECORDS} ${only ? 'where t.id = any (?)' : ''} order by t.slug`,
    only ? [[...only]] : [],
  );
  return rows;
}
