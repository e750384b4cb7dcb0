import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import type { Sessions } from '../../../session/sessions.ts';
import { revokeSessionsOf } from '../../../session/session-rows.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findIdentity } from '../people/identity-rows.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.ts';
import { setPasswordOf } from './set-password.ts';
import { callerOf } from '../login/caller.ts';
import { findUser } from '../people/user-rows.ts';

/**
 * Changes the password of whoever knows the old one, starts a new session and tells the mailbox.
 * @throws `old-password-wrong`, `password-too-short`, `password-too-long`, `password-like-email`
 */
export async function changePassword(
  ctx: AppContext,
  sessions: Sessions,
  tenant: Tenant,
  actor: Actor,
  input: { old_password: string; new_password: string },
  from: { address: string; userAgent: string; now: Date },
) {
  const user = await ctx.database.tenants.read(tenant, (db) => findUser(db, actor.userId));
  if (user === null) throw new DomainError('session-ended');
  requireGoodPassword(input.new_password, 'new_password', user.email_key);
  const identityId = user.identity_id;
  const identity = identityId ? await ctx.database.shared.read((db) => findIdentity(db, identityId)) : null;
  const caller = callerOf(tenant, from.address);
  if (!(await passwordMatches(identity?.password_hash ?? user.password_hash, input.old_password, caller))) {
    throw new DomainError(
      'old-password-wrong',
      {},
      { fields: [{ field: 'old_password', code: 'old-password-wrong' }] },
    );
  }
  const hash = await hashPassword(input.new_password, caller);
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    await revokeSessionsOf(db, actor.userId, from.now);
    await setPasswordOf(db, asShared, {
      tenant,
      userId: user.id,
      identityId,
      email: user.email_key,
      hash,
      universal,
      proved: false,
      now: from.now,
    });
    await mailLater(db, 'password-changed', user.id, { at: from.now.toISOString() });
    return sessions.start(db, tenant, actor.userId, from);
  });
}
