import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { DisputeCounts } from '@backlot/domain/money/dispute-ratio';
import { schemeOfCharge, withSchemes } from '../checkout/index.ts';
import { walletProvider } from '../ledger/index.ts';

/** Instants between which payments are counted. */
export interface CountedTimes {
  readonly lastMonth: Date;
  readonly thisMonth: Date;
  /** 30 days ago. */
  readonly recent: Date;
}

export interface CountedAccount {
  readonly id: string;
  readonly provider: string;
  readonly currency: string;
  readonly state: 'active' | 'draining';
}

/** The counts of an account by the brand of the card; an empty brand where none was kept. */
export interface BrandCounts extends DisputeCounts {
  readonly accountId: string;
  readonly brand: string;
}

/** Those that charge cards: no bank takes back what was paid from a wallet. */
export const listCountedAccounts = (db: TenantDb): Promise<CountedAccount[]> =>
  sql<CountedAccount>`
    select id, provider, currency, state from ${table('provider_accounts')} where provider <> ${walletProvider}
    order by state, created_at, id limit 50`.all(db);

/** When a bank took it back, as far as is known: its webhook may have come much later. */
const occurredAt = sql`coalesce(occurred_at, created_at)`;

/** Whether the brake is engaged, or what may engage it has come since: chargebacks, and payments reported as fraud. */
export const isWatched = (since: Date): Sql => sql`(
  exists (select from ${table('card_brakes')} where released_at is null)
  or exists (select from ${table('payment_reversals')} where kind = 'chargeback' and ${occurredAt} >= ${since})
  or exists (select from ${table('fraud_reports')} where taken_back_at is null and reported_at >= ${since}))`;

/** Whether a bank took anything back since. */
export const hasDisputes = async (db: TenantDb, since: Date): Promise<boolean> =>
  (await sql<{ id: string }>`
    select id from ${table('payment_reversals')} where kind = 'chargeback' and ${occurredAt} >= ${since} limit 1`.first(
    db,
  )) !== null;

/**
 * Each by its own index. A chargeback counts from when it occurred, also where it did not fit the payment and is held: the
 * bank raised it all the same.
 */
export const listDisputeCounts = (
  db: TenantDb,
  accountIds: readonly string[],
  times: CountedTimes,
): Promise<BrandCounts[]> => {
  const brand = schemeOfCharge(sql`c`);
  const oldest = new Date(Math.min(times.lastMonth.getTime(), times.recent.getTime()));
  return sql<BrandCounts>`
    select x.account_id as "accountId", x.brand,
      count(*) filter (where x.is_dispute and x.at >= ${times.thisMonth})::int as disputes,
      count(*) filter (where x.is_dispute and x.at >= ${times.recent})::int as "recentDisputes",
      count(*) filter (where not x.is_dispute and x.at >= ${times.lastMonth} and x.at < ${times.thisMonth})::int as "salesLastMonth",
      count(*) filter (where not x.is_dispute and x.at >= ${times.thisMonth})::int as "salesThisMonth",
      count(*) filter (where not x.is_dispute and x.at >= ${times.recent})::int as "recentSales"
    from ${withSchemes(sql`
      select t.account_id, ${brand} as brand, true as is_dispute, coalesce(r.occurred_at, r.created_at) as at
      from ${table('payment_reversals')} r join ${table('payment_attempts')} t on t.id = r.attempt_id
        left join ${table('payment_instruments')} c on c.id = t.instrument_id
      where t.account_id = any (${accountIds}) and r.kind = 'chargeback' and coalesce(r.occurred_at, r.created_at) >= ${oldest}
      union all
      select t.account_id, ${brand}, false, t.settled_at
      from ${table('payment_attempts')} t left join ${table('payment_instruments')} c on c.id = t.instrument_id
      where t.account_id = any (${accountIds}) and t.state = 'succeeded' and t.settled_at >= ${oldest} and t.taken_minor > 0`)} x group by 1, 2`.all(
    db,
  );
};
