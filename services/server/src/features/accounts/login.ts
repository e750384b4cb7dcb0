import { DomainError, type BodyOf } from '@backlot/contracts';
import type { login as loginCall } from '@backlot/contracts/accounts';
import type { IdentityRow } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Tenant } from '../../tenant.ts';
import { emailKey } from './emails.ts';
import { countSites, findIdentity, findIdentityByEmail, linkIdentity } from './identity-rows.ts';
import { nameFrom } from './names.ts';
import { passwordMatches } from './passwords.ts';
import type { RegisterFrom } from './register.ts';
import type { JoinQuestion, StartedSession } from './started-session.ts';
import { findUserByEmail, insertUser } from './user-rows.ts';
import type { UserRow } from '../../session/session-rows.ts';

/**
 * Starts a session. On a site where the identity has no account yet its
 * password leads to one confirming click; anything else, whatever is wrong,
 * is the same refusal after the same work.
 * @throws `login-default`
 */
export async function login(ctx: AppContext, sessions: Sessions, tenant: Tenant, input: BodyOf<typeof loginCall>, from: RegisterFrom): Promise<StartedSession | JoinQuestion> {
  const key = emailKey(input.email);
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  const user = await ctx.database.tenants.read(tenant, (db) => findUserByEmail(db, key));
  const identity = await ctx.database.shared.read((db) =>
    user?.identity_id ? findIdentity(db, user.identity_id) : findIdentityByEmail(db, key));
  // Two comparisons whatever there is, so that time tells nothing.
  const [ownMatches, identityMatches] = await Promise.all([
    passwordMatches(user?.password_hash, input.password),
    passwordMatches(user?.identity_id || universal ? identity?.password_hash : null, input.password),
  ]);
  if (user) return startForUser(ctx, sessions, tenant, { user, identity, ownMatches, identityMatches, universal }, from);
  if (!identity || !identityMatches || !await hasSites(ctx, identity)) throw new DomainError('login-default');
  if (!input.join) return { token: null, userId: null, newUser: true, showMergePopup: false, joinRequired: true };
  return joinSite(ctx, sessions, tenant, identity, input.email.trim(), from);
}

interface Found { user: UserRow; identity: IdentityRow | null; ownMatches: boolean; identityMatches: boolean; universal: boolean }

async function startForUser(ctx: AppContext, sessions: Sessions, tenant: Tenant, found: Found, from: RegisterFrom): Promise<StartedSession> {
  const { user, identity, ownMatches, identityMatches, universal } = found;
  const matches = user.identity_id ? identityMatches : ownMatches;
  if (!matches || user.status !== 'active') throw new DomainError('login-default');
  const session = await ctx.database.tenants.write(tenant, (db) => sessions.start(db, tenant, user.id, from));
  return {
    ...session, userId: user.id, newUser: user.first_subscribed_at === null && user.role === 'user', joinRequired: false,
    // Only now, after the right password for this site.
    showMergePopup: universal && user.identity_id === null && identity !== null && identityMatches,
  };
}

const hasSites = async (ctx: AppContext, identity: IdentityRow): Promise<boolean> =>
  await ctx.database.shared.read((db) => countSites(db, identity.id)) > 0;

async function joinSite(ctx: AppContext, sessions: Sessions, tenant: Tenant, identity: IdentityRow, email: string, from: RegisterFrom): Promise<StartedSession> {
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    const userId = v7();
    const isNew = await insertUser(db, {
      id: userId, identity_id: identity.id, email, email_key: identity.email, name: nameFrom(undefined, email), role: 'user',
      password_hash: null, language: from.language, utm: null, created_at: from.now,
    });
    if (!isNew) throw new DomainError('login-default');
    await asShared((shared) => linkIdentity(shared, { identityId: identity.id, tenantId: tenant.id, userId, now: from.now }));
    const session = await sessions.start(db, tenant, userId, from);
    return { ...session, userId, newUser: true, showMergePopup: false, joinRequired: false };
  });
}
