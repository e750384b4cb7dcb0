import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { requireEmail } from './emails.ts';
import { mailLater } from '../../mail-later.ts';
import { findUserByEmail } from './user-rows.ts';

export const RESET_HOURS = 2;

/** Mails a link when the address has an account here. Who asks learns nothing. @throws `card-email-invalid` */
export async function forgotPassword(ctx: AppContext, tenant: Tenant, email: string, now: Date): Promise<void> {
  const { key } = requireEmail(email);
  await ctx.database.tenants.write(tenant, async (db) => {
    const user = await findUserByEmail(db, key);
    if (user === null || user.status !== 'active') return;
    const id = v7();
    await db('password_resets').insert({ id, user_id: user.id, created_at: now, expires_at: new Date(now.getTime() + RESET_HOURS * 3_600_000) });
    await mailLater(db, 'reset', user.id, { resetId: id });
  });
}
