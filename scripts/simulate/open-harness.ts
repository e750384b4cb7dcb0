import { withOwner } from '@backlot/database/owner';
import { createMoneyWorld, type MoneyWorld } from '@backlot/server/testing/money-world';
import { tasksOf } from '@backlot/server/jobs/runner';
import { features } from '@backlot/server/features';
import { openServer, type OpenServer } from '@backlot/server/process/open-server';
import { saveSettings } from '@backlot/server/features/sites/index';
import type { TestPerson } from '@backlot/server/testing/people';
import type { SiteName } from '@backlot/server/testing/world';
import type { TaskList } from 'graphile-worker';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { ccbillBooks, type CcbillBooks } from './ccbill-books.ts';
import { interruptible, type Interruptions } from './interruptions.ts';
import { sandboxAlways, sandboxBooks, stickyBooks, type Provider } from './providers.ts';
import {
  openCcbillOutbox,
  openCryptoOutbox,
  openSandboxOutbox,
  openStickyOutbox,
  type WebhookOutbox,
} from './webhooks.ts';
import { passing } from './passing.ts';
import { openQueue, type Queue } from './queue.ts';
import { walletBooks, type WalletBooks } from './wallet-books.ts';

/** So long ago that no world comes to today, by which the database dates what is under way. */
export const startsAt = new Date('2022-01-31T10:00:00Z');

export interface Reply {
  readonly status: number;
  readonly code: string | null;
  // What a call answers with is read field by field.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
}

export interface Ask {
  readonly as: TestPerson;
  readonly body?: object;
  readonly query?: Record<string, string>;
  /** One act has one key, however often it is sent. */
  readonly key?: string;
}

/** The product with its database and the providers' twins, driven by the simulator. */
export interface Harness {
  readonly world: MoneyWorld;
  /** The database's superuser, for the queue, time and the oracle. */
  readonly owner: pg.Client;
  readonly schemas: Readonly<Record<SiteName, string>>;
  readonly interruptions: Interruptions;
  readonly queue: Queue;
  readonly outboxes: readonly WebhookOutbox[];
  /** All that take cards of a site: one of them has two. */
  readonly providers: readonly Provider[];
  /** Those of the wallets, of each site. */
  readonly wallets: readonly WalletBooks[];
  /** Of them the one on whose form cards are typed, and which drives memberships by itself. */
  readonly form: CcbillBooks;
  /** A card that a fan types on their site's own page, as its provider of the moment knows it. */
  cardOf(number: string): Promise<object>;
  /** Its site takes cards by CCBill from now on, or by the other provider's field on its own page. */
  takeCardsOnForm(isOnForm: boolean): Promise<void>;
  tasks(): TaskList;
  server(): OpenServer;
  call(route: string, ask: Ask): Promise<Reply>;
  /** Sends a webhook as its provider does. Answers the HTTP status. */
  sendWebhook(url: string, body: string, headers: Record<string, string>): Promise<number>;
  /** A second, so that what happened first has the earlier time. */
  tick(): void;
  /** Time passes: for the product, for its queue, for what it waits for and for CCBill, whose bank may decline renewals. */
  pass(ms: number, declined?: Parameters<CcbillBooks['advance']>[1]): Promise<void>;
  /** A fresh server on the same database; what the one before held in memory is gone. */
  restart(): Promise<void>;
}

const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });

/** No answer is late by itself, however busy the machine is. */
const env = { SANDBOX_TIME_LIMIT_MS: '60000' };

/** More than the product has: each is planned once, which takes a fifth of what the simulator costs. */
const keptStatements = 5_000;

/** Opens a harness, and closes it when the work is done. */
export async function withHarness<R>(
  work: (harness: Harness) => Promise<R>,
  { isOnRest = false }: { readonly isOnRest?: boolean } = {},
): Promise<R> {
  const world = await createMoneyWorld({ at: startsAt, env, keptStatements });
  try {
    return await withOwner(world.databaseUrl, async (owner) => {
      const harness = await openHarness(world, owner, isOnRest);
      try {
        return await work(harness);
      } finally {
        // The world closes its own.
        if (harness.server() !== world.server) await harness.server().close();
      }
    });
  } finally {
    await world.close();
  }
}

