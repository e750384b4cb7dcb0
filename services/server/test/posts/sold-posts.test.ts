import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { fetchMedia } from '../../src/testing/films.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { copyOfReady, makePost, smallPhoto, upload } from '../../src/testing/posting.ts';

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
