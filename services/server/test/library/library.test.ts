import { scene } from '@backlot/media/testing/made-photos';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { copyOfReady, makePost, smallPhoto, upload } from '../../src/testing/posting.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
}, 60_000);
afterAll(() => world.close());

const creator = (): TestPerson => world.people.luna.model;
const call = (path: string, body?: unknown, as = creator()) =>
  world.call(`POST /api/media${path}`, { as, body: body ?? {} });
const list = async (body: Record<string, unknown> = {}, as = creator()) => (await call('/get', body, as)).body;
const ids = async (body: Record<string, unknown> = {}): Promise<string[]> =>
  (await list(body)).data.map((media: { _id: string }) => media._id);
const categories = async (as = creator()) =>
  (await world.call('GET /api/media/category', { as })).body.data as Array<Record<string, any>>;
const newCategory = async (name: string): Promise<string> => (await call('/category', { name })).body.data._id;
const mediaRow = (id: string) =>
  world.database.tenants.read(world.tenants.luna, (db) => db('media').where({ id }).first());
const set = (id: string, row: Record<string, unknown>) =>
  world.database.tenants.write(world.tenants.luna, (db) =>
    db('media')
      .where({ id })
      .update(row as never),
  );
/** A ready photo with a name and a moment of its own. */
async function photo(name = 'photo.png', over: Record<string, unknown> = {}): Promise<string> {
  const id = await copyOfReady(world, creator());
  await set(id, { file_name: name, created_at: world.clock.now(), ...over });
  world.clock.advance(1000);
  return id;
}
const film = (name: string): Promise<string> =>
  photo(name, {
    kind: 'video',
    duration_ms: 65_000,
    film: JSON.stringify({ renditions: [], mp4: null, sprite: null }),
  });

describe('categories', () => {
  it('MEDIA-03 MEDIA-04 begin with the two that are built in, and no other may be called like them', async () => {
    expect((await categories()).slice(0, 2)).toMatchObject([
      { _id: 'all media', name: 'All Media', slug: 'all media', is_built_in: true },
      { _id: 'preview', name: 'Preview', slug: 'preview', is_built_in: true },
    ]);
    for (const name of ['All Media', ' preview ']) {
      expect((await call('/category', { name })).body).toMatchObject({
        code: 'library-category-exists',
        message: 'Name already exist. Please add another category.',
      });
    }
    const id = await photo();
    expect((await call('/add-media-from-category', { mediaId: id, categoryId: 'preview' })).status).toBe(400);
  });

  it.each([
    ['', 'library-category-required', 'Name is required'],
    ['   ', 'library-category-required', 'Name is required'],
  ])('MEDIA-40 a name is wanted: "%s"', async (name, code, message) => {
    expect(await call('/category', { name })).toMatchObject({
      status: 400,
      body: { code, message, errors: [{ field: 'name', code }] },
    });
  });

  it('MEDIA-41 LIMIT-07 a name has at most 100 characters', async () => {
    expect((await call('/category', { name: 'x'.repeat(100) })).status).toBe(200);
    expect((await call('/category', { name: 'x'.repeat(101) })).body).toMatchObject({
      code: 'library-category-100',
      message: 'Name cannot be more than 100 characters.',
    });
  });

  it('MEDIA-43 MEDIA-45 one name a category whatever its case, once it is trimmed; a deleted name is free', async () => {
    const made = await call('/category', { name: '  Kiln openings ' });
    expect(made.body.data).toMatchObject({
      name: 'Kiln openings',
      slug: 'kiln openings',
      is_built_in: false,
      is_deleted: false,
    });
    const again = await call('/category', { name: 'KILN OPENINGS' });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'library-category-exists', message: 'Name already exist. Please add another category.' },
    });
    await call('/category/delete', { id: made.body.data._id });
    expect((await call('/category', { name: 'kiln openings' })).status).toBe(200);
  });

  it('MEDIA-43 of two at once one gets the name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => call('/category', { name: n % 2 ? 'Twin' : 'twin' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('MEDIA-31 MEDIA-44 are renamed, also to the same name; another one keeps its own', async () => {
    const id = await newCategory('Moon jars');
    await newCategory('Studio days');
    expect((await call('/category/update', { id, name: 'Moon jars' })).status).toBe(200);
    expect((await call('/category/update', { id, name: 'MOON jars' })).body.data.name).toBe('MOON jars');
    expect((await call('/category/update', { id, name: 'studio DAYS' })).body.code).toBe('library-category-exists');
    expect((await call('/category/update', { id: v7(), name: 'Nothing' })).status).toBe(404);
    expect((await categories()).map(({ name }) => name)).toContain('MOON jars');
  });

  it('MEDIA-31 deleted, its files stay in the library without one', async () => {
    const category = await newCategory('Short life');
    const id = await photo();
    await call('/add-media-from-category', { mediaId: [id], categoryId: category });
    expect((await list({ category })).data).toMatchObject([
      { _id: id, category: { _id: category, name: 'Short life' } },
    ]);
    expect((await call('/category/delete', { id: category })).status).toBe(200);
    expect((await call('/category/delete', { id: category })).status).toBe(404);
    expect((await list()).data.find((media: { _id: string }) => media._id === id).category).toBeNull();
    expect((await call('/get', { category })).status).toBe(404);
  });

  it('count photos and films, and those that are ready, in every place they stand in', async () => {
    const category = await newCategory('Counted');
    const before = await categories();
    const some = [await photo(), await photo(), await film('a.mp4')];
    const waiting = await photo('b.png', { state: 'processing', settled_at: null });
    const failed = await photo('c.png', { state: 'error', error_code: 'media-format' });
    await call('/add-media-from-category', { mediaId: [...some, waiting, failed], categoryId: category });
    const after = await categories();
    const grown = (slug: string) => {
      const [one, other] = [before, after].map((all) => all.find((found) => found['slug'] === slug)!);
      return ['photo_count', 'video_count', 'processed_photo_count', 'processed_video_count'].map(
        (name) => other![name] - one![name],
      );
    };
    expect(grown('counted')).toEqual([3, 1, 2, 1]);
    expect(grown('all media')).toEqual([4, 1, 2, 1]);
    await call('/remove-media', { mediaIds: [some[0]] });
    expect((await categories()).find(({ slug }) => slug === 'counted')).toMatchObject({
      photo_count: 2,
      processed_photo_count: 1,
    });
  });
});

