import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../secrets.ts';
import type { Tenant } from '../../tenant.ts';

/** A reset link's token: the reset's id and a seal over it, so that nothing stored can be used. */
export async function resetToken(secrets: Secrets, tenant: Tenant, resetId: string): Promise<string> {
  return `${resetId}.${await seal(secrets, tenant, resetId)}`;
}

/** The reset's id, or null for a token that is not ours or of another site. */
export async function resetIdOf(secrets: Secrets, tenant: Tenant, token: string): Promise<string | null> {
  const [id = '', given = '', more] = token.split('.');
  if (more !== undefined || !/^[0-9a-f-]{36}$/.test(id)) return null;
  const wanted = Buffer.from(await seal(secrets, tenant, id));
  const got = Buffer.from(given);
  return wanted.length === got.length && timingSafeEqual(wanted, got) ? id : null;
}

async function seal(secrets: Secrets, tenant: Tenant, id: string): Promise<string> {
  return createHmac('sha256', await secrets.get('password-reset-key')).update(`${tenant.id}:${id}`).digest('base64url');
}
