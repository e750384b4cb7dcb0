import { printTable } from '../start/print-table.ts';
import type { Command } from './command.ts';

export const list: Command = async ({ database }) => {
  const sites = await database.listTenants();
  if (sites.length === 0)
    console.log('No site yet. The first one: npm run tenants -- create <slug> --host <host> --owner <email>\n');
  printTable(
    ['Site', 'Id', 'Status', 'Version', 'Migrations', 'Hosts'],
    sites.map((site) => [
      site.slug,
      site.id,
      site.removeAfter ? `to be deleted after ${site.removeAfter.toISOString().slice(0, 10)}` : site.status,
      String(site.schemaVersion),
      site.migrationError ? `${site.migrationStatus}: ${site.migrationError}` : site.migrationStatus,
      site.hosts.map((host) => (host === site.canonicalHost ? `${host} *` : host)).join(', '),
    ]),
  );
  return 0;
};
