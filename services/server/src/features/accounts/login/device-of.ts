import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { readDevices } from './known-devices.ts';
import { findUserByEmail } from '../people/user-rows.ts';

/**
 * The browser, where this very person has logged in with it before. Looked up only for a token of ours. What was given out
 * before the mailbox was proved may be a stranger's who opened the account, and before the password was changed a thief's.
 */
export async function deviceOf(
  ctx: AppContext,
  tenant: Tenant,
  key: string,
  from: { deviceCookie: string | undefined; now: Date },
): Promise<string | null> {
  const known = readDevices(ctx, tenant, from.deviceCookie, from.now);
  if (known.length === 0) return null;
  const user = await ctx.database.tenants.read(tenant, (db) => findUserByEmail(db, key));
  if (user === null) return null;
  const trustedFrom = Math.max(user.password_changed_at.getTime(), user.email_proved_at?.getTime() ?? 0);
  return known.find(({ userId, since }) => userId === user.id && since.getTime() >= trustedFrom)?.device ?? null;
}
