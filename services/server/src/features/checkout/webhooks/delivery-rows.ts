import type { TenantDb } from '@backlot/database';
import type { WebhookDeliveryRow } from '../tables.ts';

/** A webhook of an account by its provider's id of it. */
export const findDelivery = async (
  db: TenantDb,
  accountId: string,
  externalId: string,
): Promise<WebhookDeliveryRow | null> =>
  (await db('webhook_deliveries').where({ account_id: accountId, external_id: externalId }).first()) ?? null;
