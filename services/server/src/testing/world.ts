import { openDatabase, type Database } from '@backlot/database';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { drainJobs } from '@backlot/database/testing/drain-jobs';
import { relayOutbox } from '@backlot/database/outbox-relay';
import type { StoredRole } from '@backlot/contracts';
import { startSandboxTwin, type SandboxTwin } from '@backlot/twins';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { MovableClock } from '../clock.ts';
import { configFrom } from '../config.ts';
import type { AppContext } from '../context.ts';
import { features } from '../features.ts';
import { tasksOf } from '../jobs/runner.ts';
import { openServer, type OpenServer } from '../open-server.ts';
import type { JobDefinition } from '../job.ts';
import type { Tenant } from '../tenant.ts';
import { makePerson, makePersonOfBoth, type TestPerson } from './people.ts';

export type SiteName = 'luna' | 'mars';
const staffRoles = ['model', 'admin', 'sub_admin', 'content_manager', 'live_stream_manager', 'support'] as const;
export type SitePeople = Record<(typeof staffRoles)[number] | 'fan' | 'stranger', TestPerson>;

export interface CallOptions {
  /** Who calls; absent: a guest. */
  as?: TestPerson;
  /** On which site; absent: the caller's own. */
  on?: SiteName;
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Key of an idempotent call; a fresh one when absent. */
  key?: string;
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
  readonly tenants: Record<SiteName, Tenant>;
  readonly people: Record<SiteName, SitePeople> & { both: Record<SiteName, TestPerson> };
  readonly dataDir: string;
  /** `call('POST /api/users/login', { body })` */
  call(route: `${string} ${string}`, options?: CallOptions): Promise<Answer>;
  tokenOf(person: TestPerson): Promise<string>;
  person(site: SiteName, name: string, role?: StoredRole): Promise<TestPerson>;
  /** Runs every job that is due by the world's clock or will be within its retries, and the relay. */
  runJobs(options?: { includingFuture?: boolean }): Promise<void>;
  close(): Promise<void>;
}

let keys = 0;

/** Two sites, one person who is in both, staff of every role on each, a card provider that can fail. */
export async function createWorld(options: { at?: Date; env?: Record<string, string> } = {}): Promise<World> {
  const test = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'world-'));
  const clock = new MovableClock(options.at ?? null);
  const twin = await startSandboxTwin({ pendingMs: 50, retryMs: 50 });
  const config = configFrom({
    PORT: '8000', DATA_DIR: dataDir, THROTTLE: 'off', RUN_JOBS: 'off',
    SANDBOX_URL: twin.url, SANDBOX_API_KEY: twin.apiKey, SANDBOX_WEBHOOK_SECRET: twin.webhookSecret, ...options.env,
  });
  const database = await openDatabase({ url: test.url, poolSize: 6 });
  const now = new Date(clock.now().getTime() - 86_400_000);
  const tenants = {} as Record<SiteName, Tenant>;
  for (const slug of ['luna', 'mars'] as const) {
    tenants[slug] = await database.provision({ slug, hosts: [`${slug}.test`] });
  }
  const people = { both: await makePersonOfBoth(database, Object.values(tenants), now) } as World['people'];
  for (const slug of ['luna', 'mars'] as const) {
    const here = {} as SitePeople;
    for (const role of staffRoles) here[role] = await makePerson(database, tenants[slug], role, role, now);
    here.fan = await makePerson(database, tenants[slug], 'fan', 'user', now);
    here.stranger = await makePerson(database, tenants[slug], 'stranger', 'user', now);
    people[slug] = here;
  }
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const server = await openServer(config, { database, clock, log, renderPage: null, schedules: false });
  const tokens = new Map<string, Promise<string>>();
  const start = async (person: TestPerson): Promise<string> => database.tenants.write(person.tenant, async (db) =>
    (await server.sessions.start(db, person.tenant, person.id, { address: '127.0.0.1', userAgent: 'test' })).token);
  const tokenOf = (person: TestPerson): Promise<string> => {
    const known = tokens.get(person.id) ?? start(person);
    tokens.set(person.id, known);
    return known;
  };
  const jobs = features.flatMap((feature) => feature.jobs ?? []) as unknown as readonly JobDefinition[];
  const taskList = tasksOf(server.ctx, server.registry, jobs, features.flatMap((feature) => feature.platformJobs ?? []));

  return {
    server, app: server.app, ctx: server.ctx, database, databaseUrl: test.url, clock, twin, tenants, people, dataDir, tokenOf,
    async call(route, { as, on, body, query, headers, key } = {}) {
      const [method = 'GET', path = '/'] = route.split(' ');
      const site = on ?? as?.tenant.slug ?? 'luna';
      const answer = await server.app.inject({
        method: method as NonNullable<InjectOptions['method']>, url: path, remoteAddress: '203.0.113.7',
        headers: {
          host: `api.${site}.test`, ...(as ? { authorization: `Bearer ${await tokenOf(as)}` } : {}),
          'idempotency-key': key ?? `test-key-${keys += 1}`, ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }), ...(query ? { query: query as Record<string, string> } : {}),
      });
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, body: isJson ? answer.json() : null, headers: answer.headers, text: answer.body };
    },
    person: (site, name, role = 'user') => makePerson(database, tenants[site], name, role, now),
    async runJobs({ includingFuture = false } = {}) {
      await drainJobs({ url: test.url, queueUrl: database.queueConnectionString, taskList, includingFuture });
      while ((await database.shared.write((db) => relayOutbox(db))).length > 0) { /* the next batch */ }
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
