import { sql, table, type Sql } from '@backlot/database/sql';
import { owingFans } from '../ledger/index.ts';

/** What it was paid for. */
const sold = sql`i.kind as sold, i.user_id as "userId", i.content_id as "contentId", i.quote ->> 'title' as title`;
const unsettled = sql`null::timestamptz as "settledAt", null::uuid as "settledBy", null as decision, null as evidence`;
/** Nothing of what was paid is left then, and it had bought something. */
const takesAll = sql`i.state = 'succeeded' and not r.keeps_access and r.amount_minor + (select coalesce(sum(o.amount_minor - o.taken_back_minor), 0) from ${table('payment_reversals')} o
  where o.attempt_id = a.id and o.state = 'succeeded' and o.id <> r.id) >= a.taken_minor`;

/** What a provider goes on charging for, each time. */
const seriesOf = sql`'membership', m.user_id, null::uuid, null, m.recurring_minor, m.currency, null::bigint, null, x.provider_ref, null`;
/** The same after a sale that bought nothing, or after the check of a card. */
const orphanOf = sql`coalesce(i.kind, 'membership'), coalesce(i.user_id, (to_jsonb(o) ->> 'user_id')::uuid), i.content_id, i.quote ->> 'title', i.amount_minor, i.currency, null::bigint, null, o.provider_ref, null`;
const orphans = sql`${table('orphaned_series')} o left join ${table('payment_attempts')} a on a.id = o.attempt_id
  left join ${table('payment_intents')} i on i.id = a.intent_id`;

/** What a webhook is about, as far as our own rows of its account know it: the payment, else whose series it is. */
const webhookOf = sql`coalesce(p.kind, case when m.user_id is not null then 'membership' end, u.kind),
  coalesce(p.user_id, m.user_id, u.user_id),
  p.content_id, p.title, coalesce(d.event ->> 'amountMinor', d.event -> 'outcome' ->> 'amountMinor', d.event -> 'charge' ->> 'amountMinor')::bigint,
  coalesce(d.event ->> 'currency', d.event -> 'outcome' ->> 'currency', d.event -> 'charge' ->> 'currency'), null::bigint, null,
  coalesce(d.about ->> 'providerRef', d.about ->> 'seriesRef', d.about ->> 'reference')`;
const webhooks = sql`(select w.*, w.events -> 0 as event, w.events -> 0 -> 'about' as about from ${table('webhook_deliveries')} w) d
  left join lateral (
    select i.kind, i.user_id, i.content_id, i.quote ->> 'title' as title
    from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
    where a.account_id = d.account_id and a.id = coalesce(
      (select r.id from ${table('payment_attempts')} r where r.account_id = d.account_id and r.provider_ref = d.about ->> 'providerRef'),
      (select r.id from ${table('payment_attempts')} r where r.account_id = d.account_id and r.provider_ref = d.about ->> 'seriesRef'),
      case when d.about ->> 'reference' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then (d.about ->> 'reference')::uuid end)
  ) p on true
  left join ${table('subscription_series')} x on x.account_id = d.account_id and x.provider_ref = d.about ->> 'seriesRef'
  left join ${table('subscriptions')} m on m.id = x.subscription_id
  left join lateral (
    select coalesce(i.kind, 'membership') as kind, coalesce(i.user_id, (to_jsonb(o) ->> 'user_id')::uuid) as user_id
    from ${table('orphaned_series')} o left join ${table('payment_attempts')} a on a.id = o.attempt_id
      left join ${table('payment_intents')} i on i.id = a.intent_id
    where o.account_id = d.account_id and o.provider_ref in (d.about ->> 'seriesRef', d.about ->> 'providerRef') limit 1
  ) u on true`;
/** What can't be read goes by its provider's name. */
const webhookEvent = sql`coalesce(d.event ->> 'name', d.event ->> 'type')`;

/**
 * How the crypto payment `c` stands. Coins that were taken and not credited wait for a rate, or are worth less than a minor
 * unit: then the provider, whose rate is a little other than ours, says one at most.
 */
const coinsReason = sql`case when c.state = 'confirmed' and c.credited_minor = 0 and c.provider_minor <= 1 then 'dust' else c.state end`;

/** Minor units that were taken out of the wallet for the crypto payment `c`. */
const takenOut = sql`(select sum(o.taken_out_minor)::bigint from ${table('coin_returns')} o where o.payment_id = c.id)`;

