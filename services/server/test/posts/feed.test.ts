import { sql } from '@backlot/database/sql';
import { fewestStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { saveSettings } from '../../src/features/sites/index.ts';
import { countedTags } from '../../src/features/tags/tag-rows.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { copyOfReady, give, makePost, subscribe } from '../../src/testing/posting.ts';

let world: World;
const ids: Record<string, string> = {};
let member: TestPerson;
let cancelled: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  const { model } = world.people.luna;
  [member, cancelled, buyer] = [
    await world.person('luna', 'member'),
    await world.person('luna', 'cancelled'),
    await world.person('luna', 'buyer'),
  ];
  await subscribe(world, member);
  await subscribe(world, cancelled, new Date('2026-03-20T12:00:00Z'));
  await world.database.tenants.write(cancelled.tenant, (db) =>
    db('subscriptions').where({ user_id: cancelled.id }).update({ cancelled_at: world.clock.now(), status: '1' }),
  );
  for (const [name, over] of Object.entries({
    locked: { amount: 9.5, captionBlur: true, description: 'Secret glaze recipe' },
    gallery: {
      media_item: [await copyOfReady(world, model), await copyOfReady(world, model), await copyOfReady(world, model)],
      media_preview_item: await copyOfReady(world, model),
    },
    private: { visibility: 'private', description: 'For members' },
    open: { visibility: 'public', description: 'For all' },
  })) {
    world.clock.advance(1_000);
    ids[name] = (await makePost(world, model, over))._id;
  }
  ids['later'] = (await makePost(world, model, { date: '2026-04-01T00:00:00Z', visibility: 'public' }))._id;
  world.clock.advance(1_000);
  await give(world, buyer, ids['locked']!);
}, 60_000);
afterAll(() => world.close());

const feedOf = async (as?: TestPerson, path = 'GET /api/blogs', query: Record<string, string | number> = {}) =>
  (await world.call(path as 'GET /api/blogs', { ...(as ? { as } : {}), on: 'luna', query })).body;
const cardOf = async (name: string, as?: TestPerson, path?: string): Promise<any> =>
  (await feedOf(as, path)).blogs.find((post: { _id: string }) => post._id === ids[name]);
