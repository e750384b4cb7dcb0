import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

export interface AccountUse {
  readonly id: string;
  readonly provider: string;
  readonly currency: string;
  readonly state: 'active' | 'draining';
  readonly webhookPath: string | null;
  readonly openedAt: Date;
  /** As the database writes it. */
  readonly drainingSince: string | null;
  readonly members: number;
  readonly ending: number;
  readonly underWay: number;
  readonly openItems: number;
  readonly lastPaymentAt: Date | null;
  readonly lastNoticeAt: Date | null;
}

/**
 * Each account with what it is still used for, those in use first. A site has a few: one a provider and currency that it ever
 * took cards with. The column of the day on which one was left is read so that a schema without it answers as well.
 */
export const listAccountUses = (db: TenantDb, now: Date): Promise<AccountUse[]> =>
  sql<AccountUse>`
    with open_items as materialized (
      select o.account_id, count(*)::int as count from (
        select a.account_id from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
        where r.state in ('owed', 'refused', 'held')
        union all
        select a.account_id from ${table('payment_intents')} i
          join ${table('payment_attempts')} a on a.intent_id = i.id and a.state = 'succeeded' where i.state = 'held'
        union all
        select a.account_id from ${table('payment_attempts')} a where ${isUnderWay}
          and coalesce(a.action_expires_at, a.started_at) < ${now}::timestamptz - interval '15 minutes'
        union all
        select x.account_id from ${table('subscription_series')} x where x.state = 'ending' and x.alarmed_at is not null
        union all
        select o.account_id from ${table('orphaned_series')} o where o.ended_at is null and o.alarmed_at is not null
        union all
        select d.account_id from ${table('webhook_deliveries')} d where d.error is not null and d.settled_at is null
      ) o group by 1
    ), under_way as materialized (
      select u.account_id, count(*)::int as count from (
        select a.account_id from ${table('payment_attempts')} a where ${isUnderWay}
        union all
        select a.account_id from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
        where r.state = 'requested'
      ) u group by 1
    )
    select p.id, p.provider, p.currency, p.state, p.webhook_path as "webhookPath", p.created_at as "openedAt",
      to_jsonb(p) ->> 'draining_since' as "drainingSince", s.members, s.ending + e.ending as ending,
      coalesce(u.count, 0) as "underWay", coalesce(o.count, 0) as "openItems",
      (select max(a.settled_at) from ${table('payment_attempts')} a where a.account_id = p.id and a.state = 'succeeded') as "lastPaymentAt",
      (select max(d.received_at) from ${table('webhook_deliveries')} d where d.account_id = p.id) as "lastNoticeAt"
    from ${table('provider_accounts')} p
    cross join lateral (
      select (count(*) filter (where x.state = 'billing'))::int as members, (count(*) filter (where x.state = 'ending'))::int as ending
      from ${table('subscription_series')} x where x.account_id = p.id and x.state <> 'ended'
    ) s
    cross join lateral (
      select count(*)::int as ending from ${table('orphaned_series')} r where r.account_id = p.id and r.ended_at is null
    ) e
    left join open_items o on o.account_id = p.id
    left join under_way u on u.account_id = p.id
    order by p.state, p.created_at desc, p.id limit 50`.all(db);

const isUnderWay = sql`a.state in ('started', 'action', 'pending', 'unknown')`;
