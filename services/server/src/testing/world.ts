import { openDatabase, type Database } from '@backlot/database';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { drainJobs } from '@backlot/database/testing/drain-jobs';
import { relayOutbox } from '@backlot/database/queue/outbox-relay';
import type { StoredRole } from '@backlot/contracts';
import { startSandboxTwin, type SandboxTwin } from '@backlot/twins';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { MovableClock } from '../clock.ts';
import { configFrom } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { Feature } from '../feature.ts';
import { features as allFeatures } from '../features.ts';
import { tasksOf } from '../jobs/runner.ts';
import { openServer, type OpenServer } from '../process/open-server.ts';
import type { RenderPage } from '../plugins/pages.ts';
import type { BodyTimes } from '../plugins/slow-bodies.ts';
import {
  findFurnished,
  furnishedSites,
  type FurnishedSites,
  type SiteName,
  type SitePeople,
} from './furnished-sites.ts';
import { makePerson, type TestPerson } from './people.ts';

export type { SiteName, SitePeople };

export interface CallOptions {
  /** Who calls; absent: a guest. */
  as?: TestPerson;
  /** On which site; absent: the caller's own. */
  on?: SiteName;
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Key of an idempotent call; a fresh one when absent, none at all when null. */
  key?: string | null;
  /** The caller's address; absent: one that all calls share. */
  from?: string;
}

export interface Answer {
  status: number;
  // Tests read answers freely; the contract's own test checks their shape.
  // oxlint-disable-next-line no-explicit-any
  body: any;
  headers: Record<string, unknown>;
  text: string;
}

export interface World {
  readonly server: OpenServer;
  readonly app: FastifyInstance;
  readonly ctx: AppContext;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly clock: MovableClock;
  readonly twin: SandboxTwin;
  readonly tenants: FurnishedSites['tenants'];
  readonly people: FurnishedSites['people'];
  readonly dataDir: string;
  /** `call('POST /api/users/login', { body })` */
  call(route: `${string} ${string}`, options?: CallOptions): Promise<Answer>;
  tokenOf(person: TestPerson): Promise<string>;
  person(site: SiteName, name: string, role?: StoredRole): Promise<TestPerson>;
  /** Runs every job that is due by the world's clock or will be within its retries, and the relay. */
  runJobs(options?: { includingFuture?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface WorldOptions {
  at?: Date;
  env?: Record<string, string>;
  log?: Logger;
  bodyTimes?: Partial<BodyTimes>;
  renderPage?: RenderPage;
  /** Beside the product's own. */
  features?: readonly Feature[];
  /** As of the database: for what sends the same statements many thousand times. */
  keptStatements?: number;
}

let keys = 0;

/** Two sites, one person who is in both, staff of every role on each, a card provider that can fail. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const test = await createTestDatabase(furnishedSites);
  const dataDir = await mkdtemp(join(tmpdir(), 'world-'));
  const clock = new MovableClock(options.at ?? null);
  const twin = await startSandboxTwin({ pendingMs: 50, retryMs: 50 });
  const config = configFrom({
    PORT: '8000',
    DATA_DIR: dataDir,
    THROTTLE: 'off',
    RUN_JOBS: 'off',
    SANDBOX_URL: twin.url,
    SANDBOX_API_KEY: twin.apiKey,
    SANDBOX_WEBHOOK_SECRET: twin.webhookSecret,
    ...options.env,
  });
  const database = await openDatabase({
    url: test.url,
    poolSize: 6,
    ...(options.keptStatements ? { keptStatements: options.keptStatements } : {}),
  });
  const now = new Date(clock.now().getTime() - 86_400_000);
  const { tenants, people } = await findFurnished(database, now);
  const features = [...allFeatures, ...(options.features ?? [])];
  const log = options.log ?? pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const server = await openServer(config, {
    database,
    clock,
    log,
    renderPage: options.renderPage ?? null,
    schedules: false,
    features,
    ...(options.bodyTimes ? { bodyTimes: options.bodyTimes } : {}),
  });
  const tokens = new Map<string, Promise<string>>();
  const start = async (person: TestPerson): Promise<string> =>
    database.tenants.write(
      person.tenant,
      async (db) =>
        (await server.sessions.start(db, person.tenant, person.id, { address: '127.0.0.1', userAgent: 'test' })).token,
    );
  const tokenOf = (person: TestPerson): Promise<string> => {
    const known = tokens.get(person.id) ?? start(person);
    tokens.set(person.id, known);
    return known;
  };
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const taskList = tasksOf(
    server.ctx,
    server.registry,
    jobs,
    features.flatMap((feature) => feature.platformJobs ?? []),
  );

  return {
    server,
    app: server.app,
    ctx: server.ctx,
    database,
    databaseUrl: test.url,
    clock,
    twin,
    tenants,
    people,
    dataDir,
    tokenOf,
    async call(route, { as, on, body, query, headers, key, from = '203.0.113.7' } = {}) {
      const [method = 'GET', path = '/'] = route.split(' ');
      const site = on ?? as?.tenant.slug ?? 'luna';
      const answer = await server.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: path,
        remoteAddress: from,
        headers: {
          host: `api.${site}.test`,
          ...(as ? { authorization: `Bearer ${await tokenOf(as)}` } : {}),
          ...(key === null ? {} : { 'idempotency-key': key ?? `test-key-${(keys += 1)}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(query ? { query: query as Record<string, string> } : {}),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : null,
        headers: answer.headers,
        text: answer.body,
      };
    },
    person: (site, name, role = 'user') => makePerson(database, tenants[site], name, role, now),
    async runJobs({ includingFuture = false } = {}) {
      await drainJobs({ url: test.url, queueUrl: database.queueConnectionString, taskList, includingFuture });
      while ((await database.shared.write((db) => relayOutbox(db))).length > 0) {
        /* the next batch */
      }
    },
    async close() {
      await server.close();
      await database.close();
      await twin.close();
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
