import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { TenantId } from '@backlot/database';
import type { Secrets } from '../secrets.ts';

export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export interface Tokens {
  sign(
    tenant: TenantId,
    claims: { userId: string; sessionId: string; issuedAt: Date; expiresAt: Date },
  ): Promise<string>;
  /** Null for a token that is not ours, not for this tenant, or over. */
  verify(tenant: TenantId, token: string, now: Date): Promise<SessionClaims | null>;
}

/** The database would refuse the question for another. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

// RFC 8410: an Ed25519 private key is this header and 32 random bytes.
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Session tokens: EdDSA, the tenant as audience, the session's id, an end (DECISIONS 7a). */
export async function openTokens(secrets: Secrets): Promise<Tokens> {
  const seed = await secrets.get('session-signing-key');
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([pkcs8Header, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (tenant, { userId, sessionId, issuedAt, expiresAt }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setSubject(userId)
        .setAudience(tenant)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey),
    async verify(tenant, token, now) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA'],
          audience: tenant,
          currentDate: now,
          requiredClaims: ['sub', 'sid', 'exp', 'aud'],
        });
        if (!isId(payload.sub) || !isId(payload['sid']) || payload.exp === undefined) return null;
        return { userId: payload.sub, sessionId: payload['sid'], expiresAt: payload.exp };
      } catch {
        return null;
      }
    },
  };
}