/** Everything in an answer that leads to bytes only some may see. */
const signed = (value: unknown): string[] => JSON.stringify(value).match(/\/media\/(?!public\/)[^"]+/g) ?? [];

describe('the states of a card', () => {
  const states = async (as?: TestPerson) =>
    Object.fromEntries(
      (await feedOf(as)).blogs.map((post: any) => [
        Object.keys(ids).find((name) => ids[name] === post._id),
        `${post.state} ${post.action}`,
      ]),
    );

  it('POST-028 POST-029 a guest sees public posts, others lead to registering', async () => {
    expect(await states()).toEqual({
      open: 'unlocked none',
      private: 'locked_nonmember register',
      gallery: 'locked_nonmember register',
      locked: 'locked_nonmember register',
    });
  });
  it('POST-029 a person without membership is led to it', async () => {
    expect(await states(world.people.luna.fan)).toEqual({
      open: 'unlocked none',
      private: 'locked_nonmember membership',
      gallery: 'locked_nonmember membership',
      locked: 'locked_nonmember membership',
    });
  });
  it.each([
    ['2', () => member],
    ['1', () => cancelled],
  ])('POST-003 POST-030 a member with status %s sees private posts and may buy locked ones', async (_status, who) => {
    expect(await states(who())).toEqual({
      open: 'unlocked none',
      private: 'unlocked none',
      gallery: 'locked_purchase unlock',
      locked: 'locked_purchase unlock',
    });
  });
  it('POST-031 what was bought stays open without a membership', async () => {
    expect(await states(buyer)).toEqual({
      open: 'unlocked none',
      private: 'locked_nonmember membership',
      gallery: 'locked_nonmember membership',
      locked: 'unlocked none',
    });
    expect(await cardOf('locked', buyer)).toMatchObject({
      purchased: true,
      description: 'Secret glaze recipe',
      quote: null,
    });
  });
  it.each(['model', 'admin', 'sub_admin', 'content_manager'] as const)(
    'ROLE-69 ROLE-70 a %s sees everything open, scheduled posts too',
    async (role) => {
      const { blogs } = await feedOf(world.people.luna[role], 'GET /api/blogs/all');
      expect(blogs.map((post: any) => post.state)).toEqual(Array.from({ length: 5 }, () => 'unlocked'));
      expect(blogs[0]).toMatchObject({ _id: ids['later'], is_published: false });
    },
  );
  it('staff find posts by the beginnings of words, in any state', async () => {
    const find = async (search: string) =>
      (await world.call('GET /api/blogs/all', { as: world.people.luna.model, query: { search } })).body;
    expect((await find('secr GLAZE')).blogs.map((post: any) => post._id)).toEqual([ids['locked']]);
    expect(await find('nothing like it')).toMatchObject({ blogs: [], totalRows: 0 });
    expect((await find(' % ')).totalRows).toBe(5);
  });
  it('a membership that ended opens nothing any more', async () => {
    const before = world.clock.now();
    world.clock.set(new Date('2026-03-20T12:00:00Z'));
    expect((await cardOf('private', cancelled)).state).toBe('locked_nonmember');
    world.clock.set(before);
  });
});

describe('what is not open is not sent', () => {
  it("a guest's feed holds no address of a private or locked picture, only of public ones and the preview", async () => {
    const body = await feedOf();
    for (const post of body.blogs) {
      if (post._id === ids['open']) expect(signed(post).length).toBeGreaterThan(2);
      else expect(signed({ ...post, media_preview: [], previewEnableImages: [] })).toEqual([]);
    }
    expect(signed((await cardOf('gallery')).media_preview).length).toBeGreaterThan(0);
  });
  it('a locked picture carries its blur, placeholder and shape', async () => {
    const { media } = await cardOf('locked', member);
    expect(media).toEqual([
      expect.objectContaining({ url: null, thumbnail_url: null, sources: [], width: 700, height: 500 }),
    ]);
    expect(media[0].blur_url).toMatch(/^\/media\/public\/[0-9a-f]{32}\/blur$/);
    expect(media[0].placeholder).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });
  it('an open picture carries signed sizes, ascending', async () => {
    const {
      media: [picture],
    } = await cardOf('locked', buyer);
    const widths = picture.sources.map((source: { width: number }) => source.width);
    expect(widths).toEqual([...widths].sort((one, other) => one - other));
    expect(widths.at(-1)).toBe(700);
    expect(picture.url).toBe(picture.sources.at(-1).url);
  });
  it('a blurred caption is null for those who may not see it, and its title does not give it away', async () => {
    for (const as of [undefined, world.people.luna.fan, member])
      expect(await cardOf('locked', as)).toMatchObject({ description: null, title: '' });
    expect(JSON.stringify(await feedOf())).not.toContain('glaze');
  });
  it('how many pictures a closed post holds is told when the setting says so', async () => {
    expect(await cardOf('gallery', member)).toMatchObject({
      contentCount: { photo: 0, video: 0 },
      media: [expect.anything()],
    });
    await settings({ show_media_count_in_exclusive_content: true });
    const counted = await cardOf('gallery', member);
    expect(counted.contentCount.photo).toBe(3);
    expect(counted.media).toHaveLength(3);
    await settings({ show_media_count_in_exclusive_content: false });
  });
  it('POST-002 the quote is the price of this viewer', async () => {
    expect((await cardOf('locked', member)).quote).toEqual({
      amount: 9.5,
      original_amount: 9.5,
      currency: 'USD',
      reason: 'base',
      promotion_id: null,
    });
    expect((await cardOf('locked')).quote).toBeNull();
  });
});

const settings = async (values: Record<string, boolean>) => {
  await world.database.tenants.write(world.tenants.luna, (db) => saveSettings(db, values, null, world.clock.now()));
  for (const [key, value] of Object.entries(values)) {
    await expect
      .poll(
        async () => ((await world.ctx.settings.of(world.tenants.luna)) as unknown as Record<string, unknown>)[key],
        { timeout: 20_000 },
      )
      .toBe(value);
  }
};

describe('the page of one post', () => {
  const ask = (id: string, as?: TestPerson, on: 'luna' | 'mars' = 'luna') =>
    world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on, query: { id } });

  it('shows what the feed shows, in both forms of the call', async () => {
    const one = await ask(ids['locked']!, member);
    const other = await world.call('POST /api/blog/get-blog-info', { as: member, body: { blog_id: ids['locked'] } });
    expect(one.body.data).toEqual(other.body.data);
    expect(one.body.data).toMatchObject({
      state: 'locked_purchase',
      media: [expect.objectContaining({ sources: [] })],
    });
  });
  it("a post that is not published, another site's and one that never was look the same", async () => {
    const answers = [
      await ask(ids['later']!),
      await ask(v7()),
      await ask(ids['open']!, world.people.mars.admin, 'mars'),
      await ask(ids['open']!, undefined, 'mars'),
    ];
    for (const { status, body } of answers)
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 404,
        code: 'not-found',
        message: answers[1]!.body.message,
      });
    expect((await ask(ids['later']!, world.people.luna.model)).status).toBe(200);
  });
  it('POST-109 a deleted post leaves the feed and stays open to its buyer alone', async () => {
    const { model } = world.people.luna;
    const gone = await makePost(world, model);
    await give(world, buyer, gone._id);
    const answer = await world.call('POST /api/blogs/delete', { as: model, body: { id: gone._id } });
    expect(answer.body.message).toBe('Post deleted.');
    expect((await world.call('POST /api/blogs/delete', { as: model, body: { id: gone._id } })).status).toBe(404);
    expect((await ask(gone._id, buyer)).body.data).toMatchObject({ state: 'unlocked', purchased: true });
    expect((await ask(gone._id, member)).status).toBe(404);
    expect((await feedOf(buyer)).blogs.some((post: any) => post._id === gone._id)).toBe(false);
  });
  it("nobody deletes another site's post", async () => {
    expect(
      (await world.call('POST /api/blogs/delete', { as: world.people.mars.admin, body: { id: ids['open'] } })).status,
    ).toBe(404);
    expect(await cardOf('open')).toBeDefined();
  });
});

