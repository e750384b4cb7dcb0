import { enqueueJob } from '@backlot/database/shared-functions';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import { job } from '../../job.ts';
import type { Tenant } from '../../tenant.ts';
import { requireEmail } from './emails.ts';
import { mailLater } from '../../mail-later.ts';
import { findUserByEmail } from './user-rows.ts';

export const RESET_HOURS = 2;

interface Asked { readonly resetId: string; readonly key: string; readonly at: string }

/**
 * Mails a link when the address has an account here. Who asks learns nothing, not by the answer's time either: what is
 * done until then is the same for every address. @throws `card-email-invalid`
 */
export async function forgotPassword(ctx: AppContext, tenant: Tenant, email: string, now: Date): Promise<void> {
  const asked: Asked = { resetId: v7(), key: requireEmail(email).key, at: now.toISOString() };
  await ctx.database.tenants.write(tenant, (db) => enqueueJob(db, forgotPasswordJob.name, asked));
}

export const forgotPasswordJob = job<Asked>({
  name: 'start-password-reset',
  async run({ ctx, tenant, payload: { resetId, key, at } }) {
    await ctx.database.tenants.write(tenant, async (db) => {
      const user = await findUserByEmail(db, key);
      if (user === null || user.status !== 'active') return;
      const [started] = await db('password_resets').insert({
        id: resetId, user_id: user.id, created_at: new Date(at), expires_at: new Date(Date.parse(at) + RESET_HOURS * 3_600_000),
      }).onConflict('id').ignore().returning('id');
      if (started) await mailLater(db, 'reset', user.id, { resetId });
    });
  },
});
