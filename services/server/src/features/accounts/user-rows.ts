import type { TenantDb } from '@backlot/database';
import type { UserRow } from '../../session/session-rows.ts';

export const findUserByEmail = async (db: TenantDb, key: string): Promise<UserRow | null> =>
  await db('users').where({ email_key: key }).first() ?? null;

export const findUser = async (db: TenantDb, id: string): Promise<UserRow | null> =>
  await db('users').where({ id }).first() ?? null;

export type NewUser = Pick<UserRow, 'id' | 'identity_id' | 'email' | 'email_key' | 'name' | 'role' | 'password_hash' | 'language' | 'utm' | 'created_at'>;

/** False when the address has an account here already. */
export async function insertUser(db: TenantDb, row: NewUser): Promise<boolean> {
  const rows = await db('users').insert({
    ...row, password_changed_at: row.created_at, utm: row.utm === null ? null : JSON.stringify(row.utm) as never,
  }).onConflict('email_key').ignore().returning('id');
  return rows.length > 0;
}

/** The account takes its identity's password from now on. */
export async function joinIdentity(db: TenantDb, userId: string, identityId: string, now: Date): Promise<void> {
  await db('users').where({ id: userId }).update({ identity_id: identityId, password_hash: null, password_changed_at: now });
}

export async function setOwnPassword(db: TenantDb, userId: string, hash: string, now: Date): Promise<void> {
  await db('users').where({ id: userId }).update({ password_hash: hash, password_changed_at: now });
}
