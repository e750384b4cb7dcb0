import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { job } from '../../job.ts';
import type { MailFacts, MailKind } from '../../mail-later.ts';
import type { UserRow } from '../../session/session-rows.ts';
import { findIdentity } from './identity-rows.ts';
import { sendMail } from './mails.ts';
import { resetToken } from './reset-links.ts';
import { findUser } from './user-rows.ts';

interface SendMail { kind: MailKind; userId: string; facts: MailFacts }

export const sendMailJob = job<SendMail>({
  name: 'send-mail',
  async run({ ctx, tenant, payload: { kind, userId, facts } }) {
    const user = await ctx.database.tenants.read(tenant, (db) => findUser(db, userId));
    if (user === null || user.status !== 'active' || !await mayEnter(ctx, user)) return;
    const settings = await ctx.settings.of(tenant);
    const standard = ctx.config.publicScheme === 'https' ? 443 : 80;
    const base = `${ctx.config.publicScheme}://${tenant.canonicalHost}${ctx.config.publicPort === standard ? '' : `:${ctx.config.publicPort}`}`;
    // The token is made when it is sent: the queue holds none.
    const token = kind === 'reset' ? await resetToken(ctx.secrets, tenant, String(facts['resetId'])) : null;
    const id = createHash('sha256').update(JSON.stringify([tenant.id, kind, userId, facts])).digest('hex').slice(0, 32);
    await sendMail(ctx, tenant, settings, {
      id, to: user.email, name: user.name, language: user.language ?? tenant.locale, kind, facts: { ...facts, token }, base,
    });
  },
});

/** An account without any password is nobody's yet (demo people): there is nobody to write to. */
async function mayEnter(ctx: AppContext, { identity_id: id, password_hash: own }: UserRow): Promise<boolean> {
  if (own !== null || id === null) return own !== null;
  const identity = await ctx.database.shared.read((db) => findIdentity(db, id));
  return identity?.password_hash != null;
}

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
