import type { TenantDb } from '@backlot/database';
import { isUndefinedColumn } from '@backlot/database/is-undefined-column';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { ProviderStatementRow } from '../../checkout/index.ts';
import { coinProvider } from '../../crypto/index.ts';

export interface EnteredCount {
  readonly provider: string;
  readonly currency: string;
  readonly count: number;
}

/** How many entries of a month (`2026-03`) count, by provider and currency. */
export const countEntered = (db: TenantDb, month: string): Promise<EnteredCount[]> =>
  sql<EnteredCount>`
    select coalesce(p.provider, ${coinProvider}) as provider, s.currency, count(*)::int as count
    from ${table('provider_statements')} s left join ${table('provider_accounts')} p on p.id = s.account_id
    where s.month = ${`${month}-01`}::date and s.takes_back_id is null
      and not exists (select from ${table('provider_statements')} b where b.takes_back_id = s.id)
    group by 1, 2`.all(db);

export interface EnteredMonth {
  readonly provider: string;
  readonly currency: string;
  /** `2026-03`. */
  readonly month: string;
  readonly feesMinor: number;
  readonly heldMinor: number;
  readonly releasedMinor: number;
  readonly shareMinor: number;
  readonly taxMinor: number;
}

/** What was entered and counts, by provider, currency and month; a few rows a month. Not within a transaction. */
export async function sumEnteredByMonth(db: TenantDb): Promise<EnteredMonth[]> {
  try {
    return await sumMonths(
      db,
      sql`sum(s.platform_share_minor)::bigint as "shareMinor", sum(s.tax_withheld_minor)::bigint as "taxMinor"`,
    );
  } catch (error) {
    // The schema of the version before knows of neither.
    if (!isUndefinedColumn(error)) throw error;
    return sumMonths(db, sql`0 as "shareMinor", 0 as "taxMinor"`);
  }
}

const sumMonths = (db: TenantDb, more: Sql): Promise<EnteredMonth[]> =>
  sql<EnteredMonth>`
    select coalesce(p.provider, ${coinProvider}) as provider, s.currency, to_char(s.month, 'YYYY-MM') as month,
      sum(s.fees_minor)::bigint as "feesMinor",
      sum(s.reserve_held_minor)::bigint as "heldMinor", sum(s.reserve_released_minor)::bigint as "releasedMinor",
      ${more}
    from ${table('provider_statements')} s left join ${table('provider_accounts')} p on p.id = s.account_id
    where s.takes_back_id is null and not exists (select from ${table('provider_statements')} b where b.takes_back_id = s.id)
    group by 1, 2, 3`.all(db);

export interface EnteredRow extends ProviderStatementRow {
  readonly provider: string;
  readonly accountCurrency: string;
  readonly accountState: string;
  readonly backNote: string | null;
  readonly backBy: string | null;
  readonly backAt: Date | null;
  readonly total: number;
}

/** Entries of a month, the newest first, with what took them back. */
export const listEntered = (
  db: TenantDb,
  month: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<EnteredRow[]> =>
  sql<EnteredRow>`
    select s.*, coalesce(p.provider, ${coinProvider}) as provider, coalesce(p.currency, s.currency) as "accountCurrency",
      coalesce(p.state, 'active') as "accountState", b.note as "backNote",
      b.entered_by as "backBy", b.entered_at as "backAt", count(*) over ()::int as total
    from ${table('provider_statements')} s left join ${table('provider_accounts')} p on p.id = s.account_id
      left join ${table('provider_statements')} b on b.takes_back_id = s.id
    where s.month = ${`${month}-01`}::date and s.takes_back_id is null
    order by s.id desc limit ${limit} offset ${offset}`.all(db);
