import { DomainError } from '@backlot/contracts';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { mailLater } from '../../../mail/mail-later.ts';
import { revokeSessionsOf, type UserRow } from '../../../session/session-rows.ts';
import type { Sessions } from '../../../session/sessions.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { claimAddress } from '../claim-address.ts';
import { readDevices } from '../login/known-devices.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import type { Guard } from '../people/person-guard.ts';
import type { RegisterFrom } from '../register.ts';
import { findLink, useLink, type Link } from './reset-link-rows.ts';
import { setPasswordOf } from './set-password.ts';
import { callerOf } from '../login/caller.ts';
import { findUser, findUserByEmail } from '../people/user-rows.ts';
import type { TenantDb } from '@backlot/database';

export interface ResetFrom extends RegisterFrom {
  readonly actor: Actor | null;
}

/** Whether a link is good, and whether a card's last digits are asked for: the account was paid with, by who knows whom. */
export async function checkLink(
  ctx: AppContext,
  tenant: Tenant,
  token: string,
  from: ResetFrom,
): Promise<{ valid: boolean; asks_for_card: boolean }> {
  const link = await findLink(ctx, tenant, token, from.now);
  if (link === null) return { valid: false, asks_for_card: false };
  return ctx.database.tenants.read(tenant, async (db) => {
    const user = await holderOf(db, link);
    return {
      valid: true,
      asks_for_card:
        user !== null &&
        user.email_proved_at === null &&
        !isThisBrowser(ctx, tenant, user, from) &&
        (await ctx.payments.hasCard(db, user.id)),
    };
  });
}

/**
 * Sets a new password. The link proved the mailbox: the address is this person's from now on (`claimAddress`), the account
 * joins the identity of its address where universal login is on (DECISIONS 11), and every other session of both ends.
 * @throws `invalid-token`, `card-digits-wrong`, `password-too-short`, `password-too-long`, `password-like-email`
 */
export async function resetPassword(
  ctx: AppContext,
  sessions: Sessions,
  guard: Guard,
  tenant: Tenant,
  input: { token: string; password: string; card_last4?: string },
  from: ResetFrom,
) {
  requireGoodPassword(input.password, 'password');
  const link = await findLink(ctx, tenant, input.token, from.now);
  if (link === null) throw new DomainError('invalid-token');
  const hash = await hashPassword(input.password, callerOf(tenant, from.address));
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  const mayTryDigits = await countDigits(ctx, guard, tenant, link, input.card_last4, from);
  return ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
    const email = await useLink(db, asShared, link, from.now);
    const user = await holderOf(db, link);
    if (email === null || (user !== null && user.status !== 'active')) throw new DomainError('invalid-token');
    requireGoodPassword(input.password, 'password', email);
    const isSamePerson =
      user !== null &&
      (isThisBrowser(ctx, tenant, user, from) || (await knowsCard(ctx, db, user, input.card_last4, mayTryDigits)));
    const { userId, kept } = await claimAddress(ctx, db, asShared, {
      tenant,
      user,
      email,
      isSamePerson,
      hash,
      language: from.language,
      now: from.now,
    });
    await revokeSessionsOf(db, userId, from.now);
    const identityId = kept?.identity_id ?? null;
    const sites = await setPasswordOf(db, asShared, {
      tenant,
      userId,
      identityId,
      email,
      hash,
      universal,
      proved: true,
      now: from.now,
    });
    await mailLater(db, 'password-changed', userId, { at: from.now.toISOString() });
    const session = await sessions.start(db, tenant, userId, from);
    return {
      ...session,
      userId,
      newUser: (kept?.first_subscribed_at ?? null) === null && (kept?.role ?? 'user') === 'user',
      sites,
    };
  });
}

/** Who has the address here now: a link outlives an account that lost it. */
const holderOf = async (db: TenantDb, link: Link): Promise<UserRow | null> => {
  if (link.kind === 'offer') return findUserByEmail(db, link.identity.email);
  const user = await findUser(db, link.userId);
  return user === null || user.former_email_key === null ? user : findUserByEmail(db, user.former_email_key);
};

const isThisBrowser = (
  ctx: AppContext,
  tenant: Tenant,
  user: UserRow,
  { actor, deviceCookie, now }: ResetFrom,
): boolean =>
  actor?.userId === user.id || readDevices(ctx, tenant, deviceCookie, now).some(({ userId }) => userId === user.id);

/** Whether digits may be tried that somebody sent for an account that asks for them; counted while no connection is lent. */
async function countDigits(
  ctx: AppContext,
  guard: Guard,
  tenant: Tenant,
  link: Link,
  last4: string | undefined,
  from: ResetFrom,
): Promise<boolean> {
  if (last4 === undefined) return true;
  const user = await ctx.database.tenants.read(tenant, (db) => holderOf(db, link));
  if (user === null || user.email_proved_at !== null || isThisBrowser(ctx, tenant, user, from)) return true;
  return guard.takeDigits(user.id);
}

async function knowsCard(
  { payments }: AppContext,
  db: TenantDb,
  user: UserRow,
  last4: string | undefined,
  mayTry: boolean,
): Promise<boolean> {
  if (last4 === undefined || user.email_proved_at !== null) return false;
  if (!mayTry) throw new DomainError('too-many-requests', {}, { retryAfterSeconds: 3_600 });
  if (await payments.hasCard(db, user.id, last4)) return true;
  throw new DomainError('card-digits-wrong', {}, { fields: [{ field: 'card_last4', code: 'card-digits-wrong' }] });
}
