import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isAlive } from '../embedded/postmaster.ts';

/** Where the address of the running test server is written, and its data kept between runs. */
export interface TestServerFolder {
  readonly home: string;
  readonly addressFile: string;
}

/**
 * One server a checkout and user: all workers of a run, and the next run, share it.
 *
 * @param module this file's address in the checkout that is meant
 */
export function testServerFolder(module: string = import.meta.url): TestServerFolder {
  const checkout = createHash('sha256').update(module).digest('hex').slice(0, 10);
  const home = join(tmpdir(), `test-postgres-${process.getuid?.() ?? 'user'}-${checkout}`);
  return { home, addressFile: join(home, 'address') };
}

let container: Promise<string | null> | undefined;

/**
 * The owner's address of a server for tests: DATABASE_URL, a container, or the embedded one.
 * @throws with what to do when none can be had
 */
export async function testServerUrl(): Promise<string> {
  if (process.env['DATABASE_URL']) return process.env['DATABASE_URL'];
  container ??= startContainer();
  // Asked for again each time: the kept one leaves when nobody has used it for a while.
  return (await container) ?? (await startKeptServer());
}

/** testcontainers throws at once when no container engine answers. It removes its container by itself. */
async function startContainer(): Promise<string | null> {
  if (process.env['TEST_POSTGRES'] === 'embedded') return null;
  try {
    const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
    await getContainerRuntimeClient();
    const started = await new GenericContainer('postgres:18-alpine')
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withCommand([
        'postgres',
        '-c',
        'fsync=off',
        '-c',
        'synchronous_commit=off',
        '-c',
        'max_locks_per_transaction=256',
        '-c',
        'max_connections=300',
      ])
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .withReuse()
      .start();
    return `postgres://postgres:test@${started.getHost()}:${started.getMappedPort(5432)}/postgres`;
  } catch {
    return null;
  }
}

const PATIENCE_MS = 60_000;

/** The embedded server has a keeper: a small process of its own that stops it when nobody has used it for a while. */
async function startKeptServer(): Promise<string> {
  const { home, addressFile } = testServerFolder();
  const running = await answeringAddress(addressFile);
  if (running !== null) return running;

  mkdirSync(home, { recursive: true, mode: 0o711 });
  const failureFile = join(home, `failure-${process.pid}`);
  rmSync(failureFile, { force: true });
  const keeper = spawn(
    process.execPath,
    [fileURLToPath(new URL('./keep-test-server.ts', import.meta.url)), failureFile],
    { detached: true, stdio: 'ignore', cwd: '/' },
  );
  keeper.unref();
  for (let waited = 0; waited < PATIENCE_MS; waited += 25) {
    const address = await answeringAddress(addressFile);
    if (address !== null) return address;
    const failure = readIfThere(failureFile);
    if (failure !== '') {
      rmSync(failureFile, { force: true });
      throw new Error(`The test server did not start: ${failure}`);
    }
    await sleep(25);
  }
  throw new Error(
    `The test server did not start within ${PATIENCE_MS / 1000} s: look into ${home}, or set DATABASE_URL to a server of your own.`,
  );
}

/** The address in the file, as long as its server answers and its keeper, named on the second line, lives. */
export async function answeringAddress(addressFile: string): Promise<string | null> {
  const [address = '', keeper] = readIfThere(addressFile).trim().split('\n');
  if (address === '' || !isAlive(Number(keeper))) return null;
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return address;
  } catch {
    return null;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
