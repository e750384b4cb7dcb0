import { openDatabase, type Database, type TenantRecord } from '@backlot/database';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { createTwinControl, type TwinControl } from '@backlot/payments/twin-control';
import { configFrom } from '@backlot/server/config';
import { features } from '@backlot/server/features';
import { openServer } from '@backlot/server/process/open-server';
import type { ScheduledJob } from '@backlot/server/jobs/job';
import { makePerson } from '@backlot/server/testing/people';
import type { StoredRole } from '@backlot/contracts';
import type { OpenItem } from '@backlot/contracts/open-items';
import type { Pagination } from '@backlot/contracts/staff';
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
  /** Who gives money back. */
  readonly admin: Fan;
}

/** What people were told, to be held against what providers and books say. */
export interface Promises {
  /** Real milliseconds at which a fan was told that the membership is cancelled. */
  readonly cancelled: Map<string, number>;
  /** What staff asked to give back of a purchase, in minor units; `told`: they were told that it will be. */
  readonly refunds: Map<string, { readonly minor: number; told: boolean }>;
  /** Purchases whose payer's bank took all of it back. */
  readonly chargedBack: Set<string>;
}

/** What one of the servers under test is started with. */
export interface ServerSpec {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
}

/** Two sites with posts for sale, two servers to serve both, a card provider in a process of its own, and as many fans as are wanted. */
export interface Harness {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly sites: readonly Site[];
  readonly twin: TwinControl;
  readonly twinUrl: string;
  /** The program under test, and each server that runs it; payment webhooks go to the one that asked for the charge. */
  readonly program: string;
  readonly servers: readonly ServerSpec[];
  readonly promises: Promises;
  newFan(site: Site): Promise<Fan>;
  /** The payer's bank takes back what a purchase took; nothing where the provider has no such charge. */
  chargeBack(site: Site, intentId: string): Promise<void>;
  /** Milliseconds by which the product's clock is ahead. */
  aheadMs(): number;
  now(): Date;
  /** So much time passes for whoever is started afterwards. */
  moveOn(ms: number): void;
  /** Enqueues what the product's own clock would: renewals that are due, and the ends of memberships. */
  tick(): Promise<void>;
  /** Likewise what it does once a day: refunds that the provider refused are asked for again. */
  tickDaily(): Promise<void>;
  /** Ids of all that staff of a site are shown as owed, held or of an unknown end. */
  listOpenItems(site: Site): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

interface OpenItems {
  readonly items: readonly OpenItem[];
  readonly paginationData: Pagination;
}

export const postPriceMinor = 900;
export const membershipMinor = 1999;
const postsASite = 6;
const serverCount = 2;

export async function buildHarness(): Promise<Harness> {
  const [test, program] = await Promise.all([createTestDatabase(), bundleServer()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'crash-'));
  const [twinPort, ...ports] = await freePorts(1 + serverCount);
  const twinUrl = `http://127.0.0.1:${twinPort}`;
  const envOf = (port: number): ServerSpec['env'] => ({
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    BIND_ADDRESS: '127.0.0.1',
    THROTTLE: 'off',
    LOG_LEVEL: 'fatal',
    SESSION_HOURS: '100000',
    SANDBOX_URL: twinUrl,
    SANDBOX_TIME_LIMIT_MS: '800',
    SANDBOX_GRACE_MS: '100',
    WEBHOOK_BASE: `http://127.0.0.1:${port}`,
    // Half of a start is compiling.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
  });
  const servers = ports.map((port) => ({ port, env: envOf(port) }));
  const twinMain = fileURLToPath(new URL('../../services/twins/src/main.ts', import.meta.url));
  const twinProcess = fork(twinMain, ['--port', String(twinPort), '--data', join(dataDir, 'twin.jsonl')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const twin = createTwinControl({ url: twinUrl, apiKey: 'sandbox-key' });
  const database = await openDatabase({ url: test.url, poolSize: 8 });
  let aheadMs = 0;
  const now = (): Date => new Date(Date.now() + aheadMs);
  // Shares keys and sessions with the servers under test; serves nothing itself.
  const registrar = await openServer(configFrom({ ...servers[0]!.env, RUN_JOBS: 'off' }), {
    database,
    clock: { now },
    renderPage: null,
    schedules: false,
    log: pino({ level: 'silent' }),
  });
  const enrol = async (tenant: TenantRecord, host: string, name: string, role: StoredRole): Promise<Fan> => {
    const person = await makePerson(database, tenant, name, role, new Date());
    const { token } = await database.tenants.write(tenant, (db) =>
      registrar.sessions.start(db, tenant, person.id, { address: '127.0.0.1', userAgent: 'crash' }),
    );
    return { id: person.id, token, host };
  };
  const sites: Site[] = [];
  for (const slug of ['luna', 'mars']) {
    const [tenant, host] = [await database.provision({ slug, hosts: [`${slug}.test`] }), `api.${slug}.test`];
    const [posts, admin] = [await addPosts(database, tenant), await enrol(tenant, host, 'admin', 'admin')];
    sites.push({ tenant, host, posts, admin });
  }
  const run = async (...names: readonly string[]): Promise<void> => {
    const { ctx } = registrar;
    const due = scheduled.filter(({ name }) => names.includes(name));
    for (const { tenant } of sites)
      for (const job of due) await job.run({ ctx, tenant, payload: {}, attempt: 1, log: ctx.log });
  };
  let fans = 0;
  return {
    database,
    databaseUrl: test.url,
    sites,
    twin,
    twinUrl,
    program: program.path,
    servers,
    promises: { cancelled: new Map(), refunds: new Map(), chargedBack: new Set() },
    newFan: ({ tenant, host }) => enrol(tenant, host, `fan-${(fans += 1)}`, 'user'),
    async chargeBack({ tenant }, intentId) {
      const charge = await database.tenants.read(tenant, (db) =>
        db('payment_attempts').where({ intent_id: intentId, state: 'succeeded' }).first('id'),
      );
      if (charge) await twin.chargeback(charge.id);
    },
    aheadMs: () => aheadMs,
    now,
    moveOn(ms) {
      aheadMs += ms;
    },
    tick: () => run('renew-memberships', 'expire-memberships'),
    tickDaily: () => run('retry-owed-refunds'),
    async listOpenItems({ host, admin }) {
      const shown = new Set<string>();
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await registrar.app.inject({
          method: 'GET',
          url: `/api/reports/open-items?page_num=${page}`,
          headers: { host, authorization: `Bearer ${admin.token}` },
        });
        const { items, paginationData } = answer.json<{ data: OpenItems }>().data;
        for (const { _id: id } of items) shown.add(id);
        pages = paginationData.totalPages;
      }
      return shown;
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

const scheduled = features.flatMap(({ jobs }) => jobs ?? []).filter((job): job is ScheduledJob => 'schedule' in job);

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

/** Below the range that outgoing connections take theirs from: while a server is dead nobody gets its port by chance. */
async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>();
  while (free.size < count) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    free.add(port);
  }
  return [...free];
}
