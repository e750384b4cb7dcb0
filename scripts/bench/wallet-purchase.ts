import { openBarePool } from '@backlot/database/testing/statements';
import { createMoneyWorld, type MoneyWorld } from '@backlot/server/testing/money-world';
import type { TestPerson } from '@backlot/server/testing/people';
import { subscribe } from '@backlot/server/testing/posting';
import { fund } from '@backlot/server/testing/wallets';
import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { v7 } from 'uuid';
import { createAsk } from '../crash/ask.ts';
import { median, result, type BenchResult } from './result.ts';
import { rowsWrittenBy } from './same-rows.ts';

const fansAtOnce = 16;
const postsARound = 20;
const rounds = 5;
const priceMinor = 900;

/** A post bought from the wallet against a bare route with one prepared statement that writes the same rows. */
export async function benchWalletPurchase(): Promise<BenchResult[]> {
  const world = await createMoneyWorld();
  try {
    const [ours, theirs] = [await savers(world), await savers(world)];
    const posts: string[] = [];
    for (let n = 0; n < (rounds + 1) * postsARound + 2; n += 1) posts.push(await world.post('luna', priceMinor));
    const ask = createAsk(await portOf(world.app));
    const buy = async (fan: TestPerson, post: string): Promise<void> => {
      const token = await world.tokenOf(fan);
      const body = { payment_for: 'blog', content_id: post, userId: fan.id };
      const answer = await ask('POST /api/crypto/purchase-from-wallet', {
        host: 'api.luna.test',
        token,
        key: v7(),
        body,
      });
      if (answer.status !== 200) throw new Error(`A purchase answered ${answer.status} ${answer.body.code ?? ''}.`);
    };
    // The first purchase of a fan and of a site adds rows that later ones change.
    const first = posts.pop()!;
    for (const fan of [...ours, ...theirs]) await buy(fan, first);
    const bare = await openBare(world, ours[0]!, posts.pop()!, buy);
    const seen = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const some = posts.slice(round * postsARound, (round + 1) * postsARound);
      const [a, b] = [await rateOf(ours, some, buy), await rateOf(theirs, some, bare.buy)];
      // The first one warms both.
      if (round === 0) continue;
      seen.ours.push(a);
      seen.bare.push(b);
    }
    await bare.close();
    ask.close();
    return [
      result('purchases from wallets', median(seen.ours), 'a second', '>=', 1),
      result(
        `the same against a bare route that writes the same ${bare.rows} rows`,
        median(seen.ours.map((rate, round) => rate / seen.bare[round]!)),
        '×',
        '>=',
        0.35,
      ),
    ];
  } finally {
    await world.close();
  }
}

async function portOf(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Members with more in their wallets than they will spend. */
async function savers(world: MoneyWorld): Promise<TestPerson[]> {
  const fans: TestPerson[] = [];
  for (let n = 0; n < fansAtOnce; n += 1) {
    const fan = await world.fresh();
    await subscribe(world, fan);
    await fund(world, fan, 100 * (rounds + 2) * postsARound * priceMinor);
    await world.tokenOf(fan);
    fans.push(fan);
  }
  return fans;
}

/** Purchases a second; each fan buys one post after the other. */
async function rateOf(
  fans: readonly TestPerson[],
  posts: readonly string[],
  buy: (fan: TestPerson, post: string) => Promise<void>,
): Promise<number> {
  const from = performance.now();
  await Promise.all(
    fans.map(async (fan) => {
      for (const post of posts) await buy(fan, post);
    }),
  );
  return (fans.length * posts.length * 1_000) / (performance.now() - from);
}

/** A route without tenants, tokens, rules and checks of its own. */
async function openBare(
  world: MoneyWorld,
  fan: TestPerson,
  post: string,
  buy: (fan: TestPerson, post: string) => Promise<void>,
) {
  const schema = `tenant_${world.tenants.luna.id}`;
  const same = await rowsWrittenBy(world.databaseUrl, [schema, 'shared'], () => buy(fan, post), {
    also: [`update ${schema}.user_totals set spent_minor = spent_minor + ${priceMinor} where user_id = $2`],
    latest: `${schema}.entitlements`,
  });
  const pool = openBarePool(world.databaseUrl, 6);
  const app = fastify();
  app.post<{ Body: { fan: string; post: string } }>('/buy', async ({ body }) => {
    const instead = new Map([
      [fan.id, body.fan],
      [post, body.post],
    ]);
    await pool.query(same.text, [...same.values(instead), body.fan], 'buy');
    return { success: true };
  });
  const ask = createAsk(await portOf(app));
  return {
    rows: same.rows,
    async buy(buyer: TestPerson, wanted: string): Promise<void> {
      const body = { fan: buyer.id, post: wanted };
      const { status } = await ask('POST /buy', { host: 'bare.test', token: '', body });
      if (status !== 200) throw new Error(`The bare route answered ${status}.`);
    },
    async close(): Promise<void> {
      ask.close();
      await app.close();
      await pool.end();
    },
  };
}
