import { openBarePool } from '@backlot/database/testing/statements';
import { withOwner } from '@backlot/database/owner';
import { createSandboxDriver } from '@backlot/payments/sandbox';
import { createMoneyWorld, type MoneyWorld } from '@backlot/server/testing/money-world';
import type { TestPerson } from '@backlot/server/testing/people';
import fastify from 'fastify';
import { v7 } from 'uuid';
import { createAsk } from '../crash/ask.ts';
import { comparePurchases, portOf, postsToCompare, priceMinor, serveBare, type Buy } from './purchases.ts';
import { result, type BenchResult } from './result.ts';
import { rowsWrittenBy } from './same-rows.ts';

/** So few that a charge is sent within its two seconds on a machine that does other things as well. */
const fansAtOnce = 6;
const timeLimitMs = 10_000;
/** What is written before the provider is asked. */
const openingTables = ['payment_intents', 'payment_attempts'];

/**
 * A post bought with the card on file, at a provider that answers at once, against a bare route with the same call and one
 * statement before and after it.
 */
export async function benchCheckout(): Promise<BenchResult[]> {
  // What the provider tells afterwards is no part of the purchase: nobody listens to it more than to say so.
  const sink = fastify();
  sink.post('/*', async () => ({}));
  const notifyUrl = `http://127.0.0.1:${await portOf(sink)}`;
  const world = await createMoneyWorld({
    env: { WEBHOOK_BASE: notifyUrl, SANDBOX_TIME_LIMIT_MS: String(timeLimitMs) },
  });
  try {
    const [ours, theirs] = [await members(world), await members(world)];
    const posts: string[] = [];
    for (let n = 0; n < postsToCompare + 3; n += 1) posts.push(await world.post('luna', priceMinor));
    const ask = createAsk(await portOf(world.app));
    const buy: Buy = async (fan, post) => {
      const token = await world.tokenOf(fan);
      const body = { blogId: post, amount: priceMinor / 100 };
      const answer = await ask('POST /api/v2/purchase/post-purchase', {
        host: 'api.luna.test',
        token,
        key: v7(),
        body,
      });
      if (answer.status !== 200 || answer.body.data?.['state'] !== 'succeeded')
        throw new Error(`A purchase answered ${answer.status} ${answer.body.code ?? ''}.`);
    };
    // The first purchase of a fan and of a site adds rows that later ones change.
    const first = posts.pop()!;
    for (const fan of [...ours, ...theirs]) await buy(fan, first);
    const bare = await openBare(world, ours[0]!, [posts.pop()!, posts.pop()!], buy, notifyUrl);
    const { rate, ratio } = await comparePurchases(posts, { fans: ours, buy }, { fans: theirs, buy: bare.buy });
    await bare.close();
    ask.close();
    return [
      result('purchases with the card on file', rate, 'a second', '>=', 1),
      result(
        `the same against a bare route with the same call that writes the same ${bare.rows} rows`,
        ratio,
        '×',
        '>=',
        0.35,
      ),
    ];
  } finally {
    await world.close();
    await sink.close();
  }
}

async function members(world: MoneyWorld): Promise<TestPerson[]> {
  const fans: TestPerson[] = [];
  for (let n = 0; n < fansAtOnce; n += 1) {
    const fan = await world.member();
    await world.tokenOf(fan);
    fans.push(fan);
  }
  return fans;
}

/** A route without tenants, tokens, rules and checks of its own. */
async function openBare(
  world: MoneyWorld,
  fan: TestPerson,
  [one, other]: readonly [string, string],
  buy: Buy,
  notifyUrl: string,
) {
  const schema = `tenant_${world.tenants.luna.id}`;
  const schemas = [schema, 'shared'];
  const opening = await rowsWrittenBy(world.databaseUrl, schemas, () => buy(fan, one), { only: openingTables });
  const settling = await rowsWrittenBy(world.databaseUrl, schemas, () => buy(fan, other), {
    // And what a trigger fills.
    without: [...openingTables, 'ledger_unsummed'],
    also: [`update ${schema}.user_totals set spent_minor = spent_minor + ${priceMinor} where user_id = $2`],
    latest: `${schema}.entitlements`,
  });
  const attempts = await attemptsOf(world, schema, [one, other]);
  const cards = await cardsOf(world, schema);
  const provider = createSandboxDriver({ url: world.twin.url, apiKey: world.twin.apiKey, timeLimitMs }).open({
    id: attempts.accountId,
    currency: 'USD',
    credentials: {},
  });
  const pool = openBarePool(world.databaseUrl, 6);
  const app = fastify();
  app.post<{ Body: { fan: string; post: string } }>('/buy', async ({ body }) => {
    const reference = v7();
    const [opened, settled] = [one, other].map(
      (post) =>
        new Map([
          [fan.id, body.fan],
          [post, body.post],
          [attempts.ids.get(post)!, reference],
          [cards.get(fan.id)!.id, cards.get(body.fan)!.id],
        ]),
    );
    await pool.query(opening.text, opening.values(opened!), 'open');
    const outcome = await provider.submit(
      {},
      {
        reference,
        amountMinor: priceMinor,
        currency: 'USD',
        source: { kind: 'stored', instrumentId: cards.get(body.fan)!.provider_instrument },
        recurring: false,
        initiator: 'customer',
        descriptor: 'LUNA',
        notifyUrl,
      },
    );
    if (outcome.kind !== 'succeeded') throw new Error(`The provider answered ${outcome.kind}.`);
    await pool.query(settling.text, [...settling.values(settled!), body.fan], 'settle');
    return { success: true };
  });
  return { ...(await serveBare(app, pool)), rows: opening.rows + settling.rows };
}

/** The attempts that paid for these posts, by post, and whose account they went to. */
const attemptsOf = (
  world: MoneyWorld,
  schema: string,
  posts: readonly string[],
): Promise<{ ids: ReadonlyMap<string, string>; accountId: string }> =>
  withOwner(world.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; post: string; account: string }>(
      `select a.id, i.content_id as post, a.account_id as account from ${schema}.payment_attempts a
       join ${schema}.payment_intents i on i.id = a.intent_id where i.content_id = any ($1)`,
      [posts],
    );
    return { ids: new Map(rows.map(({ post, id }) => [post, id])), accountId: rows[0]!.account };
  });

/** The card on file of each fan. */
const cardsOf = (
  world: MoneyWorld,
  schema: string,
): Promise<ReadonlyMap<string, { id: string; provider_instrument: string }>> =>
  withOwner(world.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; user_id: string; provider_instrument: string }>(
      `select id, user_id, provider_instrument from ${schema}.payment_instruments where is_primary and removed_at is null`,
    );
    return new Map(rows.map((row) => [row.user_id, row]));
  });
