import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AccountKind } from '../../ledger/index.ts';
import { isOfProvider, what } from './entry-rows.ts';

/** What moved an account, in minor units as the books have them: debits above zero. */
export interface MovementRow {
  readonly kind: string;
  readonly what: string | null;
  readonly minor: number;
  readonly entries: number;
}

export interface AccountRow {
  readonly id: string;
  readonly kind: AccountKind;
  readonly detail: string;
  readonly currency: string;
  readonly openingMinor: number;
  readonly closingMinor: number;
  readonly movements: readonly MovementRow[];
}

/**
 * Accounts that had a balance or moved between two instants. One statement, so that everything is of one moment. Where they
 * stood is the sum of every entry before: the books keep no balance of the site's accounts.
 */
export const listAccounts = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<AccountRow[]> => {
  const inMonth = sql`t.at >= ${from} and t.at < ${to}`;
  return sql<AccountRow>`
    with moved as (
      select e.account_id, t.kind, null::text as what, sum(e.amount_minor)::bigint as minor, count(*)::int as entries
      from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
        join ${table('ledger_accounts')} a on a.id = e.account_id
      where ${inMonth} and not ${isOfProvider} group by 1, 2
      union all
      select c.account_id, t.kind, ${what}, -sum(e.amount_minor)::bigint, count(*)::int
      from ${table('ledger_transactions')} t join ${table('ledger_entries')} c on c.transaction_id = t.id
        join ${table('ledger_accounts')} p on p.id = c.account_id and p.kind = 'provider_clearing'
        join ${table('ledger_entries')} e on e.transaction_id = t.id and e.account_id <> c.account_id
        join ${table('ledger_accounts')} a on a.id = e.account_id
      where ${inMonth} group by 1, 2, 3
    ), stood as (
      select e.account_id, coalesce(sum(e.amount_minor) filter (where t.at < ${from}), 0)::bigint as opening,
        sum(e.amount_minor)::bigint as closing
      from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
      where t.at < ${to} group by 1
    )
    select a.id, a.kind, a.detail, a.currency, s.opening as "openingMinor", s.closing as "closingMinor",
      coalesce(m.movements, '[]') as movements
    from stood s join ${table('ledger_accounts')} a on a.id = s.account_id
      left join (
        select account_id, jsonb_agg(jsonb_build_object('kind', kind, 'what', what, 'minor', minor, 'entries', entries)
          order by abs(minor) desc, kind, what) as movements
        from moved group by account_id
      ) m on m.account_id = a.id
    where s.opening <> 0 or s.closing <> 0 or m.account_id is not null
    order by a.currency, a.kind, a.detail`.all(db);
};
