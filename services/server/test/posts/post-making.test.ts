import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { copyOfReady, subscribe } from '../../src/testing/posting.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await settings({ feed_tags_enable: true });
});
afterAll(() => world.close());

const photo = () => copyOfReady(world, creator());
const createPrivate = (over: object) =>
  world.call('POST /api/blog/add-new-blog', {
    as: creator(),
    body: { description: 'A bowl', visibility: 'private', ...over },
  });
const get = async (id: string, as: TestPerson | undefined = creator()) =>
  await world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on: 'luna', query: { id } });

/** A film that is ready, as far as posts look at one. */
async function film(seconds: number): Promise<string> {
  const [id, source] = [v7(), await photo()];
  await world.database.tenants.write(world.tenants.luna, (db) =>
    db.raw(`insert into ?? select (jsonb_populate_record(m, ?::jsonb)).* from ?? m where id = ?`, [
      db.table('media'),
      JSON.stringify({
        id,
        kind: 'video',
        duration_ms: seconds * 1000,
        film: { renditions: [], mp4: null, sprite: null },
      }),
      db.table('media'),
      source,
    ] as never),
  );
  return id;
}

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
const settings = (values: Record<string, unknown>) => changeSettings(world, values);

describe('making a post', () => {
  it('POST-063 of a ready picture it is there at once', async () => {
    const { status, body } = await create({ description: 'First light', feed_tags: [' Glaze ', 'GLAZE', 'tea'] });
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Content posted successfully.' });
    expect(body.data.result).toMatchObject({
      state: 'unlocked',
      description: 'First light',
      visibility: 'locked',
      amount: 20,
      isLocked: true,
      public: false,
      blogType: 'photo',
      contentCount: { photo: 1, video: 0 },
    });
    expect((await feedAll())[0]._id).toBe(body.data.result._id);
  });
  it.each([
    ['media-required', 'Please Select Media', { media_item: [] }],
    ['amount-range', 'Choose an amount between 5 and 450', { amount: 4.99 }],
    ['amount-range', 'Choose an amount between 5 and 450', { amount: 450.01 }],
    ['amount-range', 'Choose an amount between 5 and 450', { amount: undefined }],
    ['schedule-past', 'Choose a date in the future.', { date: '2026-03-10T11:58:59Z' }],
    ['tag-empty', 'Tag not allow empty', { feed_tags: ['  '] }],
    ['invalid-request', null, { amount: 9.999 }],
    ['invalid-request', null, { amount: -5 }],
    ['invalid-request', null, { date: 'tomorrow' }],
    ['tag-too-long', 'A tag can have at most 30 characters.', { feed_tags: ['x'.repeat(31)] }],
    ['invalid-request', null, { visibility: 'secret' }],
    ['invalid-request', null, { description: 'x'.repeat(20_001) }],
    ['not-found', null, { media_item: ['0194e0ee-0000-7000-8000-000000000000'] }],
  ])('POST-084 POST-085 TAG-04 is refused: %s', async (code, message, over) => {
    const { body } = await create(over);
    expect(body.code).toBe(code);
    if (message) expect(body.message).toBe(message);
  });
  it('POST-083 a gallery needs words, a single picture does not', async () => {
    const two = [await copyOfReady(world, creator()), await copyOfReady(world, creator())];
    expect((await create({ media_item: two, description: ' ' })).body).toMatchObject({
      code: 'caption-required',
      message: 'Please Add Caption',
    });
    expect((await create({ description: '' })).status).toBe(200);
  });
  it('POST-094 LIMIT-01 46 pictures are too many', async () => {
    const media_item = Array.from({ length: 46 }, () => v7());
    expect((await create({ media_item })).body).toMatchObject({
      code: 'max-45',
      message: 'You have selected 46 images, maximum 45 images allowed.',
    });
  });
  it("POST-085 the bounds are the site's own, and both count in", async () => {
    await settings({ content_unlock_minimum_amount: 7, content_unlock_maximum_amount: 9 });
    expect((await create({ amount: 6.99 })).body.message).toBe('Choose an amount between 7 and 9');
    for (const amount of [7, 9, 7.5]) expect((await create({ amount })).body.data.result.amount).toBe(amount);
    await settings({ content_unlock_minimum_amount: 5, content_unlock_maximum_amount: 450 });
  });
  it('POST-048 POST-049 POST-050 a public post has no blur and no preview, POST-051 a private one no preview', async () => {
    const preview = await copyOfReady(world, creator());
    const open = (
      await create({
        visibility: 'public',
        privateBlur: true,
        captionBlur: true,
        media_preview_item: preview,
        amount: 20,
      })
    ).body.data.result;
    expect(open).toMatchObject({ privateBlur: false, captionBlur: false, media_preview: [], amount: null });
    expect((await create({ visibility: 'private', media_preview_item: preview })).body.data.result).toMatchObject({
      media_preview: [],
      amount: null,
    });
    expect((await create({ media_preview_item: preview })).body.data.result.media_preview).toHaveLength(1);
  });
  it('POST-005 public only while the site offers it', async () => {
    await settings({ enable_public_post: false });
    expect((await create({ visibility: 'public' })).body.code).toBe('invalid-request');
    await settings({ enable_public_post: true });
  });
  it("POST-001 the documents' older forms say the same", async () => {
    const kind = async (over: Record<string, unknown>) =>
      (await create({ visibility: undefined, ...over })).body.data.result.visibility;
    expect([
      await kind({ public: true }),
      await kind({ isLocked: true }),
      await kind({ isLocked: 'locked' }),
      await kind({ isLocked: 'free', public: false }),
    ]).toEqual(['public', 'locked', 'locked', 'private']);
  });
  it("POST-058 POST-060 a scheduled post is staff's alone until its time", async () => {
    const {
      message,
      data: {
        result: { _id: id },
      },
    } = (await create({ visibility: 'public', date: '2026-03-10T13:00:00Z' })).body;
    expect(message).toBe('Content scheduled successfully.');
    const isInFeed = async () =>
      (await world.call('GET /api/blogs', { on: 'luna' })).body.blogs.some((post: { _id: string }) => post._id === id);
    expect(await isInFeed()).toBe(false);
    const before = world.clock.now();
    // What guests were answered is believed for half a second.
    world.clock.set(new Date('2026-03-10T12:59:59.400Z'));
    expect(await isInFeed()).toBe(false);
    world.clock.set(new Date('2026-03-10T13:00:00Z'));
    expect(await isInFeed()).toBe(true);
    world.clock.set(before);
  });
  it('POST-016 only those who may', async () => {
    for (const role of ['live_stream_manager', 'support', 'fan'] as const)
      expect((await create({}, { as: world.people.luna[role] })).status).toBe(403);
  });
  it("another site's files are not there", async () => {
    expect((await create({ media_item: [await copyOfReady(world, world.people.mars.model)] })).status).toBe(404);
  });
});

