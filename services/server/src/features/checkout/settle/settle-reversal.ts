import type { TenantDb } from '@backlot/database';
import { bookReversal, findReceipt } from '../../ledger/index.ts';
import type { HeldAttempt } from '../intent-rows.ts';
import { sumReversals } from './reversal-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { ReversalRow } from '../tables.ts';

/**
 * Books money that went back, once, and takes away what the whole of it had paid for (DECISIONS 25). The attempt is held.
 * A part that was refunded takes nothing away.
 */
export async function settleReversal(
  db: TenantDb,
  sold: Sellable,
  { attempt, intent }: HeldAttempt,
  reversal: ReversalRow,
  now: Date,
): Promise<void> {
  if (reversal.state === 'succeeded') return;
  const receipt = await findReceipt(db, attempt.id);
  if (receipt === null) throw new Error(`Attempt ${attempt.id} was reversed before it was booked.`);
  await db('payment_reversals').where({ id: reversal.id }).update({ state: 'succeeded', settled_at: now });
  await bookReversal(db, {
    id: reversal.id,
    kind: reversal.kind,
    provider: attempt.provider,
    userId: intent.user_id,
    amountMinor: reversal.amount_minor,
    currency: reversal.currency,
    feeMinor: reversal.fee_minor,
    at: now,
    reverses: receipt,
  });
  if (reversal.kind === 'refund' && (await sumReversals(db, attempt.id)) < (attempt.taken_minor ?? 0)) return;
  // Money that bought nothing gave nothing.
  if (receipt.kind === 'sale') await sold.withdraw(db, intent, { transactionId: receipt.id, kind: reversal.kind, now });
}
