import type { ProviderEvent } from '@backlot/payments';
import { job } from '../../../jobs/job.ts';
import { applyEvent, type Unapplied } from './apply-event.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'apply-payment-notice': { deliveryId: string; accountId: string; events: readonly ProviderEvent[] };
  }
}

/** Tries until a webhook that can't be applied is put aside; its payment may become known after it. */
const triesUnmatched = 10;

/**
 * Applies what a webhook reports. Webhooks come late, twice and in any order (C19). What can't be applied is put
 * aside, where staff see it (`webhook_unapplied`), and is taken up again when its payment becomes known (`retryUnapplied`),
 * when it comes once more, and daily for a month (`retryPutAsideJob`).
 */
export const applyWebhookJob = job({
  name: 'apply-payment-notice',
  lane: 'providers',
  async run({ ctx, tenant, payload, attempt: tries, log }) {
    const { deliveryId, accountId, events } = payload;
    let error: Unapplied | null = null;
    for (const [index, event] of events.entries()) {
      const unapplied = await applyEvent(ctx, tenant, { accountId, event, newsId: `${deliveryId}.${index}` });
      if (unapplied === null) continue;
      if (tries < triesUnmatched && unapplied !== 'for-staff' && unapplied !== 'unreadable')
        throw new Error(`A webhook of account ${accountId} can't be applied (yet): ${unapplied}.`);
      log.error({ account: accountId, type: event.type, about: event.about, unapplied }, "a webhook can't be applied");
      error = unapplied;
    }
    await ctx.database.tenants.write(tenant, (db) =>
      db('webhook_deliveries').where({ id: deliveryId }).update({ processed_at: ctx.clock.now(), error }),
    );
  },
});
