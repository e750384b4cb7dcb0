import type { AppContext } from '../context.ts';
import type { Tenant } from '../sites/tenant.ts';

export interface RecaptchaKeys {
  readonly siteKey: string;
  readonly secret: string;
}

/** A site's own keys, or null: then the check is a proof of work. */
export async function recaptchaKeysOf(ctx: AppContext, tenant: Tenant): Promise<RecaptchaKeys | null> {
  const settings = await ctx.settings.of(tenant);
  const sealed: unknown = settings.recaptcha_secret_key;
  if (!settings.is_recaptcha_enabled || !settings.recaptcha_site_key) return null;
  const secret =
    typeof sealed === 'object' && sealed !== null && 'sealed' in sealed
      ? ctx.secrets.unseal(String(sealed.sealed))
      : '';
  return secret ? { siteKey: settings.recaptcha_site_key, secret } : null;
}

const PATIENCE_MS = 4_000;

/** Asks the provider about a visitor's token. `unknown`: it did not answer, or does not know our key. */
export async function acceptsToken(
  ctx: AppContext,
  secret: string,
  token: string,
  address: string,
): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const response = await fetch(`${ctx.config.recaptchaUrl}/api/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = (await response.json()) as { success?: unknown; 'error-codes'?: unknown };
    if (answer.success === true) return 'yes';
    const codes = Array.isArray(answer['error-codes']) ? answer['error-codes'].map(String) : [];
    return response.ok && !codes.some((code) => code.endsWith('input-secret')) ? 'no' : 'unknown';
  } catch (error) {
    ctx.log.warn({ err: error }, 'the human check could not be verified');
    return 'unknown';
  }
}
