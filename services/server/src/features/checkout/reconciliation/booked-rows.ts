import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { chargesOf } from '../settle/series-charges.ts';
import type { Booked } from './compare-amounts.ts';
import type { ReportLineRow } from './tables.ts';

export interface Ours extends Booked {
  readonly attemptId: string;
  /** Null for a charge. */
  readonly reversalId: string | null;
}

/** The charge that a line lists. It may have been made with an account of ours that has the same account there. */
export const findBookedCharge = (db: TenantDb, line: ReportLineRow): Promise<Ours | null> =>
  sql<Ours>`
    select a.id as "attemptId", null::uuid as "reversalId", a.taken_minor as "amountMinor", a.taken_currency as currency,
      a.credited_amount::text as "creditedAmount", a.credited_currency as "creditedCurrency"
    from ${table('provider_accounts')} listed
      join ${table('provider_accounts')} taker on taker.provider = listed.provider
      join ${table('payment_attempts')} a on a.account_id = taker.id
    where listed.id = ${line.account_id} and a.provider_ref = ${line.provider_ref} and a.state = 'succeeded'
      and a.taken_minor is not null
    order by (a.account_id = listed.id) desc limit 1`.first(db);

/** Milliseconds between a line and what of ours it may be although the amounts differ. */
const nearMs = 86_400_000;

/**
 * What went back that a line lists: the one that its webhook was booked as, one of the same amount, or one of the same
 * day that no other line lists. A report names the series where it names no charge. What staff paid past the provider
 * is in no report of its.
 */
export async function findBookedReversal(db: TenantDb, line: ReportLineRow): Promise<Ours | null> {
  const ids = await chargesThatMayBe(db, line);
  if (ids.length === 0) return null;
  const kind = line.type === 'chargeback' ? 'chargeback' : 'refund';
  const notice = line.event === null ? null : `${line.account_id}:${line.event.externalId}`;
  const found = await sql<Ours & { isIt: boolean; awayMs: number }>`
    select r.attempt_id as "attemptId", r.id as "reversalId", r.amount_minor as "amountMinor", r.currency,
      null::text as "creditedAmount", null::text as "creditedCurrency",
      coalesce(r.notice_id = ${notice}, false) or r.amount_minor = ${line.amount_minor} as "isIt",
      abs(extract(epoch from r.created_at - ${line.occurred_at}::timestamptz) * 1000)::float8 as "awayMs"
    from ${table('payment_reversals')} r
    where r.attempt_id = any (${ids}::uuid[]) and r.kind = ${kind} and not r.to_wallet and r.state in ('succeeded', 'held')
      and r.settled_by is null
      and not exists (select 1 from ${table('report_lines')} taken
        where taken.reversal_id = r.id and taken.source = 'report' and taken.id <> ${line.id})
      and not exists (select 1 from ${table('report_lines')} fits
        where fits.account_id = ${line.account_id} and fits.provider_ref = ${line.provider_ref} and fits.type = ${line.type}
          and fits.id <> ${line.id} and fits.source = 'report' and fits.reversal_id is null
          and fits.amount_minor = r.amount_minor and r.amount_minor <> ${line.amount_minor})
    order by coalesce(r.notice_id = ${notice}, false) desc, r.amount_minor = ${line.amount_minor} desc, "awayMs"
    limit 1`.first(db);
  return found && (found.isIt || found.awayMs <= nearMs) ? found : null;
}

/** All that went back through the provider of the charge that a line tells the total of; null where nothing did. */
export async function findBookedTotal(db: TenantDb, line: ReportLineRow): Promise<Ours | null> {
  const charge = await findBookedCharge(db, line);
  if (charge === null) return null;
  return sql<Ours>`
    select r.attempt_id as "attemptId", null::uuid as "reversalId", sum(r.amount_minor)::float8 as "amountMinor", r.currency,
      null::text as "creditedAmount", null::text as "creditedCurrency"
    from ${table('payment_reversals')} r
    where r.attempt_id = ${charge.attemptId} and r.kind = ${line.type} and not r.to_wallet and r.state in ('succeeded', 'held')
      and r.settled_by is null
    group by r.attempt_id, r.currency limit 1`.first(db);
}

async function chargesThatMayBe(db: TenantDb, line: ReportLineRow): Promise<readonly string[]> {
  const charge = await findBookedCharge(db, line);
  const series =
    line.series_ref === null ? [] : (await chargesOf(db, line.account_id, line.series_ref)).map(({ id }) => id);
  return [...new Set([...(charge ? [charge.attemptId] : []), ...series])];
}
