import type { SharedDb, TenantId } from '@backlot/database';

/** What was done to a site from the machine it runs on, by nobody who is logged in. */
export async function logOperation(
  db: SharedDb,
  id: TenantId,
  action: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await db('audit_log').insert({ tenant_id: id, action, subject: id, data });
}
