import type { TenantDb } from '@backlot/database';
import { listEventsAfter } from '@backlot/database/shared-functions';
import { fewestStatements } from '@backlot/database/testing/statements';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { subscribe } from '../../src/testing/posting.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const read = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> =>
  world.database.tenants.read(world.tenants.luna, work);
const pay = (as: TestPerson, body: object, key?: string | null) =>
  world.call('POST /api/crypto/purchase-from-wallet', { as, body, ...(key === undefined ? {} : { key }) });
const me = async (as: TestPerson) => (await world.call('GET /api/users/me', { as })).body.data;

/** A member with so much in the wallet. */
async function saver(amountMinor: number): Promise<TestPerson> {
  const fan = await world.fresh();
  await subscribe(world, fan);
  if (amountMinor > 0) await fund(world, fan, amountMinor);
  return fan;
}

describe('a post bought from the wallet', () => {
  it('takes twelve statements at most, and its events are told in the order in which they happened', async () => {
    const fan = await saver(11_000);
    const posts = await Promise.all(Array.from({ length: 11 }, () => world.post('luna', 900)));
    let left = 110;
    const buy = async (): Promise<void> => {
      const bought = await pay(fan, { payment_for: 'blog', content_id: posts.pop() });
      left -= 9;
      expect(bought.body.data).toMatchObject({ state: 'succeeded', wallet_balance: left });
    };
    // The first purchase opens accounts of the books.
    await buy();
    const statements = await fewestStatements(12, buy);
    expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(12);
    await world.runJobs();
    const events = await read((db) => listEventsAfter(db, `user:${fan.id}`, 0));
    expect(events.map(({ event }) => event).slice(-2)).toEqual(['PURCHASE_SETTLED', 'WALLET_CHANGED']);
    expect(events.at(-1)?.data).toEqual({ walletAmount: left, walletOwed: 0, currency: 'USD' });
  });

  it('POST-077 GEN-02 is open at once; wallet, receipt, list and books say the same', async () => {
    const fan = await saver(2500);
    const post = await world.post('luna', 900);
    const bought = await pay(fan, { payment_for: 'blog', content_id: post, userId: fan.id });
    expect(bought.status).toBe(200);
    expect(bought.body).toMatchObject({
      success: 1,
      message: 'Paid from your wallet. $16.00 stays in it.',
      data: {
        wallet_balance: 16,
        transaction_amount: 9,
        message: 'Paid from your wallet. $16.00 stays in it.',
        state: 'succeeded',
        kind: 'post',
        content_id: post,
      },
    });
    const opened = await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } });
    expect(opened.body.data.purchased).toBe(true);
    expect((await me(fan)).wallet_amount).toBe(16);
    const { transactions } = (
      await world.call('GET /api/admin/get_transactions_details', {
        as: world.people.luna.admin,
        query: { user_id: fan.id },
      })
    ).body.data;
    expect(transactions).toMatchObject([{ kind: 'post', amount: 9, state: 'succeeded', left: 9 }]);
    const balances = await balancesOf(world);
    expect(balances.sum).toBe(0);
    expect(balances.of('fan_wallet')).toBe(-(await walletSum()));
    expect(await world.charged()).not.toContain(bought.body.data.transactionId);
  });

  it.each([
    ['WAL-25 with part of it there, rounded up to the dollar', 850, { wallet_balance: 8.5, shortfall: 1 }],
    ['WAL-33 with nothing there, the whole price', 0, { wallet_balance: 0, shortfall: 9 }],
  ])('WAL-29 is refused with what is missing: %s', async (_, has, details) => {
    const fan = await saver(has);
    const post = await world.post('luna', 900);
    const refused = await pay(fan, { payment_for: 'blog', content_id: post });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'wallet-low', ...details, currency: 'USD' });
    expect((await me(fan)).wallet_amount).toBe(has / 100);
  });

  it('is bought once a key, and a key buys nothing else', async () => {
    const fan = await saver(5000);
    const [post, other] = [await world.post('luna', 900), await world.post('luna', 900)];
    const key = v7();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(fan, { payment_for: 'blog', content_id: post, amount: 9 }, key)),
    );
    expect(new Set(answers.map(({ body }) => body.data.intent_id)).size).toBe(1);
    expect((await me(fan)).wallet_amount).toBe(41);
    expect((await pay(fan, { payment_for: 'blog', content_id: other, amount: 9 }, key)).body.code).toBe(
      'idempotency-key-reused',
    );
    expect((await pay(fan, { payment_for: 'blog', content_id: post }, v7())).body.code).toBe(
      'content-already-unlocked',
    );
  });

  it('without a key is the same act for ten seconds, from wallet or card', async () => {
    const fan = await saver(5000);
    const post = await world.post('luna', 900);
    const first = await pay(fan, { payment_for: 'blog', content_id: post, amount: 9 }, null);
    const again = await pay(fan, { payment_for: 'blog', content_id: post, amount: 9 }, null);
    const byCard = await world.call('POST /api/v2/purchase/post-purchase', {
      as: fan,
      key: null,
      body: { blogId: post, amount: 9, card: await world.cardOf() },
    });
    expect([again, byCard].map(({ body }) => body.data.intent_id)).toEqual(
      Array.from({ length: 2 }, () => first.body.data.intent_id),
    );
    expect((await me(fan)).wallet_amount).toBe(41);
  });

  it('another price than the buyer saw is refused, and so are another sender and no post', async () => {
    const fan = await saver(5000);
    const post = await world.post('luna', 900);
    const code = async (body: object) => (await pay(fan, { payment_for: 'blog', content_id: post, ...body })).body.code;
    expect(await code({ amount: 8 })).toBe('price-changed');
    expect(await code({ userId: v7() })).toBe('not-found');
    expect(await code({ domain: 'elsewhere.example' })).toBe('not-found');
    expect(await code({ content_id: v7() })).toBe('not-found');
    expect((await pay(fan, { payment_for: 'blog' })).body).toMatchObject({
      code: 'invalid-request',
      errors: [{ field: 'content_id' }],
    });
    expect((await me(fan)).wallet_amount).toBe(50);
  });

  it("a wallet is a site's: what is in it elsewhere buys nothing here", async () => {
    const { luna, mars } = world.people.both;
    await subscribe(world, luna);
    await fund(world, mars, 5000);
    const post = await world.post('luna', 900);
    expect((await pay(luna, { payment_for: 'blog', content_id: post })).body.code).toBe('wallet-low');
    expect((await me(mars)).wallet_amount).toBe(50);
  });
});

describe('a membership bought from the wallet', () => {
  const quote = async (fan: TestPerson) => (await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data;

  it('SUB-48 begins with consent to its terms, and says what pays for it', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 5000);
    const { quote_id } = await quote(fan);
    const asked = { payment_for: 'membership', quote_id, amount: 19.99 };
    expect((await pay(fan, asked)).body.code).toBe('consent-required');
    const bought = await pay(fan, { ...asked, consent: true });
    expect(bought.body.data).toMatchObject({ kind: 'membership', wallet_balance: 30.01, transaction_amount: 19.99 });
    expect(await me(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      payment_gateway: 'forumpay',
      wallet_amount: 30.01,
      next_billing_date: expect.any(String),
    });
  });
});

const walletSum = async (): Promise<number> =>
  (await read((db) => db('fan_wallets').select('balance_minor'))).reduce((sum, row) => sum + row.balance_minor, 0);
