import { drainJobs } from '@backlot/database/testing/drain-jobs';
import { scene } from '@backlot/media/testing/made-photos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveSettings } from '../../src/features/sites/index.ts';
import { digestMediaJob } from '../../src/features/media/make/digest-media.ts';
import { type MediaRow, processDeclaredLater } from '../../src/features/media/index.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { fetchMedia, mediaRow, postOf, smallFilm, uploadFilm } from '../../src/testing/films.ts';
import { readyPhoto, subscribe } from '../../src/testing/posting.ts';

let world: World;
let model: TestPerson;
let member: TestPerson;
let film: string;
let photo: string;
let post: any;
beforeAll(async () => {
  world = await createWorld();
  ({ model } = world.people.luna);
  member = await world.person('luna', 'a-member');
  await subscribe(world, member);
  photo = await readyPhoto(world, model, await scene(200, 140));
  film = await uploadFilm(world, model, await smallFilm(1));
  await world.runJobs();
  post = await postOf(world, model, [photo, film]);
}, 120_000);
afterAll(() => world.close());

const see = async (as: TestPerson) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as, query: { id: post._id } })).body.data;
const rotate = (over: Record<string, unknown> = {}, as = model) =>
  world.call('POST /api/upload/rotate_image', {
    as,
    body: { id: post._id, type: 'blog', rotate_angle: 90, imageIndex: 0, format: 'modern', ...over },
  });
const statusOf = async (url: string) => (await fetchMedia(world, url, { as: member })).statusCode;
const leftovers = () =>
  world.database.tenants.read(model.tenant, async (db) => db('media_leftovers').orderBy('left_at'));

describe('rotating', () => {
  it('POST-102 turns a photo by a quarter, under new addresses, with the answer', async () => {
    const before = (await see(member)).media[0];
    const answer = await rotate();
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { _id: photo, state: 'ready', width: before.height, height: before.width } },
    });
    const after = (await see(member)).media[0];
    expect([after.width, after.height]).toEqual([before.height, before.width]);
    expect([after.url === before.url, after.blur_url === before.blur_url]).toEqual([false, false]);
    for (const url of [after.url, after.thumbnail_url, after.blur_url]) expect(await statusOf(url)).toBe(200);
    // A page that is open still finds the blur it names, and a picture under the address it has.
    expect([await statusOf(before.blur_url), await statusOf(before.thumbnail_url)]).toEqual([200, 200]);
    await rotate({ rotate_angle: -90 });
    expect((await see(member)).media[0]).toMatchObject({ width: before.width, height: before.height });
    expect(await mediaRow(world, model, photo)).toMatchObject({ rotation: 0, state: 'ready' });
  });
  it('POST-102 is done a little later where the store fails at that moment', async () => {
    const storage = world.ctx.storage as { put: typeof world.ctx.storage.put };
    const { put } = storage;
    const before = (await see(member)).media[0];
    storage.put = () => Promise.reject(new Error('the store is away'));
    const answer = await rotate().finally(() => {
      storage.put = put;
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { _id: photo, width: before.width } } });
    await world.runJobs({ includingFuture: true });
    expect((await see(member)).media[0]).toMatchObject({ width: before.height, height: before.width });
    await rotate({ rotate_angle: -90 });
  });
  it('POST-102 knows no other angle', async () => {
    for (const angle of [0, 45, 180, '90']) expect((await rotate({ rotate_angle: angle })).status).toBe(400);
  });
  it('POST-039 is for photos only', async () => {
    expect((await rotate({ imageIndex: 1 })).body).toMatchObject({
      code: 'rotate-error',
      message: 'There was an error while rotating the image.',
    });
    expect((await rotate({ imageIndex: 2 })).status).toBe(404);
  });
  it('answers the older and the modern path alike, for posts and for files, and knows nothing of another site', async () => {
    expect(
      (
        await world.call('POST /api/upload/rotate_modern_image', {
          as: world.people.luna.content_manager,
          body: { id: photo, type: 'media', rotate_angle: 90 },
        })
      ).status,
    ).toBe(200);
    await rotate({ rotate_angle: -90 });
    expect((await rotate({}, world.people.mars.model)).status).toBe(404);
    expect((await rotate({}, member)).status).toBe(403);
  });
  it('two at once add up', async () => {
    await Promise.all([rotate(), rotate()]);
    await world.runJobs({ includingFuture: true });
    expect(await mediaRow(world, model, photo)).toMatchObject({ rotation: 180, state: 'ready' });
    await Promise.all([rotate(), rotate()]);
    expect(await mediaRow(world, model, photo)).toMatchObject({ rotation: 0 });
  });
});

