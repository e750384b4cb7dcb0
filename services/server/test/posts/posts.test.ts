import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import sharp from 'sharp';
import { importPosts, type DeclaredPost } from '../../src/features/posts/index.ts';
import { postPageQueries } from '../../src/features/posts/read/page-queries.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { copyOfReady, makePost, smallPhoto, upload } from '../../src/testing/posting.ts';
import { eventsTo } from '../../src/testing/events.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const creator = () => world.people.luna.model;
const create = async (over: Record<string, unknown> = {}, options: { as?: TestPerson; key?: string } = {}) =>
  world.call('POST /api/blog/add-new-blog', {
    as: creator(),
    ...options,
    body: {
      description: 'A bowl',
      visibility: 'locked',
      amount: 20,
      media_item: over['media_item'] ?? [await copyOfReady(world, options.as ?? creator())],
      ...over,
    },
  });
const feedAll = async () => (await world.call('GET /api/blogs/all', { as: creator() })).body.blogs;
const photo = () => copyOfReady(world, creator());

describe('a post whose pictures are not ready', () => {
  it('POST-027 POST-046 POST-064 waits for them, and its maker hears when it is complete', async () => {
    const [one, two] = [
      await upload(world, creator(), await smallPhoto()),
      await upload(world, creator(), await smallPhoto()),
    ];
    const { body } = await create({ media_item: [one.id, two.id], description: 'Two to come', visibility: 'public' });
    expect(body.message).toBe('The uploaded post is being processed and will be visible in some time.');
    const id = body.data.result._id;
    expect(body.data.result).toMatchObject({ state: 'processing', action: 'none', contentLeftForProcessing: 2 });
    const ask = (as?: TestPerson) =>
      world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on: 'luna', query: { id } });
    expect((await ask(creator())).status).toBe(404);
    expect((await ask()).status).toBe(404);
    await world.runJobs();
    expect((await ask()).body.data).toMatchObject({ state: 'unlocked', contentLeftForProcessing: 0 });
    expect((await eventsTo(world, creator())).filter(({ event }) => event === 'POST_READY')).toEqual([
      { event: 'POST_READY', data: { postId: id, title: 'Two to come' } },
    ]);
  });
  it('POST-026 fails with a picture that cannot be read, for staff to see', async () => {
    const [good, ready] = [await smallPhoto(), await photo()];
    const broken = await upload(world, creator(), good.subarray(0, good.length / 2));
    const id = (await create({ media_item: [ready, broken.id], visibility: 'public' })).body.data.result._id;
    await world.runJobs();
    const card = (await feedAll()).find((post: { _id: string }) => post._id === id);
    expect(card).toMatchObject({
      state: 'error',
      action: 'review',
      isError: true,
      error_text: 'Something in this post could not be processed.',
    });
    expect(
      (await world.call('GET /api/blogs', { on: 'luna' })).body.blogs.some((post: { _id: string }) => post._id === id),
    ).toBe(false);
    expect(await eventsTo(world, creator())).toContainEqual({
      event: 'POST_FAILED',
      data: { postId: id, title: 'A bowl' },
    });
    expect((await create({ media_item: [broken.id] })).body).toMatchObject({ code: 'media-format' });
    expect((await create({ media_item: [await copyOfReady(world, creator()), broken.id] })).body).toMatchObject({
      code: 'image-number-format',
      message: 'Image Number 2 media format is not supported.',
    });
    expect((await create({ media_preview_item: broken.id })).body).toMatchObject({
      code: 'preview-format',
      message: 'Preview media format is not supported.',
    });
  });
  it('a file that never came refuses the post', async () => {
    const { body } = await world.call('POST /api/upload/generate_presigned_url', {
      as: creator(),
      body: { file_name: 'a.png', content_type: 'image/png', media_type: 'photo' },
    });
    expect((await create({ media_item: [body.data.media_id] })).body.code).toBe('media-required');
  });
  it('settling at the same moment as the post is made loses no count', async () => {
    const files = await Promise.all(
      Array.from({ length: 6 }, async () => upload(world, creator(), await smallPhoto())),
    );
    const [answer] = await Promise.all([
      create({ media_item: files.map(({ id }) => id), visibility: 'public' }),
      world.runJobs(),
    ]);
    await world.runJobs();
    const row = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('posts').where({ id: answer.body.data.result._id }).first(),
    );
    expect(row).toMatchObject({ media_waiting: 0, media_failed: 0 });
  });
});

