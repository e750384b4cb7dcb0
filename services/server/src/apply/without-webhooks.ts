import { createTwinControl } from '@backlot/payments/twin-control';
import type { AppContext } from '../context.ts';

/**
 * While the past is done again, the sandbox sends no webhooks: the server would book what it hears with
 * today's date, and is often faster than the answer to the purchase.
 */
export async function withoutWebhooks(ctx: AppContext, work: () => Promise<void>): Promise<void> {
  const { url, apiKey } = ctx.config.sandbox!;
  const twin = createTwinControl({ url, apiKey });
  await twin.faults([{ kind: 'webhook-lost' }]);
  try {
    await work();
  } finally {
    await twin.faults([]);
  }
}
