import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount, spawnIdentity, type Account } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { prepareDataFolder, type DataFolder } from './data-folder.ts';
import { answers, asOwner, ensureDatabase, ownerUrl } from './owner-connection.ts';
import { findPostmaster, isAlive, stopPostmaster, waitUntilDeserted, type Postmaster } from './postmaster.ts';

export interface EmbeddedOptions {
  /** Where the data stays between starts. */
  dataDir: string;
  onProgress?: (step: string) => void;
  /** Made if it is not there. */
  database?: string;
  /** Off only for tests, whose data nobody misses after a power cut. */
  durable?: boolean;
  maxConnections?: number;
}

export interface EmbeddedServer {
  /** The owner's address. */
  readonly url: string;
  /** Whether it was running already, left by a process that was killed or shared with one that lives. */
  readonly adopted: boolean;
  readonly pid: number;
  /** Tells once, within a second, that Postgres ended by itself, as when the system kills it for its memory. Not after `stop`. */
  onEnd(tell: () => void): void;
  /** Stops Postgres, unless another process is connected to it. Close your own connections first. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm installed, on a socket in its folder, 127.0.0.1 and a free port, or takes over the one
 * that runs on this folder. It is a process of its own and survives a kill -9 of this one.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { onProgress = () => {}, database = 'backlot', durable = true } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = await lockFolder(dataDir);
  try {
    const account = chooseAccount();
    const binaries = findBinaries(account, onProgress);
    const folder = prepareDataFolder({ dataDir, binaries, account, onProgress, durable });
    const adopted = await adopt(folder, onProgress);
    const postmaster =
      adopted ??
      (await launch({ folder, binaries, account, onProgress, durable, maxConnections: options.maxConnections ?? 100 }));
    await ensureDatabase(postmaster, folder.password, database);
    const watches: NodeJS.Timeout[] = [];
    return {
      url: ownerUrl(postmaster, folder.password, database),
      adopted: adopted !== null,
      pid: postmaster.pid,
      onEnd: (tell) => {
        watches.push(watchEnd(postmaster.pid, tell));
      },
      stop: () => {
        watches.forEach(clearInterval);
        return stopUnlessUsed(postmaster, folder.password);
      },
    };
  } finally {
    release();
  }
}

/** By looking: one that was adopted is no child of ours, and its end is no event. */
function watchEnd(pid: number, tell: () => void): NodeJS.Timeout {
  const watch = setInterval(() => {
    if (isAlive(pid)) return;
    clearInterval(watch);
    tell();
  }, 1_000);
  return watch.unref();
}

async function adopt(folder: DataFolder, onProgress: (step: string) => void): Promise<Postmaster | null> {
  const running = findPostmaster(folder.cluster);
  if (running === null) return null;
  for (let attempt = 0; attempt < 100 && isAlive(running.pid); attempt++) {
    const now = findPostmaster(folder.cluster);
    if (now?.ready === true && (await answers(now, folder.password))) {
      onProgress('using the Postgres that is running');
      return now;
    }
    await sleep(50);
  }
  onProgress('stopping a Postgres that does not answer');
  await stopPostmaster(running.pid);
  return null;
}

interface LaunchOptions {
  folder: DataFolder;
  binaries: Binaries;
  account: Account | null;
  onProgress: (step: string) => void;
  durable: boolean;
  maxConnections: number;
}

async function launch(options: LaunchOptions): Promise<Postmaster> {
  const { folder, binaries, account, onProgress } = options;
  await waitUntilDeserted(folder.cluster);
  onProgress('starting Postgres');
  let socketFolder = socketFolderOf(folder.cluster);
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    const logFrom = statSync(folder.log).size;
    const log = openSync(folder.log, 'a');
    const child = spawn(binaries.postgres, ['-D', folder.cluster, ...settings(port, socketFolder, options)], {
      ...spawnIdentity(account),
      detached: true,
      stdio: ['ignore', log, log],
      cwd: folder.cluster,
    });
    closeSync(log);
    let ended: string | null = null;
    child.on('error', (error) => {
      ended = error.message;
    });
    child.on('exit', (code, name) => {
      ended ??= `it ended with ${name ?? code}`;
    });
    child.unref();
    while (ended === null) {
      const running = findPostmaster(folder.cluster);
      if (running?.ready === true && running.pid === child.pid) return running;
      await sleep(10);
    }
    const said = readFileSync(folder.log).subarray(logFrom).toString().trim().split('\n').slice(-8).join('\n');
    // Not every file system has sockets.
    if (socketFolder !== '' && said.includes('Unix-domain socket')) {
      socketFolder = '';
      continue;
    }
    // Somebody took the port between our look and Postgres's.
    if (attempt < 3 && said.includes('could not bind')) continue;
    throw new Error(`Postgres did not start (${ended}). Its log, ${folder.log}, says:\n${said}`);
  }
}

/** Longest path of a socket that every system takes, and what Postgres appends to its folder. */
const [longestSocket, socketName] = [103, '/.s.PGSQL.65535'];

/** Beside the port: its own folder, which nobody else may enter. None where paths of sockets may not be as long, and on Windows. */
const socketFolderOf = (cluster: string): string =>
  process.platform !== 'win32' && Buffer.byteLength(cluster) + socketName.length <= longestSocket ? cluster : '';

function settings(port: number, socketFolder: string, { durable, maxConnections }: LaunchOptions): string[] {
  const wanted: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // A list, with commas between.
    unix_socket_directories: socketFolder === '' ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
    max_connections: maxConnections,
    // A tenant's schema is created or dropped in one transaction, with a lock for every table and index.
    max_locks_per_transaction: 256,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A thousand schemas are a million files; opening each after a crash takes a minute.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(durable
      ? {}
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: 0,
          autovacuum: 'off',
          shared_buffers: '256MB',
        }),
  };
  return Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A second process on the same folder, such as a script beside the server, adopted this Postgres and must not lose it. */
async function stopUnlessUsed(postmaster: Postmaster, password: string): Promise<void> {
  const { pid } = postmaster;
  if (!isAlive(pid)) return;
  const others = () =>
    asOwner(postmaster, password, async (client) => {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return rowCount ?? 0;
      // One that does not answer may be busy with them: it stays, and the next start takes it over.
    }).catch(() => null);
  // Connections that were just closed take a moment to be gone.
  for (let attempt = 0; attempt < 25; attempt++) {
    if ((await others()) === 0) return stopPostmaster(pid);
    await sleep(20);
  }
}

async function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object'
          ? found(address.port)
          : failed(new Error('No free port on 127.0.0.1')),
      );
    });
  });
}

/** One process at a time prepares and starts; a lock whose holder is gone is taken. */
async function lockFolder(dataDir: string): Promise<() => void> {
  const file = join(dataDir, 'starting.lock');
  for (let waited = 0; waited < 60_000; waited += 50) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(readIfThere(file));
    if (holder > 0 && holder !== process.pid && !isAlive(holder)) rmSync(file, { force: true });
    else await sleep(50);
  }
  throw new Error(
    `Another process has been starting Postgres in ${dataDir} for a minute: if there is none, remove ${file}.`,
  );
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
