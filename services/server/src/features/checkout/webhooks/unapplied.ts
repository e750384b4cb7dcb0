import type { TenantDb } from '@backlot/database';
import type { ProviderEvent } from '@backlot/payments';
import { later } from '../../../jobs/later.ts';

export interface Delivered {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly events: readonly ProviderEvent[];
}

/** With the transaction that stores the delivery. */
export const applyLater = (db: TenantDb, delivered: Delivered): Promise<void> =>
  later(db, 'apply-payment-notice', { ...delivered }, { jobKey: `webhook:${delivered.deliveryId}`, maxAttempts: 25 });

/** Takes up again what was told of a payment before it was known. */
export async function retryUnapplied(
  db: TenantDb,
  payment: { readonly accountId: string; readonly reference: string; readonly providerRef: string },
): Promise<void> {
  const waiting = await db('webhook_deliveries')
    .where({ account_id: payment.accountId })
    .whereNotNull('error')
    .orderBy('received_at')
    .limit(1_000)
    .select('id', 'events');
  for (const { id, events } of waiting)
    if (events.some(({ about }) => about.reference === payment.reference || about.providerRef === payment.providerRef))
      await applyLater(db, { deliveryId: id, accountId: payment.accountId, events });
}
