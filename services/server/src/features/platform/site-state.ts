import { dayMs } from '@backlot/domain/formats/when';
import type { Database } from '@backlot/database';
import { OperatorError } from '../../process/operator-error.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { setSiteStatus } from '@backlot/database/site-rows';
import { logOperation } from './operation-log.ts';

/** Days in which a removed site can be brought back as it was. */
export const GRACE_DAYS = 30;

/** @throws an OperatorError for a site that is suspended */
export function requireNotSuspended(site: Tenant): void {
  if (site.status === 'suspended') throw new OperatorError(`${site.slug} is suspended already.`);
}

/** Visitors get the page of a stopped service; nobody is billed, nothing is deleted. @throws an OperatorError */
export async function suspendSite(database: Database, site: Tenant): Promise<void> {
  requireNotSuspended(site);
  await setState(database, site, 'suspended', null, 'site.suspended');
}

/** Also takes a removal back. @throws an OperatorError */
export async function resumeSite(database: Database, site: Tenant): Promise<void> {
  if (site.status === 'active') throw new OperatorError(`${site.slug} is not suspended.`);
  await setState(database, site, 'active', null, 'site.resumed');
}

/** Suspends the site and begins its grace period. @returns when it may be deleted @throws an OperatorError */
export async function scheduleRemoval(database: Database, site: Tenant, now: Date): Promise<Date> {
  if (site.removeAfter !== null)
    throw new OperatorError(
      `${site.slug} is being removed already: it can be deleted after ${site.removeAfter.toISOString().slice(0, 10)}, and until then \`npm run tenants -- resume ${site.slug}\` brings it back.`,
    );
  const after = new Date(now.getTime() + GRACE_DAYS * dayMs);
  await setState(database, site, 'suspended', after, 'site.removal-scheduled');
  return after;
}

/** Deletes the site and all its rows for good; its media are the caller's. @throws an OperatorError before the grace period is over */
export async function deleteSite(database: Database, site: Tenant, now: Date): Promise<void> {
  if (site.removeAfter === null || site.removeAfter > now)
    throw new OperatorError(`${site.slug} can't be deleted yet.`);
  await database.remove(site.id);
  await database.shared.write((db) =>
    logOperation(db, site.id, 'site.deleted', { slug: site.slug, hosts: site.hosts }),
  );
}

async function setState(
  database: Database,
  site: Tenant,
  status: 'active' | 'suspended',
  removeAfter: Date | null,
  action: string,
): Promise<void> {
  await database.shared.write(async (db) => {
    await setSiteStatus(db, site.id, status, removeAfter);
    await logOperation(db, site.id, action);
  });
}
