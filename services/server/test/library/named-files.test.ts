import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';
import { copyOfReady, put, smallPhoto } from '../../src/testing/posting.ts';
import { openSending, type Sending } from '../../src/testing/sending.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const creator = () => world.people.luna.model;
const call = (route: `${string} ${string}`, body: object) => world.call(route, { as: creator(), key: null, body });
/** Announces a photo as the documents' client does, and sends its bytes. */
async function sent(): Promise<{ file_name: string; presigned_url: string }> {
  const { body } = await call('POST /api/upload/generate_presigned_url', {
    file_name: 'bowl.jpg',
    content_type: 'image/jpg',
    media_type: 'photo',
    email: creator().email,
  });
  expect((await put(world, body.presigned_url, await smallPhoto(), 'image/jpg')).status).toBe(200);
  return body;
}
const idIn = (fileName: string): string => fileName.split('.')[0] ?? '';

describe('files by the names and addresses that the site gave them', () => {
  it('the library takes what was announced by its file_name as the path', async () => {
    const { file_name } = await sent();
    const { status, body } = await call('POST /api/media', {
      path: file_name,
      upload_by: 'model',
      type: 'photo',
      processing: true,
      category: 'all media',
      categorySlug: 'all media',
    });
    expect({ status, ids: body.data.map((one: { _id: string }) => one._id) }).toEqual({
      status: 200,
      ids: [idIn(file_name)],
    });
  });

  it('a post is made of files whose url is their file_name, with a preview of the same kind', async () => {
    const [one, other] = [await sent(), await sent()];
    const { status, body } = await call('POST /api/blog/add-new-blog', {
      title: '',
      description: 'Two bowls',
      blogType: 'gallery',
      blogSubType: 'gallery',
      isLocked: true,
      amount: 20,
      public: false,
      isPreviewEnable: true,
      media: [one, other].map(({ file_name }) => ({ url: file_name, content_type: 'photo', is_process: false })),
      media_item: [],
      give_preview_away: true,
      media_preview: [{ url: other.file_name, content_type: 'photo' }],
    });
    expect(status).toBe(200);
    expect(body.data.result.media.map((one: { _id: string }) => one._id)).toEqual(
      [one, other].map(({ file_name }) => idIn(file_name)),
    );
    expect(body.data.result.media_preview.map((one: { _id: string }) => one._id)).toEqual([idIn(other.file_name)]);
  });

  it('chosen files come first, then new ones by their url', async () => {
    const chosen = await copyOfReady(world, creator());
    const { file_name } = await sent();
    const { body } = await call('POST /api/blog/add-new-blog', {
      description: 'Both',
      media_item: [chosen],
      media: [{ _id: chosen, url: 'anything' }, { url: file_name }],
    });
    expect(body.data.result.media.map((one: { _id: string }) => one._id)).toEqual([chosen, idIn(file_name)]);
  });

  it("an address on either of the site's hosts names the same file", async () => {
    for (const host of ['http://luna.test', 'https://api.luna.test:8000', '']) {
      const id = await copyOfReady(world, creator());
      const { status, body } = await call('POST /api/blogs', {
        description: `By ${host}`,
        url: `${host}/media/${id}/jpeg960/u.1.x`,
      });
      expect({ status, id: body.data?.result.media[0]._id }).toEqual({ status: 200, id });
    }
    const id = await copyOfReady(world, creator());
    const item = await call('POST /api/media/item', { mediaId: id });
    const { body } = await call('POST /api/blogs', { description: 'As it is shown', url: item.body.data.url });
    expect([item.body.data.url.split('/')[2].length, body.data?.result.media[0]._id]).toEqual([22, id]);
  });

  it.each([
    'https://elsewhere.test/media/{id}/jpeg960/u.1.x',
    'http://mars.test/media/{id}/jpeg960/u.1.x',
    'file:///etc/passwd',
    '//luna.test/media/{id}/x/y',
    '/media/0123456789012345678901/x/y',
    '/media/012345678901234567890-/x/y',
    'no such file',
    '',
  ])('any other address names nothing: %s', async (url) => {
    const named = url.replace('{id}', await copyOfReady(world, creator()));
    expect(
      await call('POST /api/blog/add-new-blog', { description: 'Foreign', media: [{ url: named }] }),
    ).toMatchObject({ status: 404, body: { code: 'not-found', errors: [{ field: 'media.0' }] } });
    expect(await call('POST /api/media', { path: named, type: 'photo' })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });

  it("another site's file is not there", async () => {
    const id = await copyOfReady(world, world.people.mars.model);
    expect(
      (await call('POST /api/blog/add-new-blog', { description: 'Theirs', media: [{ url: `${id}.jpg` }] })).status,
    ).toBe(404);
  });

  it('a post of a file that was announced and never sent is refused', async () => {
    const { body } = await call('POST /api/upload/generate_presigned_url', {
      file_name: 'bowl.jpg',
      media_type: 'photo',
    });
    expect(
      (await call('POST /api/blog/add-new-blog', { description: 'Nothing yet', media: [{ url: body.file_name }] })).body
        .code,
    ).toBe('media-required');
  });
});

describe("a client's own clock", () => {
  it('a post that is published again with date = now is published now', async () => {
    const media_item = [await copyOfReady(world, creator())];
    const post = (
      await call('POST /api/blog/add-new-blog', {
        description: 'Once',
        media_item,
        isLocked: true,
        amount: 20,
        date: '2026-03-10T11:59:30Z',
      })
    ).body.data.result;
    expect(post.date).toBe('2026-03-10T12:00:00.000Z');
    world.clock.advance(3_600_000);
    const again = await call('POST /api/blog/reuse-blog', {
      _id: post._id,
      description: 'Again',
      privateBlur: true,
      captionBlur: false,
      amount: 20,
      date: '2026-03-10T12:59:59.200Z',
      contentLeftForProcessing: 0,
      media: post.media.map(({ _id, url }: Record<string, string>) => ({ _id, content_type: 'photo', url })),
      media_preview: [],
      feed_tags: [],
      media_item,
      media_preview_item: null,
    });
    expect({ status: again.status, date: again.body.data?.reuseBlog.post.date }).toEqual({
      status: 200,
      date: '2026-03-10T13:00:00.000Z',
    });
  });
});

describe('where bytes go to a store of its own', () => {
  let sending: Sending;
  beforeAll(async () => {
    sending = await openSending('S3');
  });
  afterAll(() => sending.close());

  it('a client that says nothing after its PUT is understood by the path', async () => {
    const { body } = await sending.presign({ file_name: 'bowl.jpg', content_type: 'image/jpg', media_type: 'photo' });
    expect(await sending.put(body.presigned_url, await smallPhoto())).toBe(200);
    const kept = await sending.world.call('POST /api/media', {
      as: sending.world.people.luna.model,
      body: { path: body.file_name, type: 'photo', processing: true },
    });
    expect(kept).toMatchObject({ status: 200, body: { data: [{ _id: idIn(body.file_name), state: 'processing' }] } });
  });
});
