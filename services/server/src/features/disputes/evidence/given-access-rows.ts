import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** What a payment opened: content, or a stretch of a membership. */
export interface GivenAccess {
  readonly from: Date;
  /** Null while it is open, or for ever. */
  readonly until: Date | null;
  readonly why: string | null;
}

export const listGrantedContent = (db: TenantDb, transactionId: string): Promise<GivenAccess[]> =>
  sql<GivenAccess>`
    select granted_at as from, revoked_at as until, revoke_reason as why from ${table('entitlements')}
    where cause_transaction_id = ${transactionId} order by granted_at limit 50`.all(db);

export const listPaidPeriods = (db: TenantDb, transactionId: string): Promise<GivenAccess[]> =>
  sql<GivenAccess>`
    select starts_at as from, coalesce(cut_at, ends_at) as until, case when cut_at is null then null else 'ended early' end as why
    from ${table('subscription_periods')} where transaction_id = ${transactionId} order by starts_at limit 50`.all(db);

export interface LogIn {
  readonly at: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The first log-ins of a person from an instant on, and how many are kept. */
export const listLogIns = (
  db: TenantDb,
  userId: string,
  since: Date,
  limit: number,
): Promise<Array<LogIn & { readonly total: number }>> =>
  sql<LogIn & { total: number }>`
    select created_at as at, address, user_agent as "userAgent", count(*) over ()::int as total from ${table('sessions')}
    where user_id = ${userId} and created_at >= ${since} order by created_at limit ${limit}`.all(db);

export interface ContentUse {
  readonly at: Date;
  readonly what: 'liked' | 'commented on';
}

/** What the person did with a post: likes that stand, and comments, also removed ones. */
export const listPostUses = (db: TenantDb, userId: string, postId: string, since: Date): Promise<ContentUse[]> =>
  sql<ContentUse>`
    select created_at as at, 'liked' as what from ${table('post_likes')}
      where user_id = ${userId} and post_id = ${postId} and created_at >= ${since}
    union all
    (select created_at, 'commented on' from ${table('comments')}
      where user_id = ${userId} and post_id = ${postId} and created_at >= ${since} order by created_at limit 50)
    order by 1`.all(db);
