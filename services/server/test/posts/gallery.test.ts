import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { copyOfReady, give, makePost, subscribe } from '../../src/testing/posting.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

describe('what is open and what was bought', () => {
  const gallery = async (as?: TestPerson, query: Record<string, string> = {}) =>
    (await world.call('GET /api/gallery', { ...(as ? { as } : {}), on: 'mars', query })).body.data;
  const posts: Record<string, { _id: string; media: Array<{ _id: string }> }> = {};
  let [fan, subscriber]: TestPerson[] = [];
  beforeAll(async () => {
    const model = world.people.mars.model;
    [fan, subscriber] = [world.people.mars.fan, await world.person('mars', 'subscriber')];
    await subscribe(world, subscriber!, new Date('2027-01-01T00:00:00Z'));
    for (const visibility of ['public', 'private', 'locked']) {
      posts[visibility] = await makePost(world, model, {
        visibility,
        media_item: [await copyOfReady(world, model), await copyOfReady(world, model)],
        description: visibility,
      });
      world.clock.advance(1_000);
    }
    await give(world, fan!, posts['locked']!._id);
  });
  const of = (...names: string[]): string[] => names.flatMap((name) => posts[name]!.media.map(({ _id }) => _id));
  const media = async (as?: TestPerson, query: Record<string, string> = {}): Promise<string[]> =>
    (await gallery(as, query)).items.map((item: any) => item.media._id);

  it('the gallery holds what a viewer may see, newest first', async () => {
    expect(await media()).toEqual(of('public'));
    expect(await media(fan)).toEqual(of('locked', 'public'));
    expect(await media(subscriber)).toEqual(of('private', 'public'));
    expect(await media(world.people.mars.model)).toEqual(of('locked', 'private', 'public'));
    expect((await gallery(fan)).items[0]).toMatchObject({
      post: { _id: posts['locked']!._id, purchased: true, title: 'locked' },
      media: { type: 'photo', url: expect.stringContaining('/media/') },
    });
    expect(await media(undefined, { type: 'video' })).toEqual([]);
    expect(await media(undefined, { type: 'photo' })).toEqual(of('public'));
  });
  it('the gallery goes on where its page ended, in the middle of a post too', async () => {
    const model = world.people.mars.model;
    for (let n = 0; n < 3; n += 1) {
      await makePost(world, model, {
        visibility: 'public',
        description: 'Many',
        media_item: await Promise.all(Array.from({ length: 11 }, () => copyOfReady(world, model))),
      });
      world.clock.advance(1_000);
    }
    const first = await gallery(fan);
    expect(first.items).toHaveLength(30);
    const second = await gallery(fan, { after: first.next });
    const all = [...first.items, ...second.items].map((item: any) => item.media._id);
    expect([all.length, new Set(all).size, second.next]).toEqual([37, 37, null]);
    expect((await world.call('GET /api/gallery', { on: 'mars', query: { after: 'x' } })).status).toBe(400);
  });
  it('what was bought is listed latest first, also what was taken out since', async () => {
    const model = world.people.mars.model;
    const two = await makePost(world, model, { amount: 30 });
    world.clock.advance(1_000);
    await give(world, fan!, two._id);
    await world.call('POST /api/blogs/delete', { as: model, body: { id: posts['locked']!._id } });
    const bought = async (as: TestPerson, query: Record<string, string> = {}) =>
      (await world.call('GET /api/purchased-contents', { as, query })).body;
    const { data } = await bought(fan!);
    expect(data).toMatchObject({ totalRows: 2, next: null, user: null });
    expect(data.contents.map((one: any) => [one.post._id, one.post.state, one.amount])).toEqual([
      [two._id, 'unlocked', 20],
      [posts['locked']!._id, 'unlocked', 20],
    ]);
    expect((await bought(subscriber!)).data).toMatchObject({ contents: [], totalRows: 0 });
    expect((await bought(subscriber!, { user_id: fan!.id })).code).toBe('not-found');
    expect((await bought(world.people.mars.admin, { user_id: fan!.id })).data).toMatchObject({
      totalRows: 2,
      user: { _id: fan!.id, name: 'fan' },
    });
    expect((await bought(world.people.luna.admin, { user_id: fan!.id })).code).toBe('not-found');
  });
});
