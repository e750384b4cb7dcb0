import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { copyOfReady, makePost } from '../../src/testing/posting.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const creator = () => world.people.luna.model;
const keyless = (route: `${string} ${string}`, as: TestPerson, body: object) =>
  world.call(route, { as, body, key: null });
const create = (body: object) => keyless('POST /api/blog/add-new-blog', creator(), body);
const justBefore = 9_999;
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
/** How a person's purchases stand, in the order they were begun. */
const intentsOf = (person: TestPerson): Promise<string[]> =>
  world.database.tenants.read(person.tenant, async (db) =>
    (await db('payment_intents').where({ user_id: person.id }).orderBy('id').select('state')).map(({ state }) => state),
  );

// Callers of the documents' own client know no Idempotency-Key (DECISIONS 46).
describe('a call without a key, sent twice', () => {
  it('makes one post, until ten seconds after it was made', async () => {
    const body = { description: 'Once', isLocked: true, amount: 20, media_item: [await copyOfReady(world, creator())] };
    const answers = await Promise.all([create(body), create({ ...body, date: null }), create(body)]);
    const [first] = new Set(answers.map(({ body: { data } }) => data.result._id));
    expect(answers.map(({ body: { data } }) => data.result._id)).toEqual([first, first, first]);
    world.clock.advance(justBefore);
    expect((await create(body)).body.data.result._id).toBe(first);
    world.clock.advance(1);
    expect((await create(body)).body.data.result._id).not.toBe(first);
  });

  it('makes two posts when they say different things', async () => {
    const media_item = [await copyOfReady(world, creator())];
    const [one, other] = await Promise.all(['One', 'Other'].map((description) => create({ description, media_item })));
    expect(one!.body.data.result._id).not.toBe(other!.body.data.result._id);
  });

  it('publishes a post again once', async () => {
    const source = await makePost(world, creator());
    const body = { _id: source._id, description: 'Again', amount: 21 };
    const answers = await Promise.all([1, 2].map(() => keyless('POST /api/blog/reuse-blog', creator(), body)));
    expect(new Set(answers.map(({ body: { data } }) => data.reuseBlog.udid)).size).toBe(1);
  });

  it('writes a comment once, and once more a little later', async () => {
    const post = await makePost(world, creator(), { visibility: 'public' });
    const write = () => keyless('POST /api/blog/save-blog-comment', creator(), { blog_id: post._id, comment: 'Hello' });
    const ids = (await Promise.all([write(), write()])).map(({ body }) => body.data.comment._id);
    expect(new Set(ids).size).toBe(1);
    world.clock.advance(10_000);
    expect((await write()).body.data.comment._id).not.toBe(ids[0]);
  });

  it('writes a comment again that was removed a moment ago; with a key it stays the one that is gone', async () => {
    const post = await makePost(world, creator(), { visibility: 'public' });
    const body = { blog_id: post._id, comment: 'Again' };
    const write = (key: string | null) => world.call('POST /api/blog/save-blog-comment', { as: creator(), body, key });
    const remove = (id: string) =>
      world.call('POST /api/blog/remove-blog-comment', { as: creator(), body: { comment_id: id } });
    const first = (await write(null)).body.data.comment._id;
    expect((await remove(first)).status).toBe(200);
    const again = await write(null);
    expect(again).toMatchObject({ status: 200, body: { data: { comment: { comment: 'Again' }, total_comments: 1 } } });
    expect(again.body.data.comment._id).not.toBe(first);
    expect((await write(null)).body.data.comment._id).toBe(again.body.data.comment._id);
    const keyed = (await write('one-comment')).body.data.comment._id;
    await remove(keyed);
    expect((await write('one-comment')).body.code).toBe('not-found');
  });

  it('buys a post once, and the second click has the same answer', async () => {
    const fan = await world.member();
    const blogId = await world.post('luna');
    const buy = () =>
      keyless('POST /api/v2/purchase/post-purchase', fan, { blogId, amount: 9, recurring: false, action: 'blog' });
    const answers = await Promise.all([buy(), buy()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.body.data).toEqual(answers[0]!.body.data);
    expect((await buy()).body.data.intent_id).toBe(answers[0]!.body.data.intent_id);
    world.clock.advance(10_000);
    expect((await buy()).body.code).toBe('content-already-unlocked');
    const intents = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_intents').where({ user_id: fan.id, kind: 'post' }).select('state'),
    );
    expect(intents).toEqual([{ state: 'succeeded' }]);
  });

  it('joins a purchase whose outcome is unknown, however much later', async () => {
    const fan = await world.member();
    const blogId = await world.post('luna');
    const buy = () => keyless('POST /api/v2/purchase/post-purchase', fan, { blogId, amount: 9 });
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    const first = await buy();
    expect(first.body.data).toMatchObject({ state: 'pending' });
    world.clock.advance(60_000);
    expect((await buy()).body.data).toMatchObject({ state: 'pending', intent_id: first.body.data.intent_id });
    const intents = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_intents').where({ user_id: fan.id, content_id: blogId }).select('id'),
    );
    expect(intents).toHaveLength(1);
    await world.faults();
    await world.reconcile();
    await world.settle();
  });

  it('begins one membership, and a declined card is declined once', async () => {
    const fan = await world.fresh();
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    const click = (token: string) =>
      keyless('POST /api/v2/subscription/subscribe', fan, {
        quote_id: quote.body.data.quote_id,
        consent: true,
        card: { ...holder, token },
      });
    // Each click of a double click has a token of its own, and the second comes while the provider is asked.
    const doubleClick = async (number: string) => {
      const [one, other] = [await world.token(number), await world.token(number)];
      await world.faults({ kind: 'slow', delayMs: 300 });
      return Promise.all([click(one), click(other)]);
    };
    const refused = await doubleClick(card.declined);
    expect(refused.map(({ body }) => body.code)).toEqual(['payment-declined', 'payment-declined']);
    // At once, with another card.
    const paid = await doubleClick(card.good);
    expect(paid.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(paid.map(({ body }) => body.data.intent_id)).size).toBe(1);
    await world.faults();
    expect(await intentsOf(fan)).toEqual(['declined', 'succeeded']);
  });

  it('that was declined is tried again with another card at once, and is the same refusal with the same one', async () => {
    const fan = await world.member('luna');
    const blogId = await world.post('luna');
    const buy = (token?: string) =>
      keyless('POST /api/v2/purchase/post-purchase', fan, {
        blogId,
        amount: 9,
        ...(token ? { card: { ...holder, token } } : {}),
      });
    const declined = await world.token(card.declined);
    const [first, again] = [await buy(declined), await buy(declined)];
    expect([first.body.code, again.body.code]).toEqual(['payment-declined', 'payment-declined']);
    expect(again.body.intent_id).toBe(first.body.intent_id);
    const other = await buy(await world.token(card.stolen));
    expect(other.body).toMatchObject({ code: 'payment-declined', decline_reason: 'new-card-needed' });
    const stored = await buy();
    expect(stored.body.data).toMatchObject({ state: 'succeeded' });
    // Whoever repeats the first call now joins what was bought since.
    expect((await buy(declined)).body.data).toMatchObject({
      state: 'succeeded',
      intent_id: stored.body.data.intent_id,
    });
    expect(await intentsOf(fan)).toEqual(['succeeded', 'declined', 'declined', 'succeeded']);
  });

  it('that was declined with the card on file is tried again when another is chosen', async () => {
    const fan = await world.member('luna');
    const add = async () =>
      world.call('POST /api/user/change-payment-method', {
        as: fan,
        body: { card: { ...holder, token: await world.token('5555555555554444') } },
      });
    const blogId = await world.post('luna');
    const buy = () => keyless('POST /api/v2/purchase/post-purchase', fan, { blogId, amount: 9 });
    await world.faults({ kind: 'decline', count: 1 });
    const declined = [await buy(), await buy()];
    expect(declined.map(({ body }) => body.code)).toEqual(['payment-declined', 'payment-declined']);
    expect((await add()).status).toBe(200);
    expect((await buy()).body.data).toMatchObject({ state: 'succeeded' });
    expect(await intentsOf(fan)).toEqual(['succeeded', 'declined', 'succeeded']);
  });

  it('whose outcome is unknown is joined with any card', async () => {
    const fan = await world.member('luna');
    const blogId = await world.post('luna');
    const buy = (token: string) =>
      keyless('POST /api/v2/purchase/post-purchase', fan, { blogId, amount: 9, card: { ...holder, token } });
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    const first = await buy(await world.token());
    expect(first.body.data).toMatchObject({ state: 'pending' });
    expect((await buy(await world.token('5555555555554444'))).body.data).toMatchObject({
      state: 'pending',
      intent_id: first.body.data.intent_id,
    });
    expect(await intentsOf(fan)).toEqual(['succeeded', 'open']);
    await world.faults();
    await world.reconcile();
    expect(await intentsOf(fan)).toEqual(['succeeded', 'succeeded']);
  });
});
