import type { TableOf, TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';
import type { StoredRole } from '@backlot/contracts';

export interface InvitationRow {
  id: string;
  email: string;
  email_key: string;
  role: StoredRole;
  created_at: Date;
  expires_at: Date;
  mailed_at: Date | null;
  withdrawn_at: Date | null;
  accepted_at: Date | null;
  user_id: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    invitations: TableOf<InvitationRow>;
  }
}

export async function insertInvitation(
  db: TenantDb,
  row: Pick<InvitationRow, 'id' | 'email' | 'email_key' | 'role' | 'created_at' | 'expires_at'>,
): Promise<void> {
  await db('invitations').insert(row);
}

/** An address has one open invitation: a new one ends the last. */
export async function withdrawInvitations(db: TenantDb, key: string, now: Date): Promise<void> {
  await db('invitations')
    .where({ email_key: key })
    .whereNull('accepted_at')
    .whereNull('withdrawn_at')
    .update({ withdrawn_at: now });
}

export async function markMailed(db: TenantDb, id: string, now: Date): Promise<void> {
  await db('invitations').where({ id }).update({ mailed_at: now });
}

export const findOpenInvitation = async (db: TenantDb, id: string, now: Date): Promise<InvitationRow | null> =>
  (await db('invitations')
    .where({ id })
    .whereNull('accepted_at')
    .whereNull('withdrawn_at')
    .where('expires_at', '>', now)
    .first()) ?? null;

/** The update is the lock: of two clicks at once one finds the invitation used. */
export async function takeInvitation(db: TenantDb, id: string, now: Date): Promise<InvitationRow | null> {
  const [used] = await db('invitations')
    .where({ id })
    .whereNull('accepted_at')
    .whereNull('withdrawn_at')
    .where('expires_at', '>', now)
    .update({ accepted_at: now })
    .returning('*');
  return used ?? null;
}

export async function nameInvited(db: TenantDb, id: string, userId: string): Promise<void> {
  await db('invitations').where({ id }).update({ user_id: userId });
}

/** One person at a time becomes a site's creator: of two links that are followed at once the second finds them there. */
export async function lockCreator(db: TenantDb, siteId: string): Promise<void> {
  await sql`select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(${siteId}, 21))`.run(db);
}

export const hasCreator = async (db: TenantDb): Promise<boolean> =>
  (await db('users').where({ role: 'model' }).first('id')) !== undefined;

/** Whether the creator came by an invitation; sites of our own have theirs declared. */
export const isCreatorInvited = async (db: TenantDb): Promise<boolean> =>
  (await db('invitations').where({ role: 'model' }).whereNotNull('accepted_at').first('id')) !== undefined;

export async function setRole(db: TenantDb, userId: string, role: StoredRole): Promise<void> {
  await db('users').where({ id: userId }).update({ role });
}
