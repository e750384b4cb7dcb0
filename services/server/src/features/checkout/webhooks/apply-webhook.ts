import type { ProviderEvent } from '@backlot/payments';
import { minorOf } from '@backlot/domain/money/money';
import { validate as isUuid } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAttempt, lockAttempt } from '../intent-rows.ts';
import { findUntoldRefund, insertTold, isWebhookBooked } from '../settle/reversal-rows.ts';
import { settleAttempt } from '../settle/settle-attempt.ts';
import { settleReversal, stopAfterChargeback } from '../settle/settle-reversal.ts';
import { reconcilePayment } from '../settle/reconcile-payment.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'apply-payment-notice': { deliveryId: string; accountId: string; events: readonly ProviderEvent[] };
  }
}

/** Tries until a webhook that names no payment of its account is given up; a payment may become known after its news. */
const triesUnmatched = 10;

/** What an account's provider told of. Webhooks come late, doubled and in any order (C19). */
export const applyWebhookJob = job({
  name: 'apply-payment-notice',
  async run({ ctx, tenant, payload, attempt: tries, log }) {
    const { deliveryId, accountId, events } = payload;
    let error: Unapplied | null = null;
    for (const event of events) {
      const unapplied = await applyEvent(ctx, tenant, { accountId, event }, log);
      if (unapplied === 'not-settled') {
        log.warn({ reference: event.reference, type: event.type }, 'a webhook came before its charge');
        throw new Error('The charge that was reversed is not settled yet.');
      }
      if (unapplied === null) continue;
      if (tries < triesUnmatched)
        throw new Error(`A webhook names a payment that account ${accountId} does not know (yet).`);
      log.error({ account: accountId, reference: event.reference }, 'a webhook names no payment of its account');
      error = unapplied;
    }
    await ctx.database.tenants.write(tenant, (db) =>
      db('webhook_deliveries').where({ id: deliveryId }).update({ processed_at: ctx.clock.now(), error }),
    );
  },
});

type Unapplied = 'no-such-payment' | 'not-settled';

interface Told {
  readonly accountId: string;
  readonly event: ProviderEvent;
}

async function applyEvent(
  ctx: AppContext,
  tenant: Tenant,
  told: Told,
  log: AppContext['log'],
): Promise<Unapplied | null> {
  const { accountId, event } = told;
  const attempt = isUuid(event.reference)
    ? await ctx.database.tenants.read(tenant, (db) => findAttempt(db, event.reference))
    : null;
  if (attempt?.account_id !== accountId) return 'no-such-payment';
  if (event.outcome !== null) {
    await settleAttempt(ctx, tenant, attempt.id, event.outcome);
    return null;
  }
  if (await applyReversal(ctx, tenant, told, log)) return null;
  // The news of the charge itself has not come yet: ask, then try once more.
  await reconcilePayment(ctx, tenant, attempt.id);
  return (await applyReversal(ctx, tenant, told, log)) ? null : 'not-settled';
}

/** False when the charge is not settled yet. */
async function applyReversal(
  ctx: AppContext,
  tenant: Tenant,
  { accountId, event }: Told,
  log: AppContext['log'],
): Promise<boolean> {
  const now = ctx.clock.now();
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.write(tenant, async (db) => {
    const held = await lockAttempt(db, event.reference);
    if (held === null) return true;
    if (held.attempt.state !== 'succeeded') return false;
    const webhookId = `${accountId}:${event.externalId}`;
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
        reason: `told by ${held.attempt.provider}`,
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
