import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { makePost, smallPhoto, upload } from '../../src/testing/posting.ts';
import { libraryOf } from '../../src/testing/library.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
}, 60_000);
afterAll(() => world.close());

const { creator, call, list, ids, categories, newCategory, photo, film } = libraryOf(() => world);

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
