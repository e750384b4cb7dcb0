import { DomainError } from '@backlot/contracts';
import { contentManagerMay } from '@backlot/domain/routes/access';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';

/**
 * Subscribers, transactions and reports are open to a content manager only while the site says so (DECISIONS 19).
 * @throws `access-denied`
 */
export function requireReports(actor: Actor, settings: Settings): void {
  if (!opensReports(actor, settings)) throw new DomainError('access-denied');
}

export const opensReports = (actor: Pick<Actor, 'role'>, settings: Settings): boolean =>
  actor.role !== 'content_manager' || contentManagerMay('reports', settings);
