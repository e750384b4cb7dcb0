import { createHash } from 'node:crypto';
import { job } from '../../job.ts';
import type { TextParams } from '../../texts.ts';
import { sendMail, type MailKind } from './mails.ts';
import { resetToken } from './reset-links.ts';
import { findUser } from './user-rows.ts';

interface SendMail { kind: MailKind; userId: string; facts: TextParams }

const pathOf: Readonly<Record<Exclude<MailKind, 'reset'>, string>> = {
  welcome: '/', receipt: '/profile', 'renewal-failed': '/subscribe', cancelled: '/profile',
};

export const sendMailJob = job<SendMail>({
  name: 'send-mail',
  async run({ ctx, tenant, payload }) {
    const user = await ctx.database.tenants.read(tenant, (db) => findUser(db, payload.userId));
    if (user === null || user.status !== 'active') return;
    const settings = await ctx.settings.of(tenant);
    const standard = ctx.config.publicScheme === 'https' ? 443 : 80;
    const base = `${ctx.config.publicScheme}://${tenant.canonicalHost}${ctx.config.publicPort === standard ? '' : `:${ctx.config.publicPort}`}`;
    const path = payload.kind === 'reset'
      ? `/change-password/${await resetToken(ctx.secrets, tenant, String(payload.facts['resetId']))}` : pathOf[payload.kind];
    const id = createHash('sha256').update(JSON.stringify([tenant.id, payload])).digest('hex').slice(0, 32);
    await sendMail(ctx, tenant, settings, {
      id, to: user.email, language: user.language ?? tenant.locale, kind: payload.kind,
      params: { ...payload.facts, name: user.name }, link: `${base}${path}`,
    });
  },
});

/** Sessions and links that are over are of no use to anyone. */
export const forgetOldSessionsJob = job({
  name: 'forget-old-sessions', schedule: '17 3 * * *',
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - 30 * 86_400_000);
    await ctx.database.tenants.write(tenant, async (db) => {
      await db('sessions').where('expires_at', '<', before).delete();
      await db('password_resets').where('expires_at', '<', before).delete();
    });
  },
});
