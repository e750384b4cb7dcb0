import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AttemptRow, ReversalRow } from '../tables.ts';
import {
  counted,
  fits,
  listHeld,
  makesWhole,
  refundsForNothing,
  requestInPlaceOf,
  restOf,
  unpaid,
  type Unneeded,
} from './reversal-rows.ts';
import { sumReversals } from './reversal-sum-rows.ts';
import { takeBackFromWallet } from './take-back.ts';

export type ReportedReversal = Pick<
  ReversalRow,
  | 'attempt_id'
  | 'kind'
  | 'amount_minor'
  | 'currency'
  | 'fee_minor'
  | 'reason'
  | 'notice_id'
  | 'created_at'
  | 'occurred_at'
>;

/** A reversal that a provider reports and we did not ask for. One that does not fit the charge is held for staff. The attempt is locked. */
export async function insertReported(
  db: TenantDb,
  attempt: AttemptRow,
  reported: ReportedReversal,
): Promise<ReversalRow> {
  const id = v7();
  let dropped: readonly ReversalRow[] = [];
  if (reported.kind === 'chargeback') {
    // The bank took the money itself: what we had meant to give back is not given twice. Another currency does not tell how
    // much it took: what was promised stays owed, and is not sent while that waits for staff (`hasHeldChargeback`).
    if (reported.currency === attempt.taken_currency)
      dropped = await dropUnpaid(db, attempt.id, 'charged-back', reported.created_at);
    await takeBackFromWallet(db, attempt, { id, ...reported }, await sumReversals(db, attempt.id, counted));
  } else {
    await dropRest(db, attempt, reported);
    if (await makesWhole(db, attempt, reported)) await dropUnpaid(db, attempt.id, 'given-back', reported.created_at);
    else dropped = await dropRefused(db, attempt, reported, reported.created_at);
  }
  const state = (await fits(db, attempt, reported)) ? 'requested' : 'held';
  const [inserted] = await db('payment_reversals')
    .insert({ id, ...reported, state })
    .returning('*');
  if (state === 'requested') await requestRest(db, attempt, dropped, reported);
  return inserted!;
}

/**
 * Of what was to go back a bank or a provider gave a part by itself, of the oldest first: the rest still goes, as far as
 * nothing else that is held makes up for it.
 */
export async function requestRest(
  db: TenantDb,
  attempt: AttemptRow,
  dropped: readonly ReversalRow[],
  { amount_minor: tookMinor, created_at: now }: Pick<ReportedReversal, 'amount_minor' | 'created_at'>,
): Promise<void> {
  if (dropped.length === 0) return;
  const heldMinor = (await listHeld(db, attempt)).reduce((total, row) => total + row.amount_minor, 0);
  let leftMinor = (attempt.taken_minor ?? 0) - (await sumReversals(db, attempt.id, counted)) - heldMinor;
  let takenMinor = tookMinor;
  for (const row of dropped.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const ofThisMinor = Math.min(takenMinor, row.amount_minor);
    takenMinor -= ofThisMinor;
    const amountMinor = Math.min(row.amount_minor - ofThisMinor, leftMinor);
    if (amountMinor <= 0) continue;
    leftMinor -= amountMinor;
    await requestInPlaceOf(db, row, amountMinor, now);
  }
}

/** A refund that a bank had made needless was made all the same: what was to go back in its place stays. */
async function dropRest(
  db: TenantDb,
  attempt: AttemptRow,
  { amount_minor: amountMinor, currency, created_at: now }: ReportedReversal,
): Promise<void> {
  const made = await refundsForNothing(db, [attempt.id], { amountMinor, currency }).forUpdate().first();
  if (!made) return;
  const why: Unneeded = 'given-back';
  await db('payment_reversals').where({ id: made.id }).update({ refusal_code: why });
  await db('payment_reversals')
    .where({ attempt_id: attempt.id, kind: 'refund', ...restOf(made) })
    .whereIn('state', [...unpaid])
    .where('created_at', '>=', made.settled_at!)
    .update({ state: 'dropped', refusal_code: why, settled_at: now });
}

const dropUnpaid = (db: TenantDb, attemptId: string, why: Unneeded, now: Date): Promise<ReversalRow[]> =>
  db('payment_reversals')
    .where({ attempt_id: attemptId })
    .whereIn('state', [...unpaid])
    .update({ state: 'dropped', refusal_code: why, settled_at: now })
    .returning('*');

/**
 * A provider gave a part back by itself, beside which ours, that it has refused, can never be made: what made no room for that
 * part is dropped. None where the charge has room already, nor where dropping makes too little; and never one whose
 * end is not certain.
 */
export async function dropRefused(
  db: TenantDb,
  attempt: AttemptRow,
  told: Pick<ReversalRow, 'amount_minor' | 'currency'>,
  now: Date,
): Promise<readonly ReversalRow[]> {
  if (told.currency !== attempt.taken_currency || (await fits(db, attempt, told))) return [];
  const rows = await db('payment_reversals')
    .where({ attempt_id: attempt.id, kind: 'refund', to_wallet: false })
    .whereIn('state', ['owed', 'refused']);
  const refused = rows.filter(
    ({ claimed_by: by, refusal_code: code, refusals, asked_at: askedAt }) =>
      by == null && code !== 'returns-unclear' && (refusals > 0 || askedAt == null),
  );
  const roomMinor =
    (attempt.taken_minor ?? 0) -
    (await sumReversals(db, attempt.id, counted)) +
    refused.reduce((sum, row) => sum + row.amount_minor, 0);
  if (refused.length === 0 || told.amount_minor > roomMinor) return [];
  const why: Unneeded = 'given-back';
  return db('payment_reversals')
    .whereIn(
      'id',
      refused.map(({ id }) => id),
    )
    .update({ state: 'dropped', refusal_code: why, settled_at: now })
    .returning('*');
}
