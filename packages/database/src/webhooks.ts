import { v7 } from 'uuid';
import type { Database } from './open-database.ts';
import { enqueuePlatformJob } from './shared-functions.ts';

/** A provider's webhook that was found to be the provider's own. */
export interface VerifiedWebhook {
  readonly provider: string;
  /** The provider's id of the webhook: with its name the key of the inbox. */
  readonly externalId: string;
  readonly raw: Buffer;
  /** Only what proves the webhook; nothing that names a session or a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Our payment's reference, which says whose it is. */
  readonly reference: string;
  /** The tenant's job that acts on it, and its payload. */
  readonly task: string;
  readonly payload: object;
}

export type StoredWebhook = 'forwarded' | 'known-already' | 'no-such-payment';

/**
 * Keeps a webhook once and hands it to the tenant whose payment it is about, in one transaction: when this returns the
 * provider may be told that it arrived. The tenant comes from our own record of the payment, never from the webhook.
 */
export function storeWebhook(database: Pick<Database, 'shared'>, webhook: VerifiedWebhook): Promise<StoredWebhook> {
  return database.shared.write(async (db) => {
    const id = v7();
    const route = await db('payment_routes')
      .where({ provider: webhook.provider, reference: webhook.reference })
      .first('tenant_id');
    const inserted = await db('webhook_inbox')
      .insert({
        id,
        provider: webhook.provider,
        external_id: webhook.externalId,
        raw: webhook.raw,
        headers: webhook.headers,
        processed_at: new Date(),
        error: route ? null : 'no-such-payment',
      })
      .onConflict(['provider', 'external_id'])
      .ignore()
      .returning('id');
    if (inserted.length === 0) return 'known-already';
    if (!route) return 'no-such-payment';
    await enqueuePlatformJob(
      db,
      webhook.task,
      { ...webhook.payload, tenantId: route.tenant_id },
      { jobKey: `notice:${id}`, maxAttempts: 25 },
    );
    return 'forwarded';
  });
}
