import { DomainError, type BodyOf } from '@backlot/contracts';
import type { forgotPassword as forgotPasswordCall } from '@backlot/contracts/passwords';
import { v7 } from 'uuid';
import { sendsMail } from '../../../config.ts';
import type { AppContext } from '../../../context.ts';
import { job } from '../../../jobs/job.ts';
import { later } from '../../../jobs/later.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { requireEmail } from '../emails.ts';
import { deviceOf } from '../login/device-of.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import type { Guard } from '../people/person-guard.ts';
import type { RegisterFrom } from '../register.ts';
import { findUserByEmail } from '../people/user-rows.ts';

declare module '../../../jobs/job.ts' {
  interface JobPayloads {
    'start-password-reset': Asked;
  }
}

export const RESET_HOURS = 2;
/** On one site. Links live for longer, so whoever reads the mailbox always finds one that works. */
const MAILS_AN_HOUR = 5;

interface Asked {
  readonly resetId: string;
  readonly key: string;
  readonly at: string;
  readonly mayRepeat: boolean;
}

/**
 * Mails a link when the address has an account here. Who asks learns nothing, not by the answer's time either: what is
 * done until then is the same for every address. Links that were mailed before stay good.
 * @throws `mail-unavailable` where no mail reaches anybody, `card-email-invalid`, `human-check`, `too-many-requests`
 */
export async function forgotPassword(
  ctx: AppContext,
  guard: Guard,
  tenant: Tenant,
  body: BodyOf<typeof forgotPasswordCall>,
  from: RegisterFrom,
): Promise<void> {
  if (!sendsMail(ctx.config)) throw new DomainError('mail-unavailable');
  const { key } = requireEmail(body.email);
  const device = await deviceOf(ctx, tenant, key, from);
  await guard.enter({
    tenant,
    act: 'forgot',
    account: key,
    address: from.address,
    device,
    humanCheck: body.human_check,
  });
  const asked: Asked = { resetId: v7(), key, at: from.now.toISOString(), mayRepeat: await guard.takeReset(key) };
  await ctx.database.tenants.write(tenant, (db) => later(db, 'start-password-reset', asked));
}

export const forgotPasswordJob = job({
  name: 'start-password-reset',
  async run({ ctx, tenant, payload: { resetId, key, at, mayRepeat } }) {
    await ctx.database.tenants.write(tenant, async (db) => {
      const user = await findUserByEmail(db, key);
      if (user === null || user.status !== 'active') return;
      // Jobs that run at once count one after the other.
      await db('users').where({ id: user.id }).forUpdate().first('id');
      const hourAgo = new Date(Date.parse(at) - 3_600_000);
      const sent = await db('password_resets')
        .where({ user_id: user.id })
        .whereNull('used_at')
        .where('created_at', '>', hourAgo)
        .count({ count: '*' })
        .first();
      const mails = Number(sent?.['count'] ?? 0);
      if (mails >= MAILS_AN_HOUR || (mails > 0 && !mayRepeat)) return;
      const [started] = await db('password_resets')
        .insert({
          id: resetId,
          user_id: user.id,
          created_at: new Date(at),
          expires_at: new Date(Date.parse(at) + RESET_HOURS * 3_600_000),
        })
        .onConflict('id')
        .ignore()
        .returning('id');
      if (started) await mailLater(db, 'reset', user.id, { resetId });
    });
  },
});
