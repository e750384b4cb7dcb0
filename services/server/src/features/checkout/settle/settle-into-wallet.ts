import type { TenantDb } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import { lockAttempt } from '../intent-rows.ts';
import { findReversal } from './reversal-rows.ts';
import { settleReversal, type ByHand } from './settle-reversal.ts';

/** A refund goes into the fan's wallet: no provider is asked, so it is paid as it is asked for. */
export async function settleIntoWallet(
  ctx: AppContext,
  db: TenantDb,
  attemptId: string,
  reversalId: string,
  now: Date,
  by: ByHand | null = null,
): Promise<void> {
  const held = await lockAttempt(db, attemptId);
  await db('payment_reversals').where({ id: reversalId }).update({ to_wallet: true });
  const reversal = await findReversal(db, reversalId);
  if (held && reversal) await settleReversal(db, ctx.sells.get(held.intent.kind), held, reversal, now, by);
}