async function openHarness(world: MoneyWorld, owner: pg.Client, isOnRest: boolean): Promise<Harness> {
  for (const [site, tenant] of Object.entries(world.tenants)) {
    const own = { ...settings, is_sticky_io_enabled: site === 'mars' };
    await world.database.tenants.write(tenant, (db) => saveSettings(db, own, null, world.clock.now()));
  }
  // The twins keep what they would send: the simulator delivers it.
  await world.faults(...sandboxAlways);
  world.twin.crypto.faults([{ kind: 'webhook-lost' }]);
  world.twin.sticky.faults([{ kind: 'postback-lost' }]);
  const form = ccbillBooks(world.twin, isOnRest);
  await form.setFaults([]);
  world.twin.ccbill.setTime(world.clock.now());
  // Asked for by the simulated clock; its own limit goes by the real one.
  world.twin.ccbill.extract.limit(0);
  await describeForm(world, isOnRest);
  const interruptions = interruptible(world.database);
  const schemas = Object.fromEntries(
    Object.entries(world.tenants).map(([site, { id }]) => [site, `tenant_${id}`]),
  ) as Record<SiteName, string>;
  await owner.query(passing(Object.values(schemas)));
  const wallets = (['luna', 'mars'] as const).map((site) => walletBooks(owner, site, schemas[site]));
  let server = world.server;
  let tasks = tasksFor(server);
  return {
    world,
    owner,
    schemas,
    interruptions,
    queue: openQueue(owner),
    outboxes: [openSandboxOutbox, openCryptoOutbox, openStickyOutbox, openCcbillOutbox].map((open) => open(world.twin)),
    providers: [sandboxBooks(world), stickyBooks(world.twin), form, ...wallets],
    wallets,
    form,
    cardOf: (number) => world.cardOf(number),
    async takeCardsOnForm(isOnForm) {
      const key = 'ccbill_settings.account_number';
      const account = isOnForm ? world.twin.ccbill.account.account : '';
      const tenant = world.tenants[form.site];
      await world.database.tenants.write(tenant, (db) => saveSettings(db, { [key]: account }, null, world.clock.now()));
      while ((await server.ctx.settings.of(tenant))[key] !== account) await sleep(5);
    },
    tasks: () => tasks,
    server: () => server,
    async call(route, { as, body, query, key }) {
      const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PUT', string];
      const answer = await server.app.inject({
        method,
        url,
        remoteAddress: '203.0.113.7',
        headers: {
          host: `api.${as.tenant.slug}.test`,
          authorization: `Bearer ${await world.tokenOf(as)}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { payload: body }),
        ...(query === undefined ? {} : { query }),
      });
      const { code = null, data = null } = answer.json<{ code?: string; data?: unknown }>();
      return { status: answer.statusCode, code, data };
    },
    async sendWebhook(url, body, headers) {
      const { pathname, search } = new URL(url);
      const answer = await server.app.inject({
        method: 'POST',
        url: `${pathname}${search}`,
        headers: { ...headers, host: 'platform.localhost' },
        payload: body,
      });
      return answer.statusCode;
    },
    tick() {
      world.clock.advance(1_000);
      form.advance(1_000, null);
    },
    async pass(ms, declined = null) {
      world.clock.advance(ms);
      form.advance(ms, declined);
      // What the simulator asks most often: planned once.
      await owner.query({ name: 'pass', text: 'select public.pass($1)', values: [`${ms} milliseconds`] });
    },
    async restart() {
      const before = server;
      server = await start(world);
      tasks = tasksFor(server);
      if (before !== world.server) await before.close();
    },
  };
}

const settings = {
  'migrate_subscription.is_enabled': true,
  'migrate_subscription.days_before': 7,
  is_crypto_payment_enabled: true,
};

/** What staff of the site fill in; it is used once the account has its number. */
async function describeForm({ call, people, twin }: MoneyWorld, isOnRest: boolean): Promise<void> {
  const { account, subAccount, form, salt, dataLinkUser, dataLinkPassword, clientId, clientSecret } =
    twin.ccbill.account;
  const answer = await call('PATCH /api/app_settings', {
    as: people.luna.admin,
    body: {
      'ccbill_settings.account_number': account,
      'ccbill_settings.sub_account': subAccount,
      'ccbill_settings.form_name': form,
      'ccbill_settings.salt': salt,
      'ccbill_settings.data_link_user': dataLinkUser,
      'ccbill_settings.data_link_password': dataLinkPassword,
      ...(isOnRest
        ? {
            payment_api_version: 'v2',
            'ccbill_settings.client_id': clientId,
            'ccbill_settings.client_secret': clientSecret,
          }
        : {}),
    },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

const start = ({ database, clock, ctx }: MoneyWorld): Promise<OpenServer> =>
  openServer(ctx.config, { database, clock, log, renderPage: null, schedules: false });

const tasksFor = ({ ctx, registry }: OpenServer): TaskList =>
  tasksOf(
    ctx,
    registry,
    features.flatMap(({ jobs }) => jobs ?? []),
    [],
  );
