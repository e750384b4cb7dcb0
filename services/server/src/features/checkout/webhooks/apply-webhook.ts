import type { ProviderEvent } from '@backlot/payments';
import { minorOf } from '@backlot/domain/money/money';
import type { AppContext } from '../../../context.ts';
import { job, type JobPayloads } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { lockAttempt } from '../intent-rows.ts';
import { findUntoldRefund, insertTold, isWebhookBooked } from '../settle/reversal-rows.ts';
import { settleAttempt } from '../settle/settle-attempt.ts';
import { settleReversal, stopAfterChargeback } from '../settle/settle-reversal.ts';
import { reconcilePayment } from '../settle/reconcile-payment.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'apply-payment-notice': { provider: string; event: ProviderEvent };
  }
}

/** A provider's webhook, in the tenant whose payment it is about. Webhooks come late, doubled and in any order (C19). */
export const applyWebhookJob = job({
  name: 'apply-payment-notice',
  async run({ ctx, tenant, payload, log }) {
    const { event } = payload;
    if (event.outcome !== null) {
      await settleAttempt(ctx, tenant, event.reference, event.outcome);
      return;
    }
    if (await applyReversal(ctx, tenant, payload, log)) return;
    // The news of the charge itself has not come yet: ask, then try once more.
    await reconcilePayment(ctx, tenant, event.reference);
    if (await applyReversal(ctx, tenant, payload, log)) return;
    log.warn({ reference: event.reference, type: event.type }, 'a webhook came before its charge');
    throw new Error('The charge that was reversed is not settled yet.');
  },
});

/** False when the charge is not settled yet. */
async function applyReversal(
  ctx: AppContext,
  tenant: Tenant,
  { provider, event }: JobPayloads['apply-payment-notice'],
  log: AppContext['log'],
): Promise<boolean> {
  const now = ctx.clock.now();
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, event.reference);
    if (held === null) return true;
    if (held.attempt.state !== 'succeeded') return false;
    const webhookId = `${provider}:${event.externalId}`;
    if (await isWebhookBooked(db, webhookId)) return true;
    const ours = event.type === 'refund' ? await findUntoldRefund(db, event.reference, event.amountMinor) : null;
    if (ours) await db('payment_reversals').where({ id: ours.id }).update({ notice_id: webhookId });
    const reversal =
      ours ??
      (await insertTold(db, held.attempt, {
        attempt_id: event.reference,
        kind: event.type === 'refund' ? 'refund' : 'chargeback',
        amount_minor: event.amountMinor,
        currency: event.currency,
        fee_minor: event.type === 'chargeback' ? minorOf(settings.chargeback_fee_amount) : 0,
        reason: `told by ${provider}`,
        notice_id: webhookId,
        created_at: now,
      }));
    const sold = ctx.sells.get(held.intent.kind);
    if (reversal.state === 'held') {
      log.error({ reversal: reversal.id, attempt: held.attempt.id }, 'a reversal does not fit its charge, and is held');
      if (reversal.kind === 'chargeback') await stopAfterChargeback(db, sold, held, now);
      return true;
    }
    await settleReversal(db, sold, held, reversal, now);
    return true;
  });
}
