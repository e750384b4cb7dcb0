import type { ReversalEvent } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAwaitedRefund } from '../settle/awaited-refund-rows.ts';
import { isWebhookBooked } from '../settle/reversal-rows.ts';
import { stopForHeld } from '../settle/settle-reversal.ts';
import type { AccountEvent } from './account-event.ts';
import { lockSubject } from './lock-subject.ts';
import { reversalKind } from './reversal-kind.ts';

/**
 * For an unsigned webhook about money that went back whose provider can't be asked now: what the money had paid for stops at
 * once, and the books follow when the provider confirms it. A refund of our own changes nothing,
 * nor does what was booked by this webhook before: counted twice, a part would be the whole.
 */
export async function pauseForReversal(
  ctx: AppContext,
  tenant: Tenant,
  received: AccountEvent<ReversalEvent>,
  attemptId: string,
): Promise<void> {
  const { event } = received;
  const now = ctx.clock.now();
  const kind = reversalKind(event);
  await ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockSubject(db, received, attemptId);
    if (held?.attempt.state !== 'succeeded') return;
    // Applied before, by a process that died then: what it told of is booked, and no more is coming.
    if (await isWebhookBooked(db, `${received.accountId}:${event.externalId}`)) return;
    if (kind === 'refund' && (await findAwaitedRefund(db, held.attempt.id, event))) return;
    const coming = { kind, amount_minor: event.amountMinor, currency: event.currency };
    await stopForHeld(db, ctx.sells.get(held.intent.kind), held, coming, now);
  });
}
