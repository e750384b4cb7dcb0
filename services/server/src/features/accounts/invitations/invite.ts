import type { StoredRole } from '@backlot/contracts';
import { emailError, normaliseEmail } from '@backlot/domain/people/email';
import { dayMs } from '@backlot/domain/formats/when';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { OperatorError } from '../../../process/operator-error.ts';
import { siteAddress } from '../../../sites/site-address.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { sendMail } from '../mails.ts';
import { findUserByEmail } from '../people/user-rows.ts';
import { invitationToken } from './invitation-links.ts';
import { hasCreator, insertInvitation, markMailed, withdrawInvitations } from './invitation-rows.ts';

/** Days in which the link works. */
export const INVITATION_DAYS = 7;

/** All that somebody can be invited to; fans register by themselves. */
export const invitedRoles = [
  'model',
  'admin',
  'sub_admin',
  'content_manager',
  'live_stream_manager',
  'support',
] as const satisfies readonly StoredRole[];

export interface Invited {
  readonly link: string;
  /** Null: it was mailed. Else why not, and whoever runs this hands the link over. */
  readonly notMailed: string | null;
}

/**
 * Invites one person to a site, as its creator or its staff; an earlier invitation of the address ends.
 * @throws an OperatorError for what is no address or role, and for a second creator
 */
export async function invite(
  ctx: AppContext,
  tenant: Tenant,
  { email, role }: { email: string; role: string },
): Promise<Invited> {
  if (emailError(email) !== null) throw new OperatorError(`'${email}' is no email address.`);
  if (!isInvitedRole(role))
    throw new OperatorError(`There is no role '${role}'. There are: ${invitedRoles.join(', ')}.`);
  const [id, now, key] = [v7(), ctx.clock.now(), normaliseEmail(email)];
  await ctx.database.tenants.write(tenant, async (db) => {
    if (role === 'model' && (await hasCreator(db)))
      throw new OperatorError(
        `${tenant.slug} has its creator already. Others join as staff, with --role admin or the like.`,
      );
    const known = await findUserByEmail(db, key);
    if (known?.role === role) throw new OperatorError(`${email} is ${role} of ${tenant.slug} already.`);
    await withdrawInvitations(db, key, now);
    await insertInvitation(db, {
      id,
      email: email.trim(),
      email_key: key,
      role,
      created_at: now,
      expires_at: new Date(now.getTime() + INVITATION_DAYS * dayMs),
    });
  });
  const token = await invitationToken(ctx.secrets, tenant, id);
  const link = `${siteAddress(ctx.config, tenant)}/invitation/${token}`;
  const notMailed = await mail(ctx, tenant, { id, email: email.trim(), role, token });
  if (notMailed === null) await ctx.database.tenants.write(tenant, (db) => markMailed(db, id, now));
  return { link, notMailed };
}

async function mail(
  ctx: AppContext,
  tenant: Tenant,
  { id, email, role, token }: { id: string; email: string; role: string; token: string },
): Promise<string | null> {
  try {
    await sendMail(ctx, tenant, await ctx.settings.of(tenant), {
      id: `invitation-${id}`,
      to: email,
      name: '',
      isProved: false,
      language: tenant.locale,
      kind: 'invitation',
      params: { token, role, days: INVITATION_DAYS },
      base: siteAddress(ctx.config, tenant),
    });
  } catch (error) {
    return `The mail server refused it: ${(error as Error).message}`;
  }
  return ctx.config.smtpUrl === null ? 'No mail server is set (SMTP_URL)' : null;
}

const isInvitedRole = (role: string): role is (typeof invitedRoles)[number] =>
  (invitedRoles as readonly string[]).includes(role);
