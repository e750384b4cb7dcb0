import { DomainError } from '@backlot/contracts';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../session/sessions.ts';
import { revokeSessionsOf } from '../../session/session-rows.ts';
import type { Tenant } from '../../tenant.ts';
import { countSites, findIdentityByEmail, insertIdentity, linkIdentity, setIdentityPassword } from './identity-rows.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { resetIdOf } from './reset-links.ts';
import { findUser, joinIdentity, setOwnPassword } from './user-rows.ts';

export const isResetOpen = async (ctx: AppContext, tenant: Tenant, token: string, now: Date): Promise<boolean> => {
  const id = await resetIdOf(ctx.secrets, tenant, token);
  if (id === null) return false;
  const row = await ctx.database.tenants.read(tenant, (db) =>
    db('password_resets').where({ id }).whereNull('used_at').where('expires_at', '>', now).first('id'));
  return row !== undefined;
};

/**
 * Sets a new password. The link proved the mailbox, so an account of its own
 * joins the identity of its address here (DECISIONS 11), and every other
 * session ends, on all sites.
 * @throws `invalid-token`, `password-too-short`, `password-too-long`
 */
export async function resetPassword(ctx: AppContext, sessions: Sessions, tenant: Tenant, input: { token: string; password: string }, from: { address: string; userAgent: string; now: Date }) {
  requireGoodPassword(input.password);
  const id = await resetIdOf(ctx.secrets, tenant, input.token);
  if (id === null) throw new DomainError('invalid-token');
  const hash = await hashPassword(input.password);
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    // The update is the lock: of two clicks at once one finds the link used.
    const [used] = await db('password_resets').where({ id }).whereNull('used_at').where('expires_at', '>', from.now)
      .update({ used_at: from.now }).returning('user_id');
    const user = used ? await findUser(db, used.user_id) : null;
    if (user === null || user.status !== 'active') throw new DomainError('invalid-token');
    await db('password_resets').where({ user_id: user.id }).whereNull('used_at').update({ used_at: from.now });
    await revokeSessionsOf(db, user.id, from.now);
    let sites = 1;
    if (universal || user.identity_id !== null) {
      const identityId = await asShared(async (shared) => {
        let target = user.identity_id;
        if (target === null) {
          // Another site may be first with this address at this very moment.
          await insertIdentity(shared, { id: v7(), email: user.email_key, password_hash: hash, password_changed_at: from.now, created_at: from.now });
          target = (await findIdentityByEmail(shared, user.email_key))!.id;
          await linkIdentity(shared, { identityId: target, tenantId: tenant.id, userId: user.id, now: from.now });
        }
        await setIdentityPassword(shared, target, { hash, now: from.now, proved: true });
        sites = await countSites(shared, target);
        return target;
      });
      if (user.identity_id === null) await joinIdentity(db, user.id, identityId, from.now);
    } else {
      await setOwnPassword(db, user.id, hash, from.now);
    }
    const session = await sessions.start(db, tenant, user.id, from);
    return { ...session, user, sites };
  });
}
