import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
const hour = 3_600_000;
const ids: string[] = [];
beforeAll(async () => {
  world = await createMoneyWorld();
  const now = world.clock.now().getTime();
  const plain = {
    caption: 'A caption',
    currency: 'USD',
    private_blur: false,
    caption_blur: false,
    photo_count: 1,
    amount_minor: null,
    publish_at: new Date(now - hour),
  };
  const post = (over: object) => ({ id: v7(), title: 'A post', ...plain, created_at: new Date(now - hour), ...over });
  const [first, second] = [v7(), v7()];
  const posts = [
    ...Array.from({ length: 5 }, () => post({ visibility: 'private' })),
    ...Array.from({ length: 3 }, () => post({ visibility: 'locked', amount_minor: 900 })),
    ...Array.from({ length: 2 }, () => post({ visibility: 'public' })),
    post({ visibility: 'private', publish_at: new Date(now + hour) }),
    post({ visibility: 'private', deleted_at: new Date(now) }),
    post({ visibility: 'private', media_waiting: 1 }),
    post({ visibility: 'private', media_failed: 1 }),
    post({ id: first, visibility: 'private', replaced_at: new Date(now - hour / 2) }),
    post({ id: second, visibility: 'private', reuse_of: first, publish_at: new Date(now - hour / 2) }),
  ];
  ids.push(...posts.map(({ id }) => id));
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    for (const row of posts) await db('posts').insert(row as never);
  });
});
afterAll(() => world.close());

/** Posts that this person can see now, by the access rule as the routes answer it; two versions of one are one. */
async function openTo(person: TestPerson): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const id of ids) {
    const { body } = await world.call(`GET /api/blog/get-blog-data-by-id?id=${id}`, { as: person });
    if (body.data?.state === 'unlocked') open.add(body.data._id);
  }
  return open;
}
const quoteOf = async (person?: TestPerson) =>
  (await world.call('GET /api/v2/subscription/quote', { ...(person ? { as: person } : { on: 'luna' as const }) })).body
    .data;

describe('what a membership opens', () => {
  it('DECISIONS 15 DECISIONS 49 is counted as what it opens: as many posts as open when it begins', async () => {
    const fan = await world.fresh();
    const before = await openTo(fan);
    const { opens_posts: promised } = await quoteOf(fan);
    expect((await world.subscribe(fan)).status).toBe(200);
    const after = await openTo(fan);
    expect(after.size - before.size).toBe(promised);
    expect(promised).toBe(6);
    expect((await quoteOf()).opens_posts).toBe(6);
  });

  it('is nothing more to a member, and not what a person bought before', async () => {
    const fan = await world.member();
    expect((await quoteOf(fan)).opens_posts).toBe(0);
    const other = await world.member();
    const forSale = ids[5]!;
    expect((await world.buy(other, forSale)).status).toBe(200);
    await world.call('POST /api/cancel-subscription', { as: other, body: {} });
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('posts').where({ id: forSale }).update({ visibility: 'private', amount_minor: null }),
    );
    world.clock.set(new Date(world.clock.now().getTime() + 40 * 24 * hour));
    // The one that was scheduled is out by now; the one that was bought is open already.
    expect([(await quoteOf(other)).opens_posts, (await quoteOf()).opens_posts]).toEqual([7, 8]);
  });

  it('costs what is charged, first and later', async () => {
    const fan = await world.fresh();
    const quote = await quoteOf(fan);
    const { body } = await world.subscribe(fan);
    expect(body.data.amount).toBe(quote.initial_amount);
    const me = (await world.call('GET /api/users/me', { as: fan })).body.data;
    expect([me.subscription_detail.recurring_price, me.next_billing_date]).toEqual([
      quote.recurring_amount,
      quote.next_charge_at,
    ]);
  });
});
