import type { ProviderEvent } from '@backlot/payments';
import { minorOf } from '@backlot/domain/money';
import type { AppContext } from '../../context.ts';
import { job } from '../../job.ts';
import type { Tenant } from '../../tenant.ts';
import { lockAttempt } from './intent-rows.ts';
import { findUntoldRefund, insertReversal, isNoticeBooked } from './reversal-rows.ts';
import { settleAttempt } from './settle-attempt.ts';
import { settleReversal } from './settle-reversal.ts';
import { reconcilePayment } from './reconcile-payment.ts';

/** A provider's notice, in the tenant whose payment it is about. Notices come late, doubled and in any order (C19). */
export const applyNoticeJob = job<{ provider: string; event: ProviderEvent }>({
  name: 'apply-payment-notice', maxAttempts: 25,
  async run({ ctx, tenant, payload: { provider, event }, log }) {
    if (event.outcome !== null) {
      await settleAttempt(ctx, tenant, event.reference, event.outcome);
      return;
    }
    if (await applyReversal(ctx, tenant, provider, event)) return;
    // The news of the charge itself has not come yet: ask, then try once more.
    await reconcilePayment(ctx, tenant, event.reference);
    if (await applyReversal(ctx, tenant, provider, event)) return;
    log.warn({ reference: event.reference, type: event.type }, 'a notice came before its charge');
    throw new Error('The charge that was reversed is not settled yet.');
  },
});

/** False when the charge is not settled yet. */
async function applyReversal(ctx: AppContext, tenant: Tenant, provider: string, event: ProviderEvent): Promise<boolean> {
  const now = ctx.clock.now();
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, event.reference);
    if (held === null) return true;
    if (held.attempt.state !== 'succeeded') return false;
    const noticeId = `${provider}:${event.externalId}`;
    if (await isNoticeBooked(db, noticeId)) return true;
    const ours = event.type === 'refund' ? await findUntoldRefund(db, event.reference, event.amountMinor) : null;
    if (ours) await db('payment_reversals').where({ id: ours.id }).update({ notice_id: noticeId });
    const reversal = ours ?? await insertReversal(db, {
      attempt_id: event.reference, kind: event.type === 'refund' ? 'refund' : 'chargeback', amount_minor: event.amountMinor,
      currency: event.currency, fee_minor: event.type === 'chargeback' ? minorOf(settings.chargeback_fee_amount) : 0,
      reason: `told by ${provider}`, notice_id: noticeId, created_at: now,
    });
    await settleReversal(db, held, reversal, now);
    return true;
  });
}
