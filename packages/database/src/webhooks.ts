import { v7 } from 'uuid';
import type { Database } from './open-database.ts';
import { enqueuePlatformJob } from './shared-functions.ts';

/** A provider's notice that was found to be the provider's own. */
export interface VerifiedNotice {
  readonly provider: string;
  /** The provider's id of the notice: with its name the key of the inbox. */
  readonly externalId: string;
  readonly raw: Buffer;
  /** Only what proves the notice; nothing that names a session or a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Our payment's reference, which says whose it is. */
  readonly reference: string;
  /** The tenant's job that acts on it, and its payload. */
  readonly task: string;
  readonly payload: object;
}

export type StoredNotice = 'forwarded' | 'known-already' | 'no-such-payment';

/**
 * Keeps a notice once and hands it to the tenant whose payment it is about, in one transaction: when this returns the
 * provider may be told that it arrived. The tenant comes from our own record of the payment, never from the notice.
 */
export function storeWebhook(database: Pick<Database, 'shared'>, notice: VerifiedNotice): Promise<StoredNotice> {
  return database.shared.write(async (db) => {
    const id = v7();
    const route = await db('payment_routes').where({ provider: notice.provider, reference: notice.reference }).first('tenant_id');
    const inserted = await db('webhook_inbox').insert({
      id, provider: notice.provider, external_id: notice.externalId, raw: notice.raw, headers: JSON.stringify(notice.headers) as never,
      processed_at: new Date(), error: route ? null : 'no-such-payment',
    }).onConflict(['provider', 'external_id']).ignore().returning('id');
    if (inserted.length === 0) return 'known-already';
    if (!route) return 'no-such-payment';
    await enqueuePlatformJob(db, notice.task, { ...notice.payload, tenantId: route.tenant_id }, { jobKey: `notice:${id}`, maxAttempts: 25 });
    return 'forwarded';
  });
}
