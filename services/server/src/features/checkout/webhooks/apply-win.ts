import type { ReversalEvent } from '@backlot/payments';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { listChargebacks } from '../settle/reversal-rows.ts';
import { winDispute } from '../settle/win-dispute.ts';
import type { AccountEvent } from './account-event.ts';
import { lockSubject } from './lock-subject.ts';

/**
 * Books that a provider tells of a dispute that was won, once; one that staff had marked already is the same one. What names
 * more than was charged back, or another currency, is for staff, as is what waits among the open items.
 */
export async function applyWin(
  ctx: AppContext,
  tenant: Tenant,
  received: AccountEvent<ReversalEvent>,
  attemptId: string,
): Promise<'not-charged-back' | 'for-staff' | null> {
  const { accountId, event } = received;
  const noticeId = `${accountId}:${event.externalId}`;
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockSubject(db, received, attemptId);
    const chargebacks = held === null ? [] : await listChargebacks(db, held.attempt.id);
    if (held === null || chargebacks.length === 0) return 'not-charged-back';
    if (chargebacks.some(({ won_notice_id: told }) => told === noticeId)) return null;
    // On the schema of the version before there is nowhere to store it: it is tried again (`retryPutAsideJob`).
    if (chargebacks.some(({ won_at: wonAt }) => wonAt === undefined)) return 'not-charged-back';
    if (chargebacks.some(({ state }) => state === 'held')) return 'for-staff';
    const booked = chargebacks.filter(({ state, currency }) => state === 'succeeded' && currency === event.currency);
    const open = booked.filter((one) => one.won_at === null && one.amount_minor >= event.amountMinor);
    const won = open.find((one) => one.amount_minor === event.amountMinor) ?? open[0];
    if (won) {
      const told = { noticeId };
      const sold = ctx.sells.get(held.intent.kind);
      await winDispute(db, sold, held, won, {
        amountMinor: event.amountMinor,
        feeMinor: 0,
        now: ctx.clock.now(),
        told,
      });
      return null;
    }
    const byStaff = booked.find(
      (one) => one.won_at !== null && one.won_notice_id === null && one.taken_back_minor === event.amountMinor,
    );
    if (!byStaff) return 'for-staff';
    await db('payment_reversals').where({ id: byStaff.id }).update({ won_notice_id: noticeId });
    return null;
  });
}
