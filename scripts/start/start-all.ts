import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

import { PlainFailure, step } from '../bootstrap/progress.mjs';
import { connect, explainDatabase } from './connect.ts';
import { checkDisk, checkPort, explainPort } from './preflight.ts';
import { printWelcome } from './print-welcome.ts';
import type { Shutdown } from './shutdown.ts';
import { bringsSandbox, startSandbox } from './start-sandbox.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

/** Starts everything, each part after what it needs, and says so; closes go to `shutdown`. */
export async function startAll(root: string, shutdown: Shutdown): Promise<void> {
  const since = performance.now();
  const dataDir = resolve(process.env.DATA_DIR ?? join(root, '.data'));
  process.env.DATA_DIR = dataDir;
  // Half of a second start is reading the same code again.
  enableCompileCache(join(root, '.cache', 'compiled'));

  const { configFrom } = await import('@backlot/server/config');
  const config = readConfig(() => configFrom(process.env));
  await checkPort(config.port, 'PORT', config.bindAddress);
  if (bringsSandbox(config)) await checkPort(config.port + 1, 'PORT');
  await checkDisk(dataDir);

  const connected = await step(process.env.DATABASE_URL ? 'Database' : 'Embedded Postgres', async (report) => {
    const opened = await connect({ dataDir: join(dataDir, 'postgres'), report });
    shutdown.add('The database', opened.close);
    report('');
    return opened;
  });
  const { database, url } = connected;
  process.env.DATABASE_URL = url;

  await step('Migrations', async (report) => {
    await database.migrateShared();
    const { migrated, failed, unchanged } = await database.migrateTenants({ onProgress: (done, of) => report(`${done} of ${of} sites`) });
    for (const { slug, error } of failed) console.error(`  ! ${slug} keeps its old version: ${error}`);
    report(migrated.length > 0 ? `${migrated.length} sites brought up to date` : unchanged > 0 ? `${unchanged} sites are current` : '');
  }).catch((error: unknown) => {
    throw explainDatabase(error, url);
  });

  if (bringsSandbox(config)) {
    const sandbox = await startSandbox(config);
    shutdown.add('The sandbox', () => sandbox.close());
  }
  const { applyDemoHistory, applyTenants } = await import('@backlot/server/apply-tenants');
  await step('Sites', async (report) => {
    await applyTenants({ database, report });
    report('');
  });
  if (isWebBuildStale(root)) await step('Front end', () => buildWeb(root));
  const { startServer } = await import('@backlot/server/server');
  const server = await startServer(config, database).catch((error: NodeJS.ErrnoException) => {
    throw explainPort(error, config.port, 'PORT');
  });
  shutdown.add('The server', () => server.close());

  const stop = new AbortController();
  const history = applyDemoHistory({ database, signal: stop.signal }).catch((error: unknown) => console.error('The demo people\'s history is incomplete:', error));
  shutdown.add('The history', async () => {
    stop.abort();
    await history;
  });

  printWelcome({ tenants: await database.listTenants(), config, milliseconds: performance.now() - since });
  // Here too: who is killed writes nothing on leaving.
  flushCompileCache();
}

function readConfig<C>(read: () => C): C {
  try {
    return read();
  } catch (error) {
    throw new PlainFailure((error as Error).message);
  }
}
