import type { Database } from '@backlot/database';
import { OperatorError } from '../process/operator-error.ts';
import { requireSiteDefinition, type SiteDefinition } from './site-definition.ts';
import type { Tenant } from './tenant.ts';

/** A new site, complete or not at all. @throws an OperatorError for a definition that cannot be, and a slug or host that is taken */
export async function provisionSite(
  database: Database,
  definition: SiteDefinition,
  platformHost: string,
): Promise<Tenant> {
  requireSiteDefinition(definition, platformHost);
  const { slug, hosts, kind, locale, currency } = definition;
  return database.provision({ slug, hosts, kind, locale, currency }).catch((error: unknown) => {
    throw explainTaken(error, definition);
  });
}

/** The unique violations of a site's names as sentences. */
export function explainTaken(error: unknown, { slug, hosts }: Pick<SiteDefinition, 'slug' | 'hosts'>): unknown {
  const taken = (error as { constraint?: string }).constraint;
  if (taken === 'one_tenant_a_slug') return new OperatorError(`There is a site called ${slug} already.`);
  if (taken === 'one_tenant_a_host') return new OperatorError(`Another site answers on ${hosts.join(' or ')} already.`);
  return error;
}
