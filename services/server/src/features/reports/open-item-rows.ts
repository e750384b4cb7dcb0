import type { OpenItemDecision, OpenItemKind } from '@backlot/contracts/open-items';
import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { owingFans } from '../ledger/index.ts';

export interface OpenLine {
  readonly id: string;
  readonly kind: OpenItemKind;
  readonly at: Date;
  readonly sold: string;
  readonly userId: string;
  readonly contentId: string | null;
  readonly title: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly expectedMinor: number | null;
  readonly expectedCurrency: string | null;
  readonly reference: string | null;
  readonly reason: string | null;
  readonly withdraws: boolean;
  readonly settledAt: Date | null;
  readonly settledBy: string | null;
  readonly decision: OpenItemDecision | null;
  readonly evidence: string | null;
}

export interface OpenItemFilters {
  readonly isSettled: boolean;
  readonly kind: OpenItemKind | null;
  /** A provider's reference, whole. */
  readonly reference: string | null;
  /** Also of these people: a query that selects their ids. */
  readonly people: Sql<{ id: string }> | null;
}

/** Open ones, the longest waiting first; settled ones, the newest first. */
export async function listOpenLines(
  db: TenantDb,
  filters: OpenItemFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly lines: readonly OpenLine[]; readonly totalRows: number }> {
  const from = sql`from (${filters.isSettled ? settledLines : openLines}) o where ${conditions(filters)}`;
  const order = filters.isSettled ? sql`o."settledAt" desc, o.id desc` : sql`o.at, o.id`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const lines = await sql<OpenLine>`select * ${from} order by ${order} limit ${limit} offset ${offset}`.all(db);
  return { lines, totalRows: total };
}

function conditions({ kind, reference, people }: OpenItemFilters): Sql {
  const found = [
    ...(reference === null ? [] : [sql`o.reference = ${reference}`]),
    ...(people === null ? [] : [sql`o."userId" in (${people})`]),
  ];
  const chosen = [
    sql`true`,
    ...(kind === null ? [] : [sql`o.kind = ${kind}`]),
    ...(found.length === 0 ? [] : [sql`(${sql.join(found, sql` or `)})`]),
  ];
  return sql.join(chosen, sql` and `);
}

/** What it was paid for. */
const sold = sql`i.kind as sold, i.user_id as "userId", i.content_id as "contentId", i.quote ->> 'title' as title`;
const unsettled = sql`null::timestamptz as "settledAt", null::uuid as "settledBy", null as decision, null as evidence`;
/** Nothing of what was paid is left then, and it had bought something. */
const takesAll = sql`i.state = 'succeeded' and not r.keeps_access and r.amount_minor + (select coalesce(sum(o.amount_minor - o.taken_back_minor), 0) from ${table('payment_reversals')} o
  where o.attempt_id = a.id and o.state = 'succeeded' and o.id <> r.id) >= a.taken_minor`;

/** What a provider goes on charging for, each time. */
const seriesOf = sql`'membership', m.user_id, null::uuid, null, m.recurring_minor, m.currency, null::bigint, null, x.provider_ref`;

const openLines = sql`
  select r.id, case when r.state = 'held' then 'reversal_held' else 'refund_owed' end as kind, r.created_at as at, ${sold},
    r.amount_minor as "amountMinor", r.currency,
    case when r.state = 'held' then a.taken_minor end as "expectedMinor", case when r.state = 'held' then a.taken_currency end as "expectedCurrency",
    a.provider_ref as reference, coalesce(r.refusal_code, r.reason) as reason, r.state <> 'held' and ${takesAll} as withdraws, ${unsettled}
  from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
    join ${table('payment_intents')} i on i.id = a.intent_id
  where r.state in ('owed', 'refused', 'held')
  union all
  select i.id, 'payment_held', i.settled_at, ${sold}, a.taken_minor, a.taken_currency,
    i.amount_minor, i.currency, a.provider_ref, i.unapplied_reason, false, ${unsettled}
  from ${table('payment_intents')} i join ${table('payment_attempts')} a on a.intent_id = i.id and a.state = 'succeeded'
  where i.state = 'held'
  union all
  select a.id, 'payment_unknown', a.started_at, ${sold}, i.amount_minor, i.currency,
    null, null, a.provider_ref, a.unknown_cause, false, ${unsettled}
  from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
  where a.state in ('started', 'action', 'pending', 'unknown')
    and coalesce(a.action_expires_at, a.started_at) < now() - interval '15 minutes'
  union all
  select x.id, 'series_unended', x.ending_since, ${seriesOf}, x.end_refusal, false, ${unsettled}
  from ${table('subscription_series')} x join ${table('subscriptions')} m on m.id = x.subscription_id
  where x.state = 'ending' and x.alarmed_at is not null
  union all
  select o.user_id, 'owed_by_fan', o.owed_since, 'wallet', o.user_id, null, null, o.owed_minor, o.currency,
    null, null, null, null, false, ${unsettled}
  from ${owingFans} o`;

const settledLines = sql`
  select s.id, s.kind, coalesce(r.created_at, a.started_at) as at, ${sold},
    case when r.id is not null then r.amount_minor when s.kind = 'payment_held' then a.taken_minor else i.amount_minor end as "amountMinor",
    case when r.id is not null then r.currency when s.kind = 'payment_held' then a.taken_currency else i.currency end as currency,
    case s.kind when 'reversal_held' then a.taken_minor when 'payment_held' then i.amount_minor end as "expectedMinor",
    case s.kind when 'reversal_held' then a.taken_currency when 'payment_held' then i.currency end as "expectedCurrency",
    a.provider_ref as reference,
    case when r.id is not null then coalesce(r.refusal_code, r.reason) when s.kind = 'payment_held' then 'amount-differs' else a.unknown_cause end as reason,
    s.kind = 'refund_owed' and ${takesAll} as withdraws,
    s.settled_at as "settledAt", s.settled_by as "settledBy", s.decision, s.evidence
  from ${table('open_item_settlements')} s join ${table('payment_attempts')} a on a.id = s.attempt_id
    join ${table('payment_intents')} i on i.id = a.intent_id left join ${table('payment_reversals')} r on r.id = s.reversal_id
  union all
  select x.id, 'series_unended', x.ending_since, ${seriesOf}, x.end_refusal, false, x.ended_at, x.settled_by, 'ended_by_hand', x.evidence
  from ${table('subscription_series')} x join ${table('subscriptions')} m on m.id = x.subscription_id where x.settled_by is not null
  union all
  select s.id, s.kind, s.settled_at, 'wallet', s.user_id, null, null, s.amount_minor, s.currency, null, null, null, null, false,
    s.settled_at, s.settled_by, s.decision, s.evidence
  from ${table('open_item_settlements')} s where s.attempt_id is null`;
