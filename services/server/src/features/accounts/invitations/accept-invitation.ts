import { DomainError, type BodyOf, type StoredRole } from '@backlot/contracts';
import type { acceptInvitation as acceptCall } from '@backlot/contracts/invitations';
import type { IdentityRow, TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import type { Sessions } from '../../../session/sessions.ts';
import { revokeSessionsOf, type UserRow } from '../../../session/session-rows.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { saveSettings } from '../../../sites/settings.ts';
import {
  findIdentity,
  findIdentityByEmail,
  insertIdentity,
  linkIdentity,
  proveIdentity,
} from '../people/identity-rows.ts';
import { hashPassword, passwordMatches, requireGoodPassword } from '../password/passwords.ts';
import type { RegisterFrom } from '../register.ts';
import { callerOf } from '../login/caller.ts';
import type { Caller } from '../login/fair-semaphore.ts';
import { findUserByEmail, insertUser, setEmailProved } from '../people/user-rows.ts';
import { invitationIdOf } from './invitation-links.ts';
import {
  findOpenInvitation,
  hasCreator,
  lockCreator,
  nameInvited,
  setRole,
  takeInvitation,
  type InvitationRow,
} from './invitation-rows.ts';

/** @throws `invitation-over` */
export async function checkInvitation(
  ctx: AppContext,
  tenant: Tenant,
  token: string,
  now: Date,
): Promise<{ email: string; role: StoredRole; hasAccount: boolean }> {
  const invitation = await getInvitation(ctx, tenant, token, now);
  const user = await ctx.database.tenants.read(tenant, (db) => findUserByEmail(db, invitation.email_key));
  return { email: invitation.email, role: invitation.role, hasAccount: user !== null };
}

/**
 * Whoever has an account on this site accepts with its password; for anybody else one is made, as registering would:
 * it joins an identity of the address only when that one's password was given, and else keeps a password of its own.
 * @throws `invitation-over`, `creator-exists`, `login-default` for a wrong password, `name-required`, `password-too-short`, `password-too-long`,
 * `password-like-email`
 */
export async function acceptInvitation(
  ctx: AppContext,
  sessions: Sessions,
  tenant: Tenant,
  input: BodyOf<typeof acceptCall>,
  from: RegisterFrom,
) {
  const { id, email_key: key, mailed_at: mailedAt, role } = await getInvitation(ctx, tenant, input.token, from.now);
  const user = await ctx.database.tenants.read(tenant, (db) => findUserByEmail(db, key));
  const identity = await ctx.database.shared.read((db) =>
    user?.identity_id ? findIdentity(db, user.identity_id) : findIdentityByEmail(db, key),
  );
  const caller = callerOf(tenant, from.address);
  const identityMatches = await passwordMatches(identity?.password_hash, input.password, caller);
  const matches =
    user !== null &&
    (user.identity_id ? identityMatches : await passwordMatches(user.password_hash, input.password, caller));
  if (user && (!matches || user.status !== 'active')) throw new DomainError('login-default');
  const made = user
    ? null
    : await newAccount(ctx, tenant, input, caller, { key, identity, identityMatches, isProved: mailedAt !== null });
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    if (role === 'model') await lockCreator(db, tenant.id);
    const invitation = await takeInvitation(db, id, from.now);
    if (invitation === null) throw new DomainError('invitation-over');
    if (invitation.role === 'model' && (await hasCreator(db))) throw new DomainError('creator-exists');
    let userId = user?.id ?? null;
    if (user) {
      await revokeSessionsOf(db, user.id, from.now);
      await setRole(db, user.id, invitation.role);
      // The mailbox and the password at once: nobody else can claim the address, and the role with it, any more.
      if (mailedAt !== null && user.email_proved_at === null) await setEmailProved(db, user.id, { now: from.now });
    } else if (made) {
      userId = v7();
      let { identityId } = made;
      if (made.isIdentityNew) {
        const fresh = v7();
        const isFirst = await asShared((shared) =>
          insertIdentity(shared, {
            id: fresh,
            email: key,
            password_hash: made.hash,
            password_changed_at: from.now,
            created_at: from.now,
          }),
        );
        identityId = isFirst ? fresh : null;
      }
      await addUser(
        db,
        { id: userId, identityId, invitation, name: made.name, hash: made.hash, isProved: made.isProved },
        from,
      );
      const joined = identityId;
      if (joined !== null)
        await asShared(async (shared) => {
          // The link in the mail proved it, also where nobody had (DECISIONS 53).
          if (made.isProved) await proveIdentity(shared, joined, from.now);
          await linkIdentity(shared, { identityId: joined, tenantId: tenant.id, userId: userId!, now: from.now });
        });
    }
    await nameInvited(db, id, userId!);
    if (invitation.role === 'model')
      await saveSettings(
        db,
        await creatorSettings(ctx, tenant, userId!, made?.name ?? user?.name ?? ''),
        null,
        from.now,
      );
    return { ...(await sessions.start(db, tenant, userId!, from)), userId: userId!, role: invitation.role };
  });
}

async function getInvitation(ctx: AppContext, tenant: Tenant, token: string, now: Date): Promise<InvitationRow> {
  const id = await invitationIdOf(ctx.secrets, tenant, token);
  const found = id === null ? null : await ctx.database.tenants.read(tenant, (db) => findOpenInvitation(db, id, now));
  if (found === null) throw new DomainError('invitation-over');
  return found;
}

/** Everything slow about a new account, before the transaction. */
async function newAccount(
  ctx: AppContext,
  tenant: Tenant,
  input: BodyOf<typeof acceptCall>,
  caller: Caller,
  known: { key: string; identity: IdentityRow | null; identityMatches: boolean; isProved: boolean },
) {
  const name = (input.name ?? '').trim().replace(/\s+/g, ' ');
  if (name === '') throw new DomainError('name-required', {}, { fields: [{ field: 'name', code: 'name-required' }] });
  requireGoodPassword(input.password, 'password', known.key);
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  const { identity, identityMatches, isProved } = known;
  // An identity whose mailbox nobody proved reaches no further site (DECISIONS 53).
  const joins = universal && identity !== null && identityMatches && (identity.proved_at !== null || isProved);
  return {
    name,
    hash: await hashPassword(input.password, caller),
    isProved,
    identityId: joins ? identity.id : null,
    isIdentityNew: universal && identity === null,
  };
}

async function addUser(
  db: TenantDb,
  made: {
    id: string;
    identityId: string | null;
    invitation: InvitationRow;
    name: string;
    hash: string;
    isProved: boolean;
  },
  from: RegisterFrom,
): Promise<void> {
  const { invitation } = made;
  const row: Pick<UserRow, 'email' | 'email_key' | 'role'> = {
    email: invitation.email,
    email_key: invitation.email_key,
    role: invitation.role,
  };
  const isNew = await insertUser(db, {
    ...row,
    id: made.id,
    identity_id: made.identityId,
    name: made.name,
    password_hash: made.identityId === null ? made.hash : null,
    language: from.language,
    utm: null,
    created_at: from.now,
    email_proved_at: made.isProved ? from.now : null,
  });
  // Somebody registered with the address at this very moment: the next try asks for that account's password.
  if (!isNew) throw new DomainError('login-default');
}

/** The setting that says who the creator is, and their name where the site has none. */
async function creatorSettings(
  ctx: AppContext,
  tenant: Tenant,
  userId: string,
  name: string,
): Promise<Record<string, unknown>> {
  const { model_name: known } = await ctx.settings.of(tenant);
  return { model_id: userId, ...(known === '' && name !== '' ? { model_name: name.slice(0, 60) } : {}) };
}
