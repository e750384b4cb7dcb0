import { DomainError, type CallDefinition } from '@backlot/contracts';
import { isAdminRole } from '@backlot/domain/roles';
import type { FastifyRequest } from 'fastify';
import type { SettingsReader } from '../context.ts';
import type { Tenant } from '../tenant.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `default_language` of the site, once its settings were read. */
    siteLanguage: string | null;
  }
}

export const AGE_COOKIE = 'age-confirmed';

/** Suspension, maintenance and the age gate, enforced here too (DECISIONS 41). */
export async function requireOpenSite(request: FastifyRequest, tenant: Tenant, call: CallDefinition, reader: SettingsReader): Promise<void> {
  if (tenant.status === 'suspended') throw new DomainError('service-stopped');
  const exempt = call.exemptFrom ?? [];
  const settings = await reader.of(tenant);
  const isAdmin = request.actor !== null && isAdminRole(request.actor.role);
  if (settings.maintenance_mode && !isAdmin && !exempt.includes('maintenance')) throw new DomainError('maintenance');
  if (isBehindAgeGate(request, settings) && !exempt.includes('age-gate') && isContent(call.path)) {
    throw new DomainError('age-confirmation-required');
  }
}

/** What shows posts or speaks of them: the feed, a post and its comments, the gallery, the feed's tags. */
const isContent = (path: string): boolean => /^\/api\/(?:blogs?|gallery|feed-tags)(?:\/|$)/.test(path);

/** A guest who has not confirmed on a site whose gate is on. */
export const isBehindAgeGate = (request: FastifyRequest, settings: { show_age_modal: boolean }): boolean =>
  settings.show_age_modal && request.actor === null
  && request.cookies[AGE_COOKIE] !== '1' && request.headers['x-age-confirmed'] !== '1';
