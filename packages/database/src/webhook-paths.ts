import type { TenantId } from './tenant-id.ts';
import type { SharedDb } from './units/face.ts';

/** Whose webhooks come to this secret path; null for a path that nobody has. */
export const tenantOfWebhookPath = async (db: SharedDb, path: string): Promise<TenantId | null> =>
  (await db('webhook_paths').where({ path }).first('tenant_id'))?.tenant_id ?? null;
