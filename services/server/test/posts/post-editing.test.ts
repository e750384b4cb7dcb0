import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { copyOfReady, give, makePost, smallPhoto, upload } from '../../src/testing/posting.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  await settings({ feed_tags_enable: true });
});
afterAll(() => world.close());

const creator = (): TestPerson => world.people.luna.model;
const photo = () => copyOfReady(world, creator());
const edit = (postId: string, over: object, as: TestPerson = creator()) =>
  world.call('POST /api/blogs/edit', { as, body: { postId, ...over } });
const get = async (id: string, as: TestPerson | undefined = creator()) =>
  await world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on: 'luna', query: { id } });
const ids = (media: Array<{ _id: string }>) => media.map(({ _id }) => _id);
const settings = (values: Record<string, unknown>) => changeSettings(world, values);

describe('editing', () => {
  it('POST-100 changes what was sent and leaves the rest', async () => {
    const post = await makePost(world, creator(), { description: 'Before', feed_tags: ['Kiln'], amount: 20 });
    const { body } = await edit(post._id, { description: 'After', isCaptionBlur: true, amount: 25 });
    expect(body).toMatchObject({
      message: 'Post updated successfully.',
      data: {
        _id: post._id,
        description: 'After',
        captionBlur: true,
        amount: 25,
        date: post.date,
        feed_tags: [{ slug: 'kiln' }],
      },
    });
    expect((await edit(post._id, { feed_tags: [' Tea ', { label: 'Glaze', value: 'x' }] })).body.data).toMatchObject({
      description: 'After',
      feed_tags: [{ slug: 'glaze' }, { slug: 'tea' }],
    });
  });
  it.each([
    ['POST-097', 'caption-required', 'Please Add Caption', { description: '  ' }],
    ['POST-098', 'edit-one-content', 'You can only select 1 content', { media_preview_item: [v7(), v7()] }],
    [
      'POST-099',
      'edit-max-1',
      'You have selected 3 images, maximum 1 images allowed.',
      { media_preview: [{ _id: v7() }, { _id: v7() }, { _id: v7() }] },
    ],
    [
      'POST-099',
      'one-preview',
      'You can not add more than one preview.',
      { media_preview_item: v7(), media_preview: [{ _id: v7() }] },
    ],
    ['POST-085', 'amount-range', 'Choose an amount between 5 and 450', { amount: 451 }],
    ['POST-084', 'media-required', 'Please Select Media', { media_item: [] }],
    ['TAG-04', 'tag-empty', 'Tag not allow empty', { feed_tags: [' '] }],
    ['POST-060', 'post-is-published', null, { date: '2026-04-01T00:00:00Z' }],
  ])('%s is refused: %s', async (_rule, code, message, over) => {
    const post = await makePost(world, creator());
    const { body } = await edit(post._id, over);
    expect(body).toMatchObject({ code, ...(message ? { message } : {}) });
    expect((await get(post._id)).body.data).toMatchObject({ description: 'A bowl', amount: 20 });
  });
  it('pictures change their order, a preview comes and goes', async () => {
    const files = [await photo(), await photo(), await photo()];
    const post = await makePost(world, creator(), { media_item: files });
    const turned = [files[2]!, files[0]!, files[1]!];
    const after = (await edit(post._id, { media_item: turned, selectedPreviewIndex: 1 })).body.data;
    expect([ids(after.media), ids(after.media_preview), after.isPreviewEnable]).toEqual([turned, [files[0]], true]);
    expect((await edit(post._id, { media_preview_item: null })).body.data.media_preview).toEqual([]);
    expect(
      ids(
        (await edit(post._id, { isMediaUpdate: false, media_item: [files[0]], description: 'Only words' })).body.data
          .media,
      ),
    ).toEqual(turned);
  });
  it('POST-048 POST-051 another visibility takes blur and preview along, as in a new post', async () => {
    const post = await makePost(world, creator(), { media_preview_item: await photo(), captionBlur: true });
    expect((await edit(post._id, { visibility: 'private' })).body.data).toMatchObject({
      visibility: 'private',
      amount: null,
      media_preview: [],
      privateBlur: true,
    });
    expect((await edit(post._id, { isPublicPost: true })).body.data).toMatchObject({
      visibility: 'public',
      privateBlur: false,
      captionBlur: false,
    });
    expect((await edit(post._id, { visibility: 'locked' })).body.code).toBe('amount-range');
    expect((await edit(post._id, { isPublicPost: false })).body.data.visibility).toBe('private');
    await settings({ enable_public_post: false });
    expect((await edit(post._id, { visibility: 'public' })).body.code).toBe('invalid-request');
    await settings({ enable_public_post: true });
  });
  it('what was bought loses no picture; it may gain one', async () => {
    const files = [await photo(), await photo()];
    const post = await makePost(world, creator(), { media_item: files });
    const more = await photo();
    expect((await edit(post._id, { media_item: [files[0]] })).body.data.contentCount.photo).toBe(1);
    await edit(post._id, { media_item: files });
    const buyer = await world.person('luna', `buyer-${v7().slice(-6)}`);
    await give(world, buyer, post._id);
    expect((await edit(post._id, { media_item: [files[1]] })).body).toMatchObject({ code: 'post-media-sold' });
    expect(ids((await edit(post._id, { media_item: [more, ...files.toReversed()] })).body.data.media)).toEqual([
      more,
      ...files.toReversed(),
    ]);
    expect((await get(post._id, buyer)).body.data).toMatchObject({ state: 'unlocked', contentCount: { photo: 3 } });
  });
  it('POST-058 POST-060 the time of a scheduled post changes until it has come', async () => {
    const post = await makePost(world, creator(), {
      visibility: 'public',
      feed_tags: ['later'],
      date: '2026-03-12T12:00:00Z',
    });
    expect((await edit(post._id, { date: '2026-03-10T11:00:00Z' })).body.code).toBe('schedule-past');
    expect((await edit(post._id, { date: '2026-03-11T12:00:00Z' })).body.data.date).toBe('2026-03-11T12:00:00.000Z');
    const tag = (await world.call('POST /api/feed-tags/', { as: creator(), body: {} })).body.data.find(
      (one: any) => one.slug === 'later',
    );
    const tagged = async () =>
      (await world.call('GET /api/blogs', { on: 'luna', query: { feed_tag_id: tag._id } })).body.totalRows;
    expect(await tagged()).toBe(0);
    expect((await edit(post._id, { date: null })).body.data).toMatchObject({
      is_published: true,
      date: world.clock.now().toISOString(),
    });
    expect(await tagged()).toBe(1);
    world.clock.advance(1);
    expect((await edit(post._id, { date: null })).body.code).toBe('post-is-published');
  });
  it("only those who may, only their own site's, and nothing that was deleted", async () => {
    const post = await makePost(world, creator());
    for (const role of ['fan', 'support', 'live_stream_manager'] as const)
      expect((await edit(post._id, { description: 'x' }, world.people.luna[role])).status).toBe(403);
    expect((await edit(post._id, { description: 'x' }, world.people.mars.admin)).status).toBe(404);
    expect((await edit(post._id, { media_item: [await copyOfReady(world, world.people.mars.model)] })).status).toBe(
      404,
    );
    await world.call('POST /api/blogs/delete', { as: creator(), body: { id: post._id } });
    expect((await edit(post._id, { description: 'x' })).status).toBe(404);
  });
  it('editing while its pictures settle loses no count and waits for nobody', async () => {
    const files = await Promise.all(
      Array.from({ length: 3 }, async () => (await upload(world, creator(), await smallPhoto())).id),
    );
    const post = await makePost(world, creator(), { media_item: files, visibility: 'public' });
    const edits = Array.from({ length: 6 }, (_, n) =>
      edit(post._id, { media_item: n % 2 ? files : files.toReversed(), description: `Round ${n}` }),
    );
    const answers = await Promise.all([...edits, world.runJobs()]);
    expect(answers.slice(0, 6).map((one) => (one as { status: number }).status)).toEqual(
      Array.from({ length: 6 }, () => 200),
    );
    await world.runJobs();
    expect((await get(post._id)).body.data).toMatchObject({
      state: 'unlocked',
      contentLeftForProcessing: 0,
      contentCount: { photo: 3 },
    });
  });
});