/** As `openLines`; what was taken out of wallets for a payment is known on some schemas only. */
const openLinesWith = (out: Sql) => sql`
  select r.id, case when r.state = 'held' then 'reversal_held' else 'refund_owed' end as kind, r.created_at as at, ${sold},
    r.amount_minor as "amountMinor", r.currency,
    case when r.state = 'held' then a.taken_minor end as "expectedMinor", case when r.state = 'held' then a.taken_currency end as "expectedCurrency",
    a.provider_ref as reference, null as event, coalesce(r.refusal_code, r.reason) as reason, r.state <> 'held' and ${takesAll} as withdraws, ${unsettled}
  from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
    join ${table('payment_intents')} i on i.id = a.intent_id
  where r.state in ('owed', 'refused', 'held')
  union all
  select i.id, 'payment_held', i.settled_at, ${sold}, a.taken_minor, a.taken_currency,
    i.amount_minor, i.currency, a.provider_ref, null, i.unapplied_reason, false, ${unsettled}
  from ${table('payment_intents')} i join ${table('payment_attempts')} a on a.intent_id = i.id and a.state = 'succeeded'
  where i.state = 'held'
  union all
  select a.id, 'payment_unknown', a.started_at, ${sold}, i.amount_minor, i.currency,
    null, null, a.provider_ref, null, a.unknown_cause, false, ${unsettled}
  from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
  where a.state in ('started', 'action', 'pending', 'unknown')
    and coalesce(a.action_expires_at, a.started_at) < now() - interval '15 minutes'
  union all
  select x.id, 'series_unended', x.ending_since, ${seriesOf}, x.end_refusal, false, ${unsettled}
  from ${table('subscription_series')} x join ${table('subscriptions')} m on m.id = x.subscription_id
  where x.state = 'ending' and x.alarmed_at is not null
  union all
  select o.user_id, 'owed_by_fan', o.owed_since, 'wallet', o.user_id, null, null, o.owed_minor, o.currency,
    null, null, null, null, null, false, ${unsettled}
  from ${owingFans} o
  union all
  select c.id, 'crypto_' || replace(c.alarm, '-', '_'), c.started_at, 'wallet', c.user_id, null, null,
    case when c.alarm = 'double-spent' then c.credited_minor - coalesce(${out}, 0) else c.amount_minor end, c.currency,
    null, null, c.provider_payment_id, null, case when c.alarm <> 'double-spent' then ${coinsReason} end, false, ${unsettled}
  from ${table('crypto_payments')} c where c.alarm is not null
  union all
  select o.id, 'series_unended', o.ending_since, ${orphanOf}, o.end_refusal, false, ${unsettled}
  from ${orphans} where o.ended_at is null and o.alarmed_at is not null
  union all
  select d.id, 'webhook_unapplied', d.received_at, ${webhookOf}, ${webhookEvent}, d.error, false, ${unsettled}
  from ${webhooks} where d.error is not null and d.settled_at is null`;

/** Coins that went back, for a union with the others. */
const returnedLines = sql`
  select r.id, 'crypto_returned', r.noticed_at, 'wallet', c.user_id, null, null, c.credited_minor - ${takenOut}, c.currency,
    null, null, c.provider_payment_id, null, nullif(r.status, ''), false, ${unsettled}
  from ${table('coin_returns')} r join ${table('crypto_payments')} c on c.id = r.payment_id where r.settled_at is null`;

/** What is open, as `OpenLine` says. */
export const openLines = sql`${openLinesWith(takenOut)} union all ${returnedLines}`;
/** The same on the schema of the version before, which keeps no coins that went back. */
export const openLinesBefore = openLinesWith(sql`null::bigint`);

/** What staff settled, likewise. The column of crypto payments is read so that a schema without it answers as well. */
export const settledLines = sql`
  select s.id, s.kind, coalesce(r.created_at, a.started_at) as at, ${sold},
    case when r.id is not null then r.amount_minor when s.kind = 'payment_held' then a.taken_minor else i.amount_minor end as "amountMinor",
    case when r.id is not null then r.currency when s.kind = 'payment_held' then a.taken_currency else i.currency end as currency,
    case s.kind when 'reversal_held' then a.taken_minor when 'payment_held' then i.amount_minor end as "expectedMinor",
    case s.kind when 'reversal_held' then a.taken_currency when 'payment_held' then i.currency end as "expectedCurrency",
    a.provider_ref as reference, null as event,
    case when r.id is not null then coalesce(r.refusal_code, r.reason) when s.kind = 'payment_held' then 'amount-differs' else a.unknown_cause end as reason,
    s.kind = 'refund_owed' and ${takesAll} as withdraws,
    s.settled_at as "settledAt", s.settled_by as "settledBy", s.decision, s.evidence
  from ${table('open_item_settlements')} s join ${table('payment_attempts')} a on a.id = s.attempt_id
    join ${table('payment_intents')} i on i.id = a.intent_id left join ${table('payment_reversals')} r on r.id = s.reversal_id
  union all
  select x.id, 'series_unended', x.ending_since, ${seriesOf}, x.end_refusal, false, x.ended_at, x.settled_by, 'ended_by_hand', x.evidence
  from ${table('subscription_series')} x join ${table('subscriptions')} m on m.id = x.subscription_id where x.settled_by is not null
  union all
  select s.id, s.kind, coalesce(c.started_at, s.settled_at), 'wallet', s.user_id, null, null, s.amount_minor, s.currency, null, null,
    c.provider_payment_id, null, case when s.kind not in ('crypto_double_spent', 'crypto_returned') then ${coinsReason} end, false, s.settled_at, s.settled_by, s.decision, s.evidence
  from ${table('open_item_settlements')} s
    left join ${table('crypto_payments')} c on c.id = (to_jsonb(s) ->> 'crypto_payment_id')::uuid
  where s.attempt_id is null
  union all
  select o.id, 'series_unended', o.ending_since, ${orphanOf}, o.end_refusal, false, o.ended_at, o.settled_by, 'ended_by_hand', o.evidence
  from ${orphans} where o.settled_by is not null
  union all
  select d.id, 'webhook_unapplied', d.received_at, ${webhookOf}, ${webhookEvent}, d.error, false, d.settled_at, d.settled_by, 'noted', d.evidence
  from ${webhooks} where d.settled_at is not null`;