describe('sent twice', () => {
  it('makes one post, and answers the same', async () => {
    const media_item = [await copyOfReady(world, creator())];
    const [first, second] = [
      await create({ media_item }, { key: 'twice-0001' }),
      await create({ media_item }, { key: 'twice-0001' }),
    ];
    expect(second.body.data.result._id).toBe(first.body.data.result._id);
    expect((await create({ media_item, amount: 21 }, { key: 'twice-0001' })).body).toMatchObject({
      code: 'idempotency-key-reused',
    });
  });
  it('at the same time makes one post', async () => {
    const media_item = [await copyOfReady(world, creator())];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ media_item }, { key: 'at-once-0001' })),
    );
    expect(new Set(answers.map(({ body }) => body.data.result._id)).size).toBe(1);
  });
  it('a refusal does not use the key up', async () => {
    const media_item = [await copyOfReady(world, creator())];
    expect((await create({ media_item, amount: 1 }, { key: 'refused-0001' })).status).toBe(400);
    expect((await create({ media_item, amount: 5 }, { key: 'refused-0001' })).status).toBe(200);
  });
});

describe('making a post of more than pictures', () => {
  it('LIMIT-15 pictures and films stand in one post, and its kind says which', async () => {
    const kinds = async (...media_item: string[]) => {
      const { blogType, blogSubType, contentCount, content_length } = (await createPrivate({ media_item })).body.data
        .result;
      return { blogType, blogSubType, ...contentCount, content_length };
    };
    expect(await kinds(await photo())).toMatchObject({ blogType: 'photo', photo: 1, video: 0 });
    expect(await kinds(await film(95))).toEqual({
      blogType: 'video',
      blogSubType: 'video',
      photo: 0,
      video: 1,
      content_length: 95,
    });
    expect(await kinds(await photo(), await film(10), await film(20.5))).toEqual({
      blogType: 'gallery',
      blogSubType: 'mixGallery',
      photo: 1,
      video: 2,
      content_length: 30.5,
    });
    expect(await kinds(await film(1), await film(2))).toEqual({
      blogType: 'gallery',
      blogSubType: 'videoGallery',
      photo: 0,
      video: 2,
      content_length: 3,
    });
  });
  it('POST-055 media of the library are taken as they are, one that was thrown away is not', async () => {
    const kept = await photo();
    expect((await createPrivate({ media_item: [kept], selectFromContentManager: true })).body.data).toMatchObject({
      selectFromContentManager: true,
      result: { media: [{ _id: kept, is_process: false }] },
    });
    const thrown = await photo();
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('media').where({ id: thrown }).update({ deleted_at: world.clock.now() }),
    );
    expect((await createPrivate({ media_item: [thrown] })).body.code).toBe('not-found');
  });
  it('DECISIONS 28 the older path does the same', async () => {
    const { body } = await world.call('POST /api/blogs', {
      as: creator(),
      body: { description: 'Older', isLocked: 'free', media: [{ _id: await photo() }] },
    });
    expect(body).toMatchObject({
      success: true,
      message: 'Content posted successfully.',
      data: { result: { description: 'Older', visibility: 'private' } },
    });
  });
  it('a tag that was declared with a slug of its own is the same tag when it is picked by name, by slug or as a choice', async () => {
    const id = v7();
    await world.database.tenants.write(creator().tenant, (db) =>
      db('feed_tags').insert({ id, name: 'Tips & Tricks', slug: 'tips-tricks', created_at: world.clock.now() }),
    );
    for (const typed of [
      'Tips & Tricks',
      ' tips & tricks',
      'tips-tricks',
      { label: 'Tips & Tricks', value: 'tips-tricks' },
    ]) {
      const { body } = await createPrivate({ visibility: 'private', media_item: [await photo()], feed_tags: [typed] });
      expect(body.data.result.feed_tags, JSON.stringify(typed)).toEqual([
        { id, name: 'Tips & Tricks', slug: 'tips-tricks' },
      ]);
    }
    const both = await createPrivate({
      visibility: 'private',
      media_item: [await photo()],
      feed_tags: ['Tips & Tricks', 'tips-tricks', 'Kiln gods'],
    });
    expect(both.body.data.result.feed_tags.map(({ slug }: { slug: string }) => slug)).toEqual([
      'kiln gods',
      'tips-tricks',
    ]);
    expect(
      (await world.call('POST /api/feed-tags/add-or-update', { as: creator(), body: { name: 'tips & TRICKS' } })).body
        .code,
    ).toBe('tag-exists');
  });

  it('POST-110 LIMIT-02 a second preview is refused, also as a list', async () => {
    expect(
      (
        await createPrivate({
          visibility: 'locked',
          amount: 20,
          media_item: [await photo()],
          media_preview_item: [await photo(), await photo()],
        })
      ).body,
    ).toMatchObject({ code: 'one-preview', message: 'You can not add more than one preview.' });
  });
  it('POST-095 POST-096 LIMIT-07 a new category is made with the post, and its files go there', async () => {
    const make = async (category: object) => (await createPrivate({ media_item: [await photo()], category })).body;
    const { data } = await make({ id: null, name: ' Kiln 44 ', isNew: true });
    expect(data.result.category).toMatchObject({ name: 'Kiln 44' });
    const row = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('media').where({ id: data.result.media[0]._id }).first('category_id'),
    );
    expect(row?.category_id).toBe(data.result.category.id);
    const filed = (await make({ id: data.result.category.id, isNew: false })).data.result;
    expect(filed.category.name).toBe('Kiln 44');
    for (const name of ['kiln 44', 'Preview', 'All Media', '  '])
      expect(await make({ name, isNew: true })).toMatchObject({
        code: 'category-invalid',
        message: 'Invalid Category',
      });
    expect(await make({ id: v7(), isNew: false })).toMatchObject({ code: 'category-invalid' });
    expect(await make({ name: 'x'.repeat(31), isNew: true })).toMatchObject({
      code: 'category-name-30',
      message: 'Category name cannot be more than 30 characters',
    });
    expect((await make({ name: 'x'.repeat(30), isNew: true })).success).toBe(true);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('media_categories').where({ id: data.result.category.id }).update({ deleted_at: world.clock.now() }),
    );
    expect((await get(filed._id)).body.data.category).toBeNull();
    expect(await make({ id: data.result.category.id, isNew: false })).toMatchObject({ code: 'category-invalid' });
    expect((await make({ name: 'Kiln 44', isNew: true })).success).toBe(true);
  });
  it('the same new file in several posts at once goes to the category of one, and all are made', async () => {
    const { category } = (
      await createPrivate({ media_item: [await photo()], category: { name: 'At once', isNew: true } })
    ).body.data.result;
    const files = await Promise.all(Array.from({ length: 6 }, photo));
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        createPrivate({ media_item: n % 2 ? files : files.toReversed(), category: { id: category.id } }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const rows = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('media').whereIn('id', files).select('category_id'),
    );
    expect(rows.map((row) => row.category_id)).toEqual(files.map(() => category.id));
  });
  it('POST-052 a private post has no length to show; a locked one tells its length and number only where both say so', async () => {
    const member = await world.person('luna', 'counting');
    await subscribe(world, member);
    await settings({ show_media_count_in_exclusive_content: true });
    const seen = async (over: object) =>
      (
        await get(
          (
            await createPrivate({
              visibility: 'locked',
              amount: 20,
              media_item: [await film(60), await photo()],
              ...over,
            })
          ).body.data.result._id,
          member,
        )
      ).body.data;
    expect(await seen({})).toMatchObject({
      content_length: 60,
      contentCount: { photo: 1, video: 1 },
      media: [{ duration: 60, hls_url: null }, { duration: null }],
    });
    expect(await seen({ show_content_length: false, showNumberOfGalleryImage: false })).toMatchObject({
      content_length: null,
      contentCount: { photo: 0, video: 0 },
      media: [{ duration: null }],
    });
    expect(
      (await createPrivate({ media_item: [await photo()], show_content_length: true })).body.data.result,
    ).toMatchObject({
      show_content_length: false,
      showNumberOfGalleryImage: false,
    });
    await settings({ show_media_count_in_exclusive_content: false });
    expect(await seen({})).toMatchObject({ contentCount: { photo: 0, video: 0 } });
  });
});
