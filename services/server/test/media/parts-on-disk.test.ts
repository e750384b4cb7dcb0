import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { smallPhoto } from '../../src/testing/posting.ts';
import { film, MiB, openSending, PART, partOf, type Sending } from '../../src/testing/sending.ts';

let sending: Sending;
beforeAll(async () => {
  sending = await openSending('disk');
}, 60_000);
afterAll(() => sending.close());

const codeOf = async (answer: Promise<{ status: number; body: any }>) => (await answer).body.code;

describe('a large film that is sent to our own disk', () => {
  it('is what was sent last before it was complete, and nothing that comes later', async () => {
    const [first, second] = [film(17 * MiB, 'c'), film(17 * MiB, 'd')];
    const id = await sending.announce(first.length);
    const { body } = await sending.parts(id, [1, 2, 3]);
    for (const { part_number: number, url } of body.data) await sending.put(url, partOf(first, number));
    await sending.put(body.data[1].url, partOf(second, 2));
    await sending.ask('complete', id);
    const accepted = await sending.original(id);
    expect(accepted?.equals(Buffer.concat([partOf(first, 1), partOf(second, 2), partOf(first, 3)]))).toBe(true);
    for (const { part_number: number, url } of body.data) await sending.put(url, partOf(second, number));
    await sending.ask('complete', id);
    expect((await sending.original(id))?.equals(accepted!)).toBe(true);
    expect(await codeOf(sending.parts(id, [1]))).toBe('upload-complete');
  }, 30_000);

  it('POST-088 POST-091 is refused when its bytes are no film, and nothing of it stays', async () => {
    const before = await sending.originals();
    const bytes = Buffer.alloc(17 * MiB, 'x');
    const id = await sending.announce(bytes.length);
    const sent = await sending.sendParts(id, bytes, [2, 3, 1]);
    // Our own server sees it with the first part.
    expect(sent.at(-1)).toBe(400);
    expect(await sending.ask('complete', id)).toMatchObject({
      status: 400,
      body: { code: 'media-format', message: 'Media format is not supported.' },
    });
    expect(await sending.media(id)).toMatchObject({ state: 'error', error_code: 'media-format' });
    expect(await codeOf(sending.ask('complete', id))).toBe('media-format');
    expect(await sending.originals()).toEqual(before);
  }, 30_000);

  it('POST-092 is refused as too large when it is a photo after all', async () => {
    const png = Buffer.alloc(53 * MiB);
    (await smallPhoto()).copy(png);
    const id = await sending.announce(png.length);
    await sending.sendParts(id, png, [1, 2, 3, 4, 5, 6, 7]);
    expect(await sending.ask('complete', id)).toMatchObject({
      status: 413,
      body: { message: 'File film.mp4 size is too large.' },
    });
  }, 30_000);

  it('is of the kind that its bytes are: a photo that was announced as a film is a photo', async () => {
    const { body } = await sending.presign({ size: (await smallPhoto()).length });
    expect(body.data.multipart).toBeNull();
    expect(await sending.put(body.data.presigned_url, await smallPhoto())).toBe(200);
    expect((await sending.ask('complete', body.data.media_id)).body.data).toMatchObject({
      type: 'photo',
      state: 'processing',
    });
  });

  it('POST-092 LIMIT-17 may weigh 5,000,000,000 bytes and not one more', async () => {
    const most = await sending.presign({ size: 5_000_000_000 });
    expect(most.body.data.multipart).toEqual({ part_size: PART, parts_count: 597 });
    expect(await sending.presign({ size: 5_000_000_001 })).toMatchObject({
      status: 413,
      body: { message: 'File film.mp4 size is too large.' },
    });
    expect((await sending.presign({ size: 16 * MiB })).body.data.multipart).toBeNull();
    expect((await sending.presign({ size: 16 * MiB + 1 })).body.data.multipart).toEqual({
      part_size: PART,
      parts_count: 3,
    });
  });

  it('belongs to who announced it: for others, on this site and on another, it is not there', async () => {
    const { luna, mars } = sending.world.people;
    const id = await sending.announce(17 * MiB);
    for (const as of [luna.admin, luna.content_manager, mars.model]) {
      for (const call of ['complete', 'abort', 'multipart/status'] as const)
        expect((await sending.ask(call, id, as)).status).toBe(404);
      expect((await sending.parts(id, [1], as)).status).toBe(404);
    }
    expect((await sending.ask('multipart/status', v7())).status).toBe(404);
    for (const as of [luna.fan, luna.support]) expect((await sending.parts(id, [1], as)).status).toBe(403);
    expect(await codeOf(sending.parts(id, [4]))).toBe('not-found');
    expect((await sending.parts(id, [1, 1])).status).toBe(400);
    expect(
      (
        await sending.parts(
          id,
          Array.from({ length: 21 }, (_, at) => at + 1),
        )
      ).status,
    ).toBe(400);
    expect((await sending.ask('multipart/status', id)).body.data.uploaded).toEqual([]);
  });

  it('is gone when it is given up, with its parts; what came whole stays', async () => {
    const bytes = film(17 * MiB, 'e');
    const id = await sending.announce(bytes.length);
    const { body } = await sending.parts(id, [1, 2, 3]);
    await sending.put(body.data[0].url, partOf(bytes, 1));
    expect((await sending.ask('abort', id)).status).toBe(200);
    expect(await sending.media(id)).toBeUndefined();
    expect(await sending.put(body.data[1].url, partOf(bytes, 2))).toBe(404);
    expect((await sending.ask('abort', id)).status).toBe(404);

    const kept = await sending.announce(bytes.length);
    await sending.sendParts(kept, bytes, [1, 2, 3]);
    await sending.ask('complete', kept);
    expect((await sending.ask('abort', kept)).status).toBe(200);
    expect((await sending.original(kept))?.equals(bytes)).toBe(true);
  }, 30_000);
});
