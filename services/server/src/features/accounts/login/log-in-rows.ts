import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { SessionRow } from '../../../session/session-rows.ts';

/** Sessions that would have expired before an instant, whoever else deletes them meanwhile. */
export const lockEndedSessions = (
  db: TenantDb,
  before: Date,
  limit: number,
): Promise<Array<Pick<SessionRow, 'id' | 'user_id'>>> =>
  sql<Pick<SessionRow, 'id' | 'user_id'>>`
    select id, user_id from ${table('sessions')} where expires_at < ${before}
    order by expires_at limit ${limit} for update skip locked`.all(db);

/** Keeps of these sessions when and from where somebody logged in, not before an instant: they are about to be deleted. */
export async function keepLogIns(db: TenantDb, sessionIds: readonly string[], since: Date): Promise<void> {
  await sql`
    insert into ${table('log_ins')} (id, user_id, at, address, user_agent)
    select id, user_id, created_at, address, user_agent from ${table('sessions')}
    where id = any (${sessionIds}::uuid[]) and created_at >= ${since}
    on conflict (id) do nothing`.run(db);
}

export async function deleteSessions(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db('sessions')
    .whereIn('id', [...ids])
    .delete();
}

/** Forgets up to `limit` log-ins from before an instant. @returns how many there were */
export const deleteLogIns = (db: TenantDb, before: Date, limit: number): Promise<number> =>
  sql`
    delete from ${table('log_ins')} where id in (
      select id from ${table('log_ins')} where at < ${before} order by at limit ${limit}
    )`.run(db);
