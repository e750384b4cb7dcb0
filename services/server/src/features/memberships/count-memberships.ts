import type { TenantDb } from '@backlot/database';

/** Former members are those who have been one and are none now. */
export interface MembershipCounts { readonly active: number; readonly cancelled: number; readonly former: number }

export async function countMemberships(db: TenantDb, now: Date): Promise<MembershipCounts> {
  const { rows } = await db.raw<{ rows: MembershipCounts[] }>(
    `select count(*) filter (where status = '2' and is_on)::int as active, count(*) filter (where status = '1' and is_on)::int as cancelled,
       count(*) filter (where status = '0' or not is_on)::int as former
     from (select s.status, (s.status_until is null or s.status_until > ?) as is_on from ?? s) s`,
    [now, db.table('subscriptions')] as never);
  return rows[0]!;
}

/** Memberships that began since then, first times and returns. */
export async function countNewMembers(db: TenantDb, since: Date): Promise<number> {
  const [row] = await db('subscription_events').where({ kind: 'started' }).where('at', '>=', since).count({ count: '*' });
  return Number(row!['count']);
}

/** Members whose last renewal failed and who have not been renewed or cancelled since. */
export async function countFailedRenewals(db: TenantDb): Promise<number> {
  const [row] = await db('subscriptions').whereNotNull('rebill_failed_at').count({ count: '*' });
  return Number(row!['count']);
}
