import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { findIntentByAct, findIntentByKey, lastAttemptOf } from '../intent-rows.ts';
import type { InstrumentRow, IntentRow } from '../tables.ts';

export interface Asked {
  readonly userId: string;
  /** The caller's key; null where none came. */
  readonly idempotencyKey: string | null;
  readonly requestHash: string;
  readonly act: string;
}

/**
 * The purchase that a call repeats: the one with its key, or without keys the same act again (DECISIONS 46). One that came
 * to nothing moved no money, so it is joined only by the same call with the same card: whoever was declined may try
 * another card at once. What is open or unknown is joined whatever card comes, as it may still be charged.
 * @throws idempotency-key-reused
 */
export async function findEarlier(
  db: TenantDb,
  asked: Asked,
  storedCard: (currency: string) => Promise<InstrumentRow | null>,
  now: Date,
): Promise<IntentRow | null> {
  if (asked.idempotencyKey !== null) {
    const sameKey = await findIntentByKey(db, asked.userId, asked.idempotencyKey);
    if (sameKey !== null && sameKey.request_hash !== asked.requestHash) throw new DomainError('idempotency-key-reused');
    return sameKey;
  }
  const sameAct = await findIntentByAct(db, asked.userId, asked.act, now);
  if (sameAct === null || !cameToNothing(sameAct)) return sameAct;
  if (sameAct.request_hash !== asked.requestHash) return null;
  const tried = (await lastAttemptOf(db, sameAct.id))?.instrument_id ?? null;
  return tried === null || tried === (await storedCard(sameAct.currency))?.id ? sameAct : null;
}

/** Not so where money came that bought nothing and is being given back. */
const cameToNothing = ({ state, unapplied_reason: unapplied }: IntentRow): boolean =>
  (state === 'declined' || state === 'abandoned') && unapplied === null;
