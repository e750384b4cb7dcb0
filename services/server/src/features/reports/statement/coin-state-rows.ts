import type { TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table, type Sql } from '@backlot/database/sql';
import { coinProvider, isWalked } from '../../crypto/index.ts';
import { withCoins } from '../reconciliation/coin-lines.ts';
import type { ReportStateRow } from './report-state-rows.ts';

interface CoinStatesAsked {
  /** The site's: an account for coins has none of its own. */
  readonly currency: string;
  readonly now: Date;
}

/**
 * How each account for coins stands between two instants: read up to the look at one of its payments that is due next,
 * and no further than its list was, where that is walked. The one that was begun with last is the site's. Not within a
 * transaction.
 */
export async function listCoinStates(
  db: TenantDb,
  span: { readonly from: Date; readonly to: Date },
  asked: CoinStatesAsked,
): Promise<ReportStateRow[]> {
  try {
    return await listStates(db, span, asked, {
      join: sql`left join ${table('coin_list_readings')} r on r.account_id = a.id`,
      until: sql`case when ${isWalked(asked.now)} then coalesce(r.read_until, a.created_at) end`,
    });
  } catch (error) {
    // The schema of the version before walks no list.
    if (!isUndefinedTable(error)) throw error;
    return listStates(db, span, asked, { join: sql.empty, until: sql`null::timestamptz` });
  }
}

const listStates = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
  { currency, now }: CoinStatesAsked,
  list: { readonly join: Sql; readonly until: Sql },
): Promise<ReportStateRow[]> =>
  withCoins((lines) =>
    sql<ReportStateRow>`
    select a.id as "accountId", ${coinProvider}::text as provider, ${currency}::text as currency,
      case when row_number() over (order by a.created_at desc) = 1 then 'active' else 'draining' end as state,
      a.created_at as "createdAt", u.until as "readUntil",
      jsonb_build_array(jsonb_build_object('from', a.created_at, 'until', u.until)) as readings, l.open, l.waiting
    from ${table('crypto_accounts')} a ${list.join}
      cross join lateral (
        select least(${now}::timestamptz, min(c.next_look_at), ${list.until}) as until
        from ${table('crypto_payments')} c where c.account_id = a.id and c.next_look_at is not null
      ) u
      cross join lateral (
        select (count(*) filter (where l.state = 'differs'))::int as open,
          (count(*) filter (where l.state = 'waiting'))::int as waiting
        from (${lines}) l where l.account_id = a.id and l.occurred_at >= ${from} and l.occurred_at < ${to}
      ) l
    order by a.created_at desc limit 50`.all(db),
  );
