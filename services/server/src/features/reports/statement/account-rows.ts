import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { spansBefore, unsummedMovesBefore, type AccountKind } from '../../ledger/index.ts';
import { what } from './entry-rows.ts';

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
 * Accounts that had a balance or moved between two instants. One statement, so that everything is of one moment: what the
 * sums of the books hold until each instant, and what they do not hold yet. A movement is the difference of the two.
 */
export const listAccounts = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<AccountRow[]> =>
  sql<AccountRow>`
    with part as (
      select a.id as account_id, s.kind, s.about_id, sum(s.amount_minor) filter (where b.is_before) as opening,
        sum(s.entry_count) filter (where b.is_before) as opened, sum(s.amount_minor) filter (where not b.is_before) as closing,
        sum(s.entry_count) filter (where not b.is_before) as closed
      from ${table('ledger_accounts')} a cross join (
        select f.*, true as is_before from (${spansBefore(from)}) f union all select t.*, false from (${spansBefore(to)}) t
      ) b cross join lateral (
        -- Looked up for each account and span: the accounts are few, whatever Postgres believes.
        select kind, about_id, amount_minor, entry_count from ${table('ledger_sums')}
        where account_id = a.id and span = b.span and starts_at >= b.since and starts_at < b.until offset 0
      ) s group by 1, 2, 3
      union all
      select account_id, kind, about_id, sum(amount_minor) filter (where at < ${from}), count(*) filter (where at < ${from}),
        sum(amount_minor), count(*)
      from (${unsummedMovesBefore(to)}) m group by 1, 2, 3
    ), moved as (
      select p.account_id, p.kind, case when p.about_id <> p.account_id then ${what} end as what,
        coalesce(sum(p.opening), 0)::bigint as opening, coalesce(sum(p.closing), 0)::bigint as closing,
        (coalesce(sum(p.closed), 0) - coalesce(sum(p.opened), 0))::int as entries
      from part p join ${table('ledger_accounts')} a on a.id = p.about_id group by 1, 2, 3
    ), stood as (
      select account_id, sum(opening)::bigint as opening, sum(closing)::bigint as closing,
        jsonb_agg(jsonb_build_object('kind', kind, 'what', what, 'minor', closing - opening, 'entries', entries)
          order by abs(closing - opening) desc, kind, what) filter (where entries > 0) as movements
      from moved group by account_id
    )
    select a.id, a.kind, a.detail, a.currency, s.opening as "openingMinor", s.closing as "closingMinor",
      coalesce(s.movements, '[]') as movements
    from stood s join ${table('ledger_accounts')} a on a.id = s.account_id
    where s.opening <> 0 or s.closing <> 0 or s.movements is not null
    order by a.currency, a.kind, a.detail`.all(db);