describe('refreshing the blur', () => {
  const refresh = (as = model, path = '/api/upload/refresh_blur_picture') =>
    world.call(`POST ${path}`, { as, body: { id: post._id, type: 'blog', format: 'modern' } });
  it('gives the blurs new addresses and leaves the rest as it is, of a film too', async () => {
    const before = (await see(member)).media;
    const rows = [await mediaRow(world, model, photo), await mediaRow(world, model, film)];
    expect(await refresh()).toMatchObject({
      status: 200,
      body: { success: true, message: 'Blur image refreshed.', updated: true },
    });
    const between = (await see(member)).media;
    expect([between[0].blur_url === before[0].blur_url, between[0].url === before[0].url]).toEqual([false, true]);
    await world.runJobs();
    const after = (await see(member)).media;
    expect([after[1].blur_url === before[1].blur_url, after[1].hls_url === before[1].hls_url]).toEqual([false, true]);
    for (const { blur_url: url } of after) expect(await statusOf(url)).toBe(200);
    const now = [await mediaRow(world, model, photo), await mediaRow(world, model, film)];
    expect(now.map((row) => row.blur_round)).toEqual([1, 1]);
    expect(now.map((row) => row.private_random)).toEqual(rows.map((row) => row.private_random));
    expect(now[1]!.film).toEqual(rows[1]!.film);
  });
  it('POST-038 is refused to a content manager', async () => {
    expect((await refresh(world.people.luna.content_manager)).status).toBe(403);
    expect((await refresh(world.people.luna.sub_admin, '/api/upload/refresh_blur_modern_picture')).status).toBe(200);
  });
  it('what it leaves behind is removed a day later', async () => {
    const [first] = await leftovers();
    const { removeLeftoversJob } = await import('../../src/features/media/make/remove-leftovers.ts');
    const run = () =>
      removeLeftoversJob.run({ ctx: world.ctx, tenant: model.tenant, payload: {}, attempt: 1, log: world.ctx.log });
    await run();
    expect((await leftovers())[0]).toEqual(first);
    const now = world.clock.now();
    world.clock.advance(86_400_000 + 60_000);
    await run();
    expect(await leftovers()).toEqual([]);
    world.clock.set(now);
    expect((await fetchMedia(world, `/media/public/${first!.public_random}/blur`)).statusCode).toBe(404);
    for (const { blur_url: url, url: picture } of (await see(member)).media)
      expect([await statusOf(url), await statusOf(picture)]).toEqual([200, 200]);
  });
});

describe('media from before uploads were known by their bytes', () => {
  it('are read at night; one that cannot be read keeps nobody else waiting, and is tried again', async () => {
    const ids = [photo, film].toSorted();
    const digests = async () => Promise.all(ids.map(async (id) => (await mediaRow(world, model, id)).sha256));
    const known = await digests();
    await world.database.tenants.write(model.tenant, (db) => db('media').whereIn('id', ids).update({ sha256: null }));
    const run = () =>
      digestMediaJob.run({ ctx: world.ctx, tenant: model.tenant, payload: {}, attempt: 1, log: world.ctx.log });
    const storage = world.ctx.storage as { open: typeof world.ctx.storage.open };
    const { open } = storage;
    storage.open = () => {
      storage.open = open;
      return Promise.reject(new Error('the disk is damaged there'));
    };
    await run().finally(() => {
      storage.open = open;
    });
    expect(await digests()).toEqual([null, known[1]]);
    await run();
    expect(await digests()).toEqual(known);
  });
});

