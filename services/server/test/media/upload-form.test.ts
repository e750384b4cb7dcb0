import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fetchMedia, smallFilm } from '../../src/testing/films.ts';
import { smallPhoto } from '../../src/testing/posting.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.close());

interface FormPart {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
const boundary = 'edge-of-a-part';
const formOf = (parts: readonly FormPart[], cut = 0): Buffer => {
  const whole = Buffer.concat([
    ...parts.flatMap(({ name, type, bytes }, at) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="f${at}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return whole.subarray(0, whole.length - cut);
};
async function send(
  path: string,
  payload: Buffer,
  {
    as = world.people.luna.model,
    type = `multipart/form-data; boundary=${boundary}`,
  }: { as?: TestPerson; type?: string } = {},
) {
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/upload/${path}`,
    payload,
    remoteAddress: '203.0.113.7',
    headers: { host: 'api.luna.test', 'content-type': type, authorization: `Bearer ${await world.tokenOf(as)}` },
  });
  return { status: answer.statusCode, body: answer.json() as any };
}
const photoPart = async (name = 'a.png'): Promise<FormPart> => ({ name, type: 'image/png', bytes: await smallPhoto() });

describe('files in a form', () => {
  it('one photo is an upload like any other, with the places that older clients look for', async () => {
    const photo = await photoPart();
    const { status, body } = await send('upload_file', formOf([photo]));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Uploaded',
        fileSize: photo.bytes.length,
        data: { name: 'a.png', type: 'photo', state: 'processing' },
      },
    });
    await world.runJobs();
    const { model } = world.people.luna;
    expect(
      [
        await fetchMedia(world, body.Location, { as: model }),
        await fetchMedia(world, body.Location),
        await fetchMedia(world, body.blurLocation),
      ].map(({ statusCode }) => statusCode),
    ).toEqual([200, 404, 200]);
    const post = await world.call('POST /api/blog/add-new-blog', {
      as: model,
      body: { description: 'By a form', visibility: 'public', media_item: [body.data._id] },
    });
    expect(post.status).toBe(200);
  });

  it('a gallery keeps its order, photos and films', async () => {
    const { status, body } = await send(
      'upload_gallery_file',
      formOf([
        await photoPart('1.png'),
        { name: '2.mp4', type: 'video/mp4', bytes: await smallFilm(1) },
        await photoPart('3.png'),
      ]),
    );
    expect({ status, uploaded: body.uploaded, names: body.data.map((one: any) => `${one.type} ${one.name}`) }).toEqual({
      status: 200,
      uploaded: 3,
      names: ['photo 1.png', 'video 2.mp4', 'photo 3.png'],
    });
  });

  it('LIMIT-13 what is no photo and no film is refused by its bytes, whatever it calls itself', async () => {
    expect(
      await send(
        'upload_file',
        formOf([{ name: 'a.png', type: 'image/png', bytes: Buffer.from('<svg onload="x"/>') }]),
      ),
    ).toMatchObject({ status: 400, body: { code: 'media-format' } });
    expect(
      await send('upload_file', formOf([{ name: 'a.svg', type: 'image/svg+xml', bytes: await smallPhoto() }])),
    ).toMatchObject({ status: 400, body: { code: 'media-format' } });
  });

  it('odd forms are answered with a code, and nobody waits for their end', async () => {
    const photo = await photoPart();
    expect(await send('upload_file', formOf([]))).toMatchObject({ status: 400, body: { code: 'media-required' } });
    expect(await send('upload_file', formOf([photo, photo]))).toMatchObject({ status: 400, body: { code: 'max-45' } });
    expect(
      await send(
        'upload_gallery_file',
        formOf(Array.from({ length: 46 }, () => ({ ...photo, bytes: photo.bytes.subarray(0, 3_000) }))),
      ),
    ).toMatchObject({ status: 400, body: { code: 'max-45' } });
    expect(await send('upload_file', Buffer.from('{}'), { type: 'application/json' })).toMatchObject({
      status: 415,
      body: { code: 'content-type-refused' },
    });
    expect(await send('upload_file', formOf([photo], 2_000))).toMatchObject({
      status: 400,
      body: { code: 'invalid-request' },
    });
    expect(await send('upload_file', formOf([photo]), { type: 'multipart/form-data' })).toMatchObject({ status: 415 });
    expect(await send('upload_file', formOf([photo]), { as: world.people.luna.fan })).toMatchObject({ status: 403 });
  });
});
