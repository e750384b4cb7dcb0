import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';

/** Named otherwise each time that something happens, and what says by whom and how it was asked for. */
const ofTheCall = new Set([
  'id',
  'user_id',
  'intent_id',
  'instrument_id',
  'subscription_id',
  'transaction_id',
  'cause_id',
  'cause_transaction_id',
  'paid_by_id',
  'provider_ref',
  'provider_instrument',
  'brand',
  'last4',
  'card_brand',
  'card_last4',
  'idempotency_key',
  'request_hash',
  'user_agent',
  'address',
  'started_at',
  'recorded_at',
  'ready_at',
  'series_id',
  'settled_by',
  'exp_month',
  'exp_year',
  'kept_at',
  'consent_text_id',
  'consent_text',
  'consent_language',
  'consented_at',
  'network_transaction_id',
]);
const plain = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !ofTheCall.has(name))));

/** Everything that paying leaves behind for a person, but the names of its rows. */
export async function rowsLeftBy(db: TenantDb, userId: string) {
  const mine = { user_id: userId };
  const attempts = sql`
    select a.*, a.card_brand is not null and a.card_last4 is not null as "tellsCard" from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
    where i.user_id = ${userId} order by i.created_at`;
  const entries = sql`
    select a.kind, a.detail, e.amount_minor, e.currency from ${table('ledger_transactions')} t
      join ${table('ledger_entries')} e on e.transaction_id = t.id join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.user_id = ${userId} order by t.at, e.amount_minor`;
  const happened = sql`
    select e.* from ${table('subscription_events')} e join ${table('subscriptions')} s on s.id = e.subscription_id
    where s.user_id = ${userId} order by e.at`;
  const periods = sql`
    select p.* from ${table('subscription_periods')} p join ${table('subscriptions')} s on s.id = p.subscription_id
    where s.user_id = ${userId} order by p.starts_at`;
  const series = sql`
    select x.* from ${table('subscription_series')} x join ${table('subscriptions')} s on s.id = x.subscription_id
    where s.user_id = ${userId} order by x.ended_at desc nulls first limit 1`;
  return {
    person: await db('users').where({ id: userId }).select('first_subscribed_at'),
    intents: plain(await db('payment_intents').where(mine).orderBy('created_at')),
    attempts: plain((await attempts.all(db)) as object[]),
    cards: plain(await db('payment_instruments').where(mine)),
    transactions: plain(await db('ledger_transactions').where(mine).orderBy('at')),
    entries: await entries.all(db),
    totals: plain(await db('user_totals').where(mine)),
    entitlements: plain(await db('entitlements').where(mine).orderBy('granted_at')),
    subscriptions: plain(await db('subscriptions').where(mine)),
    happened: plain((await happened.all(db)) as object[]),
    periods: plain((await periods.all(db)) as object[]),
    series: plain((await series.all(db)) as object[]),
    cancellations: plain(await db('subscription_cancellations').where(mine).orderBy('at')),
    notices: plain(await db('notices').where(mine).orderBy('created_at')),
  };
}
