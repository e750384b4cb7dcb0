import type { ReversalEvent } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import { findUntoldRefund } from '../settle/reversal-rows.ts';
import { stopForHeld } from '../settle/settle-reversal.ts';
import type { ReversalRow } from '../tables.ts';

/** What the bank takes back stops what would be charged again; what we or the provider give back does not. */
export const reversalKind = ({ type }: ReversalEvent): ReversalRow['kind'] =>
  type === 'refund' || type === 'void' ? 'refund' : 'chargeback';

/**
 * Nobody signed the news that money went back, and its provider can't be asked now: what it had paid for stops at once, and
 * the money is booked when the provider says that it is so. A refund of our own is no news.
 */
export async function pauseForReversal(
  ctx: AppContext,
  tenant: Tenant,
  event: ReversalEvent,
  attemptId: string,
): Promise<void> {
  const now = ctx.clock.now();
  const kind = reversalKind(event);
  await ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, attemptId);
    if (held?.attempt.state !== 'succeeded') return;
    if (kind === 'refund' && (await findUntoldRefund(db, attemptId, event.amountMinor))) return;
    const coming = { kind, amount_minor: event.amountMinor, currency: event.currency };
    await stopForHeld(db, ctx.sells.get(held.intent.kind), held, coming, now);
  });
}