describe('filters of the feed', () => {
  it('fans choose pictures or films, staff visibility and state too; the total follows', async () => {
    const site = world.people.mars;
    const make = async (over: Record<string, unknown>) => (await makePost(world, site.model, over))._id as string;
    const [open, closed, later] = [
      await make({ visibility: 'public' }),
      await make({ visibility: 'locked', amount: 9 }),
      await make({ visibility: 'private', date: '2027-01-01T00:00:00Z' }),
    ];
    await world.database.tenants.write(world.tenants.mars, (db) =>
      db('posts').where({ id: open }).update({ video_count: 1, photo_count: 0 }),
    );
    const feed = async (query: Record<string, string>, as?: TestPerson) => {
      const { body } = await world.call(as ? 'GET /api/blogs/all' : 'GET /api/blogs', {
        on: 'mars',
        query,
        ...(as ? { as } : {}),
      });
      expect(body.totalRows).toBe(body.blogs.length);
      return ids(body.blogs);
    };
    expect([await feed({ media_type: 'video' }), await feed({ media_type: 'photo' })]).toEqual([[open], [closed]]);
    expect(await feed({ visibility: 'locked' }, site.model)).toEqual([closed]);
    expect(await feed({ state: 'scheduled' }, site.model)).toEqual([later]);
    expect((await feed({ state: 'published' }, site.model)).toSorted()).toEqual([open, closed].toSorted());
    expect([await feed({ state: 'processing' }, site.model), await feed({ state: 'error' }, site.model)]).toEqual([
      [],
      [],
    ]);
    // What is staff's to ask is nothing to others.
    expect((await feed({ state: 'scheduled' })).toSorted()).toEqual([open, closed].toSorted());
  });
  it('staff find posts by the beginnings of words, in every script; what is no word is no filter', async () => {
    const { _id } = await makePost(world, creator(), {
      title: 'हिन्दी में',
      description: "Un café au lait, d'après l'été",
    });
    const found = async (search: string) =>
      (await world.call('GET /api/blogs/all', { as: creator(), query: { search } })).body.blogs.map(
        (post: any) => post._id,
      );
    for (const search of ['हिन्दी', 'caf lai', 'CAFÉ', 'après']) expect(await found(search), search).toEqual([_id]);
    for (const search of ['afé', 'zebra', 'café zebra', "'; drop"]) expect(await found(search), search).toEqual([]);
    expect(await found('…!')).toContain(_id);
  });
});

