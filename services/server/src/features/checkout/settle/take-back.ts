import type { TenantDb } from '@backlot/database';
import { findReceipt, revenueOf, takeBackRefund } from '../../ledger/index.ts';
import { findIntent } from '../intent-rows.ts';
import type { AttemptRow, ReversalRow } from '../tables.ts';

/** A chargeback as its provider tells of it, under the id that it will have. */
export type ComingChargeback = Pick<ReversalRow, 'id' | 'amount_minor' | 'currency' | 'created_at'>;

/**
 * A bank takes back money that had been refunded to the wallet: what would go back twice leaves the wallet again, the newest
 * refund first. Nothing happens where even that makes no room for the chargeback. The attempt is held.
 * @param returnedMinor what counts as gone back of the attempt so far
 */
export async function takeBackFromWallet(
  db: TenantDb,
  attempt: AttemptRow,
  { id: reversalId, amount_minor: amountMinor, currency, created_at: at }: ComingChargeback,
  returnedMinor: number,
): Promise<void> {
  const missing = returnedMinor + amountMinor - (attempt.taken_minor ?? 0);
  if (missing <= 0 || currency !== attempt.taken_currency) return;
  const refunds = await db('payment_reversals')
    .where({ attempt_id: attempt.id, state: 'succeeded', to_wallet: true })
    .orderBy([
      { column: 'settled_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  const there = refunds.reduce((sum, refund) => sum + refund.amount_minor - refund.taken_back_minor, 0);
  if (there < missing) return;
  let left = missing;
  for (const refund of refunds) {
    const taken = Math.min(left, refund.amount_minor - refund.taken_back_minor);
    if (taken === 0) continue;
    await db('payment_reversals')
      .where({ id: refund.id })
      .update({ taken_back_minor: refund.taken_back_minor + taken });
    left -= taken;
  }
  const { user_id: userId } = (await findIntent(db, attempt.intent_id))!;
  const receipt = await findReceipt(db, attempt.id);
  const revenue = receipt && revenueOf(receipt);
  await takeBackRefund(db, { userId, amountMinor: missing, currency, revenue, reversalId, at });
}
