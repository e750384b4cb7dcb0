import type { LineState } from '@backlot/contracts/reconciliation';
import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table } from '@backlot/database/sql';
import { coinProvider, isWalked } from '../../crypto/index.ts';
import { withCoins } from './coin-lines.ts';

export interface DayRow {
  accountId: string;
  provider: string;
  currency: string;
  accountState: string;
  /** `2026-03-10`, by the site's calendar. */
  day: string;
  theirCount: number;
  theirMinor: number;
  ourCount: number;
  ourMinor: number;
  open: number;
  state: LineState;
  total: number;
}

export interface DaysAsked {
  readonly from: Date;
  readonly to: Date;
  readonly timeZone: string;
  readonly state: LineState | null;
}

/** What went back counts against what came. */
const sign = sql`(case when l.type in ('sale', 'renewal') then 1 else -1 end)`;

/**
 * Accounts' days, newest first. What agrees counts alike on both sides, also where the report lists it in another
 * currency than it was taken in; what differs by its currency is in no sum. A day takes the time that the provider
 * tells, so that midnight parts no pair.
 */
export const listDays = (
  db: TenantDb,
  { from, to, timeZone, state }: DaysAsked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<DayRow[]> =>
  withCoins((lines) =>
    sql<DayRow>`
    select d.*, count(*) over ()::int as total from (
      select l.account_id as "accountId", l.provider, l.account_currency as currency, l.account_state as "accountState",
        to_char(l.occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        (count(l.amount_minor) filter (where l.source = 'report'))::int as "theirCount",
        coalesce(sum(${sign} * case when l.state = 'agrees' then coalesce(l.ours_minor, l.amount_minor) else l.amount_minor end)
          filter (where l.source = 'report' and l.difference is distinct from 'other_currency'), 0)::float8 as "theirMinor",
        count(l.ours_minor)::int as "ourCount",
        coalesce(sum(${sign} * l.ours_minor) filter (where l.difference is distinct from 'other_currency'), 0)::float8 as "ourMinor",
        (count(*) filter (where l.state = 'differs'))::int as open,
        case when bool_or(l.state = 'differs') then 'differs' when bool_or(l.state = 'waiting') then 'waiting'
          when bool_or(l.state = 'explained') then 'explained' else 'agrees' end as state
      from (${lines}) l
      where l.occurred_at >= ${from} and l.occurred_at < ${to}
      group by 1, 2, 3, 4, 5
    ) d where ${state}::text is null or d.state = ${state}
    order by d.day desc, d.provider, d.currency, d."accountId" limit ${limit} offset ${offset}`.all(db),
  );

export interface ReadRow {
  accountId: string;
  provider: string;
  currency: string;
  accountState: string;
  readUntil: Date | null;
  outcome: 'read' | 'too-soon' | 'refused' | 'unknown' | null;
  code: string | null;
}

/**
 * Accounts whose report was ever asked for. One for coins has no currency of its own: the site's. Its list is shown as
 * long as it is walked. Not within a transaction.
 */
export async function listReadings(
  db: TenantDb,
  { currency, now }: { readonly currency: string; readonly now: Date },
): Promise<ReadRow[]> {
  const cards = await listCardReadings(db);
  try {
    return [...cards, ...(await listCoinReadings(db, currency, now))];
  } catch (error) {
    // The schema of the version before.
    if (isUndefinedTable(error)) return cards;
    throw error;
  }
}

const listCoinReadings = (db: TenantDb, currency: string, now: Date): Promise<ReadRow[]> =>
  sql<ReadRow>`
    select r.account_id as "accountId", ${coinProvider}::text as provider, ${currency}::text as currency,
      case when exists (select from ${table('crypto_accounts')} newer where newer.created_at > a.created_at)
        then 'draining' else 'active' end as "accountState",
      r.read_until as "readUntil", r.outcome, r.code
    from ${table('coin_list_readings')} r join ${table('crypto_accounts')} a on a.id = r.account_id
    where ${isWalked(now)} order by a.created_at desc limit 50`.all(db);

const listCardReadings = (db: TenantDb): Promise<ReadRow[]> =>
  sql<ReadRow>`
    select r.account_id as "accountId", p.provider, p.currency, p.state as "accountState", r.read_until as "readUntil",
      r.outcome, r.code
    from ${table('report_readings')} r join ${table('provider_accounts')} p on p.id = r.account_id
    order by p.state, p.created_at desc, p.id desc limit 50`.all(db);