describe('the list', () => {
  // The first copy is made beside the upload that it is copied from, and that one is newer than itself.
  beforeAll(() => photo('first.png'));

  it('MEDIA-29 MEDIA-30 what is new comes first, what is removed is gone', async () => {
    const [one, other] = [await photo('one.png'), await photo('other.png')];
    expect((await ids()).slice(0, 2)).toEqual([other, one]);
    expect((await call('/remove-media', { mediaIds: [other] })).body.data).toEqual({
      removed: [other],
      kept_by_posts: [],
    });
    expect((await ids())[0]).toBe(one);
    // The answer was lost and it is sent again.
    expect((await call('/remove-media', { mediaIds: [other] })).status).toBe(200);
  });

  it('MEDIA-06 MEDIA-33 is of all, of images or of videos', async () => {
    const [picture, moving] = [await photo('still.png'), await film('moving.mp4')];
    expect((await ids({ type: 'all', category: 'all media' })).slice(0, 2)).toEqual([moving, picture]);
    expect((await ids({ type: 'image' }))[0]).toBe(picture);
    expect(await ids({ type: 'video' })).toContain(moving);
    expect(await ids({ type: 'video' })).not.toContain(picture);
  });

  it('MEDIA-28 MEDIA-39 an item is processing, error or ready', async () => {
    const { id } = await upload(world, creator(), await smallPhoto(), 'fresh.png');
    expect((await list({ search: 'fresh' })).data).toMatchObject([
      { _id: id, state: 'processing', is_process: true, is_error: false, small_thumb: null, sources: [] },
    ]);
    await world.runJobs();
    const [ready] = (await list({ search: 'fresh' })).data;
    expect(ready).toMatchObject({
      state: 'ready',
      is_process: false,
      type: 'photo',
      content_type: 'photo',
      width: 700,
      height: 500,
      small_thumb: expect.stringMatching(/^\/media\//),
      used_in: 0,
      sold_to: 0,
    });
    const broken = await photo('broken.png', { state: 'error', error_code: 'media-format' });
    expect((await list({ search: 'broken' })).data).toMatchObject([
      { _id: broken, state: 'error', is_error: true, error_text: 'Media format is not supported.' },
    ]);
  });

  it('a file whose bytes have not come is not there', async () => {
    const { body } = await world.call('POST /api/upload/generate_presigned_url', {
      as: creator(),
      body: { file_name: 'announced.png', content_type: 'image/png', media_type: 'photo' },
    });
    expect((await list({ search: 'announced' })).totalRows).toBe(0);
    expect((await call('', { mediaIds: [body.data.media_id] })).body).toMatchObject({
      code: 'library-upload-error',
      message: 'Error occured while uploading media',
    });
  });

  it('MEDIA-20 ROLE-71 says sizes to the super admin alone', async () => {
    await photo('sized.png', { size: 1234 });
    const sizeFor = async (as: TestPerson) => (await list({ search: 'sized' }, as)).data[0].size;
    expect(await sizeFor(world.people.luna.admin)).toBe(1234);
    for (const role of ['model', 'sub_admin', 'content_manager'] as const)
      expect(await sizeFor(world.people.luna[role])).toBeNull();
  });

  it('goes on after its last item while files arrive; pages by number too', async () => {
    const category = await newCategory('Long');
    const made: string[] = [];
    const first = await copyOfReady(world, creator());
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db.raw(
        `insert into ?? select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'category_id', ?::uuid, 'created_at', ?::timestamptz + n * interval '1 second'))).*
       from ?? m, generate_series(1, 130) n where m.id = ?`,
        [db.table('media'), category, world.clock.now(), db.table('media'), first] as never,
      ),
    );
    let after: string | undefined;
    for (let page = 1; page <= 3; page += 1) {
      const answer = await list({ category, ...(after ? { after } : {}) });
      expect(answer).toMatchObject({ totalRows: 130 + (page > 1 ? 1 : 0), totalPages: 3 });
      made.push(...answer.data.map((media: { _id: string }) => media._id));
      after = answer.next;
      if (page === 1)
        await photo('meanwhile.png', {
          category_id: category,
          created_at: new Date(world.clock.now().getTime() + 3_600_000),
        });
    }
    expect(after).toBeNull();
    expect([new Set(made).size, made.length]).toEqual([130, 130]);
    expect((await list({ category, page: 3 })).data).toHaveLength(11);
    expect((await call('/get', { after: 'nonsense' })).status).toBe(400);
  });

  it('is searched by words of file names, captions and tags, all of which must hold', async () => {
    const [bowl, jar] = [await photo('raku-bowl_2231.JPG'), await photo('jar.png')];
    await makePost(world, creator(), {
      media_item: [jar],
      description: 'Opening the kiln: a celadon surprise',
      feed_tags: ['glazes'],
    });
    expect(await ids({ search: 'RAKU' })).toEqual([bowl]);
    expect(await ids({ search: 'bowl 2231' })).toEqual([bowl]);
    expect(await ids({ search: 'celad' })).toEqual([jar]);
    expect(await ids({ search: 'glazes jar kiln' })).toEqual([jar]);
    expect(await ids({ search: 'celadon bowl' })).toEqual([]);
    expect(await ids({ search: '%_\'"; drop' })).toEqual([]);
    expect(await ids({ search: '!!!' })).toEqual([]);
  });
});

