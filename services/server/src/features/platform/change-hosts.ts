import type { Database } from '@backlot/database';
import { OperatorError } from '../../process/operator-error.ts';
import { explainTaken } from '../../sites/provision-site.ts';
import { requireHost } from '../../sites/site-definition.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { deleteHost, insertHost, setCanonicalHost } from '@backlot/database/site-rows';
import { logOperation } from './operation-log.ts';

/** The site answers there too, and sends its visitors on to its canonical host. @throws an OperatorError */
export async function addHost(database: Database, site: Tenant, host: string, platformHost: string): Promise<void> {
  requireHost(host, { platformHost, own: site.hosts });
  if (site.hosts.includes(host)) throw new OperatorError(`${site.slug} answers on ${host} already.`);
  await database.shared
    .write(async (db) => {
      await insertHost(db, site.id, host);
      if (site.canonicalHost === null) await setCanonicalHost(db, site.id, host);
      await logOperation(db, site.id, 'site.host-added', { host });
    })
    .catch((error: unknown) => {
      throw explainTaken(error, { slug: site.slug, hosts: [host] });
    });
}

/** @throws an OperatorError for a host that is not the site's, for its only one, and for the canonical one of several */
export function requireRemovable(site: Tenant, host: string): void {
  requireHostOf(site, host);
  if (site.hosts.length === 1) throw new OperatorError(`${host} is the only host of ${site.slug}. Add another first.`);
  if (site.canonicalHost === host)
    throw new OperatorError(
      `${host} is the canonical host of ${site.slug}. Make another one canonical first: npm run tenants -- hosts ${site.slug} canonical <host>`,
    );
}

/** @throws an OperatorError as `requireRemovable` */
export async function removeHost(database: Database, site: Tenant, host: string): Promise<void> {
  requireRemovable(site, host);
  await database.shared.write(async (db) => {
    await deleteHost(db, site.id, host);
    await logOperation(db, site.id, 'site.host-removed', { host });
  });
}

/** From now on the site's addresses, in mail too, are at this host, and its others lead there. @throws an OperatorError */
export async function makeCanonical(database: Database, site: Tenant, host: string): Promise<void> {
  requireHostOf(site, host);
  await database.shared.write(async (db) => {
    await setCanonicalHost(db, site.id, host);
    await logOperation(db, site.id, 'site.host-canonical', { host });
  });
}

/** @throws an OperatorError for a host that is not the site's */
export function requireHostOf(site: Tenant, host: string): void {
  if (!site.hosts.includes(host))
    throw new OperatorError(
      `${site.slug} does not answer on '${host}'. Its hosts: ${site.hosts.join(', ') || 'none'}.`,
    );
}
