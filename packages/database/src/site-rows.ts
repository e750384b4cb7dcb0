import type { SharedDb } from './units/face.ts';
import type { TenantId } from './tenant-id.ts';

/** @throws the unique violation `one_tenant_a_host` */
export async function insertHost(db: SharedDb, id: TenantId, host: string): Promise<void> {
  await db('tenant_hosts').insert({ host, tenant_id: id });
}

export async function deleteHost(db: SharedDb, id: TenantId, host: string): Promise<void> {
  await db('tenant_hosts').where({ host, tenant_id: id }).delete();
}

export async function setCanonicalHost(db: SharedDb, id: TenantId, host: string): Promise<void> {
  await db('tenants').where({ id }).update({ canonical_host: host });
}

/** Every running server hears of it by a trigger. */
export async function setSiteStatus(
  db: SharedDb,
  id: TenantId,
  status: 'active' | 'suspended',
  removeAfter: Date | null,
): Promise<void> {
  await db('tenants').where({ id }).update({ status, remove_after: removeAfter });
}

/** Whether a tenant waits for a migration. One whose migration failed runs on its old version. */
export const isAnyPending = async (db: SharedDb): Promise<boolean> =>
  (await db('tenants').where({ migration_status: 'pending' }).first('id')) !== undefined;
