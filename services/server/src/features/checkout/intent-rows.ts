import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { sameActMs } from '../../act.ts';
import { holdingBuyer } from '../ledger/index.ts';
import type { Draft, Intended } from './sellable.ts';
import type { AttemptRow, IntentRow } from './tables.ts';

export type NewIntent = Pick<IntentRow, 'user_id' | 'idempotency_key' | 'request_hash' | 'created_at'> &
  Partial<Pick<IntentRow, 'address' | 'user_agent' | 'device_id' | 'act'>>;

/** Null when such a purchase is under way already (or, of a period, was made). */
export function insertIntent(db: TenantDb, kind: string, draft: Draft, intent: NewIntent): Promise<IntentRow | null> {
  const { user_id, content_id, subscription_id, period_end } = intendedOf(intent.user_id, draft);
  const {
    act = null,
    address = '',
    user_agent = '',
    device_id = null,
    request_hash,
    idempotency_key,
    created_at,
  } = intent;
  return sql<IntentRow>`
    insert into ${table('payment_intents')} (id, kind, user_id, content_id, subscription_id, period_end, amount_minor, currency, quote,
      idempotency_key, act, request_hash, address, user_agent, device_id, created_at)
    values (${v7()}, ${kind}, ${user_id}, ${content_id}, ${subscription_id}, ${period_end}, ${draft.amountMinor}, ${draft.currency},
      ${sql.json(draft.quote)}, ${idempotency_key}, ${act}, ${request_hash}, ${address}, ${user_agent}, ${device_id}, ${created_at})
    on conflict do nothing
    returning ${columns}`
    .prepared()
    .first(db);
}

const columns = sql`
  id, user_id, kind, content_id, subscription_id, period_end, amount_minor, currency, quote, idempotency_key, act,
  request_hash, state, unapplied_reason, taken_minor, taken_currency, address, user_agent, device_id, created_at, settled_at`;

export const intendedOf = (userId: string, { contentId, period, quote }: Draft): Intended => ({
  id: null,
  user_id: userId,
  content_id: contentId,
  subscription_id: period?.subscriptionId ?? null,
  period_end: period?.endsAt ?? null,
  quote,
});

/** Purchases and renewals whose end is not known yet. */
export async function countPendingPayments(db: TenantDb): Promise<number> {
  const [row] = await db('payment_intents').where({ state: 'open' }).count({ count: '*' });
  return Number(row!['count']);
}

/**
 * Whether another payment for the same period of a subscription is under way or was made. Repeats the condition of the index
 * `one_renewal_a_period`, without which Postgres does not use it.
 */
export const isPeriodPaidByAnother = async (
  db: TenantDb,
  intent: Pick<Intended, 'id' | 'subscription_id' | 'period_end'>,
): Promise<boolean> =>
  (await sql`
    select 1 from ${table('payment_intents')}
    where subscription_id = ${intent.subscription_id}::uuid and period_end = ${intent.period_end}
      and state in ('open', 'held', 'succeeded') and kind in ('renewal', 'migration')
      and id is distinct from ${intent.id}::uuid limit 1`.first(db)) !== null;

/** Whether staff are to decide about a payment for this period, as another amount came than was asked for. */
export const isPeriodHeld = async (
  db: TenantDb,
  { subscriptionId, endsAt }: { readonly subscriptionId: string; readonly endsAt: Date },
): Promise<boolean> =>
  (await sql`
    select 1 from ${table('payment_intents')}
    where subscription_id = ${subscriptionId}::uuid and period_end = ${endsAt} and state = 'held'
      and kind in ('renewal', 'migration') limit 1`.first(db)) !== null;

/** Whether a payment with this stored card is under way; `kind` narrows to one kind of purchase. */
export const isBeingPaidWith = async (
  db: TenantDb,
  userId: string,
  cardId: string,
  kind?: IntentRow['kind'],
): Promise<boolean> =>
  (await db('payment_intents as i')
    .join(db.table('payment_attempts as a'), 'a.intent_id', 'i.id')
    .where({ 'i.user_id': userId, 'i.state': 'open', 'a.instrument_id': cardId, ...(kind ? { 'i.kind': kind } : {}) })
    .first('i.id')) !== undefined;

export const findIntent = async (db: TenantDb, id: string): Promise<IntentRow | null> =>
  (await db('payment_intents').where({ id }).first()) ?? null;

/** A person's purchases of a kind that are under way, to be joined in another feature's statement by `content_id`. */
export const openPurchases = (userId: string, kind: string): Sql<Pick<IntentRow, 'id' | 'content_id'>> => sql`(
  select id, content_id from ${table('payment_intents')} where user_id = ${userId}::uuid and kind = ${kind} and state = 'open'
)`;

/** It may wait for its buyer, who goes on with it there. */
export const inProgress = (open: Pick<IntentRow, 'id'> | null): DomainError =>
  new DomainError('payment-in-progress', {}, { details: { intent_id: open?.id ?? null } });

/** The open purchase or renewal that keeps another of the same from being made. */
export const findOpenIntent = async (
  db: TenantDb,
  kind: string,
  { user_id, content_id }: Pick<Intended, 'user_id' | 'content_id'>,
): Promise<IntentRow | null> =>
  (await db('payment_intents').where({ user_id, kind, content_id, state: 'open' }).first()) ?? null;

/** A caller's purchase by its key, with the columns by which one of a caller without keys is judged. */
export const intentByKey = (userId: string, key: string): Sql<IntentRow> =>
  sql<IntentRow>`
    select ${columns} from ${table('payment_intents')} where user_id = ${userId} and idempotency_key = ${key}`.prepared();

