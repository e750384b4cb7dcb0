import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const ask = (as: TestPerson, body: object) => world.call('POST /api/crypto/get-transaction-info', { as, body });

/** A member who bought this many posts for 9 dollars each from the wallet. */
async function buyer(count = 1) {
  const fan = await world.member();
  await fund(world, fan, 5000);
  const bought: { post: string; transactionId: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const post = await world.post('luna', 900);
    const { body } = await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'blog', content_id: post, amount: 9 },
    });
    bought.push({ post, transactionId: body.data.transactionId });
    world.clock.set(new Date(world.clock.now().getTime() + 1000));
  }
  return { fan, bought };
}

describe('what became of a purchase from the wallet', () => {
  it('is told with the post that it opened, the newest one where none is named', async () => {
    const { fan, bought } = await buyer(2);
    const [first, last] = bought as [(typeof bought)[0], (typeof bought)[0]];
    const { status, body } = await ask(fan, { type: 'blog', userId: fan.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        success: true,
        message: 'Paid from your wallet: $9.00.',
        transactionId: last.transactionId,
        blogData: { _id: last.post, purchased: true },
        messageObject: null,
      },
    });
    for (const named of [{ content_id: first.post }, { transactionId: first.transactionId }])
      expect((await ask(fan, { type: 'blog', ...named })).body.data).toMatchObject({
        transactionId: first.transactionId,
        blogData: { _id: first.post },
      });
  });

  it('shows a post that was deleted since, because its buyer keeps it', async () => {
    const { fan, bought } = await buyer();
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('posts').where({ id: bought[0]!.post }).update({ deleted_at: world.clock.now() }),
    );
    const { data } = (await ask(fan, { type: 'blog' })).body;
    expect(data.success).toBe(true);
    expect(data.blogData._id).toBe(bought[0]!.post);
  });

  it('is the caller’s own alone: another sender, another’s payment and none at all are not found', async () => {
    const { fan, bought } = await buyer();
    const other = await world.member();
    const code = async (as: TestPerson, body: object) => (await ask(as, { type: 'blog', ...body })).body.code;
    expect(await code(fan, { userId: other.id })).toBe('not-found');
    expect(await code(fan, { domain: 'elsewhere.example' })).toBe('not-found');
    expect(await code(other, {})).toBe('not-found');
    expect(await code(other, { transactionId: bought[0]!.transactionId })).toBe('not-found');
    expect(await code(fan, { content_id: v7() })).toBe('not-found');
  });

  it('a purchase that a card paid for is none of the wallet’s', async () => {
    const fan = await world.member();
    await world.buy(fan, await world.post('luna'));
    expect((await ask(fan, { type: 'blog' })).body.code).toBe('not-found');
  });

  it.each(['tips', 'message'])('%s are not sold here, and the answer says so', async (type) => {
    const { fan } = await buyer();
    const { status, body } = await ask(fan, { type });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'wallet-type-not-sold', message: 'This site does not sell tips or messages.' });
  });

  it('staff and guests have no wallet to ask about, and other types are none', async () => {
    const { fan } = await buyer();
    expect((await ask(world.people.luna.admin, { type: 'blog' })).body.code).toBe('access-denied');
    expect((await world.call('POST /api/crypto/get-transaction-info', { body: { type: 'blog' } })).status).toBe(401);
    expect((await ask(fan, { type: 'shop' })).status).toBe(400);
  });
});
