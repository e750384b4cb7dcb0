import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetUploadsJob } from '../../src/features/media/receive/forget-uploads.ts';
import { fetchMedia, smallFilm } from '../../src/testing/films.ts';
import { makePost, smallPhoto, subscribe } from '../../src/testing/posting.ts';
import { film, MiB, openSending, PART, partOf, type Sending } from '../../src/testing/sending.ts';

const DAY_MS = 86_400_000;

describe.each(['disk', 'S3'] as const)('a large film that is sent to %s', (store) => {
  let sending: Sending;
  beforeAll(async () => {
    sending = await openSending(store);
  }, 60_000);
  afterAll(() => sending.close());
  const sweep = () =>
    forgetUploadsJob.run({
      ctx: sending.world.ctx,
      tenant: sending.world.tenants.luna,
      payload: {},
      attempt: 1,
      log: sending.world.ctx.log,
    });
  const codeOf = async (answer: Promise<{ status: number; body: any }>) => (await answer).body.code;

  it.runIf(store === 'S3')(
    'is made from there and served from there, by addresses that die within a minute',
    async () => {
      const { world, twin } = sending;
      const member = await world.person('luna', 'member');
      await subscribe(world, member);
      const { body } = await sending.presign({
        file_name: 'a.png',
        content_type: 'image/png',
        media_type: 'photo',
        size: (await smallPhoto()).length,
      });
      await sending.put(body.data.presigned_url, await smallPhoto());
      await sending.ask('complete', body.data.media_id);
      await world.runJobs();
      expect(await sending.media(body.data.media_id)).toMatchObject({ state: 'ready' });
      const { _id: id } = await makePost(world, world.people.luna.model, {
        visibility: 'private',
        media_item: [body.data.media_id],
      });
      const {
        media: [picture],
      } = (await world.call('GET /api/blog/get-blog-data-by-id', { as: member, query: { id } })).body.data;

      const answer = await fetchMedia(world, picture.url, { as: member });
      const head = await fetchMedia(world, picture.url, { as: member, method: 'HEAD' });
      expect({ status: head.statusCode, type: head.headers['content-type'] }).toEqual({
        status: 200,
        type: 'image/webp',
      });
      expect({ status: answer.statusCode, caching: answer.headers['cache-control'] }).toEqual({
        status: 302,
        caching: 'private, no-store',
      });
      const address = String(answer.headers['location']);
      const picked = await fetch(address, { headers: { range: 'bytes=0-11' } });
      expect(picked.status).toBe(206);
      expect(Object.fromEntries(picked.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline; filename="picture.webp"',
        'cache-control': expect.stringMatching(/^private/),
      });
      expect(
        Buffer.from(await picked.arrayBuffer())
          .subarray(8)
          .toString(),
      ).toBe('WEBP');
      for (const wrong of [
        address.replace('/private/', '/original/'),
        address.replace('webp', 'html'),
        address.replace('X-Amz-Expires=60', 'X-Amz-Expires=90'),
        address.split('?')[0]!,
      ])
        expect((await fetch(wrong)).status).toBe(403);
      twin!.advance(61_000);
      expect((await fetch(address)).status).toBe(403);
      twin!.advance(-61_000);
      expect((await fetchMedia(world, picture.url)).statusCode).toBe(404);
      // What is public stays on our own address, where caches may keep it.
      expect((await fetchMedia(world, picture.blur_url)).headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/webp',
      });
    },
    60_000,
  );

  it.runIf(store === 'S3')(
    "plays from there: its playlists are ours, its ranges are the store's",
    async () => {
      const { world } = sending;
      const { model } = world.people.luna;
      const bytes = await smallFilm(1);
      const { body } = await sending.presign({
        file_name: 'a.mp4',
        content_type: 'video/mp4',
        media_type: 'video',
        size: bytes.length,
      });
      await sending.put(body.data.presigned_url, bytes);
      await sending.ask('complete', body.data.media_id);
      await world.runJobs();
      const post = await makePost(world, model, { visibility: 'private', media_item: [body.data.media_id] });
      const {
        media: [medium],
      } = (await world.call('GET /api/blog/get-blog-data-by-id', { as: model, query: { id: post._id } })).body.data;
      const lastLine = (text: string): string =>
        text
          .trim()
          .split('\n')
          .findLast((line) => !line.startsWith('#')) ?? '';
      const master = await fetchMedia(world, medium.hls_url, { as: model });
      const quality = await fetchMedia(world, lastLine(master.body), { as: model });
      expect([master, quality].map((answer) => [answer.statusCode, answer.headers['content-type']])).toEqual([
        [200, 'application/vnd.apple.mpegurl'],
        [200, 'application/vnd.apple.mpegurl'],
      ]);
      const file = await fetchMedia(world, lastLine(quality.body), { as: model, headers: { range: 'bytes=4-7' } });
      expect(file.statusCode).toBe(302);
      const part = await fetch(String(file.headers['location']), { headers: { range: 'bytes=4-7' } });
      expect({ status: part.status, type: part.headers.get('content-type'), text: await part.text() }).toEqual({
        status: 206,
        type: 'video/mp4',
        text: 'ftyp',
      });
      expect(String(file.headers['location'])).toContain('X-Amz-Expires=60');
    },
    60_000,
  );

  it.each([
    ['in parts', 20 * MiB + 7],
    ['at once', 3 * MiB],
  ])(
    'is known by its bytes when it was sent %s: the same bytes sent again are the same content',
    async (_how, size) => {
      const bytes = film(size, store === 'S3' ? 's' : 'd');
      const digests: unknown[] = [];
      for (let time = 0; time < 2; time++) {
        const { body } = await sending.presign({ size });
        const id: string = body.data.media_id;
        if (body.data.multipart) await sending.sendParts(id, bytes, [1, 2, 3]);
        else await sending.put(body.data.presigned_url, bytes);
        await sending.ask('complete', id);
        await sending.world.runJobs();
        digests.push((await sending.media(id)).sha256);
      }
      const digest = createHash('sha256').update(bytes).digest('hex');
      expect(digests).toEqual([digest, digest]);
    },
    60_000,
  );

  it('POST-106 goes in parts, in any order and at once, and becomes one file', async () => {
    const bytes = film(20 * MiB + 5);
    const { body } = await sending.presign({ size: bytes.length });
    const id: string = body.data.media_id;
    expect(body).toMatchObject({
      presigned_url: '',
      data: { presigned_url: '', multipart: { part_size: PART, parts_count: 3 } },
    });
    expect(await codeOf(sending.ask('complete', id))).toBe('upload-incomplete');
    expect(await sending.sendParts(id, bytes, [3, 1])).toEqual([200, 200]);
    expect((await sending.ask('multipart/status', id)).body.data).toEqual({
      part_size: PART,
      parts_count: 3,
      size: bytes.length,
      uploaded: [1, 3],
      state: 'waiting',
    });
    expect(await codeOf(sending.ask('complete', id))).toBe('upload-incomplete');
    await sending.sendParts(id, bytes, [2]);
    const answers = await Promise.all([1, 2, 3].map(() => sending.ask('complete', id)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { data: { _id: id, type: 'video', state: 'processing' } } });
    expect(await sending.media(id)).toMatchObject({
      kind: 'video',
      state: 'processing',
      received_at: expect.any(Date),
    });
    expect((await sending.original(id))?.equals(bytes)).toBe(true);
    expect((await sending.ask('multipart/status', id)).body.data).toMatchObject({
      uploaded: [1, 2, 3],
      state: 'processing',
    });
  }, 30_000);

  it('goes on after the line broke and the page was left: the part that was cut off is missing, the others are there', async () => {
    const bytes = film(17 * MiB, 'b');
    const id = await sending.announce(bytes.length);
    await sending.sendParts(id, bytes, [1]);
    const { body } = await sending.parts(id, [2]);
    // The announced length is more than what comes: the line is cut, or the store refuses.
    expect(await sending.put(body.data[0].url, partOf(bytes, 2).subarray(0, 1000))).not.toBe(200);
    if (sending.twin) {
      sending.twin.faults([{ kind: 'reset-half', on: 'UploadPart' }]);
      await expect(sending.put(body.data[0].url, partOf(bytes, 2))).rejects.toThrow('fetch failed');
    }
    expect((await sending.ask('multipart/status', id)).body.data.uploaded).toEqual([1]);
    expect(await sending.sendParts(id, bytes, [2, 3])).toEqual([200, 200]);
    expect((await sending.ask('complete', id)).status).toBe(200);
    expect((await sending.original(id))?.equals(bytes)).toBe(true);
  }, 30_000);

  it('becomes one file once when the process dies after putting it together, before it is written down', async () => {
    const bytes = film(16 * MiB + 1, 'g');
    const id = await sending.announce(bytes.length);
    await sending.sendParts(id, bytes, [1, 2, 3]);
    const { storage } = sending.world.ctx as { storage: { open: unknown } };
    const open = storage.open;
    storage.open = async () => {
      throw new Error('killed');
    };
    expect((await sending.ask('complete', id)).status).toBe(500);
    storage.open = open;
    expect(await sending.media(id)).toMatchObject({ state: 'waiting' });
    expect((await sending.ask('complete', id)).body.data).toMatchObject({ state: 'processing' });
    expect((await sending.original(id))?.equals(bytes)).toBe(true);
  }, 30_000);

  it('can be sent for a day; then it is swept up, but for what came whole without a word', async () => {
    const bytes = film(17 * MiB, 'f');
    const [late, quiet] = [await sending.announce(bytes.length), await sending.announce(bytes.length)];
    await sending.sendParts(late, bytes, [1]);
    await sending.sendParts(quiet, bytes, [1, 2, 3]);
    const kept = (await sending.originals()).length;
    sending.world.clock.advance(DAY_MS + 1000);
    expect(await codeOf(sending.parts(late, [2]))).toBe('upload-expired');
    await sweep();
    expect(await sending.media(late)).toMatchObject({ state: 'waiting' });
    sending.world.clock.advance(DAY_MS);
    await sweep();
    expect(await sending.media(late)).toBeUndefined();
    expect(await sending.media(quiet)).toMatchObject({ state: 'processing', kind: 'video' });
    expect((await sending.original(quiet))?.equals(bytes)).toBe(true);
    expect((await sending.originals()).length).toBe(kept + 1);
    const left = await sending.world.ctx.storage.listMultiparts(
      sending.world.tenants.luna,
      new Date(Date.now() + DAY_MS),
    );
    expect(left).toEqual([]);
    await sweep();
    expect((await sending.original(quiet))?.equals(bytes)).toBe(true);
  }, 90_000);

  describe('a small file', () => {
    const announced = async (bytes: Buffer) => {
      const { body } = await sending.presign({
        file_name: 'a.png',
        content_type: 'image/png',
        media_type: 'photo',
        size: bytes.length,
      });
      return { id: body.data.media_id as string, url: body.data.presigned_url as string };
    };
    const png = async (letter: string) => Buffer.concat([await smallPhoto(), Buffer.from(letter)]);

    it('POST-106 is sent at once and said to be complete, which does no harm where that was seen', async () => {
      const bytes = await png('a');
      const { id, url } = await announced(bytes);
      expect(await codeOf(sending.ask('complete', id))).toBe('upload-incomplete');
      expect(await sending.put(url, bytes, { 'content-type': 'image/jpg' })).toBe(200);
      for (let times = 0; times < 2; times += 1)
        expect((await sending.ask('complete', id)).body.data).toMatchObject({
          _id: id,
          state: 'processing',
          type: 'photo',
        });
      expect((await sending.original(id))?.equals(bytes)).toBe(true);
    });

    it('stays as it was accepted, whatever is sent to its address at the same time or afterwards', async () => {
      const [first, second] = [await png('a'), await png('b')];
      const { id, url } = await announced(first);
      await Promise.all([
        sending.put(url, first),
        sending.put(url, second),
        sending.put(url, first),
        sending.put(url, second),
      ]);
      await Promise.all([sending.ask('complete', id), sending.ask('complete', id), sending.ask('complete', id)]);
      const accepted = await sending.original(id);
      expect([first, second].some((bytes) => accepted?.equals(bytes))).toBe(true);
      for (const bytes of [first, second]) await sending.put(url, bytes);
      await sending.ask('complete', id);
      expect((await sending.original(id))?.equals(accepted!)).toBe(true);
      // What the losers left is gone after a day and an hour.
      sending.world.clock.advance(DAY_MS + 3_700_000);
      await sweep();
      const { original_random: random } = await sending.media(id);
      expect((await sending.original(id))?.equals(accepted!)).toBe(true);
      const randoms = new Set(
        (
          await sending.world.database.tenants.read(sending.world.tenants.luna, (db) =>
            db('media').whereNotNull('received_at').select('original_random'),
          )
        ).map((row) => row.original_random),
      );
      expect(randoms).toContain(random);
      for (const kept of await sending.originals()) expect(randoms).toContain(kept);
    });

    it('POST-088 POST-106 of no bytes is refused', async () => {
      const { body } = await sending.presign({
        file_name: 'a.png',
        content_type: 'image/png',
        media_type: 'photo',
        size: 0,
      });
      const sent = await sending.put(body.data.presigned_url, Buffer.alloc(0));
      expect(sent).toBe(store === 'disk' ? 400 : 200);
      expect(await codeOf(sending.ask('complete', body.data.media_id))).toBe('media-format');
    });

    it.runIf(store === 'S3')(
      'is bounded by what was announced, and found by a store that does not know it at once',
      async () => {
        const bytes = await png('a');
        const { id, url } = await announced(bytes);
        expect(new URL(url).origin).toBe(sending.world.ctx.storage.origin);
        for (const wrong of [Buffer.concat([bytes, Buffer.from('1')]), bytes.subarray(1)])
          expect(await sending.put(url, wrong)).toBe(403);
        await sending.put(url, bytes);
        sending.twin!.faults([{ kind: 'absent', on: 'HeadObject', count: 2 }]);
        expect((await sending.ask('complete', id)).body.data).toMatchObject({ state: 'processing' });
      },
    );

    it.runIf(store === 'S3')('is refused as too large when nothing was announced and too much came', async () => {
      const { body } = await sending.presign({ file_name: 'a.png', content_type: 'image/png', media_type: 'photo' });
      const huge = Buffer.alloc(50_000_001);
      (await smallPhoto()).copy(huge);
      expect(await sending.put(body.data.presigned_url, huge)).toBe(200);
      expect(await codeOf(sending.ask('complete', body.data.media_id))).toBe('file-too-large');
    });
  });
});
