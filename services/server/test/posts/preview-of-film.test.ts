import { look } from '@backlot/media/testing/made-films';
import { shortId } from '@backlot/media/serve/short-id';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeBytesJob } from '../../src/features/library/purge-media.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { fetchMedia, mediaRow, smallFilm, uploadFilm } from '../../src/testing/films.ts';
import { copyOfReady } from '../../src/testing/posting.ts';

let world: World;
let model: TestPerson;
/** Four seconds long, and for sale. */
let film: string;
let folder: string;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  ({ model } = world.people.luna);
  folder = await mkdtemp(join(tmpdir(), 'trailers-'));
  film = await uploadFilm(world, model, await smallFilm(4), 'kiln.mov');
  await world.runJobs();
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

const create = (over: Record<string, unknown> = {}) =>
  world.call('POST /api/blog/add-new-blog', {
    as: model,
    body: { description: 'The firing, whole', visibility: 'locked', amount: 20, media_item: [film], ...over },
  });
const edit = (postId: string, over: Record<string, unknown>) =>
  world.call('POST /api/blogs/edit', { as: model, body: { postId, ...over } });
const seen = async (id: string, as?: TestPerson) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), query: { id } })).body.data;
const givenRow = (postId: string) =>
  world.database.tenants.read(model.tenant, (db) =>
    db('post_media').where({ post_id: postId, is_preview: true }).first('media_id', 'given_by', 'given_at'),
  );
const cut = (over: Record<string, unknown> = {}, as = model) =>
  world.call('POST /api/media/trailer', { as, body: { mediaId: film, start: 1, ...over } });
const trailer = async (over: Record<string, unknown> = {}): Promise<string> => {
  const { body } = await cut(over);
  await world.runJobs();
  return body.data._id;
};
const posts = (): Promise<number> =>
  world.database.tenants.read(model.tenant, async (db) => (await db('posts').select('id')).length);

describe('the whole film that a post sells', () => {
  it.each([
    ['by its id', () => ({ media_preview_item: film })],
    [
      "as the documents' clients send it",
      () => ({
        isPreviewEnable: true,
        media: [{ _id: film }],
        media_preview: [{ _id: film }],
        media_preview_item: film,
      }),
    ],
  ])('is no preview while nobody was asked: %s', async (_how, over) => {
    const before = await posts();
    expect(await create(over())).toMatchObject({
      status: 409,
      body: { code: 'preview-gives-away', errors: [{ field: 'media_preview_item', code: 'preview-gives-away' }] },
    });
    expect(await posts()).toBe(before);
  });
  it('is none either when the same bytes were uploaded again for it', async () => {
    const again = await uploadFilm(world, model, await smallFilm(4), 'teaser.mp4');
    expect((await create({ media_preview_item: again })).body.code).toBe('preview-gives-away');
  });
  it('is given away when somebody wants it, and it is written down who and when; nobody is asked twice', async () => {
    const { body } = await create({ media_preview_item: film, give_preview_away: true });
    const id: string = body.data.result._id;
    expect(await givenRow(id)).toEqual({ media_id: film, given_by: model.id, given_at: world.clock.now() });
    expect((await seen(id)).media_preview).toMatchObject([{ _id: film, hls_url: expect.any(String) }]);
    const more = await copyOfReady(world, model);
    expect((await edit(id, { media_item: [film, more], description: 'And a photo' })).status).toBe(200);
    expect(await givenRow(id)).toMatchObject({ given_by: model.id });
    const again = await world.call('POST /api/blog/reuse-blog', {
      as: model,
      body: { _id: id, description: 'Again', amount: 20 },
    });
    expect(again.status).toBe(200);
    expect(await givenRow(again.body.data.reuseBlog._id)).toMatchObject({ media_id: film, given_by: model.id });
  });
  it('is no preview of another post either, by its id or its bytes, while nobody was asked', async () => {
    await create();
    const again = await uploadFilm(world, model, await smallFilm(4), 'elsewhere.mp4');
    await world.runJobs();
    const photo = await copyOfReady(world, model);
    for (const preview of [film, again]) {
      expect((await create({ media_item: [photo], media_preview_item: preview })).body.code).toBe('preview-gives-away');
      expect((await create({ media_item: [photo], media_preview_item: preview, give_preview_away: true })).status).toBe(
        200,
      );
    }
    expect((await create({ media_item: [photo], media_preview_item: await trailer() })).status).toBe(200);
  });
  it('does not become the preview by an edit, nor by publishing it again', async () => {
    const { body } = await create();
    const id: string = body.data.result._id;
    expect((await edit(id, { selectedPreviewIndex: 0 })).body.code).toBe('preview-gives-away');
    expect((await edit(id, { media_preview_item: film })).body.code).toBe('preview-gives-away');
    const again = await world.call('POST /api/blog/reuse-blog', {
      as: model,
      body: { _id: id, description: 'Again', amount: 20, media_preview_item: film },
    });
    expect(again.body).toMatchObject({ success: false, code: 'preview-gives-away' });
    expect((await seen(id)).media_preview).toEqual([]);
  });
  it('is not touched by a preview of its own, which is accepted as the documents send it', async () => {
    const photo = await copyOfReady(world, model);
    const { status, body } = await create({
      isPreviewEnable: true,
      media: [{ _id: film }],
      media_preview: [{ _id: photo }],
      media_preview_item: photo,
    });
    expect(status).toBe(200);
    expect(await givenRow(body.data.result._id)).toEqual({ media_id: photo, given_by: null, given_at: null });
  });
  it("is not the same as one photo of several, which the documents' clients mark by its place", async () => {
    const photos = [await copyOfReady(world, model), await copyOfReady(world, model)];
    const { body } = await create({ media_item: photos });
    expect((await edit(body.data.result._id, { selectedPreviewIndex: 1 })).body.data.media_preview).toMatchObject([
      { _id: photos[1] },
    ]);
    expect((await create({ media_item: [photos[0]], media_preview_item: photos[0] })).body.code).toBe(
      'preview-gives-away',
    );
  });
});