describe('declared posts', () => {
  const declared = async (folder: string, over: Partial<DeclaredPost> = {}, names = ['a']): Promise<DeclaredPost> => {
    const files = await Promise.all(
      names.map(async (name, index) => {
        const path = join(folder, `${name}.jpg`);
        await writeFile(
          path,
          await sharp({
            create: {
              width: 300 + index,
              height: 200,
              channels: 3,
              background: { r: name.charCodeAt(0), g: 90, b: 40 },
            },
          })
            .jpeg()
            .toBuffer(),
        );
        return path;
      }),
    );
    return {
      sourceKey: 'one',
      caption: 'Declared',
      visibility: 'locked',
      amountMinor: 900,
      tags: [{ slug: 'kiln', name: 'Kiln' }],
      publishAt: new Date('2026-03-01T09:00:00Z'),
      likes: 12,
      files,
      ...over,
    };
  };

  it('are made once, changed when the declaration changes, and keep their id, date and likes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'declared-'));
    const mars = world.tenants.mars;
    const card = async () =>
      (await world.call('GET /api/blogs', { as: world.people.mars.admin })).body.blogs.find(
        (post: { _id: string }) => post._id === id,
      );
    const apply = async (over: Partial<DeclaredPost> = {}, names?: string[]) =>
      importPosts(world.ctx, mars, [await declared(folder, over, names)], { readyAtOnce: () => true });
    const first = await apply();
    const id = first.ids.get('one')!;
    expect(first).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
    expect(await card()).toMatchObject({
      state: 'unlocked',
      amount: 9,
      total_likes: 12,
      date: '2026-03-01T09:00:00.000Z',
    });
    expect(await apply({ publishAt: new Date('2026-03-02T09:00:00Z'), likes: 99 })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 1,
      ids: new Map([['one', id]]),
    });
    expect(await apply({ caption: 'Changed', amountMinor: 1100 }, ['a', 'b'])).toMatchObject({
      updated: 1,
      ids: new Map([['one', id]]),
    });
    expect(await card()).toMatchObject({
      description: 'Changed',
      amount: 11,
      total_likes: 12,
      date: '2026-03-01T09:00:00.000Z',
      contentCount: { photo: 2, video: 0 },
    });
    const media = await world.database.tenants.read(mars, (db) =>
      db('media').whereNull('created_by').select('created_at'),
    );
    // The library shows them as of the day of their post.
    expect(media.map((one) => one.created_at.toISOString())).toEqual([
      '2026-03-01T09:00:00.000Z',
      '2026-03-01T09:00:00.000Z',
    ]);
    await rm(folder, { recursive: true });
  });
  it('appear one after another when their pictures are left to the jobs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'declared-'));
    const posts = await Promise.all(
      ['x', 'm', 'c', 'D', 'Z', '5'].map((name) =>
        declared(folder, { sourceKey: name, visibility: 'public', amountMinor: null }, [name]),
      ),
    );
    const { ids } = await importPosts(world.ctx, world.tenants.mars, posts, {
      readyAtOnce: (_post, index) => index === 0,
    });
    const seen = async () =>
      (await world.call('GET /api/blogs', { on: 'mars' })).body.blogs
        .map((post: { _id: string }) => post._id)
        .filter((id: string) => [...ids.values()].includes(id)).length;
    expect(await seen()).toBe(1);
    await world.runJobs();
    expect(await seen()).toBe(6);
    await rm(folder, { recursive: true });
  });
});

describe('what pages carry', () => {
  const queries = async (path: string, as: TestPerson | null, search = '') =>
    postPageQueries(world.ctx, {
      tenant: world.tenants.luna,
      path,
      search: new URLSearchParams(search),
      now: world.clock.now(),
      language: 'en',
      actor: as && {
        userId: as.id,
        identityId: null,
        sessionId: as.id,
        role: as.role,
        email: as.email,
        name: '',
        language: 'en',
        trueAuthor: as.id,
      },
    });
  it("the feed's first page under its key", async () => {
    const [feed] = await queries('/home', null);
    expect(feed!.key).toEqual([world.tenants.luna.id, 'feed', 'all']);
    expect(feed!.data).toMatchObject({ pageParams: [1], pages: [{ currentPage: 1, blogs: expect.any(Array) }] });
    await makePost(world, creator(), { feed_tags: ['glaze'] });
    const tag = (await world.call('POST /api/feed-tags/', { on: 'luna', body: {} })).body.data[0];
    expect((await queries('/home', null, `feed_tag_id=${tag._id}`))[0]).toMatchObject({
      key: [world.tenants.luna.id, 'feed', tag._id],
    });
  });
  it('no posts where guests see the landing page, and the feed where they or members see it at the same path', async () => {
    const keys = async (as: TestPerson | null) => (await queries('/', as)).map(({ key }) => key[1]);
    expect([await keys(null), (await keys(creator()))[0]]).toEqual([[], 'feed']);
    const parts = [
      'enable_banner_section',
      'enable_theme_1_banner_section',
      'enable_section_1',
      'enable_section_2',
      'enable_section_3',
      'enable_grid_section',
    ];
    const set = (isOn: boolean) => changeSettings(world, Object.fromEntries(parts.map((part) => [part, isOn])));
    await set(false);
    expect((await keys(null))[0]).toBe('feed');
    await set(true);
  });
  it('a post that the viewer may know of, and nothing of others', async () => {
    const { _id } = await makePost(world, creator(), { date: '2026-06-01T00:00:00Z' });
    expect(await queries(`/feed/${_id}`, null)).toEqual([]);
    expect(await queries(`/feed/${_id}`, creator())).toMatchObject([
      { key: [world.tenants.luna.id, 'post', _id], data: { _id } },
    ]);
    for (const path of ['/feed/nonsense', '/feed/', '/profile', `/feed/${v7()}`])
      expect(await queries(path, null)).toEqual([]);
  });
});