describe('sorting files', () => {
  it('MEDIA-36 MEDIA-37 uploaded files are registered under the open category', async () => {
    const category = await newCategory('Fresh clay');
    const { id } = await upload(world, creator(), await smallPhoto(), 'clay.png');
    const answer = await call('', {
      mediaIds: [id],
      category,
      categorySlug: 'fresh clay',
      type: 'photo',
      processing: true,
    });
    expect(answer.body).toMatchObject({
      success: true,
      message: 'Media uploaded successfully',
      data: [{ _id: id, category: { name: 'Fresh clay' } }],
    });
    expect((await call('', { path: id, category })).status).toBe(200);
    expect((await call('', {})).status).toBe(400);
    await world.runJobs();
  });

  it("'Preview' holds what was sent there and what shows a post", async () => {
    const [sent, shown, plain] = [await photo(), await photo(), await photo()];
    await call('', { mediaIds: [sent], categorySlug: 'preview' });
    await makePost(world, creator(), { media_item: [plain], media_preview_item: shown });
    expect((await ids({ category: 'preview' })).sort()).toEqual([sent, shown].sort());
    expect((await categories())[1]).toMatchObject({ slug: 'preview', photo_count: 2, video_count: 0 });
  });

  it('MEDIA-10 moves files, not those that failed or left the open category meanwhile', async () => {
    const [one, other] = [await newCategory('One place'), await newCategory('Other place')];
    const [good, gone, failed] = [
      await photo(),
      await photo(),
      await photo('f.png', { state: 'error', error_code: 'media-format' }),
    ];
    await call('/add-media-from-category', { mediaId: [good], categoryId: one, activeCategoryId: 'all media' });
    const moved = await call('/add-media-from-category', {
      mediaId: [good, gone, failed],
      categoryId: other,
      activeCategoryId: one,
    });
    expect(moved.body.data.moved).toEqual([good]);
    expect(
      (await call('/add-media-from-category', { mediaId: good, categoryId: 'all media', activeCategoryId: other })).body
        .data.moved,
    ).toEqual([good]);
    expect(await ids({ category: other })).toEqual([]);
    expect((await call('/add-media-from-category', { mediaId: [v7()], categoryId: one })).status).toBe(404);
  });

  it('renames a file', async () => {
    const id = await photo('IMG_0001.png');
    expect((await call('/rename', { mediaId: id, name: '  Celadon, east light ' })).body.data.name).toBe(
      'Celadon, east light',
    );
    expect(await ids({ search: 'celadon east' })).toEqual([id]);
    expect((await call('/rename', { mediaId: id, name: ' \n ' })).body.code).toBe('library-category-required');
  });
});

