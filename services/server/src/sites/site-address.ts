import type { Config } from '../config.ts';
import type { Tenant } from './tenant.ts';

/** Where a site's pages are for a browser: `https://clay.example`, with a port where that is not the usual one. */
export function siteAddress({ publicScheme, publicPort }: Config, tenant: Tenant): string {
  const usual = publicScheme === 'https' ? 443 : 80;
  return `${publicScheme}://${tenant.canonicalHost ?? tenant.hosts[0] ?? 'localhost'}${publicPort === usual ? '' : `:${publicPort}`}`;
}