describe('reviewing a post whose media failed', () => {
  const review = (_id: string, over: object = {}) =>
    world.call('POST /api/blog/post-reviewed-blog', { as: creator(), body: { _id, ...over } });
  const failed = async (over: object = {}) => {
    const good = await smallPhoto();
    const broken = await upload(world, creator(), good.subarray(0, good.length / 2));
    const kept = await photo();
    const post = await makePost(world, creator(), { media_item: [kept, broken.id], ...over });
    await world.runJobs();
    return { id: post._id as string, kept, broken: broken.id };
  };
  it('POST-066 it goes without them, and is published now: nobody had seen it', async () => {
    const { id, kept } = await failed();
    expect((await get(id)).body.data).toMatchObject({
      state: 'error',
      action: 'review',
      gallery_process_error_index: [1],
    });
    world.clock.advance(3_600_000);
    expect((await review(id, { amount: 12 })).body).toMatchObject({
      message: 'Content reviewed successfully.',
      data: {
        state: 'unlocked',
        isError: false,
        amount: 12,
        media: [{ _id: kept }],
        contentCount: { photo: 1 },
        date: world.clock.now().toISOString(),
      },
    });
    expect((await review(id)).body.code).toBe('review-not-needed');
  });
  it('POST-067 POST-085 others take their place; what is wrong is told in words', async () => {
    const { id, kept, broken } = await failed();
    const other = await upload(world, creator(), await smallPhoto());
    expect((await review(id, { amount: 4 })).body).toMatchObject({
      code: 'amount-range',
      message: 'Choose an amount between 5 and 450',
    });
    expect((await review(id, { media_item: [] })).body.message).toBe('Please Select Media');
    expect((await review(id, { media_item: [kept, broken] })).body.message).toBe(
      'Image Number 2 media format is not supported.',
    );
    expect((await review(id, { media_item: [other.id, kept] })).body.data).toMatchObject({
      state: 'processing',
      contentLeftForProcessing: 1,
      isError: false,
    });
    await world.runJobs();
    expect((await get(id)).body.data).toMatchObject({ state: 'unlocked', media: [{ _id: other.id }, { _id: kept }] });
  });
  it('hides the caption where the review says so, and leaves it where it says nothing', async () => {
    const [hidden, open] = [await failed({ captionBlur: false }), await failed({ captionBlur: true })];
    expect((await review(hidden.id, { captionBlur: true })).body.data).toMatchObject({ captionBlur: true });
    expect((await review(open.id)).body.data).toMatchObject({ captionBlur: true });
  });
  it('a scheduled one keeps its time', async () => {
    const { id } = await failed({ date: '2026-05-01T00:00:00Z', visibility: 'private' });
    expect((await review(id)).body.data).toMatchObject({ date: '2026-05-01T00:00:00.000Z', is_published: false });
  });
});

