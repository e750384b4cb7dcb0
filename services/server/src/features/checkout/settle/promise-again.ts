import type { TenantDb } from '@backlot/database';
import type { HeldAttempt } from '../intent-rows.ts';
import type { ReversalRow } from '../tables.ts';
import { counted, requestInPlaceOf, requestRefund, restHashOf } from './reversal-rows.ts';
import { sumReversals } from './reversal-sum-rows.ts';

interface CameBack {
  /** What the bank paid back, less what went into the fan's wallet again. */
  readonly amountMinor: number;
  /** The charge had bought nothing: all of it is the fan's. */
  readonly isUnapplied: boolean;
  readonly now: Date;
}

/**
 * Refunds that had been promised were dropped because a bank took the money: what it paid back goes to the fan as far as nothing
 * else made up for them, and of money that had bought nothing all of it does, unless staff have still to decide about that.
 * The attempt is held.
 */
export async function promiseAgain(
  db: TenantDb,
  { attempt, intent }: Pick<HeldAttempt, 'attempt' | 'intent'>,
  { amountMinor, isUnapplied, now }: CameBack,
): Promise<void> {
  let leftMinor = Math.min(amountMinor, (attempt.taken_minor ?? 0) - (await sumReversals(db, attempt.id, counted)));
  const { promises, dueMinor } = await findPromised(db, attempt.id);
  let promisedMinor = Math.min(leftMinor, dueMinor);
  for (const row of promises) {
    const ofThisMinor = Math.min(row.leftMinor, promisedMinor);
    if (ofThisMinor <= 0) continue;
    promisedMinor -= ofThisMinor;
    leftMinor -= ofThisMinor;
    await requestInPlaceOf(db, row.refund, ofThisMinor, now);
  }
  if (!isUnapplied || intent.state === 'held' || leftMinor <= 0) return;
  const { id: attemptId, taken_currency: currency } = attempt;
  const reason = intent.unapplied_reason ?? 'amount-differs';
  await requestRefund(db, { attemptId, amountMinor: leftMinor, currency: currency!, reason, now });
}

interface Promised {
  readonly refund: ReversalRow;
  /** Without what is asked for, or was given, in its place. */
  readonly leftMinor: number;
}

/** The dropped promises of a charge, the oldest first, and what of them banks have not made up for. */
async function findPromised(
  db: TenantDb,
  attemptId: string,
): Promise<{ readonly promises: readonly Promised[]; readonly dueMinor: number }> {
  const rows = await db('payment_reversals').where({ attempt_id: attemptId }).orderBy('id');
  const standing = rows.filter(({ state }) => counted.includes(state));
  const dropped = rows.filter((row) => row.state === 'dropped' && row.refusal_code === 'charged-back');
  const refunds = dropped.filter((row, at) => !dropped.slice(0, at).some((earlier) => isInPlaceOf(row, earlier)));
  const promises = refunds.map((refund) => ({
    refund,
    leftMinor: refund.amount_minor - sum(standing.filter((row) => isInPlaceOf(row, refund))),
  }));
  const atBanks = sum(standing.filter(({ kind }) => kind === 'chargeback'));
  return { promises, dueMinor: sumOf(promises.map(({ leftMinor }) => leftMinor)) - atBanks };
}

/** Of what the site gives back by itself the reason tells, as it has no request (`requestInPlaceOf`). */
const isInPlaceOf = (row: ReversalRow, refund: ReversalRow): boolean =>
  row.kind === 'refund' &&
  row.id > refund.id &&
  row.requested_by === refund.requested_by &&
  (refund.requested_by === null ? row.reason === refund.reason : row.request_hash === restHashOf(refund));

const sum = (rows: readonly ReversalRow[]): number =>
  sumOf(rows.map(({ amount_minor: amountMinor, taken_back_minor: backMinor }) => amountMinor - backMinor));
const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
