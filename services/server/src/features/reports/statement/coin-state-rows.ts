import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { coinProvider } from '../../crypto/index.ts';
import { withCoins } from '../reconciliation/coin-lines.ts';
import type { ReportStateRow } from './report-state-rows.ts';

interface CoinStatesAsked {
  /** The site's: an account for coins has none of its own. */
  readonly currency: string;
  readonly now: Date;
}

/**
 * How each account for coins stands between two instants. Its list is read for what is not ours; each payment of ours is looked at by itself,
 * up to the look that is due next. The one that was begun with last is the site's.
 */
export const listCoinStates = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
  { currency, now }: CoinStatesAsked,
): Promise<ReportStateRow[]> =>
  withCoins((lines) =>
    sql<ReportStateRow>`
    select a.id as "accountId", ${coinProvider}::text as provider, ${currency}::text as currency,
      case when row_number() over (order by a.created_at desc) = 1 then 'active' else 'draining' end as state,
      a.created_at as "createdAt", u.until as "readUntil",
      jsonb_build_array(jsonb_build_object('from', a.created_at, 'until', u.until)) as readings, l.open, l.waiting
    from ${table('crypto_accounts')} a
      cross join lateral (
        select least(${now}::timestamptz, min(c.next_look_at)) as until
        from ${table('crypto_payments')} c where c.account_id = a.id and c.next_look_at is not null
      ) u
      cross join lateral (
        select (count(*) filter (where l.state = 'differs'))::int as open,
          (count(*) filter (where l.state = 'waiting'))::int as waiting
        from (${lines}) l where l.account_id = a.id and l.occurred_at >= ${from} and l.occurred_at < ${to}
      ) l
    order by a.created_at desc limit 50`.all(db),
  );
