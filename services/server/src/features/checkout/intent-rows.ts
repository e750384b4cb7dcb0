import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AttemptRow, IntentRow, UnappliedReason } from './tables.ts';

/**
 * One thing at a time happens to a person's purchases: what opens an intent sees every intent that was settled, so that
 * two clicks with two keys can't buy twice. Always taken before any row is locked.
 */
export async function lockBuyer(db: TenantDb, userId: string): Promise<void> {
  await db.raw('select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(?, 20))', [userId]);
}

export type NewIntent = Pick<IntentRow, 'user_id' | 'kind' | 'amount_minor' | 'currency' | 'quote' | 'idempotency_key' | 'request_hash' | 'created_at'>
  & Partial<Pick<IntentRow, 'content_id' | 'subscription_id' | 'period_end' | 'address' | 'user_agent' | 'device_id'>>;

/** Null when such a purchase is under way already (or, for renewals, was made). */
export async function insertIntent(db: TenantDb, intent: NewIntent): Promise<IntentRow | null> {
  const [row] = await db('payment_intents')
    .insert({ id: v7(), ...intent, quote: JSON.stringify(intent.quote) as never }).onConflict().ignore().returning('*');
  return row ?? null;
}

/** Whether one of these posts is being paid for at this moment. */
export const isPayingFor = async (db: TenantDb, userId: string, postIds: readonly string[]): Promise<boolean> =>
  await db('payment_intents').where({ user_id: userId, kind: 'post', state: 'open' }).whereIn('content_id', [...postIds]).first('id') !== undefined;

export const findIntent = async (db: TenantDb, id: string): Promise<IntentRow | null> =>
  await db('payment_intents').where({ id }).first() ?? null;

export const findIntentByKey = async (db: TenantDb, userId: string, key: string): Promise<IntentRow | null> =>
  await db('payment_intents').where({ user_id: userId, idempotency_key: key }).first() ?? null;

export async function settleIntent(db: TenantDb, id: string, state: Exclude<IntentRow['state'], 'open'>, now: Date, unapplied: UnappliedReason | null = null): Promise<void> {
  await db('payment_intents').where({ id }).update({ state, settled_at: now, unapplied_reason: unapplied });
}

export const insertAttempt = async (db: TenantDb, attempt: Pick<AttemptRow, 'intent_id' | 'provider' | 'instrument_id' | 'makes_primary'>): Promise<AttemptRow> => {
  const [row] = await db('payment_attempts').insert({ id: v7(), ...attempt }).returning('*');
  return row!;
};

export const findAttempt = async (db: TenantDb, id: string): Promise<AttemptRow | null> =>
  await db('payment_attempts').where({ id }).first() ?? null;

/** The newest attempt of an intent; free ones have none. */
export const lastAttemptOf = async (db: TenantDb, intentId: string): Promise<AttemptRow | null> =>
  await db('payment_attempts').where({ intent_id: intentId }).orderBy('started_at', 'desc').first() ?? null;

export interface HeldAttempt { readonly attempt: AttemptRow; readonly intent: IntentRow }

/** An attempt and its intent, held for a change: first the person, then the rows. Null for an unknown reference. */
export async function lockAttempt(db: TenantDb, id: string): Promise<HeldAttempt | null> {
  const found = await db('payment_attempts as a').join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
    .where('a.id', id).first('i.user_id', 'i.id as intent_id') as { user_id: string; intent_id: string } | undefined;
  if (!found) return null;
  await lockBuyer(db, found.user_id);
  const attempt = await db('payment_attempts').where({ id }).forUpdate().first();
  const intent = await db('payment_intents').where({ id: found.intent_id }).forUpdate().first();
  return { attempt: attempt!, intent: intent! };
}
