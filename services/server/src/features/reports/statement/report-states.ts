import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { walletProvider } from '../../ledger/index.ts';

export interface ReportStateRow {
  readonly accountId: string;
  readonly provider: string;
  readonly currency: string;
  readonly state: string;
  readonly createdAt: Date;
  readonly readFrom: Date | null;
  readonly readUntil: Date | null;
  readonly open: number;
  readonly waiting: number;
}

/** How the report of each account stands between two instants; lines along the account's index. */
export const listReportStates = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReportStateRow[]> =>
  sql<ReportStateRow>`
    select p.id as "accountId", p.provider, p.currency, p.state, p.created_at as "createdAt", r.read_from as "readFrom",
      r.read_until as "readUntil", l.open, l.waiting
    from ${table('provider_accounts')} p left join ${table('report_readings')} r on r.account_id = p.id
      cross join lateral (
        select (count(*) filter (where state = 'differs'))::int as open,
          (count(*) filter (where state = 'waiting'))::int as waiting
        from ${table('report_lines')} where account_id = p.id and occurred_at >= ${from} and occurred_at < ${to}
      ) l
    where p.provider <> ${walletProvider} order by p.state, p.created_at desc limit 50`.all(db);

/** How much of a month was read. An account that came within it has nothing to read before. */
export function readOf(
  { createdAt, readFrom, readUntil }: Pick<ReportStateRow, 'createdAt' | 'readFrom' | 'readUntil'>,
  { from, to }: { readonly from: Date; readonly to: Date },
): 'all' | 'part' | 'none' {
  const begin = createdAt > from && createdAt < to ? createdAt : from;
  if (readFrom === null || readUntil === null || readUntil <= begin || readFrom >= to) return 'none';
  return readFrom <= begin && readUntil >= to ? 'all' : 'part';
}
