import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findAttempt, lockAttempt } from '../intent-rows.ts';
import { findReversal } from './reversal-rows.ts';
import { settleReversal } from './settle-reversal.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'refund-payment': { reversalId: string };
  }
}

/** Asks the provider to give money back, until it has or refuses. */
export const refundPaymentJob = job({
  name: 'refund-payment',
  async run({ ctx, tenant, payload, log }) {
    const { reversal, attempt } = await ctx.database.tenants.read(tenant, async (db) => {
      const found = await findReversal(db, payload.reversalId);
      return { reversal: found, attempt: found && (await findAttempt(db, found.attempt_id)) };
    });
    if (!reversal || reversal.state !== 'requested' || !attempt?.provider_ref) return;
    const provider = ctx.providers.find(attempt.provider);
    if (!provider?.refund)
      return log.error({ reversal: reversal.id, provider: attempt.provider }, 'this provider refunds by hand only');
    const outcome = await provider.refund({
      reference: reversal.id,
      providerRef: attempt.provider_ref,
      amountMinor: reversal.amount_minor,
      currency: reversal.currency,
    });
    if (outcome.kind === 'unknown') throw new Error(`The refund's outcome is unknown: ${outcome.cause}`);
    if (outcome.kind === 'refused') {
      log.error({ reversal: reversal.id, code: outcome.code }, 'a refund was refused');
      return markRefused(ctx, tenant, reversal.id, outcome.code);
    }
    await ctx.database.tenants.write(tenant, async (db) => {
      const held = await lockAttempt(db, attempt.id);
      const current = await findReversal(db, reversal.id);
      if (held && current) await settleReversal(db, ctx.sells.get(held.intent.kind), held, current, ctx.clock.now());
    });
  },
});

/** For staff to look at: the money is still owed. */
async function markRefused(ctx: AppContext, tenant: Tenant, id: string, code: string): Promise<void> {
  await ctx.database.tenants.write(tenant, (db) =>
    db('payment_reversals').where({ id, state: 'requested' }).update({ state: 'refused', refusal_code: code }),
  );
}
