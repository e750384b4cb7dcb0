// `npm run tenants -- create|list|apply|migrate`: the sites of this deployment.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { Database } from '@backlot/database';

import { leave, PlainFailure, step } from './bootstrap/progress.mjs';
import { connect, explainDatabase } from './start/connect.ts';
import { printTable } from './start/print-table.ts';
import { borrowSandbox } from './start/start-sandbox.ts';

const dataDir = resolve(process.env.DATA_DIR ?? join(import.meta.dirname, '..', '.data'));
process.env.DATA_DIR = dataDir;

const usage = `npm run tenants -- list
npm run tenants -- create <slug> --host <host> [--host <host> …] [--kind general|adult] [--locale en] [--currency USD]
npm run tenants -- apply [<name> …]      brings the sites of tenants/ up to date
npm run tenants -- migrate [<slug> …]    brings the schemas up to date`;

type Command = (database: Database, args: string[]) => Promise<number>;

const commands: Record<string, Command> = { list, create, apply, migrate };

async function list(database: Database): Promise<number> {
  const tenants = await database.listTenants();
  printTable(
    ['Site', 'Id', 'Status', 'Version', 'Migrations', 'Hosts'],
    tenants.map((tenant) => [
      tenant.slug,
      tenant.id,
      tenant.status,
      String(tenant.schemaVersion),
      tenant.migrationError ? `${tenant.migrationStatus}: ${tenant.migrationError}` : tenant.migrationStatus,
      tenant.hosts.map((host) => (host === tenant.canonicalHost ? `${host} *` : host)).join(', '),
    ]),
  );
  return 0;
}

async function create(database: Database, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      host: { type: 'string', multiple: true },
      kind: { type: 'string' },
      locale: { type: 'string' },
      currency: { type: 'string' },
    },
  });
  const [slug] = positionals;
  if (!slug || !values.host?.length) throw new PlainFailure(`A new site needs a slug and a host.\n\n${usage}`);
  const { host: hosts, ...chosen } = values;
  const tenant = await database.provision({ slug, hosts, ...chosen }).catch((error: unknown) => {
    const taken = (error as { constraint?: string }).constraint;
    if (taken === 'one_tenant_a_slug') throw new PlainFailure(`There is a site called ${slug} already.`);
    if (taken === 'one_tenant_a_host') throw new PlainFailure(`Another site answers on ${hosts.join(' or ')} already.`);
    throw error;
  });
  console.log(`${tenant.slug} is there: id ${tenant.id}, version ${tenant.schemaVersion}, on ${tenant.hosts.join(', ')}.`);
  return 0;
}

async function migrate(database: Database, slugs: string[]): Promise<number> {
  const tenants = await database.listTenants();
  const unknown = slugs.filter((slug) => !tenants.some((tenant) => tenant.slug === slug));
  if (unknown.length > 0) throw new PlainFailure(`There is no site ${unknown.join(', ')}.`);
  const chosen = tenants.filter((tenant) => slugs.includes(tenant.slug)).map((tenant) => tenant.id);
  const report = await database.migrateTenants(slugs.length > 0 ? { only: chosen } : {});
  for (const { slug, files } of report.migrated) console.log(`✓ ${slug}: ${files.join(', ') || 'role renewed'}`);
  for (const { slug, error } of report.failed) console.log(`✗ ${slug}: ${error}`);
  console.log(`${report.migrated.length} migrated, ${report.unchanged} current, ${report.failed.length} failed`);
  return report.failed.length > 0 ? 1 : 0;
}

async function apply(database: Database, names: string[]): Promise<number> {
  const { applyTenants } = await import('@backlot/server/apply-tenants');
  const { configFrom } = await import('@backlot/server/config');
  const sandbox = await borrowSandbox(configFrom(process.env));
  try {
    for (const only of names.length > 0 ? names : [undefined]) {
      await step(only ?? 'Every site of tenants/', (report) => applyTenants({ database, report, ...(only && { only }) }));
    }
  } finally {
    await sandbox.close();
  }
  return list(database);
}

const [name = 'list', ...args] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new PlainFailure(usage);
  const connected = await connect({ dataDir: join(dataDir, 'postgres') });
  let code = 1;
  try {
    await connected.database.migrateShared();
    code = await command(connected.database, args);
  } catch (error) {
    throw explainDatabase(error, connected.url);
  } finally {
    await connected.close();
  }
  process.exit(code);
} catch (error) {
  leave(error);
}