describe('what holds a file', () => {
  it('says which posts show it and who bought them, and warns before it is sold again', async () => {
    const [sold, preview, free] = [await photo('sold.png'), await photo('front.png'), await photo('free.png')];
    const post = await makePost(world, creator(), {
      media_item: [sold],
      media_preview_item: preview,
      description: 'Two of them',
      amount: 20,
    });
    const again = await makePost(world, creator(), { media_item: [sold, free], description: 'Again', amount: 25 });
    const later = await makePost(world, creator(), {
      media_item: [free],
      visibility: 'private',
      amount: undefined,
      date: new Date(world.clock.now().getTime() + 864e5).toISOString(),
    });
    const [ana, ben] = [await world.member('luna'), await world.member('luna')];
    await world.buy(ana, post._id, { amount: 20 });
    await world.buy(ana, again._id, { amount: 25 });
    world.clock.advance(1000);
    await world.buy(ben, again._id, { amount: 25 });

    const { data } = (await call('/item', { mediaId: sold })).body;
    expect(data).toMatchObject({
      _id: sold,
      used_in: 2,
      sold_to: 2,
      url: expect.stringMatching(/^\/media\//),
      hls_url: null,
    });
    expect(data.uses).toMatchObject([
      { _id: again._id, state: 'published', visibility: 'locked', buyers: 2, as_preview: false },
      { _id: post._id, title: 'Two of them', buyers: 1 },
    ]);
    const buyers = (await call('/buyers', { mediaId: sold })).body.data;
    expect(buyers).toMatchObject({
      paginationData: { totalRows: 2, totalPages: 1 },
      buyers: [
        { _id: ben.id, email: ben.email, post: { title: 'Again' } },
        { _id: ana.id, post: { _id: post._id } },
      ],
    });

    const told = (await call('/sold', { mediaIds: [sold, preview, free], userId: ana.id })).body.data;
    // Everybody sees a preview: nobody bought it.
    expect(told).toEqual([
      { _id: sold, sold_to: 2, owned_by_user: true },
      { _id: preview, sold_to: 0, owned_by_user: false },
      { _id: free, sold_to: 2, owned_by_user: true },
    ]);

    const uses = (await call('/uses', { mediaIds: [free, preview] })).body.data;
    expect(uses).toMatchObject([
      { _id: free, outcome: 'kept', sold_to: 2, uses: [{ _id: later._id, state: 'scheduled' }, { _id: again._id }] },
      { _id: preview, outcome: 'kept', uses: [{ as_preview: true }] },
    ]);
    expect((await call('/uses', { mediaIds: [await photo()] })).body.data).toMatchObject([
      { outcome: 'destroyed', uses: [], sold_to: 0 },
    ]);
  });

  it('knows what was sold when the same bytes are uploaded again, and sells nothing twice to one fan', async () => {
    const bytes = await scene(320, 200);
    const again = async (): Promise<string> => {
      const { id } = await upload(world, creator(), bytes);
      await world.runJobs();
      return id;
    };
    const [first, other] = [await again(), await photo('something-else.png')];
    const post = await makePost(world, creator(), { media_item: [first], amount: 20 });
    const fan = await world.member('luna');
    await world.buy(fan, post._id, { amount: 20 });
    // Also when the first was taken out of the library since.
    await call('/remove-media', { mediaIds: [first] });
    const second = await again();
    expect((await call('', { mediaIds: [second] })).body.data[0]).toMatchObject({
      sold_to: 1,
      is_sold: true,
      used_in: 0,
    });
    expect((await call('/sold', { mediaIds: [second, other], userId: fan.id })).body.data).toEqual([
      { _id: second, sold_to: 1, owned_by_user: true },
      { _id: other, sold_to: 0, owned_by_user: false },
    ]);
    expect((await call('/buyers', { mediaId: second })).body.data.buyers).toMatchObject([
      { _id: fan.id, post: { _id: post._id } },
    ]);
    // Nothing holds the second one: it can go, whatever was sold as the first.
    expect((await call('/uses', { mediaIds: [second] })).body.data).toMatchObject([
      { outcome: 'destroyed', uses: [], sold_to: 1 },
    ]);
    const same = await makePost(world, creator(), { media_item: [second], amount: 25 });
    const more = await makePost(world, creator(), { media_item: [second, other], amount: 30 });
    expect(await world.buy(fan, same._id, { amount: 25 })).toMatchObject({
      status: 409,
      body: { code: 'content-owned-elsewhere' },
    });
    expect((await world.buy(fan, more._id, { amount: 30 })).status).toBe(200);
    expect((await world.buy(await world.member('luna'), same._id, { amount: 25 })).status).toBe(200);
  });

  it('tells no sales to a content manager from whom earnings are hidden (DECISIONS 10), and still what was sold, what is kept and what a fan owns', async () => {
    const id = await photo('hushed.png');
    const post = await makePost(world, creator(), { media_item: [id], amount: 20 });
    const fan = await world.member('luna');
    await world.buy(fan, post._id, { amount: 20 });
    const manager = world.people.luna.content_manager;
    const told = async (as: TestPerson) =>
      Promise.all([
        list({ search: 'hushed' }, as).then(({ data: [one] }) => [one.sold_to, one.is_sold]),
        call('/item', { mediaId: id }, as).then(({ body: { data } }) => [data.sold_to, data.uses[0].buyers]),
        call('', { mediaIds: [id] }, as).then(({ body }) => body.data[0].sold_to),
        call('/uses', { mediaIds: [id] }, as).then(
          ({
            body: {
              data: [one],
            },
          }) => [one.sold_to, one.uses[0].buyers, one.outcome],
        ),
        call('/sold', { mediaIds: [id], userId: fan.id }, as).then(
          ({
            body: {
              data: [one],
            },
          }) => [one.sold_to, one.owned_by_user],
        ),
      ]);
    const hide = async (hide_earnings: boolean): Promise<void> => {
      await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { hide_earnings } });
      await expect
        .poll(async () => (await world.ctx.settings.of(world.tenants.luna)).hide_earnings, { timeout: 20_000 })
        .toBe(hide_earnings);
    };
    const all = [[1, true], [1, 1], 1, [1, 1, 'kept'], [1, true]];
    expect(await told(manager)).toEqual(all);
    await hide(true);
    expect(await told(manager)).toEqual([[null, true], [null, null], null, [null, null, 'kept'], [null, true]]);
    expect(await told(creator())).toEqual(all);
    await hide(false);
  });

  it('names of buyers are a list of subscribers: a content manager sees them while the site says so', async () => {
    const id = await photo();
    const manager = world.people.luna.content_manager;
    const allow = (show_reporting_page_to_content_manager: boolean) =>
      world.call('PATCH /api/app_settings', {
        as: world.people.luna.admin,
        body: { hide_earnings: false, show_reporting_page_to_content_manager },
      });
    await allow(false);
    expect((await call('/buyers', { mediaId: id }, manager)).body.code).toBe('access-denied');
    expect((await call('/sold', { mediaIds: [id] }, manager)).status).toBe(200);
    await allow(true);
    await expect
      .poll(async () => (await call('/buyers', { mediaId: id }, manager)).status, { timeout: 20_000 })
      .toBe(200);
  });
});

