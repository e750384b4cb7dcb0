import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE } from '../admit/admit.ts';
import type { Config } from '../config.ts';
import { cookieName } from './cookies.ts';

/** Starts the page's session cookie, or ends it. */
export function setSessionCookie(
  config: Config,
  reply: FastifyReply,
  session: { token: string; expiresAt: Date } | null,
): void {
  const shared = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.publicScheme === 'https' } as const;
  reply.setCookie(cookieName(config, SESSION_COOKIE), session?.token ?? '', {
    ...shared,
    expires: session?.expiresAt ?? new Date(0),
  });
}
