import { DomainError, type BodyOf } from '@backlot/contracts';
import type { verifyRecaptcha as verifyCall } from '@backlot/contracts/accounts';
import type { AppContext } from '../../../context.ts';
import { acceptsToken, recaptchaKeysOf } from '../../../human-check/recaptcha.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/**
 * Asks the site's reCAPTCHA about a visitor's token, which is good for one question.
 * @throws `not-found` on a site without keys, `recaptcha-refused`, `provider-away` where it does not answer
 */
export async function verifyRecaptcha(
  ctx: AppContext,
  tenant: Tenant,
  { token, 'g-recaptcha-response': fromForm }: BodyOf<typeof verifyCall>,
  address: string,
): Promise<{ verified: true }> {
  const given = token ?? fromForm;
  if (given === undefined)
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'token', code: 'required' }] });
  const keys = await recaptchaKeysOf(ctx, tenant);
  if (keys === null) throw new DomainError('not-found');
  const accepted = await acceptsToken(ctx, keys.secret, given, address);
  if (accepted !== 'yes') throw new DomainError(accepted === 'no' ? 'recaptcha-refused' : 'provider-away');
  return { verified: true };
}
