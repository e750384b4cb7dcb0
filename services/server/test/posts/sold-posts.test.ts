import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { fetchMedia } from '../../src/testing/films.ts';
import { createMoneyWorld, type MoneyWorld, card } from '../../src/testing/money-world.ts';
import { copyOfReady, makePost, smallPhoto, upload } from '../../src/testing/posting.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';

let world: MoneyWorld;
let buyer: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
  buyer = await world.member();
}, 60_000);
afterAll(() => world.close());

const creator = (): TestPerson => world.people.luna.model;
const photo = () => copyOfReady(world, creator());
const edit = (postId: string, over: object) =>
  world.call('POST /api/blogs/edit', { as: creator(), body: { postId, ...over } });
const review = (_id: string, over: object = {}) =>
  world.call('POST /api/blog/post-reviewed-blog', { as: creator(), body: { _id, amount: 20, ...over } });
const seen = async (id: string, as: TestPerson) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as, query: { id } })).body.data;
const ids = (media: Array<{ _id: string }>) => media.map(({ _id }) => _id);
const broken = async () => {
  const good = await smallPhoto();
  return (await upload(world, creator(), good.subarray(0, good.length / 2))).id;
};

/** A post of two pictures that the buyer has paid for. */
async function sold(): Promise<{ id: string; files: string[] }> {
  const files = [await photo(), await photo()];
  const { _id: id } = await makePost(world, creator(), { media_item: files });
  expect((await world.buy(buyer, id, { amount: 20 })).status).toBe(200);
  return { id, files };
}

const reuse = (_id: string, over: object = {}, key?: string) =>
  world.call('POST /api/blog/reuse-blog', {
    as: creator(),
    body: { _id, description: 'Again', amount: 20, ...over },
    ...(key ? { key } : {}),
  });
const get = async (id: string, as?: TestPerson) =>
  world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on: 'luna', query: { id } });

describe('what people have paid for', () => {
  it('stays open while a picture that was added is still processed, and after that failed', async () => {
    const { id, files } = await sold();
    const added = await broken();
    expect((await edit(id, { media_item: [...files, added] })).body.data).toMatchObject({
      state: 'processing',
      contentLeftForProcessing: 1,
    });
    for (const state of ['processing', 'error']) {
      const post = await seen(id, buyer);
      expect(post, state).toMatchObject({ _id: id, state: 'unlocked', purchased: true, contentCount: { photo: 3 } });
      expect((await fetchMedia(world, post.media[0].url, { as: buyer })).statusCode).toBe(200);
      // Nobody buys what is not whole.
      const other = await world.member();
      expect((await world.buy(other, id, { amount: 20 })).status, state).toBe(404);
      await world.runJobs();
    }
  });

  it('is not taken away by a review, nor is it new then', async () => {
    const { id, files } = await sold();
    const date = (await seen(id, creator())).date;
    await edit(id, { media_item: [...files, await broken()] });
    await world.runJobs();
    world.clock.advance(3_600_000);
    expect((await review(id, { media_item: [files[0]] })).body).toMatchObject({ code: 'post-media-sold' });
    expect((await review(id)).body.data).toMatchObject({ state: 'unlocked', date });
    expect(ids((await seen(id, buyer)).media)).toEqual(files);
  });

  it('is not taken away while they pay', async () => {
    const files = [await photo(), await photo()];
    const { _id: id } = await makePost(world, creator(), { media_item: files });
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    const paying = await world.buy(buyer, id, { amount: 20 });
    expect(paying.body.data.state).toBe('pending');
    expect((await edit(id, { media_item: [files[0]] })).body).toMatchObject({ code: 'post-media-sold' });
    await world.reconcile();
    expect(ids((await seen(id, buyer)).media)).toEqual(files);
  });

  it('is what they were shown: who buys while it is changed waits for the change', async () => {
    const files = [await photo(), await photo()];
    const { _id: id } = await makePost(world, creator(), { media_item: files });
    let buying: ReturnType<typeof world.buy> | null = null;
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      // As an edit does it.
      await db('posts').where({ id }).forUpdate().first();
      buying = world.buy(buyer, id, { amount: 20 });
      await new Promise((resolve) => setTimeout(resolve, 400));
      await db('posts').where({ id }).update({ amount_minor: 2500 });
    });
    expect((await buying!).body.code).toBe('price-changed');
    expect((await world.charged()).size).toBe((await world.booked()).size);
  });
});