describe('pages', () => {
  const manyIds: string[] = [];
  beforeAll(async () => {
    const media = await copyOfReady(world, world.people.mars.model);
    for (let n = 0; n < 45; n += 1) {
      world.clock.advance(1_000);
      manyIds.unshift(
        (
          await makePost(world, world.people.mars.model, {
            visibility: 'public',
            description: `n ${n}`,
            media_item: [media],
            feed_tags: n % 3 === 0 ? ['Third'] : [],
          })
        )._id,
      );
    }
  }, 60_000);
  const page = async (query: Record<string, string | number>, as?: TestPerson): Promise<any> =>
    (await world.call('GET /api/blogs', { on: 'mars', query, ...(as ? { as } : {}) })).body;

  it('numbered pages hold every post once', async () => {
    const pages = [await page({ page_num: 1 }), await page({ page_num: 2 }), await page({ page_num: 3 })];
    expect(
      pages.map(({ blogs, currentPage, totalPages, totalRows }) => [blogs.length, currentPage, totalPages, totalRows]),
    ).toEqual([
      [20, 1, 3, 45],
      [20, 2, 3, 45],
      [5, 3, 3, 45],
    ]);
    expect(pages.flatMap(({ blogs }) => blogs.map((post: any) => post._id))).toEqual(manyIds);
    expect(await page({ page_num: 9 })).toMatchObject({ blogs: [], currentPage: 9, totalPages: 3, next: null });
  });
  it('scrolling by the marker misses and repeats nothing while posts are published', async () => {
    const first = await page({});
    await makePost(world, world.people.mars.model, { visibility: 'public' });
    const second = await page({ page_num: 2, after: first.next });
    expect(second.blogs.map((post: any) => post._id)).toEqual(manyIds.slice(20, 40));
    expect((await page({ after: 'nonsense' })).code).toBe('invalid-request');
  });
  it('TAG-01 TAG-09 a tag filters, and its count is of published posts', async () => {
    const tags = (await world.call('POST /api/feed-tags/', { on: 'mars', body: {} })).body.data;
    expect(tags).toEqual([expect.objectContaining({ name: 'Third', slug: 'third', count: 15 })]);
    expect(await page({ feed_tag_id: tags[0]._id })).toMatchObject({ totalRows: 15, totalPages: 1 });
    expect((await page({ feed_tag_id: v7() })).blogs).toEqual([]);
  });
  it('ROLE-69 a tag that stands on nothing published is known to makers of posts alone', async () => {
    const { model, fan } = world.people.mars;
    await makePost(world, model, { feed_tags: ['secret guest'], date: '2030-01-01T00:00:00Z' });
    const slugs = async (as?: TestPerson) =>
      (await world.call('POST /api/feed-tags/', { on: 'mars', body: {}, ...(as ? { as } : {}) })).body.data.map(
        (tag: any) => tag.slug,
      );
    expect([await slugs(), await slugs(fan), await slugs(model)]).toEqual([
      ['third'],
      ['third'],
      ['secret guest', 'third'],
    ]);
  });
  it('tags are counted in one walk, however many there are', async () => {
    await world.database.tenants.write(world.tenants.mars, async (db) => {
      await db('feed_tags').insert(
        Array.from({ length: 50 }, (_, n) => ({
          id: v7(),
          name: `T${n}`,
          slug: `t${n}`,
          created_at: world.clock.now(),
        })),
      );
      const plan = await sql<{
        'QUERY PLAN': [{ Plan: Plan }];
      }>`explain (analyze, format json) ${countedTags(world.ctx.tagged, world.clock.now())}`.one(db);
      expect(Math.max(...loopsOf(plan['QUERY PLAN'][0].Plan))).toBeLessThan(50);
      await db('feed_tags').where('slug', '~', '^t\\d').delete();
    });
  });

  it.each<[string, () => TestPerson | undefined]>([
    ['guest', () => undefined],
    ['fan', () => world.people.mars.fan],
    ['admin', () => world.people.mars.admin],
  ])('a page of the feed for a %s takes at most four statements', async (_name, who) => {
    const as = who();
    await page({}, as);
    const statements = await fewestStatements(4, async () => {
      // What guests were answered is believed for half a second.
      world.clock.advance(1_000);
      expect((await page({}, as)).blogs).toHaveLength(20);
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(4);
  });
});

describe('likes', () => {
  const like = (as: TestPerson, id: string, isLike: 0 | 1 = 1) =>
    world.call('POST /api/blog/like-dislike', { as, body: { id, is_like: isLike, total_likes: 99 } });

  it('POST-068 POST-069 a like counts once and can be taken back', async () => {
    expect((await like(member, ids['private']!)).body.data).toEqual({ is_like: 1, total_likes: 1 });
    expect((await like(member, ids['private']!)).body.data).toEqual({ is_like: 1, total_likes: 1 });
    expect((await like(cancelled, ids['private']!)).body.data.total_likes).toBe(2);
    expect(await cardOf('private', member)).toMatchObject({ user_feed_like: true, total_likes: 2 });
    expect((await like(member, ids['private']!, 0)).body.data).toEqual({ is_like: 0, total_likes: 1 });
    expect(await cardOf('private', member)).toMatchObject({ user_feed_like: false, total_likes: 1 });
  });
  it('twenty likes of one person at once are one', async () => {
    const before = (await cardOf('open', buyer)).total_likes;
    await Promise.all(Array.from({ length: 20 }, () => like(buyer, ids['open']!)));
    expect((await cardOf('open', buyer)).total_likes).toBe(before + 1);
  });
  it('POST-070 POST-071 POST-073 nobody likes what is closed to them', async () => {
    expect(
      (await world.call('POST /api/blog/like-dislike', { on: 'luna', body: { id: ids['open'], is_like: 1 } })).status,
    ).toBe(401);
    expect((await like(world.people.luna.fan, ids['private']!)).body.code).toBe('membership-required');
    expect((await like(member, ids['locked']!)).body).toMatchObject({
      code: 'like-refused',
      message: 'Invalid Request',
    });
    expect((await like(member, v7())).status).toBe(404);
    expect((await like(world.people.mars.fan, ids['open']!)).status).toBe(404);
  });
  it('likes of closed posts are shown only where the setting says so', async () => {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('posts').where({ id: ids['locked']! }).update({ likes_count: 7 }),
    );
    expect((await cardOf('locked', member)).total_likes).toBeNull();
    await settings({ enable_like_count_for_private_locked_post: true });
    expect((await cardOf('locked', member)).total_likes).toBe(7);
    expect((await cardOf('open')).total_likes).toBeNull();
  });
});

interface Plan {
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}
const loopsOf = (plan: Plan): number[] => [plan['Actual Loops'], ...(plan.Plans ?? []).flatMap(loopsOf)];
