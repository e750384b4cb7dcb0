import { openBarePool } from '@backlot/database/testing/statements';
import { createMoneyWorld, type MoneyWorld } from '@backlot/server/testing/money-world';
import type { TestPerson } from '@backlot/server/testing/people';
import { subscribe } from '@backlot/server/testing/posting';
import { fund } from '@backlot/server/testing/wallets';
import fastify from 'fastify';
import { v7 } from 'uuid';
import { createAsk } from '../crash/ask.ts';
import {
  comparePurchases,
  fansAtOnce,
  portOf,
  serveBare,
  postsARound,
  postsToCompare,
  priceMinor,
  rounds,
  type Buy,
} from './purchases.ts';
import { result, type BenchResult } from './result.ts';
import { rowsWrittenBy } from './same-rows.ts';

/** A post bought from the wallet against a bare route with one prepared statement that writes the same rows. */
export async function benchWalletPurchase(): Promise<BenchResult[]> {
  const world = await createMoneyWorld();
  try {
    const [ours, theirs] = [await savers(world), await savers(world)];
    const posts: string[] = [];
    for (let n = 0; n < postsToCompare + 2; n += 1) posts.push(await world.post('luna', priceMinor));
    const ask = createAsk(await portOf(world.app));
    const buy: Buy = async (fan, post) => {
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
    const { rate, ratio } = await comparePurchases(posts, { fans: ours, buy }, { fans: theirs, buy: bare.buy });
    await bare.close();
    ask.close();
    return [
      result('purchases from wallets', rate, 'a second', '>=', 1),
      result(`the same against a bare route that writes the same ${bare.rows} rows`, ratio, '×', '>=', 0.35),
    ];
  } finally {
    await world.close();
  }
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

/** A route without tenants, tokens, rules and checks of its own. */
async function openBare(world: MoneyWorld, fan: TestPerson, post: string, buy: Buy) {
  const schema = `tenant_${world.tenants.luna.id}`;
  const same = await rowsWrittenBy(world.databaseUrl, [schema, 'shared'], () => buy(fan, post), {
    also: [`update ${schema}.user_totals set spent_minor = spent_minor + ${priceMinor} where user_id = $2`],
    latest: `${schema}.entitlements`,
    // A trigger fills it.
    without: ['ledger_unsummed'],
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
  return { ...(await serveBare(app, pool)), rows: same.rows };
}