/** The same purchase by a caller without keys, while it is open and until ten seconds after it was settled (DECISIONS 46). */
export const intentByAct = (userId: string, act: string, now: Date): Sql<IntentRow> =>
  sql<IntentRow>`
    select ${columns} from ${table('payment_intents')}
    where user_id = ${userId} and act = ${act} and (state = 'open' or settled_at > ${new Date(now.getTime() - sameActMs)})
    order by created_at desc, id desc limit 1`.prepared();

export async function settleIntent(
  db: TenantDb,
  id: string,
  state: Exclude<IntentRow['state'], 'open'>,
  now: Date,
  unapplied: string | null = null,
): Promise<void> {
  await settlingIntent(id, state, now, unapplied).prepared().run(db);
}

/** The same in the statement that books it; `condition` says whether it is done at all. */
export const settlingIntent = (
  id: string,
  state: Exclude<IntentRow['state'], 'open'>,
  now: Date,
  unapplied: string | null = null,
  condition = sql`true`,
): Sql => sql`
  update ${table('payment_intents')} set state = ${state}, settled_at = ${now}, unapplied_reason = ${unapplied}
  where id = ${id} and ${condition}`;

export type NewAttempt = Pick<
  AttemptRow,
  'id' | 'intent_id' | 'account_id' | 'provider' | 'instrument_id' | 'makes_primary'
> & {
  readonly provider_state: object;
  /** False while the provider is asked for what it needs before a charge is sent. */
  readonly isReady: boolean;
};

/** Written by the statement that enqueues who looks after it (`checkLater`). */
export const insertingAttempt = (attempt: NewAttempt): Sql => sql`
  insert into ${table('payment_attempts')}
    (id, intent_id, account_id, provider, instrument_id, makes_primary, provider_state, ready_at)
  values (${attempt.id}, ${attempt.intent_id}, ${attempt.account_id}, ${attempt.provider}, ${attempt.instrument_id},
    ${attempt.makes_primary}, ${sql.json(attempt.provider_state)}, ${attempt.isReady ? sql`default` : null})`;

export const findAttempt = async (db: TenantDb, id: string): Promise<AttemptRow | null> =>
  (await db('payment_attempts').where({ id }).first()) ?? null;

/** The attempt that paid for an intent, else its newest; free ones have none. */
export const lastAttemptOf = async (db: TenantDb, intentId: string): Promise<AttemptRow | null> =>
  sql<AttemptRow>`
    select * from ${table('payment_attempts')} where intent_id = ${intentId}
    order by state = 'succeeded' desc, started_at desc, id desc limit 1`.first(db);

export interface HeldAttempt {
  /** Without the columns that the schema of the version before lacks; `keepsCard`: whether it has them. */
  readonly attempt: AttemptRow & { readonly keepsCard: boolean };
  readonly intent: IntentRow;
}

/** Holds whoever pays an attempt. Answers its intent's id; null for an unknown reference. */
export async function lockBuyerOf(db: TenantDb, attemptId: string): Promise<string | null> {
  return (await lockingBuyerOf(attemptId).first(db))?.intent_id ?? null;
}

const lockingBuyerOf = (attemptId: string): Sql<{ intent_id: string }> =>
  sql<{ intent_id: string }>`
    select i.id as intent_id, ${holdingBuyer(sql`i.user_id::text`)}
    from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id where a.id = ${attemptId}`.prepared();

/** An attempt and its intent, held for a change: first the person, then the rows. Null for an unknown reference. */
export async function lockAttempt(db: TenantDb, id: string): Promise<HeldAttempt | null> {
  await lockingBuyerOf(id).runWithNext(db);
  // A statement of its own, though in one message: it has to see what whoever held the person before has written.
  const row = await sql<HeldAttempt['attempt'] & OfIntent>`
    select a.id, a.intent_id, a.account_id, a.provider, a.state, a.provider_ref, a.provider_state, a.ready_at, a.action,
      a.action_expires_at, a.looked_at, a.billed_amount, a.billed_currency, a.credited_amount, a.credited_currency,
      a.taken_minor, a.taken_currency, a.decline_code, a.decline_reason, a.is_hard_decline, a.unknown_cause, a.instrument_id,
      a.makes_primary, a.checks, a.started_at, a.settled_at, a.settled_by, a.evidence,
      to_jsonb(a) -> 'card_last4' is not null as "keepsCard",
      i.user_id, i.kind, i.content_id, i.subscription_id, i.period_end, i.amount_minor, i.currency, i.quote,
      i.idempotency_key, i.act, i.request_hash, i.unapplied_reason, i.address, i.user_agent, i.device_id, i.created_at,
      i.state as intent_state, i.taken_minor as intent_taken_minor, i.taken_currency as intent_taken_currency,
      i.settled_at as intent_settled_at
    from ${table('payment_attempts')} a join ${table('payment_intents')} i on i.id = a.intent_id
    where a.id = ${id} for update of a, i`
    .prepared()
    .first(db);
  if (row === null) return null;
  const { intent_id, intent_state, intent_taken_minor, intent_taken_currency, intent_settled_at } = row;
  const intent = {
    ...row,
    id: intent_id,
    state: intent_state,
    taken_minor: intent_taken_minor,
    taken_currency: intent_taken_currency,
    settled_at: intent_settled_at,
  };
  return { attempt: row, intent };
}

type OfBoth = 'id' | 'state' | 'taken_minor' | 'taken_currency' | 'settled_at';
type OfIntent = Omit<IntentRow, OfBoth> & {
  intent_state: IntentRow['state'];
  intent_taken_minor: number | null;
  intent_taken_currency: string | null;
  intent_settled_at: Date | null;
};
