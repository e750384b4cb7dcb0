import { sql, table, type Sql } from '@backlot/database/sql';
import { validate as isUuid } from 'uuid';
import { chargesByLast4 } from '../../checkout/index.ts';

/** Money that moved: how much, from when on and until before when. */
export interface MovedMoney {
  readonly amountMinor: number | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Each selects ids of purchases (`payment_intents`) and is answered from an index. */
type Purchases = Sql<{ id: string }>;

/** Those of these people, and those with this reference, of a provider or of ours. */
export function purchasesByText(search: string, people: Sql<{ id: string }> | null): Purchases {
  return union([
    ...(people === null
      ? []
      : [sql<{ id: string }>`select n.id from ${table('payment_intents')} n where n.user_id in (${people})`]),
    ...purchasesByReference(search),
  ]);
}

/** Those that were tried with a card that ends in these digits. */
export const purchasesByCard = (last4: string): Purchases =>
  chargesByLast4<{ id: string }>(last4, sql`t.intent_id as id`);

/** Those that took this amount in this time, or of which it went back then. A time without an amount is when they were made. */
export function purchasesByMoney({ amountMinor, from, to }: MovedMoney): Purchases {
  const within = (at: Sql): Sql =>
    sql`${from === null ? sql`true` : sql`${at} >= ${from}`} and ${to === null ? sql`true` : sql`${at} < ${to}`}`;
  if (amountMinor === null)
    return sql<{ id: string }>`select n.id from ${table('payment_intents')} n where ${within(sql`n.created_at`)}`;
  return union([
    sql`select n.id from ${table('payment_intents')} n where n.amount_minor = ${amountMinor} and ${within(sql`n.created_at`)}`,
    sql`select n.id from ${table('payment_intents')} n join ${table('payment_attempts')} t on t.intent_id = n.id
      where (n.state = 'held' or n.unapplied_reason is not null or n.taken_minor is not null)
        and t.taken_minor = ${amountMinor} and ${within(sql`n.created_at`)}`,
    sql`select t.intent_id as id from ${table('payment_reversals')} r join ${table('payment_attempts')} t on t.id = r.attempt_id
      where r.state = 'succeeded' and r.amount_minor = ${amountMinor} and ${within(sql`r.settled_at`)}`,
  ]);
}

/** Those of which money went back, by refund or chargeback: as many rows are read as ever went back. */
export const refundedPurchases: Purchases = sql`
  select t.intent_id as id from ${table('payment_reversals')} r join ${table('payment_attempts')} t on t.id = r.attempt_id
  where r.state = 'succeeded' and r.amount_minor > r.taken_back_minor`;

function purchasesByReference(reference: string): Purchases[] {
  const attempts = table('payment_attempts');
  const accounts = table('provider_accounts');
  const atProvider: Purchases[] = [
    sql`select t.intent_id as id from ${accounts} p join ${attempts} t on t.account_id = p.id and t.provider_ref = ${reference}`,
    sql`select t.intent_id as id from ${accounts} p
      join ${table('subscription_series')} x on x.account_id = p.id and x.provider_ref = ${reference}
      join ${table('subscription_periods')} d on d.series_id = x.id
      join ${table('ledger_transactions')} l on l.id = d.transaction_id and l.cause_type = 'attempt'
      join ${attempts} t on t.id = l.cause_id`,
    sql`select t.intent_id as id from ${accounts} p
      join ${table('orphaned_series')} o on o.account_id = p.id and o.provider_ref = ${reference}
      join ${attempts} t on t.id = o.attempt_id`,
  ];
  if (!isUuid(reference)) return atProvider;
  return [
    ...atProvider,
    sql`select n.id from ${table('payment_intents')} n where n.id = ${reference}`,
    sql`select t.intent_id as id from ${attempts} t where t.id = ${reference}`,
    sql`select t.intent_id as id from ${table('payment_reversals')} r join ${attempts} t on t.id = r.attempt_id where r.id = ${reference}`,
  ];
}

const union = (queries: readonly Purchases[]): Purchases => sql`${sql.join(queries, sql` union all `)}`;
