import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

import { step } from '../bootstrap/progress.mjs';
import { connect, explainDatabase } from './connect.ts';
import { checkDisk, checkPort, explainPort } from './preflight.ts';
import { printLeftOut } from './print-left-out.ts';
import { printWelcome } from './print-welcome.ts';
import { readConfig } from './read-config.ts';
import type { Shutdown } from './shutdown.ts';
import { bringsSandbox, startSandbox } from './start-sandbox.ts';
import { buildWeb, isWebBuildStale } from './web-build.ts';

const sitesOf = (count: number): string => (count === 1 ? '1 site' : `${count} sites`);

/** Starts everything, each part after what it needs, and says so; closes go to `shutdown`. */
export async function startAll(root: string, shutdown: Shutdown): Promise<void> {
  const since = performance.now();
  const dataDir = resolve(process.env.DATA_DIR || join(root, '.data'));
  process.env.DATA_DIR = dataDir;
  // Half of a second start is reading the same code again.
  enableCompileCache(join(root, '.cache', 'compiled'));

  const config = await readConfig();
  await checkPort(config.port, 'PORT', config.bindAddress);
  if (bringsSandbox(config)) await checkPort(config.port + 1, 'PORT');
  if (config.operationsPort !== null) await checkPort(config.operationsPort, 'OPERATIONS_PORT');
  await checkDisk(dataDir);
  const { requireKey } = await import('@backlot/server/secrets');
  await requireKey(config);

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
    const { migrated, failed, unchanged } = await database.migrateTenants({
      onProgress: (done, of) => report(`${done} of ${of} sites`),
    });
    for (const { slug, error } of failed) console.error(`  ! ${slug} keeps its old version: ${error}`);
    report(
      migrated.length > 0
        ? `${sitesOf(migrated.length)} brought up to date`
        : unchanged > 0
          ? `${sitesOf(unchanged)} current`
          : '',
    );
  }).catch((error: unknown) => {
    throw explainDatabase(error, url);
  });

  if (bringsSandbox(config)) {
    const sandbox = await startSandbox(config);
    shutdown.add('The sandbox', () => sandbox.close());
  }
  const { applyDemoHistory, applyTenants } = await import('@backlot/server/apply/apply-tenants');
  await step('Sites', async (report) => {
    const { applied, failed } = await applyTenants({ database, report });
    for (const { name, error } of failed) printLeftOut(name, error);
    await applyDemoHistory({ database }).catch((error: unknown) =>
      console.error("\nThe demo people's history is incomplete:", error),
    );
    report(failed.length > 0 ? `${failed.length} left as they were` : applied.length === 0 ? 'none declared' : '');
  });
  if (isWebBuildStale(root)) await step('Front end', () => buildWeb(root));
  const { startServer } = await import('@backlot/server/server');
  const starting = startServer(config, database);
  // Said before it is there: a stop that comes meanwhile must not take the database away from jobs that have begun.
  shutdown.add('The server', () =>
    starting.then(
      (begun) => begun.close(),
      () => undefined,
    ),
  );
  const server = await starting.catch((error: NodeJS.ErrnoException) => {
    throw explainPort(error, config.port, 'PORT');
  });
  const { guardProcess, REPLACE_ME } = await import('@backlot/server/process/process-guard');
  guardProcess({ log: server.ctx.log, replace: (code) => shutdown.stop(code) });
  connected.onLost(() => {
    server.ctx.log.fatal('the embedded Postgres ended by itself: it is started again, and the server with it');
    void shutdown.stop(REPLACE_ME);
  });

  printWelcome({ tenants: await database.listTenants(), config, milliseconds: performance.now() - since });
  process.send?.({ ready: true });
  // Here too: who is killed writes nothing on leaving.
  flushCompileCache();
}
