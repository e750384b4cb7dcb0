import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { later } from '../../../jobs/later.ts';
import type { HeldAttempt } from '../intent-rows.ts';
import { openStates, type AttemptRow, type IntentRow } from '../tables.ts';

/** Money came by one way after the purchase was paid for by another. */
export const paidAnotherWay = 'paid-another-way';

export type OtherWay = Pick<AttemptRow, 'id' | 'state'>;

/** The other attempts of a purchase that was tried in more than one way. */
export const listOtherWays = async (db: TenantDb, { attempt, intent }: HeldAttempt): Promise<readonly OtherWay[]> =>
  intent.quote.anotherWay === undefined
    ? []
    : db('payment_attempts').where({ intent_id: intent.id }).whereNot({ id: attempt.id }).select('id', 'state');

/** With the purchase paid for, nothing is to be paid on another's page any more: its provider is asked to close it. */
export const closeOtherWays = async (db: TenantDb, others: readonly OtherWay[]): Promise<void> => {
  for (const { id, state } of others) if (openStates.includes(state)) await closeLater(db, id);
};

export const closeLater = (db: TenantDb, attemptId: string): Promise<void> =>
  later(db, 'close-other-way', { attemptId }, { jobKey: `close-other-way:${attemptId}` });

/** What a provider took, in minor units. */
export interface TakenApart {
  readonly minor: number;
  readonly currency: string;
}

/**
 * What was taken for a purchase by ways that were set apart, and goes back: the purchase that came to nothing has no row of
 * its own that says so. The latest currency's sum; null for a purchase that was tried in one way, and where nothing was.
 */
export const findTakenApart = async (
  db: TenantDb,
  { id, quote }: Pick<IntentRow, 'id' | 'quote'>,
): Promise<TakenApart | null> =>
  quote.anotherWay === undefined
    ? null
    : sql<TakenApart>`
        select sum(a.taken_minor)::bigint as minor, a.taken_currency as currency
        from ${table('payment_intents')} i
        join ${table('payment_intents')} o on o.user_id = i.user_id and o.kind = i.kind and o.created_at = i.created_at
          and o.content_id is not distinct from i.content_id
        join ${table('payment_attempts')} a on a.intent_id = o.id and o.idempotency_key = ${keyApart} || a.id::text
        where i.id = ${id} and a.taken_minor is not null
        group by a.taken_currency order by max(o.settled_at) desc limit 1`.first(db);

/** Begins the key of a purchase that was set apart; its attempt's id ends it. */
const keyApart = 'late ';

/**
 * Money that buys nothing, of a purchase that is tried or paid for in another way: it is given back as a purchase of its own,
 * so that nothing about the one that counts says that it came to nothing. The attempt has taken nothing so far.
 */
export async function setApart(
  db: TenantDb,
  { attempt, intent }: HeldAttempt,
  reason: string,
  now: Date,
): Promise<HeldAttempt> {
  const id = v7();
  const { anotherWay: _tried, ...quote } = intent.quote;
  const key = `${keyApart}${attempt.id}`;
  await sql`
    insert into ${table('payment_intents')} (id, kind, user_id, content_id, amount_minor, currency, quote, idempotency_key,
      request_hash, state, unapplied_reason, address, user_agent, device_id, created_at, settled_at)
    select ${id}, kind, user_id, content_id, amount_minor, currency, ${sql.json(quote)}, ${key},
      '', 'declined', ${reason}, address, user_agent, device_id, created_at, ${now}
    from ${table('payment_intents')} where id = ${intent.id}`.run(db);
  await db('payment_attempts').where({ id: attempt.id }).update({ intent_id: id });
  const apart: IntentRow = { ...intent, id, quote, state: 'declined', unapplied_reason: reason, settled_at: now };
  return { attempt: { ...attempt, intent_id: id }, intent: apart };
}
