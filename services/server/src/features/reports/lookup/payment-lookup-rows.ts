import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { cardOfCharge, returnSums } from '../../checkout/index.ts';

/** A purchase, the attempt that paid for it or was made last, and what went back. */
export interface FoundPaymentRow {
  readonly id: string;
  readonly sold: string;
  readonly state: 'succeeded' | 'pending' | 'held' | 'declined';
  readonly at: Date;
  readonly userId: string;
  readonly contentId: string | null;
  readonly title: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly unappliedReason: string | null;
  readonly reference: string | null;
  readonly declineCode: string | null;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly account: { readonly provider: string; readonly currency: string; readonly state: string } | null;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  /** What is asked for or owed. */
  readonly returningMinor: number;
  /** Of that, what no provider has taken so far: an open item. */
  readonly owedMinor: number;
  readonly seriesRef: string | null;
}

/** Purchases that are in every one of `within`, newest first, and how many there are. */
export async function listFoundPayments(
  db: TenantDb,
  within: readonly Sql<{ id: string }>[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly FoundPaymentRow[]; readonly totalRows: number }> {
  const from = sql`from ${table('payment_intents')} i where ${sql.join(
    within.map((ids) => sql`i.id in (${ids})`),
    sql` and `,
  )}`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const order = sql`order by i.created_at desc, i.id desc`;
  const rows = await sql<FoundPaymentRow>`
    select i.id, i.kind as sold, i.created_at as at, i.user_id as "userId", i.content_id as "contentId", i.quote ->> 'title' as title,
      case when i.state = 'open' then 'pending' when i.state = 'held' then 'held'
        when i.state = 'succeeded' or i.unapplied_reason is not null then 'succeeded' else 'declined' end as state,
      coalesce(i.taken_minor, a.taken_minor, i.amount_minor) as "amountMinor", coalesce(i.taken_currency, a.taken_currency, i.currency) as currency,
      i.unapplied_reason as "unappliedReason", a.provider_ref as reference, a.decline_code as "declineCode",
      ${cardOfCharge(sql`a`, sql`c`)} as card,
      case when p.id is not null then jsonb_build_object('provider', p.provider, 'currency', p.currency, 'state', p.state) end as account,
      b.returned - b.charged_back as "refundedMinor", b.charged_back as "chargedBackMinor", b.returning as "returningMinor", b.owed as "owedMinor", s.provider_ref as "seriesRef"
    from (select i.* ${from} ${order} limit ${limit} offset ${offset}) i
    left join lateral (
      select t.* from ${table('payment_attempts')} t where t.intent_id = i.id order by t.state = 'succeeded' desc, t.started_at desc limit 1
    ) a on true
    left join ${table('provider_accounts')} p on p.id = a.account_id
    left join ${table('payment_instruments')} c on c.id = a.instrument_id
    cross join lateral (
      select ${returnSums(sql`r`)}
      from ${table('payment_attempts')} t join ${table('payment_reversals')} r on r.attempt_id = t.id where t.intent_id = i.id
    ) b
    left join lateral (
      select x.provider_ref from ${table('ledger_transactions')} l join ${table('subscription_periods')} d on d.transaction_id = l.id
        join ${table('subscription_series')} x on x.id = d.series_id
      where l.cause_type = 'attempt' and l.cause_id = a.id and x.provider_ref is not null limit 1
    ) s on true
    ${order}`.all(db);
  return { rows, totalRows: total };
}
