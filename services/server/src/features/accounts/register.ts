import { DomainError } from '@backlot/contracts';
import type { BodyOf } from '@backlot/contracts';
import type { register as registerCall } from '@backlot/contracts/accounts';
import { v7 } from 'uuid';
import type { AppContext } from '../../context.ts';
import { mailLater } from '../../mail/mail-later.ts';
import type { Sessions } from '../../session/sessions.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { requireEmail } from './emails.ts';
import { insertIdentity } from './people/identity-rows.ts';
import { nameFrom } from './people/names.ts';
import { hashPassword, requireGoodPassword } from './password/passwords.ts';
import type { Guard } from './people/person-guard.ts';
import type { StartedSession } from './login/started-session.ts';
import { callerOf } from './login/caller.ts';
import { findUserByEmail, insertUser } from './people/user-rows.ts';

export interface RegisterFrom {
  address: string;
  userAgent: string;
  language: string;
  now: Date;
  deviceCookie: string | undefined;
}

/**
 * Creates an account on this site with a password of its own (DECISIONS 11, 53). It joins the identity of its address when
 * the mailbox has been proved, not before: so registering tells nothing of other sites, whatever password is tried. The
 * address gets one neutral mail without anything that was typed here.
 * @throws `email-taken` for an account on this very site, `card-email-invalid`, `password-too-short`, `password-too-long`,
 * `password-like-email`, `human-check`, `too-many-requests`
 */
export async function register(
  ctx: AppContext,
  sessions: Sessions,
  guard: Guard,
  tenant: Tenant,
  input: BodyOf<typeof registerCall>,
  from: RegisterFrom,
): Promise<StartedSession> {
  const { email, key } = requireEmail(input.email);
  requireGoodPassword(input.password, 'password', key);
  await guard.enter({
    tenant,
    act: 'register',
    account: key,
    address: from.address,
    device: null,
    humanCheck: input.human_check,
  });
  const { is_universal_login_enabled: universal } = await ctx.settings.of(tenant);
  // argon2 works outside any transaction: a lent connection is dearer than a thread.
  const hash = await hashPassword(input.password, callerOf(tenant, from.address));

  // Counted while no connection is lent.
  const welcome = await guard.takeMail(key);
  try {
    return await ctx.database.tenants.writeWithShared(tenant, async (db, asShared) => {
      if (await findUserByEmail(db, key))
        throw new DomainError('email-taken', {}, { fields: [{ field: 'email', code: 'email-taken' }] });
      const userId = v7();
      const isNew = await insertUser(db, {
        id: userId,
        identity_id: null,
        email,
        email_key: key,
        name: nameFrom(input.name),
        role: 'user',
        password_hash: hash,
        language: from.language,
        utm: input.utm ?? null,
        created_at: from.now,
      });
      if (!isNew) throw new DomainError('email-taken', {}, { fields: [{ field: 'email', code: 'email-taken' }] });
      // Unproved and no site's: a login elsewhere with this password is answered by a mail that offers the way.
      if (universal)
        await asShared((shared) =>
          insertIdentity(shared, {
            id: v7(),
            email: key,
            password_hash: hash,
            password_changed_at: from.now,
            created_at: from.now,
          }),
        );
      if (welcome !== null) await mailLater(db, 'welcome', userId);
      const session = await sessions.start(db, tenant, userId, from);
      return { ...session, userId, newUser: true, showMergePopup: false, joinRequired: false };
    });
  } catch (error) {
    // What went wrong is the answer, not that the count could not be taken back.
    await welcome?.().catch((failure: unknown) => ctx.log.error({ err: failure }, 'a mail stays counted'));
    throw error;
  }
}
