import type { IdentityRow, SharedDb, TenantId } from '@backlot/database';

export const findIdentityByEmail = async (db: SharedDb, email: string): Promise<IdentityRow | null> =>
  await db('identities').where({ email }).first() ?? null;

export const findIdentity = async (db: SharedDb, id: string): Promise<IdentityRow | null> =>
  await db('identities').where({ id }).first() ?? null;

/** Null when another process was first with this address. */
export async function insertIdentity(db: SharedDb, row: Pick<IdentityRow, 'id' | 'email' | 'password_hash' | 'password_changed_at' | 'created_at'>): Promise<boolean> {
  const rows = await db('identities').insert(row).onConflict('email').ignore().returning('id');
  return rows.length > 0;
}

export async function linkIdentity(db: SharedDb, link: { identityId: string; tenantId: TenantId; userId: string; now: Date }): Promise<void> {
  await db('identity_sites').insert({ identity_id: link.identityId, tenant_id: link.tenantId, user_id: link.userId, joined_at: link.now })
    .onConflict(['identity_id', 'tenant_id']).ignore();
}

export async function setIdentityPassword(db: SharedDb, id: string, change: { hash: string; now: Date; proved: boolean }): Promise<void> {
  await db('identities').where({ id }).update({
    password_hash: change.hash, password_changed_at: change.now, ...(change.proved ? { proved_at: change.now } : {}),
  });
}

export async function countSites(db: SharedDb, identityId: string): Promise<number> {
  const row = await db('identity_sites').where({ identity_id: identityId }).count({ sites: '*' }).first();
  return Number(row?.['sites'] ?? 0);
}
