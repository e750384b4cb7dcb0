import { DomainError, type BodyOf } from '@backlot/contracts';
import type { login as loginCall } from '@backlot/contracts/accounts';
import type { IdentityRow } from '@backlot/database';
import type { AppContext } from '../../../context.ts';
import type { UserRow } from '../../../session/session-rows.ts';
import type { Sessions } from '../../../session/sessions.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { claimAddress } from '../claim-address.ts';
import { deviceOf } from './device-of.ts';
import { emailKey } from '../emails.ts';
import { countSites, findIdentity, findIdentityByEmail, linkIdentity } from '../people/identity-rows.ts';
import { offerLoginLater } from './offer-login.ts';
import { passwordMatches } from '../password/passwords.ts';
import type { Guard } from '../people/person-guard.ts';
import type { RegisterFrom } from '../register.ts';
import type { JoinQuestion, StartedSession } from './started-session.ts';
import { callerOf } from './caller.ts';
import { findUserByEmail, findUserByFormerEmail, joinIdentity } from '../people/user-rows.ts';

/**
 * Starts a session. On a site where an identity has no account yet its password leads to one confirming click, once its
 * mailbox is proved (DECISIONS 53); anything else, whatever is wrong, is the same refusal after the same work.
 * @throws `login-default`, `human-check`, `too-many-requests`
 */
export async function login(
  ctx: AppContext,
  sessions: Sessions,
  guard: Guard,
  tenant: Tenant,
  input: BodyOf<typeof loginCall>,
  from: RegisterFrom,
): Promise<StartedSession | JoinQuestion> {
  const key = emailKey(input.email);
  const device = await deviceOf(ctx, tenant, key, from);
  const wasNoGuess = await guard.enter({
    tenant,
    act: 'login',
    account: key,
    address: from.address,
    device,
    humanCheck: input.human_check,
  });
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  const { user, former } = await ctx.database.tenants.read(tenant, async (db) => ({
    user: await findUserByEmail(db, key),
    former: await findUserByFormerEmail(db, key),
  }));
  const identity = await ctx.database.shared.read((db) =>
    user?.identity_id ? findIdentity(db, user.identity_id) : findIdentityByEmail(db, key),
  );
  const found: Found = { user, former, identity, universal };
  const caller = callerOf(tenant, from.address);
  // Two comparisons whatever there is, so that time tells nothing.
  const [firstMatches, secondMatches] = await Promise.all([
    passwordMatches(firstHash(found), input.password, caller),
    passwordMatches(secondHash(found), input.password, caller),
  ]);
  const account = firstMatches ? user : secondMatches && former !== null ? former : null;
  if (account?.status === 'active') {
    await wasNoGuess();
    // Only now, after the right password for this site, and to whoever showed that the mailbox is theirs.
    const showMergePopup = account === user && former === null && secondMatches && user.email_proved_at !== null;
    return startForUser(ctx, sessions, tenant, account, { showMergePopup, from });
  }
  const isOwner =
    secondMatches && former === null && (user === null || (user.email_proved_at === null && user.status === 'active'));
  if (isOwner && (await mayReach(ctx, tenant, identity))) {
    await wasNoGuess();
    if (!input.join) return { token: null, userId: null, newUser: true, showMergePopup: false, joinRequired: true };
    return joinSite(ctx, sessions, tenant, { identity: identity!, user, from });
  }
  const wantsProof = isOwner && identity!.proved_at === null;
  // Counted for a name that is no address where no mail follows, so that time tells nothing.
  const mayMail = (await guard.takeMail(wantsProof ? key : `no mail to ${key}`)) !== null;
  await offerLoginLater(ctx, tenant, { key, language: from.language, isOwner: wantsProof && mayMail });
  throw new DomainError('login-default');
}

interface Found {
  readonly user: UserRow | null;
  readonly former: UserRow | null;
  readonly identity: IdentityRow | null;
  readonly universal: boolean;
}

/** Of the account that has this address here. */
const firstHash = ({ user, identity }: Found): string | null =>
  (user === null ? null : user.identity_id ? identity?.password_hash : user.password_hash) ?? null;

/** Of an account that was opened with this address and lost it; else the identity's, where this site may learn of it. */
function secondHash({ user, former, identity, universal }: Found): string | null {
  if (former !== null) return former.password_hash;
  if (!universal || identity === null || user?.identity_id) return null;
  return user === null || identity.proved_at !== null ? identity.password_hash : null;
}

/** A proved identity that has an account on another site where universal login is on (DECISIONS 11, 53). */
async function mayReach(ctx: AppContext, tenant: Tenant, identity: IdentityRow | null): Promise<boolean> {
  if (identity === null || identity.proved_at === null) return false;
  return (await ctx.database.shared.read((db) => countSites(db, identity.id, tenant.id))) > 0;
}

async function startForUser(
  ctx: AppContext,
  sessions: Sessions,
  tenant: Tenant,
  user: UserRow,
  { showMergePopup, from }: { showMergePopup: boolean; from: RegisterFrom },
): Promise<StartedSession> {
  const session = await ctx.database.tenants.write(tenant, (db) => sessions.start(db, tenant, user.id, from));
  return {
    ...session,
    userId: user.id,
    newUser: user.first_subscribed_at === null && user.role === 'user',
    joinRequired: false,
    showMergePopup,
  };
}

/** An account that somebody opened here with the address of a proved mailbox makes room. */
async function joinSite(
  ctx: AppContext,
  sessions: Sessions,
  tenant: Tenant,
  { identity, user, from }: { identity: IdentityRow; user: UserRow | null; from: RegisterFrom },
): Promise<StartedSession> {
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    const { userId } = await claimAddress(ctx, db, asShared, {
      tenant,
      user,
      email: identity.email,
      isSamePerson: false,
      hash: identity.password_hash!,
      language: from.language,
      now: from.now,
    });
    await joinIdentity(db, userId, identity.id, from.now);
    await asShared((shared) =>
      linkIdentity(shared, { identityId: identity.id, tenantId: tenant.id, userId, now: from.now }),
    );
    const session = await sessions.start(db, tenant, userId, from);
    return { ...session, userId, newUser: true, showMergePopup: false, joinRequired: false };
  });
}
