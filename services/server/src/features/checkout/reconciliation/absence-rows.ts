import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { ReportLineRow } from './tables.ts';

/** What of ours a report has not. */
export interface Absent {
  attemptId: string;
  /** Null for a charge. */
  reversalId: string | null;
  type: 'sale' | 'renewal' | 'refund' | 'chargeback';
  providerRef: string;
  minor: number;
  currency: string;
  at: Date;
}

/** What has been read of an account without a gap; null before the first answer. */
export async function findReadSpan(db: TenantDb, accountId: string): Promise<{ from: Date; until: Date } | null> {
  const reading = await db('report_readings').where({ account_id: accountId }).first('read_from', 'read_until');
  return reading?.read_from && reading.read_until ? { from: reading.read_from, until: reading.read_until } : null;
}

/**
 * Charges and reversals that were begun since `from` and settled by `before`, and that no line is. `isTotals`: a line
 * tells what went back of a charge so far, and is all those that come to it, the earliest first. One that grew is
 * matched to no charge until it was judged, and is found by what the provider calls it.
 */
export const listAbsent = (
  db: TenantDb,
  accountId: string,
  { from, before, isTotals }: { readonly from: Date; readonly before: Date; readonly isTotals: boolean },
): Promise<Absent[]> =>
  sql<Absent>`
    select a.id as "attemptId", null::uuid as "reversalId", case i.kind when 'renewal' then 'renewal' else 'sale' end as type,
      a.provider_ref as "providerRef", a.taken_minor as "minor", a.taken_currency as currency, a.settled_at as at
    from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
    where a.account_id = ${accountId} and a.state = 'succeeded' and a.settled_at <= ${before} and a.settled_at >= ${from}
      and a.started_at >= ${from} and a.provider_ref is not null and a.taken_minor > 0
      and not exists (select 1 from ${table('report_lines')} l where l.attempt_id = a.id and l.reversal_id is null
        and l.type in ('sale', 'renewal'))
    union all
    select r.attempt_id, r.id, r.kind, a.provider_ref, r.amount_minor, r.currency, r.settled_at
    from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
    where a.account_id = ${accountId} and r.state = 'succeeded' and r.settled_at <= ${before} and r.settled_at >= ${from}
      and r.created_at >= ${from} and not r.to_wallet and r.settled_by is null and a.provider_ref is not null
      and not exists (select 1 from ${table('report_lines')} l where l.reversal_id = r.id)
      and not (${isTotals} and coalesce((select max(l.amount_minor) from ${table('report_lines')} l
          where (l.attempt_id = a.id or (l.account_id = a.account_id and l.provider_ref = a.provider_ref))
            and l.reversal_id is null and l.source = 'report' and l.type = r.kind), 0)
        >= (select sum(b.amount_minor) from ${table('payment_reversals')} b where b.attempt_id = r.attempt_id
          and b.kind = r.kind and b.state = 'succeeded' and not b.to_wallet and b.settled_by is null
          and (b.created_at, b.id) <= (r.created_at, r.id)))
    limit 1000`.all(db);

/** Each once. */
export async function insertAbsences(db: TenantDb, accountId: string, absent: readonly Absent[]): Promise<void> {
  if (absent.length === 0) return;
  await db('report_lines')
    .insert(
      absent.map(({ attemptId, reversalId, type, providerRef, minor, currency, at }) => ({
        id: v7(),
        account_id: accountId,
        source: 'books' as const,
        type,
        provider_ref: providerRef,
        amount_minor: minor,
        currency,
        occurred_at: at,
        attempt_id: attemptId,
        reversal_id: reversalId,
        ours_minor: minor,
        ours_currency: currency,
        state: 'differs' as const,
        difference: 'not_in_report' as const,
      })),
    )
    .onConflict()
    .ignore();
}

/** What went back of a charge is all in the report after all. */
export async function dropReversalAbsences(
  db: TenantDb,
  attemptId: string,
  { type }: Pick<ReportLineRow, 'type'>,
): Promise<void> {
  await db('report_lines').where({ source: 'books', attempt_id: attemptId, type }).whereNotNull('reversal_id').delete();
}

/** It is in the report after all; what staff noted of its absence says nothing any more. */
export async function dropAbsence(
  db: TenantDb,
  { attempt_id: attemptId, reversal_id: reversalId }: { attempt_id: string | null; reversal_id: string | null },
): Promise<void> {
  await db('report_lines').where({ source: 'books', attempt_id: attemptId, reversal_id: reversalId }).delete();
}
