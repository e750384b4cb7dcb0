import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { NotificationKind } from '@backlot/domain/sites/notifications';
import { people } from '../accounts/index.ts';

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

export interface UnreadRow {
  readonly user_id: string;
  readonly kind: NotificationKind;
  readonly unread: number;
}

// Badges stop at 99+, so nobody counts further.
const COUNT_TO = 100;

/** What is new for each of these people since they last looked, or since their account began; at most 100 a kind. */
export const countUnread = (db: TenantDb, userIds: readonly string[]): Promise<UnreadRow[]> =>
  sql<UnreadRow>`
    select u.id as user_id, k.kind, (select count(*)::int from (
      select 1 from ${table('notices')} n where n.kind = k.kind and n.created_at > coalesce(
        (select r.read_at from ${table('notice_reads')} r where r.user_id = u.id and r.kind = k.kind), u.created_at)
      limit ${COUNT_TO}) newer) as unread
    from ${people} u cross join (values ('purchased'), ('subscription'), ('comment')) k (kind) where u.id = any (${userIds})`.all(
    db,
  );

export async function setRead(db: TenantDb, row: NotificationReadRow): Promise<void> {
  await db('notice_reads').insert(row).onConflict(['user_id', 'kind']).merge();
}
