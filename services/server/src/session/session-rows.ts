import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { StoredRole } from '@backlot/contracts';

export interface UserRow {
  id: string;
  identity_id: string | null;
  email: string;
  email_key: string;
  name: string;
  role: StoredRole;
  password_hash: string | null;
  password_changed_at: Date;
  language: string | null;
  avatar_key: string | null;
  status: 'active' | 'blocked';
  first_subscribed_at: Date | null;
  photo_id_accepted_at: Date | null;
  photo_id_accepted_by: string | null;
  /** When the mailbox was proved on this site. */
  email_proved_at: Date | null;
  /** The address it was opened with, when somebody else has proved that mailbox since. */
  former_email_key: string | null;
  utm: Record<string, string> | null;
  default_payment_method: 'card' | 'crypto_currency';
  created_at: Date;
}

export interface SessionRow {
  id: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  address: string | null;
  user_agent: string | null;
}

/** A session that is gone, of somebody who had paid: evidence about their payments. The id is the session's. */
export interface LogInRow {
  id: string;
  user_id: string;
  at: Date;
  address: string | null;
  user_agent: string | null;
}

export interface PasswordResetRow {
  id: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    users: TableOf<UserRow>;
    sessions: TableOf<SessionRow>;
    log_ins: TableOf<LogInRow>;
    password_resets: TableOf<PasswordResetRow>;
  }
}

export interface LiveSession {
  id: string;
  sessionCreatedAt: Date;
  userId: string;
  identityId: string | null;
  role: StoredRole;
  email: string;
  name: string;
  language: string | null;
  status: UserRow['status'];
  first_subscribed_at: Date | null;
  photo_id_accepted_at: Date | null;
}

/** A session that has not ended; of a person who is blocked as well. */
export const findLiveSession = (db: TenantDb, id: string, now: Date): Promise<LiveSession | null> =>
  liveSession(id, now).first(db);

/** The same as a statement. */
export const liveSession = (id: string, now: Date): Sql<LiveSession> =>
  // A password changed after the session began ends it, whoever forgot to.
  sql<LiveSession>`
    select s.id, s.created_at as "sessionCreatedAt", u.id as "userId", u.identity_id as "identityId",
      u.role, u.email, u.name, u.language, u.status, u.first_subscribed_at, u.photo_id_accepted_at
    from ${table('sessions')} s join ${table('users')} u on u.id = s.user_id
    where s.id = ${id} and s.revoked_at is null and s.expires_at > ${now} and s.created_at >= u.password_changed_at`.prepared();

export async function insertSession(db: TenantDb, row: Omit<SessionRow, 'revoked_at'>): Promise<void> {
  await db('sessions').insert(row);
}

export async function revokeSession(db: TenantDb, id: string, now: Date): Promise<void> {
  await db('sessions').where({ id }).whereNull('revoked_at').update({ revoked_at: now });
}

export async function revokeSessionsOf(db: TenantDb, userId: string, now: Date, except?: string): Promise<void> {
  const query = db('sessions').where({ user_id: userId }).whereNull('revoked_at');
  if (except) query.whereNot({ id: except });
  await query.update({ revoked_at: now });
}
