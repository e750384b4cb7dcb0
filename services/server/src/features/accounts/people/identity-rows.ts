import type { IdentityRow, SharedDb, TenantId } from '@backlot/database';

export const findIdentityByEmail = async (db: SharedDb, email: string): Promise<IdentityRow | null> =>
  (await db('identities').where({ email }).first()) ?? null;

export const findIdentity = async (db: SharedDb, id: string): Promise<IdentityRow | null> =>
  (await db('identities').where({ id }).first()) ?? null;

/** False when another process was first with this address. */
export async function insertIdentity(
  db: SharedDb,
  row: Pick<IdentityRow, 'id' | 'email' | 'password_hash' | 'password_changed_at' | 'created_at'> &
    Partial<Pick<IdentityRow, 'proved_at'>>,
): Promise<boolean> {
  const rows = await db('identities').insert(row).onConflict('email').ignore().returning('id');
  return rows.length > 0;
}

export async function linkIdentity(
  db: SharedDb,
  link: { identityId: string; tenantId: TenantId; userId: string; now: Date },
): Promise<void> {
  await db('identity_sites')
    .insert({ identity_id: link.identityId, tenant_id: link.tenantId, user_id: link.userId, joined_at: link.now })
    .onConflict(['identity_id', 'tenant_id'])
    .ignore();
}

export async function unlinkIdentity(db: SharedDb, identityId: string, tenantId: TenantId): Promise<void> {
  await db('identity_sites').where({ identity_id: identityId, tenant_id: tenantId }).delete();
}

export const isOfSite = async (db: SharedDb, identityId: string, tenantId: TenantId): Promise<boolean> =>
  (await db('identity_sites').where({ identity_id: identityId, tenant_id: tenantId }).first('user_id')) !== undefined;

/** A site that switched universal login off is no identity's any more. */
export async function unlinkSite(db: SharedDb, tenantId: TenantId): Promise<void> {
  await db('identity_sites').where({ tenant_id: tenantId }).delete();
}

export async function setIdentityPassword(
  db: SharedDb,
  id: string,
  change: { hash: string; now: Date; proved: boolean },
): Promise<void> {
  await db('identities')
    .where({ id })
    .update({
      password_hash: change.hash,
      password_changed_at: change.now,
      ...(change.proved ? { proved_at: change.now } : {}),
    });
}

/** The mailbox was shown to be this person's; earlier proofs stand. */
export async function proveIdentity(db: SharedDb, id: string, now: Date): Promise<void> {
  await db('identities').where({ id }).whereNull('proved_at').update({ proved_at: now });
}

/** Sites that share the identity's login, `without` one. Those that switched universal login off are not among them. */
export async function countSites(db: SharedDb, identityId: string, without?: TenantId): Promise<number> {
  const query = db('identity_sites').where({ identity_id: identityId });
  if (without) query.whereNot({ tenant_id: without });
  const row = await query.count({ sites: '*' }).first();
  return Number(row?.['sites'] ?? 0);
}
