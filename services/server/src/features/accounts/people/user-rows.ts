import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { UserRow } from '../../../session/session-rows.ts';

export const findUserByEmail = async (db: TenantDb, key: string): Promise<UserRow | null> =>
  (await db('users').where({ email_key: key }).first()) ?? null;

export const findUser = async (db: TenantDb, id: string): Promise<UserRow | null> =>
  (await db('users').where({ id }).first()) ?? null;

/** The newest account that was opened with this address and lost it to whoever proved the mailbox. */
export const findUserByFormerEmail = async (db: TenantDb, key: string): Promise<UserRow | null> =>
  (await db('users').where({ former_email_key: key }).orderBy('created_at', 'desc').first()) ?? null;

export type NewUser = Pick<
  UserRow,
  'id' | 'identity_id' | 'email' | 'email_key' | 'name' | 'role' | 'password_hash' | 'language' | 'utm' | 'created_at'
> &
  Partial<Pick<UserRow, 'email_proved_at'>>;

/** False when the address has an account here already. */
export async function insertUser(db: TenantDb, row: NewUser): Promise<boolean> {
  const rows = await db('users')
    .insert({
      ...row,
      password_changed_at: row.created_at,
    })
    .onConflict('email_key')
    .ignore()
    .returning('id');
  return rows.length > 0;
}

/** The account takes its identity's password from now on. */
export async function joinIdentity(db: TenantDb, userId: string, identityId: string, now: Date): Promise<void> {
  await db('users')
    .where({ id: userId })
    .update({ identity_id: identityId, password_hash: null, password_changed_at: now });
}

/** A password for this site alone; the account leaves its identity, if it had one. */
export async function setOwnPassword(db: TenantDb, userId: string, hash: string, now: Date): Promise<void> {
  await db('users').where({ id: userId }).update({ identity_id: null, password_hash: hash, password_changed_at: now });
}

/** Accounts that share an identity's password, by id. */
export const listIdentityUsers = (
  db: TenantDb,
  after: string,
  limit: number,
): Promise<Array<{ id: string; identityId: string }>> =>
  db('users')
    .whereNotNull('identity_id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select('id', 'identity_id as identityId')
    .then((rows) => rows as Array<{ id: string; identityId: string }>);

/** The identity's password becomes the account's own; sessions go on, but for those that a change of that password ended. */
export async function leaveIdentity(
  db: TenantDb,
  { id, identityId, hash, changedAt }: { id: string; identityId: string; hash: string; changedAt: Date },
): Promise<void> {
  await sql`
    update ${table('users')} set identity_id = null, password_hash = ${hash}, password_changed_at = greatest(password_changed_at, ${changedAt})
    where id = ${id} and identity_id = ${identityId}`.run(db);
}

/** The mailbox is this person's. A name that an unknown person typed may be replaced with it. */
export async function setEmailProved(
  db: TenantDb,
  userId: string,
  change: { now: Date; name?: string },
): Promise<void> {
  await db('users')
    .where({ id: userId })
    .update({ email_proved_at: change.now, ...(change.name ? { name: change.name } : {}) });
}

/** The account gives its address away and keeps all else; `hash` is its password from now on, or what it was. */
export async function releaseEmail(db: TenantDb, user: UserRow, hash: string | null): Promise<void> {
  // .invalid is reserved: nothing is ever mailed there (RFC 2606).
  const nowhere = `${user.id}@unproved.invalid`;
  await db('users')
    .where({ id: user.id })
    .update({
      email: nowhere,
      email_key: nowhere,
      former_email_key: user.email_key,
      ...(hash === null ? {} : { password_hash: hash, identity_id: null }),
    });
}