describe('tags', () => {
  const save = (body: object, as: TestPerson = creator()) =>
    world.call('POST /api/feed-tags/add-or-update', { as, body });
  const list = async () => (await world.call('POST /api/feed-tags/', { on: 'luna', body: {} })).body.data;

  it('TAG-03 TAG-09 a new tag is trimmed, its slug lower case; TAG-10 a slug is there once', async () => {
    expect((await save({ name: '  Moon Jars ' })).body).toMatchObject({
      message: 'Tag added.',
      data: { name: 'Moon Jars', slug: 'moon jars', count: 0 },
    });
    expect((await save({ name: 'MOON jars' })).body).toMatchObject({
      code: 'tag-exists',
      message: 'Tag already exist',
    });
  });
  it.each([
    ['TAG-07 TAG-11', '   ', 'Enter Valid Tag Name'],
    ['TAG-08 LIMIT-08', 'x'.repeat(31), 'A tag can have at most 30 characters.'],
  ])('%s a name that is none is refused', async (_rule, name, message) => {
    expect((await save({ name })).body.message).toBe(message);
  });
  it("TAG-10 TAG-12 renaming: unchanged is fine, another's name is not", async () => {
    const one = (await save({ name: 'Ash' })).body.data;
    await save({ name: 'Salt' });
    expect((await save({ _id: one._id, name: 'Ash' })).body.message).toBe('Tag update successfully');
    expect((await save({ id: one._id, name: ' wood ash ' })).body).toMatchObject({
      message: 'Tag update successfully',
      data: { _id: one._id, name: 'wood ash', slug: 'wood ash' },
    });
    expect((await save({ _id: one._id, name: 'SALT' })).body.message).toBe('Tag already exist');
    expect((await save({ _id: v7(), name: 'Nobody' })).status).toBe(404);
  });
  it('TAG-01 a tag is put on a post and taken off, and the feed follows', async () => {
    const post = await makePost(world, creator(), { visibility: 'public' });
    const tag = (await save({ name: 'Raku', blogId: post._id })).body.data;
    const feed = async () =>
      ids((await world.call('GET /api/blogs', { on: 'luna', query: { feed_tag_id: tag._id } })).body.blogs);
    const toggle = (over: object = {}) =>
      world.call('POST /api/feed-tags/add-or-remove-tag', {
        as: creator(),
        body: { blogId: post._id, id: tag._id, ...over },
      });
    expect(await feed()).toEqual([post._id]);
    expect((await toggle()).body).toMatchObject({
      message: 'Updated blog data successfully.',
      data: { is_selected: false, feed_tags: [] },
    });
    expect(await feed()).toEqual([]);
    expect((await toggle({ is_selected: true })).body.data.feed_tags).toMatchObject([{ slug: 'raku' }]);
    expect((await toggle({ is_selected: true })).body.data.feed_tags).toHaveLength(1);
    expect((await list()).find((one: any) => one._id === tag._id).count).toBe(1);
    expect((await world.call('GET /api/blogs', { on: 'luna' })).body.totalRows).toBeGreaterThan(1);
    const remove = () => world.call(`DELETE /api/feed-tags/delete/${tag._id}`, { as: creator() });
    expect((await remove()).body.message).toBe('Tag deleted.');
    expect((await remove()).status).toBe(404);
    expect((await get(post._id)).body.data.feed_tags).toEqual([]);
  });
  it('TAG-05 twice the same tag on one post is once', async () => {
    expect((await makePost(world, creator(), { feed_tags: ['Slip', ' SLIP '] })).feed_tags).toMatchObject([
      { slug: 'slip' },
    ]);
  });
});
