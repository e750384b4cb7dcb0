import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** Memberships that began since then, first times and returns. */
export async function countNewMembers(db: TenantDb, since: Date): Promise<number> {
  const [row] = await db('subscription_events')
    .where({ kind: 'started' })
    .where('at', '>=', since)
    .count({ count: '*' });
  return Number(row!['count']);
}

/** The same by day of the site's calendar, days without any left out. `until`: up to and without it. */
export const newMembersByDay = (
  db: TenantDb,
  since: Date,
  until: Date,
  timeZone: string,
): Promise<Array<{ date: string; count: number }>> =>
  sql<{ date: string; count: number }>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as date, count(*)::int as count
    from ${table('subscription_events')} where kind = 'started' and at >= ${since} and at < ${until}
    group by 1 order by 1`.all(db);

/** Members whose last renewal failed and who have not been renewed or cancelled since. */
export async function countFailedRenewals(db: TenantDb): Promise<number> {
  const [row] = await db('subscriptions')
    .whereNotNull('rebill_failed_at')
    .whereNull('cancelled_at')
    .count({ count: '*' });
  return Number(row!['count']);
}
