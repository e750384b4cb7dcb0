import { openDatabase } from '@backlot/database';
import { openOwner } from '@backlot/database/owner';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { startRedis } from '@backlot/realtime/testing/start-redis';
import { configFrom } from '@backlot/server/config';
import { openServer } from '@backlot/server/process/open-server';
import { openLine, type Line } from '@backlot/server/testing/cut-line';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { seeded } from '../crash/random.ts';
import { buildWorld, type Registers } from './build-world.ts';
import { openMarks, type Marks } from './marks.ts';
import type { Site } from './model.ts';
import type { SabotageName } from './sabotages.ts';

/** Two servers of the same sites, as a deployment runs them, and what they stand on. */
export interface Harness {
  readonly sites: readonly Site[];
  readonly registers: Registers;
  readonly marks: Marks;
  readonly ports: readonly number[];
  /** The front end was built: there are pages to ask for. */
  readonly hasPages: boolean;
  /** Between the servers and Redis. */
  readonly line: Line;
  /** One statement past the product, as somebody at the database's prompt writes it; committed when it resolves. */
  write(text: string, values?: readonly unknown[]): Promise<void>;
  /** Ends so many of the product's connections to the database, in the order that a number gives. */
  terminate(count: number, order: number): Promise<void>;
  /** Other servers instead of these, of which something may be broken on purpose. */
  restart(sabotage: SabotageName | null): Promise<void>;
  close(): Promise<void>;
}

const serverCount = 2;
const ownerCount = 4;

export async function openHarness({ seed, siteCount }: { seed: number; siteCount: number }): Promise<Harness> {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'soak-'));
  const redis = await startRedis();
  const line = await openLine(Number(new URL(redis.url).port));
  const env: Record<string, string> = {
    DATABASE_URL: test.url,
    REDIS_URL: `redis://127.0.0.1:${line.port}`,
    DATA_DIR: dataDir,
    PORT: '0',
    BIND_ADDRESS: '127.0.0.1',
    THROTTLE: 'off',
    LOG_LEVEL: 'fatal',
    SESSION_HOURS: '100000',
    SANDBOX_URL: 'http://127.0.0.1:9',
    // Half of a start is compiling.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  };
  const marks = openMarks(seeded(seed));
  const { sites, registers } = await buildSites(siteCount, { env, marks });
  const owners = await Promise.all(Array.from({ length: ownerCount }, () => openOwner(test.url)));
  let turn = 0;
  const owner = () => owners[(turn += 1) % ownerCount]!;
  let servers: readonly ServerProcess[] = [];
  return {
    sites,
    registers,
    marks,
    hasPages: existsSync(fileURLToPath(new URL('../../services/web/dist/server/entry-server.js', import.meta.url))),
    line,
    get ports() {
      return servers.map(({ port }) => port);
    },
    async write(text, values = []) {
      await owner().query(text, [...values]);
    },
    async terminate(count, order) {
      await owner().query(
        `select pg_catalog.pg_terminate_backend(b.pid) from (
           select pid from pg_catalog.pg_stat_activity
           where datname = current_database() and usename <> current_user and backend_type = 'client backend'
           order by md5(pid::text || $1) limit $2) b`,
        [String(order), count],
      );
    },
    async restart(sabotage) {
      await Promise.all(servers.map(({ stop }) => stop()));
      servers = await Promise.all(
        Array.from({ length: serverCount }, (_, number) =>
          // Jobs end and mend what a deployment's do, beside what is asked; one process has them, as where they are apart.
          startServer({ ...env, RUN_JOBS: number === 0 ? 'on' : 'off' }, sabotage),
        ),
      );
    },
    async close() {
      await Promise.all(servers.map(({ stop }) => stop()));
      await Promise.all(owners.map((one) => one.end()));
      await line.close();
      await redis.stop();
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function buildSites(count: number, { env, marks }: { env: Record<string, string>; marks: Marks }) {
  const database = await openDatabase({ url: env['DATABASE_URL']!, poolSize: 4 });
  // Makes sessions with the keys of the servers under test; serves nothing itself.
  const { REDIS_URL: _, ...alone } = env;
  const registrar = await openServer(configFrom({ ...alone, RUN_JOBS: 'off' }), {
    database,
    renderPage: null,
    schedules: false,
    log: pino({ level: 'silent' }),
  });
  try {
    return await buildWorld(count, { database, sessions: registrar.sessions, dataDir: env['DATA_DIR']!, marks });
  } finally {
    await registrar.close();
    await database.close();
  }
}

interface ServerProcess {
  readonly port: number;
  stop(): Promise<void>;
}

const main = fileURLToPath(new URL('../../services/server/src/main.ts', import.meta.url));
const hook = new URL('break-on-loading.ts', import.meta.url).href;

async function startServer(
  env: Readonly<Record<string, string>>,
  sabotage: SabotageName | null,
): Promise<ServerProcess> {
  const child = fork(main, {
    env: { ...process.env, ...env, ...(sabotage === null ? {} : { SABOTAGE: sabotage }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: sabotage === null ? [] : ['--import', hook],
  });
  return { port: await portOf(child), stop: () => stop(child) };
}

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`a server ended with ${code} before it served`)));
  });

/** Milliseconds that a server gets to leave by itself: then it keeps what it has compiled for the next one. */
const leavesWithinMs = 8_000;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const hurry = setTimeout(() => child.kill('SIGKILL'), leavesWithinMs);
  await gone;
  clearTimeout(hurry);
}
