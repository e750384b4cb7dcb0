import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../secrets.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/** A link's token: the invitation's id and a seal over it, so that nothing stored can be used. */
export const invitationToken = async (secrets: Secrets, tenant: Tenant, id: string): Promise<string> =>
  `${id}.${await seal(secrets, tenant, id)}`;

/** The invitation's id, or null for a token that is not ours or of another site. */
export async function invitationIdOf(secrets: Secrets, tenant: Tenant, token: string): Promise<string | null> {
  const [id = '', given = '', more] = token.split('.');
  if (more !== undefined || !/^[0-9a-f-]{36}$/.test(id)) return null;
  const [wanted, got] = [Buffer.from(await seal(secrets, tenant, id)), Buffer.from(given)];
  return wanted.length === got.length && timingSafeEqual(wanted, got) ? id : null;
}

const seal = async (secrets: Secrets, tenant: Tenant, id: string): Promise<string> =>
  createHmac('sha256', await secrets.get('invitation-key'))
    .update(`${tenant.id}:${id}`)
    .digest('base64url');
