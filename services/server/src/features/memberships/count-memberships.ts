import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { renewalGraceMs } from '@backlot/domain/memberships/subscription';
import type { SubscriptionEventKind } from './subscription-events.ts';

/** Memberships that began since then, first times and returns. */
export async function countNewMembers(db: TenantDb, since: Date): Promise<number> {
  const [row] = await db('subscription_events')
    .where({ kind: 'started' })
    .where('at', '>=', since)
    .count({ count: '*' });
  return Number(row!['count']);
}

/** A correlated sub-query: when somebody first began a membership that was bought; null where they never did. */
export const firstBoughtMembership = (user: Sql): Sql<{ since: Date | null }> => sql`
  select min(e.at) as since from ${table('subscriptions')} s
  join ${table('subscription_events')} e on e.subscription_id = s.id and e.kind = 'started' where s.user_id = ${user}`;

/** New members by day of the site's calendar, days without any left out. `until`: up to and without it. */
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

/**
 * Memberships that were bought and were over then, by day, days without any left out. An event that finds a membership over
 * already loses nobody: one that failed to renew ends when its days do, and is given up later.
 */
export const lostMembersByDay = (
  db: TenantDb,
  since: Date,
  until: Date,
  timeZone: string,
): Promise<Array<{ date: string; count: number }>> =>
  sql<{ date: string; count: number }>`
    select to_char(e.at at time zone ${timeZone}, 'YYYY-MM-DD') as date, count(*)::int as count
    from ${table('subscription_events')} e
    cross join lateral (
      select b.status from ${table('subscription_events')} b
      where b.subscription_id = e.subscription_id and (b.at, b.id) < (e.at, e.id) order by b.at desc, b.id desc limit 1
    ) before
    cross join lateral (
      select b.kind from ${table('subscription_events')} b
      where b.subscription_id = e.subscription_id and b.at <= e.at and b.kind in ('started', 'given')
      order by b.at desc, b.id desc limit 1
    ) began
    where e.kind = any (${endings}) and e.status = '0' and e.at >= ${since} and e.at < ${until}
      and before.status <> '0' and began.kind = 'started'
    group by 1 order by 1`.all(db);

/** Whether a membership may end by it. */
const isEnding: Readonly<Record<SubscriptionEventKind, boolean>> = {
  expired: true,
  stopped: true,
  cancelled: true,
  moved: true,
  refunded: true,
  charged_back: true,
  revoked: true,
  withdrawn: true,
  started: false,
  given: false,
  given_longer: false,
  renewed: false,
  renewal_failed: false,
  renewal_retried: false,
  cancel_undone: false,
  migrated: false,
};
const endings = Object.entries(isEnding).flatMap(([kind, ends]) => (ends ? [kind] : []));

/**
 * People whose renewal is waited for although it failed, or has not come in its grace: as `Membership.isRebillFailed`, but for
 * those whose time to mend it is over. To be part of another feature's statement.
 */
export const failedRenewalsAt = (now: Date): Sql<{ user_id: string }> => sql`
  select user_id from ${table('subscriptions')} where cancelled_at is null and ended_at is null
    and (rebill_failed_at is not null
      or (not is_complimentary and not renewal_open and ends_at <= ${new Date(now.getTime() - renewalGraceMs)}))`;
