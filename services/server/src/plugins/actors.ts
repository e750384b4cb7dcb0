import { DomainError, type Access } from '@backlot/contracts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { Sessions } from '../session/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

export const SESSION_COOKIE = 'session';

export const bearerOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  return header?.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() || null : null;
};

/** Pages and media alone may come with the cookie, and by GET: a call never does (DECISIONS 7a). */
export const cookieOf = (request: FastifyRequest): string | null =>
  (request.method === 'GET' || request.method === 'HEAD' ? request.cookies[SESSION_COOKIE] : undefined) ?? null;

/** @throws `session-ended` for a token that is there but dead */
export async function settleActor(request: FastifyRequest, sessions: Sessions, token: string | null): Promise<Actor | null> {
  if (token === null || !('tenant' in request.site)) return null;
  const actor = await sessions.actorOf(request.site.tenant, token);
  if (actor === null) throw new DomainError('session-ended');
  return actor;
}

/** The declared access, nothing else: what depends on settings is the use case's to refuse. */
export function requireAccess(access: Access, actor: Actor | null): void {
  if (access.kind === 'public') return;
  if (actor === null) throw new DomainError('session-required');
  if (access.kind === 'roles' && !access.roles.includes(actor.role)) throw new DomainError('access-denied');
}
