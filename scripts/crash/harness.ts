import { openDatabase, type Database, type TenantRecord } from '@backlot/database';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { createTwinControl, type TwinControl } from '@backlot/payments/twin-control';
import { configFrom } from '@backlot/server/config';
import { openServer } from '@backlot/server/process/open-server';
import { makePerson } from '@backlot/server/testing/people';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { bundleServer } from './bundle-server.ts';

export interface Fan {
  readonly id: string;
  readonly token: string;
  readonly host: string;
}
export interface Site {
  readonly tenant: TenantRecord;
  readonly host: string;
  readonly posts: readonly string[];
}

/** Two sites with posts for sale, a card provider in a process of its own, and as many fans as are wanted. */
export interface Harness {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly sites: readonly Site[];
  readonly twin: TwinControl;
  readonly port: number;
  /** The server under test, and what it is started with. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  newFan(site: Site): Promise<Fan>;
  close(): Promise<void>;
}

export const postPriceMinor = 900;
const postsASite = 6;

export async function buildHarness(): Promise<Harness> {
  const [test, program] = await Promise.all([createTestDatabase(), bundleServer()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
  const [port, twinPort] = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    BIND_ADDRESS: '127.0.0.1',
    THROTTLE: 'off',
    LOG_LEVEL: 'fatal',
    SESSION_HOURS: '1000',
    SANDBOX_URL: `http://127.0.0.1:${twinPort}`,
    SANDBOX_TIME_LIMIT_MS: '800',
    SANDBOX_GRACE_MS: '100',
    WEBHOOK_BASE: `http://127.0.0.1:${port}`,
    // Half of a start is compiling.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  };
  const twinMain = fileURLToPath(new URL('../../services/twins/src/main.ts', import.meta.url));
  const twinProcess = fork(twinMain, ['--port', String(twinPort), '--data', join(dataDir, 'twin.jsonl')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const twin = createTwinControl({ url: env.SANDBOX_URL, apiKey: 'sandbox-key' });
  const database = await openDatabase({ url: test.url, poolSize: 8 });
  const sites: Site[] = [];
  for (const slug of ['luna', 'mars']) {
    const tenant = await database.provision({ slug, hosts: [`${slug}.test`] });
    sites.push({ tenant, host: `api.${slug}.test`, posts: await addPosts(database, tenant) });
  }
  // Shares keys and sessions with the server under test; serves nothing itself.
  const registrar = await openServer(configFrom({ ...env, RUN_JOBS: 'off' }), {
    database,
    renderPage: null,
    schedules: false,
    log: pino({ level: 'silent' }),
  });
  let fans = 0;
  return {
    database,
    databaseUrl: test.url,
    sites,
    twin,
    port,
    program: program.path,
    env,
    async newFan({ tenant, host }) {
      const person = await makePerson(database, tenant, `fan-${(fans += 1)}`, 'user', new Date());
      const { token } = await database.tenants.write(tenant, (db) =>
        registrar.sessions.start(db, tenant, person.id, { address: '127.0.0.1', userAgent: 'crash' }),
      );
      return { id: person.id, token, host };
    },
    async close() {
      await registrar.close();
      await database.close();
      const gone = once(twinProcess, 'exit');
      twinProcess.kill('SIGKILL');
      await gone;
      await Promise.all([test.drop(), program.remove()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addPosts(database: Database, tenant: TenantRecord): Promise<string[]> {
  const posts = Array.from({ length: postsASite }, () => v7());
  const at = new Date(Date.now() - 86_400_000);
  await database.tenants.write(tenant, (db) =>
    db('posts').insert(
      posts.map((id) => ({
        id,
        title: 'A post',
        caption: 'A caption',
        visibility: 'locked' as const,
        amount_minor: postPriceMinor,
        currency: 'USD',
        private_blur: false,
        caption_blur: false,
        publish_at: at,
        photo_count: 1,
        created_at: at,
      })),
    ),
  );
  return posts;
}

/** Below the range that outgoing connections take theirs from: while the server is dead nobody gets its port by chance. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
