import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { canReach, spawnIdentity, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';

export interface DataFolder {
  /** What Postgres calls its data directory. */
  readonly cluster: string;
  readonly log: string;
  readonly password: string;
}

export const OWNER = 'postgres';

/** Bytes after which a start begins a new log of Postgres. */
const LARGEST_LOG = 10_000_000;

/**
 * The cluster's folder inside `dataDir`, initialised at the first call. The password is a file
 * that only our own user reads.
 */
export function prepareDataFolder(options: {
  dataDir: string;
  binaries: Binaries;
  account: Account | null;
  onProgress: (step: string) => void;
  durable: boolean;
}): DataFolder {
  const { binaries, account, onProgress, durable } = options;
  const home = reachableHome(resolve(options.dataDir), account, onProgress);
  const cluster = join(home, `pg${binaries.major}`);
  const log = join(home, 'postgres.log');
  writeFileSync(log, '', {
    flag: (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG ? 'w' : 'a',
    mode: 0o600,
  });
  give(log, account);

  const passwordFile = join(home, 'password');
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (!existsSync(passwordFile))
      throw new Error(
        `${passwordFile} is missing, and with it the way into the data beside it: restore the file, or remove ${home} to start with an empty database.`,
      );
    return { cluster, log, password: readFileSync(passwordFile, 'utf8').trim() };
  }
  onProgress('creating the database');
  const password = randomBytes(24).toString('base64url');
  initialise({ home, cluster, password, binaries, account, durable });
  return { cluster, log, password };
}

/** Initialised under another name and moved into place, so that an interrupted start leaves nothing half made. */
function initialise(options: {
  home: string;
  cluster: string;
  password: string;
  binaries: Binaries;
  account: Account | null;
  durable: boolean;
}): void {
  const { home, cluster, password, binaries, account, durable } = options;
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  give(draft, account);
  const secret = join(home, 'password.new');
  rmSync(secret, { force: true });
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  give(secret, account);
  const run = spawnSync(
    binaries.initdb,
    [
      '-D',
      draft,
      '-U',
      OWNER,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      // What is not kept has no secret: to hash passwords thousands of times is a third of what a connection takes.
      ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ],
    { ...spawnIdentity(account), cwd: home, encoding: 'utf8', env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } },
  );
  if (run.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(
      `Postgres could not create its data folder ${cluster}: ${(run.error?.message ?? run.stderr).trim()}`,
    );
  }
  if (account !== null) chownSync(secret, 0, 0);
  renameSync(secret, join(home, 'password'));
  renameSync(draft, cluster);
}

/**
 * The folder itself, or, when root's checkout lies where the account cannot follow, one below
 * /var/lib that a file in it names. Without that file a new one is begun: whoever removed the
 * folder meant to start empty.
 */
function reachableHome(dataDir: string, account: Account | null, onProgress: (step: string) => void): string {
  if (account === null) return realpathSync(dataDir);
  chmodSync(dataDir, 0o711);
  if (canReach(account, dataDir)) return realpathSync(dataDir);
  const pointer = join(dataDir, 'postgres-is-in');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const home = join('/var/lib/embedded-postgres', randomBytes(8).toString('hex'));
  mkdirSync(home, { recursive: true, mode: 0o711 });
  chmodSync(home, 0o711);
  if (!canReach(account, home))
    throw new Error(
      `The account ${account.name}, which runs Postgres, can reach neither ${dataDir} nor ${home}: set DATA_DIR to a folder that it can reach, or DATABASE_URL to a server of your own.`,
    );
  onProgress(`keeping data in ${home}, because the account ${account.name} cannot reach ${dataDir}`);
  writeFileSync(pointer, `${home}\n`);
  return home;
}

function give(path: string, account: Account | null): void {
  if (account !== null) chownSync(path, account.uid, account.gid);
}
