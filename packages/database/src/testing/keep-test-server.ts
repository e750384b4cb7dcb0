import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { isAlive } from '../embedded/postmaster.ts';
import { claim } from './claim.ts';
import { testServerFolder } from './test-server.ts';

// Runs as a process of its own. Test workers end as they like, some by kill -9; this one looks
// whether anybody is still connected, and stops Postgres when nobody has been for a while.

const IDLE_MS = Number(process.env['TEST_POSTGRES_IDLE_MS'] ?? 90_000);
const LOOK_MS = 3_000;

const { home, addressFile } = testServerFolder();
const failureFile = process.argv[2];

try {
  await keep();
} catch (error) {
  if (failureFile !== undefined) writeFileSync(failureFile, (error as Error).message);
  process.exitCode = 1;
}

async function keep(): Promise<void> {
  // Every worker that found no server starts a keeper; all but one of them leave again.
  if (!claim(join(home, 'keeper'))) return;
  const server = await startEmbedded({ dataDir: home, database: 'postgres', durable: false, maxConnections: 400 });
  if (!server.adopted) await dropLeftovers(server.url);
  writeFileSync(`${addressFile}.new`, `${server.url}\n${process.pid}\n`, { mode: 0o600 });
  renameSync(`${addressFile}.new`, addressFile);

  let usedAt = Date.now();
  while (isAlive(server.pid)) {
    await sleep(LOOK_MS);
    // What does not answer may be busy with those who use it.
    if ((await countUsers(server.url)) !== 0) usedAt = Date.now();
    if (Date.now() - usedAt < IDLE_MS) continue;
    rmSync(addressFile, { force: true });
    await server.stop();
    return;
  }
}

/** Null when it did not answer in time. */
async function countUsers(url: string): Promise<number | null> {
  return asOwner(url, async (client) => {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rowCount ?? 0;
  }).catch(() => null);
}

/** Databases and roles of runs that were killed; nobody uses them when the server has only just started. */
async function dropLeftovers(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    const databases = await client.query<{ datname: string }>(
      `select datname from pg_database where datname ~ '^test_'`,
    );
    for (const { datname } of databases.rows) {
      await client.query(`update pg_database set datistemplate = false where datname = $1`, [datname]);
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`);
    }
    const roles = await client.query<{ rolname: string }>(`select rolname from pg_roles where rolname ~ '^test_'`);
    for (const { rolname } of roles.rows) await client.query(`drop role if exists ${client.escapeIdentifier(rolname)}`);
  });
}

async function asOwner<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
