import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../session/sessions.ts';
import { revokeSessionsOf } from '../../session/session-rows.ts';
import type { Tenant } from '../../tenant.ts';
import { findIdentity, setIdentityPassword } from './identity-rows.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.ts';
import { findUser, setOwnPassword } from './user-rows.ts';

/**
 * Changes the password of whoever knows the old one and starts a session anew.
 * @throws `old-password-wrong`, `password-too-short`, `password-too-long`
 */
export async function changePassword(ctx: AppContext, sessions: Sessions, tenant: Tenant, actor: Actor, input: { old_password: string; new_password: string }, from: { address: string; userAgent: string; now: Date }) {
  requireGoodPassword(input.new_password);
  const user = await ctx.database.tenants.read(tenant, (db) => findUser(db, actor.userId));
  const identityId = user?.identity_id ?? null;
  const identity = identityId ? await ctx.database.shared.read((db) => findIdentity(db, identityId)) : null;
  if (!await passwordMatches(identity?.password_hash ?? user?.password_hash, input.old_password)) {
    throw new DomainError('old-password-wrong', {}, { fields: [{ field: 'old_password', code: 'old-password-wrong' }] });
  }
  const hash = await hashPassword(input.new_password);
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    await revokeSessionsOf(db, actor.userId, from.now);
    if (identityId) await asShared((shared) => setIdentityPassword(shared, identityId, { hash, now: from.now, proved: false }));
    else await setOwnPassword(db, actor.userId, hash, from.now);
    return sessions.start(db, tenant, actor.userId, from);
  });
}
