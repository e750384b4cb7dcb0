import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table, type Sql } from '@backlot/database/sql';

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

/** A day on which the buyer's browser was given pictures or films of what the payment was for. */
export interface DayOfViews {
  readonly at: Date;
  readonly address: string;
  readonly userAgent: string;
  /** Days in all, and the first time on the last of them: a list has the first ones. */
  readonly days: number;
  readonly last: Date;
}

/**
 * The first days on which the buyer opened what a payment was for: what was bought, or what the membership opened in the time
 * that was paid. None on the schema of the version before. Not within a transaction.
 */
export async function listViewDays(
  db: TenantDb,
  userId: string,
  transactionId: string,
  limit: number,
): Promise<DayOfViews[]> {
  try {
    return await sql<DayOfViews>`
      select at, address, user_agent as "userAgent", count(*) over ()::int as days, max(at) over () as last
      from (
        select v.at, v.address, v.user_agent from ${table('media_views')} v
          join ${table('entitlements')} e on e.id = v.entitlement_id and e.cause_transaction_id = ${transactionId}
        where v.user_id = ${userId}
        union all
        select v.at, v.address, v.user_agent from ${table('media_views')} v
        where v.user_id = ${userId} and v.entitlement_id is null and exists (
          select 1 from ${table('subscription_periods')} p
          where p.transaction_id = ${transactionId} and v.at >= p.starts_at and v.at < coalesce(p.cut_at, p.ends_at, 'infinity')
        )
      ) v order by at limit ${limit}`.all(db);
  } catch (error) {
    if (isUndefinedTable(error)) return [];
    throw error;
  }
}

export interface LogIn {
  readonly at: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

type CountedLogIn = LogIn & { readonly total: number };

/** The first log-ins of a person from an instant on, and how many are kept. Not within a transaction. */
export async function listLogIns(db: TenantDb, userId: string, since: Date, limit: number): Promise<CountedLogIn[]> {
  const theirs = sql`user_id = ${userId}`;
  const ofSessions = sql`select created_at as at, address, user_agent from ${table('sessions')} where ${theirs} and created_at >= ${since}`;
  const first = (kept: Sql): Sql<CountedLogIn> => sql<CountedLogIn>`
    select at, address, user_agent as "userAgent", count(*) over ()::int as total from (${kept}) kept order by at limit ${limit}`;
  try {
    const ofGone = sql`select at, address, user_agent from ${table('log_ins')} where ${theirs} and at >= ${since}`;
    return await first(sql`${ofSessions} union all ${ofGone}`).all(db);
  } catch (error) {
    // The schema of the version before.
    if (isUndefinedTable(error)) return first(ofSessions).all(db);
    throw error;
  }
}

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
