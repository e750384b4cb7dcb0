import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { createWorld, type World } from '../../src/testing/world.ts';
import { put, smallPhoto } from '../../src/testing/posting.ts';
import { film, MiB, PART } from '../../src/testing/sending.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.close());

const presign = (body: Record<string, unknown>) =>
  world.call('POST /api/upload/generate_presigned_url', {
    as: world.people.luna.model,
    body: { file_name: 'holiday.exe', content_type: 'video/mp4', media_type: 'video', category: 'media', ...body },
  });
const branded = (brand: string): Buffer =>
  Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1'), Buffer.alloc(500, 'x')]);
const stateOf = async (id: string) =>
  (await world.call('POST /api/upload/states', { as: world.people.luna.model, body: { ids: [id] } })).body.data[0];

describe('what the library and posts take', () => {
  it.each([
    ['png', () => smallPhoto(), 'photo'],
    [
      'jpeg',
      async () =>
        sharp(await smallPhoto())
          .jpeg()
          .toBuffer(),
      'photo',
    ],
    ['mp4', async () => branded('isom'), 'video'],
    ['quicktime', async () => branded('qt  '), 'video'],
    ['m4v', async () => branded('M4V '), 'video'],
  ])(
    'MEDIA-47 LIMIT-13 LIMIT-14 POST-091 is %s by its bytes, whatever its name and the type that the PUT claims',
    async (_name, bytes, kind) => {
      const { body } = await presign({});
      // POST-107: the documents' own client sends photos as image/jpg and films as video/mp4.
      expect(
        (await put(world, body.data.presigned_url, await bytes(), kind === 'photo' ? 'image/jpg' : 'application/json'))
          .status,
      ).toBe(200);
      expect(await stateOf(body.data.media_id)).toMatchObject({ type: kind, state: 'processing' });
    },
  );

  it.each([
    ['heic', branded('heic')],
    ['avif', branded('avif')],
    ['matroska', Buffer.from('1a45dfa3a34286810142f7810142f2810442f381', 'hex')],
    ['avi', Buffer.from('RIFF\0\0\0\0AVI LIST')],
    ['gif', Buffer.from('GIF89a..........')],
    ['pdf', Buffer.from('%PDF-1.7')],
    ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n')],
  ])('MEDIA-47 POST-103 POST-105 is not %s; the refusal says so in the words of the server', async (_name, bytes) => {
    const { body } = await presign({ file_name: 'film.mp4' });
    expect(await put(world, body.data.presigned_url, bytes, 'video/mp4')).toMatchObject({
      status: 400,
      body: { success: false, code: 'media-format', message: 'Media format is not supported.' },
    });
    expect(await stateOf(body.data.media_id)).toMatchObject({
      state: 'error',
      message: 'Media format is not supported.',
    });
  });

  it.each([
    ['video', 'image/png'],
    ['video', 'video/webm'],
    ['video', 'application/x-mpegURL'],
    ['photo', 'video/quicktime'],
  ])('POST-088 POST-104 a %s that says it is %s gets no address, and hears why', async (kind, type) => {
    expect(await presign({ media_type: kind, content_type: type })).toMatchObject({
      status: 400,
      body: { code: 'media-format', message: 'Media format is not supported.' },
    });
  });

  it.each([
    ['video', 'video/mp4'],
    ['video', 'video/quicktime'],
    ['video', 'video/x-m4v'],
    ['photo', 'image/png'],
    ['photo', 'image/jpeg'],
    ['photo', 'image/jpg'],
  ])('POST-107 a %s may say it is %s', async (kind, type) => {
    expect((await presign({ media_type: kind, content_type: type })).status).toBe(200);
  });
});

describe('a file that was accepted', () => {
  it('stays when something else, which came at the same time, is refused', async () => {
    const { body } = await presign({ file_name: 'film.mp4' });
    const { host, pathname } = new URL(body.data.presigned_url);
    const slow = new PassThrough();
    slow.write('no film');
    const late = world.app.inject({
      method: 'PUT',
      url: pathname,
      payload: slow,
      headers: { host, 'content-type': 'video/mp4' },
    });
    // Its own place in the store is written down before its bytes are.
    await expect
      .poll(
        async () =>
          (
            await world.database.tenants.read(world.tenants.luna, (db) =>
              db('media_uploads').where({ media_id: body.data.media_id }).first(),
            )
          )?.randoms.length,
        { timeout: 10_000 },
      )
      .toBe(2);
    expect((await put(world, body.data.presigned_url, branded('isom'), 'video/mp4')).status).toBe(200);
    slow.end();
    expect((await late).statusCode).toBe(400);
    expect(await stateOf(body.data.media_id)).toMatchObject({ type: 'video', state: 'processing', error_code: null });
  });
});

describe('a part', () => {
  const parts = async (bytes: number) => {
    const { body } = await presign({ file_name: 'film.mp4', size: bytes });
    const given = await world.call('POST /api/upload/multipart/parts', {
      as: world.people.luna.model,
      body: { media_id: body.data.media_id, part_numbers: [1, 2, 3] },
    });
    return {
      id: body.data.media_id as string,
      urls: given.body.data.map(({ url }: { url: string }) => url) as string[],
    };
  };

  it('POST-092 POST-103 of one byte too many or too few is refused, and nothing of it stays', async () => {
    const { id, urls } = await parts(16 * MiB + 3);
    for (const [url, bytes] of [
      [urls[0], PART + 1],
      [urls[0], PART - 1],
      [urls[2], 4],
      [urls[2], 2],
      [urls[2], 0],
    ] as const) {
      const sent = await put(world, url!, Buffer.alloc(bytes), 'video/mp4');
      expect(sent.status).toBe(bytes === PART + 1 || bytes === 4 ? 413 : 400);
    }
    expect((await put(world, urls[0]!, film(PART + 1), 'video/mp4')).body.message).toBe(
      'File film.mp4 size is too large.',
    );
    const { body } = await world.call('POST /api/upload/multipart/status', {
      as: world.people.luna.model,
      body: { media_id: id },
    });
    expect(body.data.uploaded).toEqual([]);
    expect((await put(world, urls[2]!, Buffer.alloc(3), 'video/mp4')).status).toBe(200);
  });

  it('goes to its own address only: changed, foreign and late ones take nothing', async () => {
    const { urls } = await parts(16 * MiB + 3);
    const url = urls[2]!;
    const { urls: others } = await parts(16 * MiB + 3);
    const changed = [
      url.replace(/\/3\//, '/2/'),
      url.replace(/\/3\//, '/03/'),
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      url.replace('/3/', '/'),
      url.replace('luna.test', 'mars.test'),
      others[2]!.replace(/[^/]+$/, url.split('/').at(-1)!),
      url.replace(/\/3\/3\./, '/3/4.'),
    ];
    for (const address of changed)
      expect((await put(world, address, Buffer.alloc(3), 'video/mp4')).status, address).toBe(404);
    world.clock.advance(3_600_001);
    expect((await put(world, url, Buffer.alloc(3), 'video/mp4')).body).toMatchObject({ code: 'upload-expired' });
  });
});
