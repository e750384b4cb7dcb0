import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { NotificationKind } from '@backlot/domain/sites/notifications';
import type { StoredRole } from '@backlot/contracts';
import { settingsAmong } from '../../sites/settings.ts';
import { people, staff } from '../accounts/index.ts';

export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  user_id: string;
  content_id: string | null;
  created_at: Date;
}
export interface NotificationReadRow {
  user_id: string;
  kind: NotificationKind;
  read_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    notices: TableOf<NotificationRow>;
    notice_reads: TableOf<NotificationReadRow>;
  }
}

export const insertNotifications = (db: TenantDb, rows: readonly NotificationRow[]): Promise<number> =>
  sql`${insertion(rows)}`.prepared().run(db);

const insertion = (rows: readonly NotificationRow[]): Sql => sql`
  insert into ${table('notices')} (id, kind, user_id, content_id, created_at)
  select id, kind, user_id, content_id, created_at
  from jsonb_to_recordset(${sql.json(rows)}) as n (id uuid, kind text, user_id uuid, content_id uuid, created_at timestamptz)`;

export interface UnreadRow {
  readonly user_id: string;
  readonly kind: NotificationKind;
  readonly unread: number;
}

/** What is new for each of these people since they last looked, or since their account began; at most 100 a kind. */
export const countUnread = (db: TenantDb, userIds: readonly string[]): Promise<UnreadRow[]> =>
  sql<UnreadRow>`
    select u.id as user_id, k.kind, ${newerThanLooked} as unread
    from ${people} u cross join ${kinds} k (kind) where u.id = any (${userIds})`.all(db);

export interface ToldRow extends UnreadRow {
  readonly role: StoredRole;
  /** Those that decide who is told of what. */
  readonly settings: Partial<Record<string, unknown>>;
}

/** The same of one person, with what decides whether they are told. */
export const countUnreadOf = (db: TenantDb, userId: string, settingKeys: readonly string[]): Promise<ToldRow[]> =>
  sql<ToldRow>`
    select u.id as user_id, u.role, k.kind, ${newerThanLooked} as unread, ${settingsAmong(settingKeys)} as settings
    from ${people} u cross join ${kinds} k (kind) where u.id = ${userId}`
    .prepared()
    .all(db);

/** Adds one, changes what it tells of, and answers the same of everybody who works for the site, in one statement. */
export const insertForStaff = (
  db: TenantDb,
  row: NotificationRow,
  settingKeys: readonly string[],
  change: Sql = sql`select 1`,
): Promise<ToldRow[]> =>
  sql<ToldRow>`
    with added as (${insertion([row])} returning kind, created_at), change as (${change})
    select u.id as user_id, u.role, k.kind, ${newerAmong(withAdded)} as unread, ${settingsAmong(settingKeys)} as settings
    from ${staff} u cross join ${kinds} k (kind)`
    .prepared()
    .all(db);

const kinds = sql`(values ('purchased'), ('subscription'), ('comment'))`;

/** A statement does not see what it writes itself. */
const withAdded = sql`(select kind, created_at from ${table('notices')} union all select kind, created_at from added)`;

// Badges stop at 99+, so nobody counts further.
const newerAmong = (notices: Sql): Sql<number> => sql`(select count(*)::int from (
  select 1 from ${notices} n where n.kind = k.kind and n.created_at > coalesce(
    (select r.read_at from ${table('notice_reads')} r where r.user_id = u.id and r.kind = k.kind), u.created_at)
  limit 100) newer)`;

const newerThanLooked = newerAmong(sql`${table('notices')}`);

export async function setRead(db: TenantDb, row: NotificationReadRow): Promise<void> {
  await db('notice_reads').insert(row).onConflict(['user_id', 'kind']).merge();
}
