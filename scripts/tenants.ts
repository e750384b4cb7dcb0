// `npm run tenants -- <verb>`: the sites of this deployment.
import { join, resolve } from 'node:path';

import { leave, PlainFailure } from './bootstrap/progress.mjs';
import { connect, explainDatabase } from './start/connect.ts';
import { explainFailure } from './start/explain-failure.ts';
import { readConfig } from './start/read-config.ts';
import { apply } from './tenants/apply.ts';
import { books } from './tenants/books.ts';
import type { Command } from './tenants/command.ts';
import { create } from './tenants/create.ts';
import { hosts } from './tenants/hosts.ts';
import { invite } from './tenants/invite.ts';
import { list } from './tenants/list.ts';
import { isDryRun, migrate } from './tenants/migrate.ts';
import { remove } from './tenants/remove.ts';
import { resume, suspend } from './tenants/suspend.ts';

const dataDir = resolve(process.env.DATA_DIR || join(import.meta.dirname, '..', '.data'));
process.env.DATA_DIR = dataDir;

const usage = `npm run tenants -- list
npm run tenants -- create <slug> --host <host> --owner <email>   a new site, and an invitation to its creator
npm run tenants -- invite <slug> <email> [--role admin]   the creator of a site, or its staff
npm run tenants -- apply [<name> …]      brings the sites of tenants/ up to date
npm run tenants -- hosts <slug> add|remove|canonical <host>
npm run tenants -- suspend <slug>        takes a site off the net
npm run tenants -- resume <slug>         and on again
npm run tenants -- remove <slug>         suspends it, and deletes it when said again after the grace period
npm run tenants -- migrate [<slug> …]    brings the schemas up to date
    [--canary <slug>] first this site, and no other when it fails   [--parallel 4] so many at a time
    [--dry-run] says what would run, and tries it on one site   [--check-grants] compares rights with a new site's
npm run tenants -- books <slug>          compares the books with their seals

In production, what visitors would miss is done only with --yes.`;

const commands: Record<string, Command> = {
  list,
  create,
  invite,
  apply,
  hosts,
  suspend,
  resume,
  remove,
  migrate,
  books,
};

const [name = 'list', ...args] = process.argv.slice(2);
try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new PlainFailure(usage);
  const config = await readConfig();
  const connected = await connect({ dataDir: join(dataDir, 'postgres') });
  let code = 1;
  try {
    if (command !== migrate || !isDryRun(args)) await connected.database.migrateShared();
    code = await command({ database: connected.database, config, args });
  } catch (error) {
    throw explainDatabase(error, connected.url);
  } finally {
    await connected.close();
  }
  process.exit(code);
} catch (error) {
  leave(isWrongOption(error) ? new PlainFailure(`${(error as Error).message}\n\n${usage}`) : explainFailure(error));
}

function isWrongOption(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}