describe('the photos that came with a site', () => {
  it('are made by one process at a time', async () => {
    const [started, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const drain = () =>
      drainJobs({
        url: world.databaseUrl,
        queueUrl: world.database.queueConnectionString,
        taskList: {
          'process-declared-photos': async () => {
            runs += 1;
            started.resolve();
            if (runs === 1) await goOn.promise;
          },
        },
      });
    const ask = () => world.database.tenants.write(model.tenant, (db) => processDeclaredLater(db));
    await ask();
    const first = drain();
    await started.promise;
    await ask();
    await drain();
    expect(runs).toBe(1);
    goOn.resolve();
    await first;
    await drain();
    expect(runs).toBe(2);
  });
});

describe('the watermark of the settings', () => {
  it('a change of it makes what is there again, shown as it was until then', async () => {
    const rows = async () => Promise.all([photo, film].map((id) => mediaRow(world, model, id)));
    const before = await rows();
    const { media: shown } = await see(member);
    const last = async (url: string) =>
      (await fetchMedia(world, url, { as: member })).body
        .trim()
        .split('\n')
        .findLast((line: string) => line.startsWith('/')) ?? '';
    const bytesOf = async (list: string) => last(await last(list));
    const playing = await bytesOf(shown[1].hls_url);
    expect(await statusOf(playing)).toBe(200);
    const save = (body: object) => world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body });
    expect((await save({ enable_watermark: true, watermark_position: 'top-left' })).status).toBe(200);
    expect(await rows()).toEqual(before);
    for (const { url } of shown) expect(await statusOf(url)).toBe(200);
    await expect
      .poll(async () => (await world.ctx.settings.of(model.tenant)).enable_watermark, { timeout: 20_000 })
      .toBe(true);
    await world.runJobs({ includingFuture: true });
    const after = await rows();
    for (const [at, row] of after.entries()) {
      expect(row).toMatchObject({ state: 'ready', watermark: expect.stringMatching(/^[0-9a-f]{16}$/) });
      expect(row.private_random).not.toBe(before[at]!.private_random);
    }
    const { media: marked } = await see(member);
    expect(marked.map((one: any, at: number) => one.url === shown[at].url)).toEqual([false, false]);
    for (const { url, blur_url: blur, hls_url: list } of marked)
      for (const address of [url, blur, ...(list ? [list] : [])]) expect(await statusOf(address)).toBe(200);
    // Who was playing the film asks for its new addresses, and gets no bytes of another making for those of the old list.
    expect(await statusOf(playing)).toBe(404);
    expect(await statusOf(await bytesOf(shown[1].hls_url))).toBe(200);
  }, 60_000);
  it('stands on what is made from then on', async () => {
    const picture = await scene(240, 160);
    const marked = await readyPhoto(world, model, picture);
    await world.database.tenants.write(model.tenant, (db) =>
      saveSettings(db, { enable_watermark: false }, null, world.clock.now()),
    );
    await expect
      .poll(async () => (await world.ctx.settings.of(model.tenant)).enable_watermark, { timeout: 20_000 })
      .toBe(false);
    const plain = await readyPhoto(world, model, picture);
    const [one, other] = [await mediaRow(world, model, marked), await mediaRow(world, model, plain)];
    expect([one.watermark, other.watermark]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), null]);
    expect(one.variants.find(({ name }) => name === 'w320')?.bytes).not.toBe(
      other.variants.find(({ name }) => name === 'w320')?.bytes,
    );
  });
});

describe('sending a video process request', () => {
  const send = (id: string, as = model) =>
    world.call('POST /api/admin/send_video_process_request', {
      as,
      body: { id, videoFrom: 'blog', udid: id, isMassMessage: false },
    });
  const setFilm = (id: string, over: Partial<MediaRow>) =>
    world.database.tenants.write(model.tenant, (db) =>
      db('media')
        .where({ id })
        .update(over as never),
    );

  it('POST-041 tries a film again that failed, and its post with it', async () => {
    const id = await uploadFilm(world, model, await smallFilm(1));
    const broken = await postOf(world, model, [id]);
    await world.database.tenants.write(model.tenant, async (db) => {
      await db('media')
        .where({ id })
        .update({ state: 'error', error_code: 'upload-failed', settled_at: world.clock.now() });
      await db('posts').where({ id: broken._id }).update({ media_waiting: 0, media_failed: 1 });
    });
    expect(await send(broken._id)).toMatchObject({ status: 200, body: { message: 'Video processing request sent.' } });
    expect(await mediaRow(world, model, id)).toMatchObject({ state: 'processing', error_code: null });
    await world.runJobs();
    expect(await mediaRow(world, model, id)).toMatchObject({ state: 'ready' });
    const {
      body: { data },
    } = await world.call('GET /api/blog/get-blog-data-by-id', { as: member, query: { id: broken._id } });
    expect(data).toMatchObject({ contentLeftForProcessing: 0, isError: false });
  }, 60_000);
  it('POST-041 or has been processing for over 30 minutes, and not a moment sooner', async () => {
    const id = await uploadFilm(world, model, await smallFilm(1));
    const waiting = await postOf(world, model, [id]);
    const half = 30 * 60_000;
    await setFilm(id, { received_at: new Date(world.clock.now().getTime() - half + 60_000) });
    expect((await send(waiting._id)).body).toMatchObject({
      code: 'video-process-error',
      message: 'There was an error while sending video processing request.',
    });
    await setFilm(id, { received_at: new Date(world.clock.now().getTime() - half - 1_000) });
    expect((await send(waiting._id)).status).toBe(200);
    await world.runJobs();
    expect(await mediaRow(world, model, id)).toMatchObject({ state: 'ready' });
  }, 60_000);
  it('POST-040 is refused to a content manager, and a film that is well has nothing to be sent', async () => {
    expect((await send(post._id, world.people.luna.content_manager)).status).toBe(403);
    expect((await send(post._id)).body.code).toBe('video-process-error');
    expect((await send(post._id, world.people.mars.model)).status).toBe(404);
  });
});
