import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { walletProvider } from '../../ledger/index.ts';

/** Instants as ISO texts. */
export interface Reading {
  readonly from: string;
  readonly until: string;
}

export interface ReportStateRow {
  readonly accountId: string;
  readonly provider: string;
  readonly currency: string;
  readonly state: string;
  readonly createdAt: Date;
  readonly readUntil: Date | null;
  /** What was read without a gap each, the newest first. */
  readonly readings: readonly Reading[];
  readonly open: number;
  readonly waiting: number;
}

/** How the report of each account stands between two instants; lines along the account's index. */
export const listReportStates = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReportStateRow[]> =>
  sql<ReportStateRow>`
    select p.id as "accountId", p.provider, p.currency, p.state, p.created_at as "createdAt", r.read_until as "readUntil",
      b.readings, l.open, l.waiting
    from ${table('provider_accounts')} p left join ${table('report_readings')} r on r.account_id = p.id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('from', read_from, 'until', read_until) order by read_until desc), '[]')
          as readings
        from (
          select r.read_from, r.read_until where r.read_until is not null
          union all
          -- Those that reach into the time that is asked about.
          select read_from, read_until from ${table('report_readings_before')}
          where account_id = p.id and read_until > ${from} and read_from < ${to}
        ) b
      ) b
      cross join lateral (
        select (count(*) filter (where state = 'differs'))::int as open,
          (count(*) filter (where state = 'waiting'))::int as waiting
        from ${table('report_lines')} where account_id = p.id and occurred_at >= ${from} and occurred_at < ${to}
      ) l
    where p.provider <> ${walletProvider} order by p.state, p.created_at desc, p.id desc limit 50`.all(db);
