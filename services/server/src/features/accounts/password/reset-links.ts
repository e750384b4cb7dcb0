import type { IdentityRow } from '@backlot/database';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../secrets.ts';
import type { Tenant } from '../../../sites/tenant.ts';

/** A reset link's token: the reset's id and a seal over it, so that nothing stored can be used. */
export async function resetToken(secrets: Secrets, tenant: Tenant, resetId: string): Promise<string> {
  return `${resetId}.${await seal(secrets, tenant, resetId)}`;
}

/** The reset's id, or null for a token that is not ours or of another site. */
export async function resetIdOf(secrets: Secrets, tenant: Tenant, token: string): Promise<string | null> {
  const [id = '', given = '', more] = token.split('.');
  if (more !== undefined || !/^[0-9a-f-]{36}$/.test(id)) return null;
  return isEqual(await seal(secrets, tenant, id), given) ? id : null;
}

async function seal(secrets: Secrets, tenant: Tenant, id: string): Promise<string> {
  return createHmac('sha256', await secrets.get('password-reset-key'))
    .update(`${tenant.id}:${id}`)
    .digest('base64url');
}

type Offered = Pick<IdentityRow, 'id' | 'password_hash'>;

/** The link of an offer to use a login on this site too. It is over with the identity's password, so it works once. */
export function offerToken(secrets: Secrets, tenant: Tenant, identity: Offered, expiresAt: number): string {
  const end = expiresAt.toString(36);
  return `${identity.id}.${end}.${offerSeal(secrets, tenant, identity, end)}`;
}

/** Whose offer a token may be; `isOfferOpen` says whether it is. */
export const offeredIdentityOf = (token: string): string | null =>
  /^([0-9a-f-]{36})\.[0-9a-z]{8,10}\.[\w-]{43}$/.exec(token)?.[1] ?? null;

export function isOfferOpen(secrets: Secrets, tenant: Tenant, identity: Offered, token: string, now: Date): boolean {
  const [, end = '', given = ''] = token.split('.');
  return isEqual(offerSeal(secrets, tenant, identity, end), given) && Number.parseInt(end, 36) > now.getTime();
}

const offerSeal = (secrets: Secrets, tenant: Tenant, { id, password_hash: hash }: Offered, end: string): string =>
  secrets.hmac('login-offer', JSON.stringify([tenant.id, id, hash, end]));

function isEqual(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
