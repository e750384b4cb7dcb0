import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { copyOfReady, makePost, smallPhoto, upload } from '../../src/testing/posting.ts';
import { libraryOf } from '../../src/testing/library.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
}, 60_000);
afterAll(() => world.close());

const { creator, call, list, ids, categories, newCategory, photo, film } = libraryOf(() => world);

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
