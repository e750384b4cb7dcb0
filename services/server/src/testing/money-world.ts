import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { FaultRule } from '@backlot/payments/twin-control';
import { v7 } from 'uuid';
import { listBalances } from '../features/ledger/index.ts';
import type { Feature } from '../feature.ts';
import type { RenderPage } from '../plugins/pages.ts';
import { createWorld, type SiteName, type World } from './world.ts';
import type { TestPerson } from './people.ts';

export const card = {
  good: '4242424242424242',
  declined: '4000000000000002',
  stolen: '4000000000009979',
  attention: '4000000000002313',
  noRenewal: '4000000000000341',
  needsAttentionLater: '4000000000002230',
  stolenLater: '4000000000000259',
  pendingGood: '4000000000000077',
  pendingBad: '4000000000000085',
} as const;

/** The world with a card provider whose webhooks arrive, and a few things to sell. */
export interface MoneyWorld extends World {
  fresh(site?: SiteName): Promise<TestPerson>;
  token(number?: string): Promise<string>;
  /** The card form filled in. */
  cardOf(number?: string): Promise<object>;
  /** Has the provider give money back, as its console does. */
  refund(charge: string, amountMinor: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
  subscribe(
    person: TestPerson,
    options?: { number?: string; key?: string; stored?: boolean },
  ): ReturnType<World['call']>;
  member(site?: SiteName, number?: string): Promise<TestPerson>;
  post(site: SiteName, amountMinor?: number): Promise<string>;
  buy(
    person: TestPerson,
    postId: string,
    options?: { amount?: number; number?: string; key?: string },
  ): ReturnType<World['call']>;
  faults(...rules: FaultRule[]): Promise<void>;
  /** Waits until the twin has sent or given up all its webhooks, then runs the jobs they made. */
  settle(): Promise<void>;
  /** Makes attempts look as old as it takes for an absent charge to be final, then reconciles. */
  reconcile(): Promise<void>;
  /** Charges of the twin that took money, in minor units, by reference. */
  charged(): Promise<Map<string, number>>;
  /** What the books say of the same, of one site or of both, after checking that they balance. */
  booked(site?: SiteName): Promise<Map<string, number>>;
}

let people = 0;

export async function createMoneyWorld(
  options: {
    at?: Date;
    env?: Record<string, string>;
    features?: readonly Feature[];
    renderPage?: RenderPage;
    keptStatements?: number;
  } = {},
): Promise<MoneyWorld> {
  let world: World | null = null;
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await world!.app.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers: { ...(headers as Record<string, string>), host: 'platform.localhost' },
      payload: Buffer.concat(parts),
    });
    response.writeHead(answer.statusCode).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  world = await createWorld({
    ...(options.features ? { features: options.features } : {}),
    ...(options.renderPage ? { renderPage: options.renderPage } : {}),
    ...(options.keptStatements ? { keptStatements: options.keptStatements } : {}),
    at: options.at ?? new Date('2026-03-10T12:00:00Z'),
    env: {
      WEBHOOK_BASE: base,
      SANDBOX_TIME_LIMIT_MS: '2500',
      SANDBOX_GRACE_MS: '50',
      SESSION_HOURS: '100000',
      ...options.env,
    },
  });
  const { database, twin, tenants, call } = world;
  const holder = {
    email: 'a@b.example',
    address: '1 Main',
    country: 'US',
    state: 'AZ',
    city: 'Tempe',
    pincode: '85281',
    firstName: 'Ada',
    lastName: 'Test',
  };
  const token = (number: string = card.good) => twin.control.token(number);

  const money: MoneyWorld = {
    ...world,
    token,
    cardOf: async (number) => ({ ...holder, token: await token(number) }),
    async refund(charge, amountMinor) {
      const response = await fetch(new URL('/v1/refunds', twin.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${twin.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reference: v7(), charge, amount: amountMinor, currency: 'USD' }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    [Symbol.asyncDispose]: () => money.close(),
    fresh: (site = 'luna') => world!.person(site, `fan-${(people += 1)}`),
    async subscribe(person, { number, key, stored } = {}) {
      const quote = await call('GET /api/v2/subscription/quote', { as: person });
      return call('POST /api/v2/subscription/subscribe', {
        as: person,
        ...(key ? { key } : {}),
        body: {
          quote_id: quote.body.data.quote_id,
          consent: true,
          ...(stored ? {} : { card: await money.cardOf(number) }),
        },
      });
    },
    async member(site = 'luna', number) {
      const person = await money.fresh(site);
      const answer = await money.subscribe(person, number ? { number } : {});
      if (answer.status !== 200) throw new Error(answer.text);
      return person;
    },
    async post(site, amountMinor = 900) {
      const id = v7();
      const now = new Date(world!.clock.now().getTime() - 3_600_000);
      await database.tenants.write(tenants[site], (db) =>
        db('posts').insert({
          id,
          title: 'A post',
          caption: 'A caption',
          visibility: 'locked',
          amount_minor: amountMinor,
          currency: 'USD',
          private_blur: false,
          caption_blur: false,
          publish_at: now,
          photo_count: 1,
          created_at: now,
        }),
      );
      return id;
    },
    buy: async (person, postId, { amount = 9, number, key } = {}) =>
      call('POST /api/v2/purchase/post-purchase', {
        as: person,
        ...(key ? { key } : {}),
        body: { blogId: postId, amount, ...(number ? { card: await money.cardOf(number) } : {}) },
      }),
    faults: (...rules) => twin.control.faults(rules, 7),
    async settle() {
      for (let waited = 0; waited < 10_000; waited += 30) {
        const waiting = (await twin.control.webhooks()).filter(({ state }) => state === 'waiting');
        if (waiting.length === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      await world!.runJobs();
    },
    async reconcile() {
      for (const tenant of Object.values(tenants)) {
        await database.tenants.write(tenant, (db) =>
          sql`
            update ${table('payment_attempts')} set started_at = started_at - interval '1 minute', ready_at = ready_at - interval '1 minute'
            where state in ('started', 'action', 'pending', 'unknown')`.run(db),
        );
      }
      await world!.runJobs({ includingFuture: true });
    },
    async charged() {
      const charges = await twin.control.charges();
      return new Map(
        charges.filter(({ status }) => status === 'succeeded').map(({ reference, amount }) => [reference, amount]),
      );
    },
    async booked(site) {
      const found = new Map<string, number>();
      for (const tenant of site ? [tenants[site]] : Object.values(tenants)) {
        const rows = await database.tenants.read(tenant, listReceipts);
        for (const { reference, amount } of rows) found.set(reference, amount);
      }
      return found;
    },
    async close() {
      await world!.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
  return money;
}

/** What each attempt brought in; throws when the books do not balance. */
async function listReceipts(db: TenantDb): Promise<Array<{ reference: string; amount: number }>> {
  const balances = await listBalances(db);
  if (balances.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0) !== 0)
    throw new Error('the books do not balance');
  return sql<{ reference: string; amount: number }>`
    select t.cause_id as reference, sum(e.amount_minor)::bigint as amount from ${table('ledger_transactions')} t
      join ${table('ledger_entries')} e on e.transaction_id = t.id join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.cause_type = 'attempt' and a.kind = 'provider_clearing' group by 1`.all(db);
}
