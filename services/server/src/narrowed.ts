import { DomainError } from '@backlot/contracts';
import type { Actor } from './actor.ts';
import type { Tenant } from './sites/tenant.ts';

/** What a body may say of its sender beside the session, as some of the documents' calls do. */
export interface SaidOfSender {
  readonly email?: string | undefined;
  readonly domain?: string | undefined;
  readonly userId?: string | undefined;
}

/** Identity comes from the session; what a body says of it must agree (DECISIONS 8). @throws not-found */
export function requireSameSender(
  { tenant, actor }: { readonly tenant: Tenant; readonly actor: Actor },
  { email, domain, userId }: SaidOfSender,
): void {
  const agrees = (said: string | undefined, are: readonly string[]): boolean =>
    !said || are.includes(said.trim().toLowerCase());
  if (!agrees(email, [actor.email.toLowerCase()]) || !agrees(userId, [actor.userId]) || !agrees(domain, tenant.hosts))
    throw new DomainError('not-found');
}
