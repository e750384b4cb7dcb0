import { DomainError } from '@backlot/contracts';
import { idOfShort } from '@backlot/media';
import type { Tenant } from '../../../sites/tenant.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const bareName = new RegExp(`^(${uuid})(?:\\.[a-z0-9]{2,4})?$`, 'i');
const ourPath = new RegExp(`^/(?:media|api/upload)/(${uuid})/`, 'i');
const shortPath = /^\/media\/([\w-]{22})\//;

/**
 * The id of the file that a `url` or `path` of the documents' calls names: our `file_name`, or an address of this site's
 * media. Nothing is ever fetched, so any other address names nothing. Null when it names none.
 */
export function mediaIdIn(named: string, { hosts }: Pick<Tenant, 'hosts'>): string | null {
  const bare = bareName.exec(named)?.[1];
  if (bare !== undefined) return bare.toLowerCase();
  const path = named.startsWith('/') ? named : pathAtHosts(named, hosts);
  if (path === null) return null;
  const short = shortPath.exec(path)?.[1];
  return short === undefined ? (ourPath.exec(path)?.[1]?.toLowerCase() ?? null) : idOfShort(short);
}

function pathAtHosts(address: string, hosts: readonly string[]): string | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  return hosts.some((host) => hostname === host || hostname === `api.${host}`) ? pathname : null;
}

/** The same, refused at its field. @throws not-found */
export function getMediaIdIn(named: string, tenant: Pick<Tenant, 'hosts'>, field: string): string {
  const id = mediaIdIn(named, tenant);
  if (id === null) throw new DomainError('not-found', {}, { fields: [{ field, code: 'not-found' }] });
  return id;
}