describe('a trailer', () => {
  it('is a stretch of the film that its creator picked, and all that guests get of it', async () => {
    const id = await trailer();
    expect(await mediaRow(world, model, id)).toMatchObject({
      kind: 'video',
      state: 'ready',
      duration_ms: 2000,
      is_preview: true,
      trailer_of: film,
      trailer_start_ms: 1000,
      file_name: 'kiln.trailer.mp4',
      sha256: null,
    });
    const { body } = await create({ media_preview_item: id });
    const post = await seen(body.data.result._id);
    expect(post.media).toMatchObject([{ hls_url: null, mp4_url: null, url: null }]);
    expect(post.media_preview).toMatchObject([{ _id: id, duration: 2 }]);
    const plain = await fetchMedia(world, post.media_preview[0].mp4_url);
    expect(plain.statusCode).toBe(200);
    const path = join(folder, 'trailer.mp4');
    await writeFile(path, plain.rawPayload);
    const { streams } = (await look(path, 'stream=codec_type,duration')) as {
      streams: Array<{ codec_type: string; duration: string }>;
    };
    expect(streams.map(({ codec_type: type, duration }) => [type, Math.round(Number(duration))])).toEqual([
      ['video', 2],
      ['audio', 2],
    ]);
    const ofFilm = post.media_preview[0].mp4_url.replace(shortId(id), shortId(film));
    expect(ofFilm).toContain(shortId(film));
    expect((await fetchMedia(world, ofFilm)).statusCode).toBe(404);
  }, 60_000);
  it('is made once, however often it is asked for; another stretch is another trailer', async () => {
    const [one, other] = await Promise.all([cut({ start: 0.5 }), cut({ start: 0.5 })]);
    expect([one.status, other.status, one.body.data._id === other.body.data._id]).toEqual([200, 200, true]);
    expect((await cut({ start: 0.7 })).body.data._id).not.toBe(one.body.data._id);
  });
  it('may be asked for while its film is still processed, and is posted with it', async () => {
    const fresh = await uploadFilm(world, model, await smallFilm(2), 'fresh.mp4');
    const { body } = await cut({ mediaId: fresh, start: 30 });
    expect(body.data).toMatchObject({ state: 'processing', type: 'video' });
    const made = await create({ media_item: [fresh], media_preview_item: body.data._id });
    expect(made.body.data.result.contentLeftForProcessing).toBe(2);
    await world.runJobs();
    // Beyond the end: the last stretch that fits.
    expect(await mediaRow(world, model, body.data._id)).toMatchObject({ state: 'ready', duration_ms: 1000 });
    expect((await seen(made.body.data.result._id)).media_preview).toHaveLength(1);
  }, 60_000);
  it('outlives its film in the library: the original stays as long as one of them needs it', async () => {
    const short = await uploadFilm(world, model, await smallFilm(1), 'short.mp4');
    const id = await trailer({ mediaId: short, start: 0 });
    const { original_random: random } = await mediaRow(world, model, id);
    const { storageKey } = await import('@backlot/media');
    const original = () => world.ctx.storage.stat(storageKey(model.tenant, 'original', random));
    const purge = async (mediaId: string): Promise<void> => {
      await world.database.tenants.write(model.tenant, (db) =>
        db('media').where({ id: mediaId }).update({ deleted_at: world.clock.now(), purged_at: world.clock.now() }),
      );
      await removeBytesJob.run({
        ctx: world.ctx,
        tenant: model.tenant,
        payload: { mediaId },
        attempt: 1,
        log: world.ctx.log,
      });
    };
    await purge(short);
    expect(await original()).not.toBeNull();
    await purge(id);
    expect(await original()).toBeNull();
  }, 60_000);
  it('is cut of films of this site alone', async () => {
    expect((await cut({ mediaId: await copyOfReady(world, model) })).body.code).toBe('media-format');
    expect((await cut({}, world.people.mars.model)).status).toBe(404);
    expect((await cut({}, await world.person('luna', 'onlooker'))).status).toBe(403);
    expect((await cut({ start: -1 })).status).toBe(400);
  });
});