describe('buying and selling versions', () => {
  it('nobody pays for two versions, nor for one that was replaced', async () => {
    const fan = await world.member('luna');
    const first = (await makePost(world, creator(), { amount: 9 }))._id;
    const other = await world.member('luna');
    expect((await world.buy(fan, first, { amount: 9 })).status).toBe(200);
    const second = (await reuse(first, { amount: 12 })).body.data.reuseBlog.udid;
    expect((await world.buy(fan, second, { amount: 12 })).body).toMatchObject({ code: 'content-already-unlocked' });
    expect((await world.buy(other, first, { amount: 9 })).body).toMatchObject({ code: 'content-not-for-sale' });
    expect((await world.buy(other, second, { amount: 12 })).status).toBe(200);
  });

  it('who is still paying for one version is not charged for the next', async () => {
    const fan = await world.member('luna');
    const first = (await makePost(world, creator(), { amount: 9 }))._id;
    expect((await world.buy(fan, first, { amount: 9, number: card.pendingGood })).body.data.state).toBe('pending');
    const second = (await reuse(first, { amount: 12 })).body.data.reuseBlog.udid;
    expect((await world.buy(fan, second, { amount: 12 })).body).toMatchObject({ code: 'payment-in-progress' });
    const again = async (): Promise<string> => {
      await world.settle();
      return (await world.buy(fan, second, { amount: 12 })).body.code;
    };
    await expect.poll(again).toBe('content-already-unlocked');
    expect((await get(first, fan)).body.data).toMatchObject({ _id: first });
  });

  it('REUSE-11 REUSE-33 reports group versions: what each sold, who bought, what came back', async () => {
    const fans = [await world.member('luna'), await world.member('luna'), await world.member('luna')];
    const first = (await makePost(world, creator(), { title: 'Anagama', amount: 9 }))._id;
    for (const fan of fans.slice(0, 2)) await world.buy(fan, first, { amount: 9 });
    world.clock.advance(1_000);
    const second = (await reuse(first, { amount: 12 })).body.data.reuseBlog.udid;
    world.clock.advance(1_000);
    await world.buy(fans[2]!, second, { amount: 12 });
    const list = async (as: TestPerson = creator(), query: Record<string, string | number> = {}) =>
      (await world.call('GET /api/admin/locked-exclusive-content', { as, query: { search: 'anag', ...query } })).body
        .data;
    const [row, ...more] = (await list()).contents;
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      post: { _id: second, title: 'Anagama' },
      sold: 3,
      earnings: 30,
      versions: [
        { _id: second, amount: 12, sold: 1, earnings: 12, is_current: true },
        { _id: first, amount: 9, sold: 2, earnings: 18, is_current: false },
      ],
    });
    const who = async (id: string, query: Record<string, string | number> = {}) =>
      (
        await world.call('GET /api/admin/purchased-by/locked-exclusive-content', {
          as: creator(),
          query: { blog_id: id, ...query },
        })
      ).body.data;
    expect(await who(first)).toEqual(await who(second));
    expect(await who(first)).toMatchObject({ title: 'Anagama', promotion: null, earnings: 30, currency: 'USD' });
    expect(
      (await who(first)).purchases.map((one: any) => [one.user._id, one.amount, one.version._id, one.state]),
    ).toEqual([[fans[2]!.id, 12, second, 'open'], ...[fans[1]!, fans[0]!].map((fan) => [fan.id, 9, first, 'open'])]);
    expect(await who(first, { limit: 2, page_num: 2 })).toMatchObject({
      purchases: [{ user: { _id: fans[0]!.id } }],
      paginationData: { totalRows: 3, totalPages: 2 },
    });
    await changeSettings(world, { hide_earnings: true });
    expect((await list(world.people.luna.content_manager)).contents[0]).toMatchObject({
      sold: null,
      earnings: null,
      versions: [{ sold: null, earnings: null }, { sold: null }],
    });
    expect((await list()).contents[0]).toMatchObject({ sold: 3 });
    for (const path of [
      `GET /api/admin/purchased-by/locked-exclusive-content?blog_id=${first}`,
      `GET /api/purchased-contents?user_id=${fans[0]!.id}`,
    ] as const) {
      expect((await world.call(path, { as: world.people.luna.content_manager })).body.code).toBe('access-denied');
      expect((await world.call(path, { as: creator() })).status).toBe(200);
    }
  });
});
