import type { StoredRole } from '@backlot/contracts';
import type { Person } from '@backlot/domain/people/roles';

/**
 * Who is asking, from a live session of this very tenant. Identity never
 * comes from a body or a query (DECISIONS 8).
 */
export interface Actor {
  readonly userId: string;
  readonly identityId: string | null;
  readonly sessionId: string;
  readonly role: StoredRole;
  readonly email: string;
  readonly name: string;
  readonly language: string;
  /** Who really acts: the user, or the member of staff behind a proxy session. */
  readonly trueAuthor: string;
}

/** The actor as the pure rules know a person; status is the membership's, brought up to date. */
export function asPerson(actor: Actor, status: Person['status']): Person {
  return { role: actor.role, status, isProxy: actor.role === 'proxy_user' };
}
