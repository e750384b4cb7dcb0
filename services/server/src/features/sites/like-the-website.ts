import { DomainError, type BodyOf } from '@backlot/contracts';
import type { likeTheWebsite as likeCall } from '@backlot/contracts/sites';
import { emailError } from '@backlot/domain/people/email';
import type { AppContext } from '../../context.ts';
import { mailLater } from '../../mail/mail-later.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { listCreatorIds } from '../accounts/index.ts';

/**
 * Mails a visitor's message to the creator; the visitor's own address gets nothing.
 * @throws `not-found` while the form is off; `card-email-invalid`; `invalid-request` for a message of blanks
 */
export async function likeTheWebsite(
  ctx: AppContext,
  tenant: Tenant,
  input: BodyOf<typeof likeCall>,
  now: Date,
): Promise<void> {
  const settings = await ctx.settings.of(tenant);
  if (!settings.show_like_the_website_form) throw new DomainError('not-found');
  if (emailError(input.email) !== null) throw new DomainError('card-email-invalid');
  const message = input.message.trim();
  if (message === '')
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'message', code: 'required' }] });
  await ctx.database.tenants.write(tenant, async (db) => {
    const params = {
      from: input.name?.trim() || input.email.trim(),
      email: input.email.trim(),
      message,
      at: now.toISOString(),
    };
    for (const creator of await listCreatorIds(db)) await mailLater(db, 'like-the-website', creator, params);
  });
}
