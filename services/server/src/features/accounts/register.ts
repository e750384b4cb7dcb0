import { DomainError } from '@backlot/contracts';
import type { BodyOf } from '@backlot/contracts';
import type { register as registerCall } from '@backlot/contracts/accounts';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Tenant } from '../../tenant.ts';
import { requireEmail } from './emails.ts';
import { findIdentityByEmail, insertIdentity, linkIdentity } from './identity-rows.ts';
import { mailLater } from '../../mail-later.ts';
import { nameFrom } from './names.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from './passwords.ts';
import type { StartedSession } from './started-session.ts';
import { findUserByEmail, insertUser } from './user-rows.ts';

export interface RegisterFrom { address: string; userAgent: string; language: string; now: Date }

/**
 * Creates an account on this site (DECISIONS 11). With universal login on it
 * joins the identity of its address when that identity's password matches,
 * makes one when there is none, and otherwise keeps a password of its own
 * that sees this site only. The answer and its time tell no difference.
 * @throws `email-taken` for an account on this very site, `card-email-invalid`, `password-too-short`, `password-too-long`
 */
export async function register(ctx: AppContext, sessions: Sessions, tenant: Tenant, input: BodyOf<typeof registerCall>, from: RegisterFrom): Promise<StartedSession> {
  const { email, key } = requireEmail(input.email);
  requireGoodPassword(input.password);
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  // argon2 works outside any transaction: a lent connection is dearer than a thread.
  const identity = await ctx.database.shared.read((db) => findIdentityByEmail(db, key));
  const [joins, hash] = await Promise.all([passwordMatches(universal ? identity?.password_hash : null, input.password), hashPassword(input.password)]);

  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    if (await findUserByEmail(db, key)) throw new DomainError('email-taken', {}, { fields: [{ field: 'email', code: 'email-taken' }] });
    const userId = v7();
    let identityId = joins && identity ? identity.id : null;
    if (universal && identity === null) {
      const fresh = v7();
      const made = await asShared((shared) => insertIdentity(shared, { id: fresh, email: key, password_hash: hash, password_changed_at: from.now, created_at: from.now }));
      identityId = made ? fresh : null;
    }
    const isNew = await insertUser(db, {
      id: userId, identity_id: identityId, email, email_key: key, name: nameFrom(input.name, email), role: 'user',
      password_hash: identityId === null ? hash : null, language: from.language, utm: input.utm ?? null, created_at: from.now,
    });
    if (!isNew) throw new DomainError('email-taken', {}, { fields: [{ field: 'email', code: 'email-taken' }] });
    if (identityId !== null) {
      const id = identityId;
      await asShared((shared) => linkIdentity(shared, { identityId: id, tenantId: tenant.id, userId, now: from.now }));
    }
    await mailLater(db, 'welcome', userId);
    const session = await sessions.start(db, tenant, userId, from);
    return { ...session, userId, newUser: true, showMergePopup: false, joinRequired: false };
  });
}
