import type { TenantDb } from '@backlot/database';
import { bookWon, findReceipt, giveBackRefund, revenueOf } from '../../ledger/index.ts';
import type { HeldAttempt } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { ReversalRow } from '../tables.ts';
import { promiseAgain } from './promise-again.ts';
import { settleHeldThatFit } from './settle-fitting.ts';
import type { ByHand } from './settle-reversal.ts';

export interface Winning {
  readonly amountMinor: number;
  /** What of the fee came back as well. */
  readonly feeMinor: number;
  readonly now: Date;
  /** Who tells of it: the provider's webhook, or staff. */
  readonly told: { readonly noticeId: string } | { readonly by: ByHand };
}

/**
 * Books that the bank paid a chargeback back, once: the attempt is held, the chargeback booked and not won. A refund that the
 * chargeback had taken out of the wallet stands again, which lifts what the fan owes because of it; refunds that it left no
 * room for are booked, and those that were dropped for it are asked for again. Nothing is opened again and the card stays
 * barred: the fan has shown not to want either. It stays a dispute to the card schemes, which count what was raised, whoever
 * won it (C10, C11).
 */
export async function winDispute(
  db: TenantDb,
  sold: Sellable,
  held: HeldAttempt,
  { id: reversalId, currency }: ReversalRow,
  { amountMinor, feeMinor, now: at, told }: Winning,
): Promise<void> {
  const { attempt, intent } = held;
  const userId = intent.user_id;
  const receipt = await findReceipt(db, attempt.id);
  if (receipt === null) throw new Error(`Attempt ${attempt.id} was charged back before it was booked.`);
  await db('payment_reversals')
    .where({ id: reversalId })
    .update({
      taken_back_minor: amountMinor,
      won_at: at,
      won_fee_minor: feeMinor,
      ...('by' in told ? { won_by: told.by.userId, won_evidence: told.by.evidence } : { won_notice_id: told.noticeId }),
    });
  await bookWon(db, { reversalId, provider: attempt.provider, userId, amountMinor, currency, feeMinor, at, receipt });
  const revenue = revenueOf(receipt);
  const restored = await giveBackRefund(db, { userId, amountMinor, currency, revenue, reversalId, at });
  if (restored > 0) await standAgain(db, attempt.id, restored);
  await settleHeldThatFit(db, sold, held, at);
  await promiseAgain(db, held, { amountMinor: amountMinor - restored, isUnapplied: revenue === null, now: at });
}

/** The newest refund to the wallet first, as they were taken out of it. */
async function standAgain(db: TenantDb, attemptId: string, amountMinor: number): Promise<void> {
  const refunds = await db('payment_reversals')
    .where({ attempt_id: attemptId, state: 'succeeded', to_wallet: true })
    .where('taken_back_minor', '>', 0)
    .orderBy([
      { column: 'settled_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  let left = amountMinor;
  for (const { id, taken_back_minor: taken } of refunds) {
    const back = Math.min(left, taken);
    if (back > 0)
      await db('payment_reversals')
        .where({ id })
        .update({ taken_back_minor: taken - back });
    left -= back;
  }
}