describe('taking files out', () => {
  it('MEDIA-26 MEDIA-27 not while it is processing; failed ones yes', async () => {
    const [busy, failed] = [
      await photo('b.png', { state: 'processing', settled_at: null }),
      await photo('f.png', { state: 'error', error_code: 'media-format' }),
    ];
    expect(await call('/remove-media', { mediaIds: [busy, failed] })).toMatchObject({
      status: 409,
      body: { code: 'media-processing' },
    });
    expect(await ids({ search: 'f.png' })).toContain(failed);
    expect((await call('/remove-media', { mediaIds: [failed] })).status).toBe(200);
    expect((await call('/remove-media', { mediaIds: [v7()] })).status).toBe(404);
  });

  it('takes nothing from buyers, and the bytes go when nothing holds them', async () => {
    const objects = async (id: string): Promise<boolean> => {
      const row = await mediaRow(id);
      const { storageKey } = await import('@backlot/media');
      return (
        (await world.ctx.storage.stat(storageKey(world.tenants.luna, 'private', row!.private_random, 'thumb'))) !== null
      );
    };
    const fresh = async (name: string): Promise<string> => {
      const { id } = await upload(world, creator(), await smallPhoto(), name);
      await world.runJobs();
      return id;
    };
    const [bought, unbought, unused] = [
      await fresh('bought.png'),
      await fresh('unbought.png'),
      await fresh('unused.png'),
    ];
    const post = await makePost(world, creator(), { media_item: [bought], amount: 20 });
    const other = await makePost(world, creator(), { media_item: [unbought], amount: 20 });
    const fan = await world.member('luna');
    await world.buy(fan, post._id, { amount: 20 });
    expect((await call('/remove-media', { mediaIds: [bought, unbought, unused] })).body.data.kept_by_posts).toEqual([
      bought,
      unbought,
    ]);

    const opened = async (id: string) =>
      (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id } })).body.data?.media?.[0]?.url ??
      null;
    expect(await opened(post._id)).toMatch(/^\/media\//);
    const purge = async (): Promise<void> => {
      world.clock.advance(2 * 864e5);
      const { purgeMediaJob } = await import('../../src/features/library/purge-media.ts');
      await purgeMediaJob.run({
        ctx: world.ctx,
        tenant: world.tenants.luna,
        payload: {},
        attempt: 1,
        log: world.ctx.log,
      });
      await world.runJobs();
    };
    await purge();
    expect([await objects(bought), await objects(unbought), await objects(unused)]).toEqual([true, true, false]);

    // Out of the feed as well: the buyer's stays, the other goes.
    for (const id of [post._id, other._id]) await world.call('POST /api/blogs/delete', { as: creator(), body: { id } });
    await purge();
    expect([await objects(bought), await objects(unbought)]).toEqual([true, false]);
    expect(await opened(post._id)).toMatch(/^\/media\//);
    // What is gone can't be put into a post again.
    const late = await world.call('POST /api/blog/add-new-blog', {
      as: creator(),
      body: { description: 'x', visibility: 'public', media_item: [unused] },
    });
    expect(late.status).toBe(404);
  });
});

describe('another site', () => {
  it('has a library of its own', async () => {
    const id = await photo('secret-of-luna.png');
    const category = await newCategory('Secret place');
    const stranger = world.people.mars.model;
    expect((await list({ search: 'secret' }, stranger)).data).toEqual([]);
    expect((await categories(stranger)).map(({ name }) => name)).not.toContain('Secret place');
    for (const [path, body] of [
      ['/item', { mediaId: id }],
      ['/buyers', { mediaId: id }],
      ['/uses', { mediaIds: [id] }],
      ['/remove-media', { mediaIds: [id] }],
      ['/rename', { mediaId: id, name: 'mine' }],
      ['/get', { category }],
      ['/category/update', { id: category, name: 'Mine' }],
      ['/category/delete', { id: category }],
      ['/add-media-from-category', { mediaId: id, categoryId: 'all media' }],
    ] as const)
      expect([path, (await call(path, body, stranger)).status]).toEqual([path, 404]);
    expect((await call('', { mediaIds: [id] }, stranger)).status).toBe(409);
  });
});
