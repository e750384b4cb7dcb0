import { randomBytes } from 'node:crypto';
import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';
import { mediaRow, postOf, smallFilm, uploadFilm } from '../../src/testing/films.ts';
import { smallPhoto, subscribe, upload } from '../../src/testing/posting.ts';
import { processFilm, processFilmLater } from '../../src/features/media/make/process-film.ts';
import type { MediaHolder } from '../../src/joints/media-holder.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { features } from '../../src/features.ts';
import { processPhoto } from '../../src/features/media/index.ts';
import type { JobDefinition } from '../../src/jobs/job.ts';
import { eventsTo } from '../../src/testing/events.ts';

let world: World;
let member: TestPerson;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  member = await world.person('luna', 'member');
  await subscribe(world, member);
}, 60_000);
afterAll(() => world.close());

/** Begins as a film and is none. */
const none = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
  randomBytes(4_000),
]);
const see = async (as: TestPerson, id: string) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as, query: { id } })).body.data;
const creator = () => world.people.luna.model;
const stateOf = async (id: string, as = creator()) =>
  (await world.call('POST /api/upload/states', { as, body: { ids: [id] } })).body.data[0];

describe('a film that does not become one', () => {
  it('MEDIA-28 is an error with its reason on the item, and its post fails', async () => {
    const { model } = world.people.luna;
    const id = await uploadFilm(world, model, none, 'broken.mp4');
    const post = await postOf(world, model, [id], { visibility: 'public' });
    await world.runJobs();
    const [item] = (await world.call('POST /api/upload/states', { as: model, body: { ids: [id] } })).body.data;
    expect(item).toMatchObject({
      state: 'error',
      error_code: 'media-damaged',
      message: 'broken.mp4 could not be read. It may be damaged.',
      thumbnail_url: null,
    });
    expect(await see(model, post._id)).toMatchObject({
      isError: true,
      contentLeftForProcessing: 0,
      media: [{ is_error: true, hls_url: null, url: null }],
    });
    expect((await eventsTo(world, model, 'POST_FAILED')).map(({ data }) => data.postId)).toContain(post._id);
    expect(
      (await world.call('GET /api/blog/get-blog-data-by-id', { on: 'luna', query: { id: post._id } })).status,
    ).toBe(404);
  }, 60_000);

  it.each([
    ['a trailer, before whole films', { isTrailer: true }],
    ['a film that came with the site, behind what people wait for', { declaredPlace: 7 }],
  ])(
    'keeps its place in the queue when it is handed on: %s',
    async (_, kind) => {
      const { model } = world.people.luna;
      const id = await uploadFilm(world, model, await smallFilm(1));
      const queued = () =>
        withOwner(
          world.databaseUrl,
          async (owner) =>
            (
              await owner.query<{ priority: number }>(
                "select priority from graphile_worker._private_jobs where payload->>'mediaId' = $1",
                [id],
              )
            ).rows,
        );
      await world.ctx.database.tenants.write(model.tenant, (db) => processFilmLater(db, { mediaId: id, ...kind }));
      const before = await queued();
      await processFilm(world.ctx, model.tenant, { mediaId: id, ...kind }, { attempt: 1, signal: AbortSignal.abort() });
      expect([await queued(), before[0]?.priority === ('isTrailer' in kind ? 15 : 107)]).toEqual([before, true]);
      await world.runJobs();
    },
    60_000,
  );

  it('is handed on by a process that is replaced, and that is no attempt that failed', async () => {
    const { model } = world.people.luna;
    const id = await uploadFilm(world, model, await smallFilm(1));
    const left = () =>
      withOwner(
        world.databaseUrl,
        async (owner) =>
          (
            await owner.query<{ attempts: number }>(
              "select attempts from graphile_worker._private_jobs where payload->>'mediaId' = $1",
              [id],
            )
          ).rows,
      );
    await withOwner(world.databaseUrl, (owner) =>
      owner.query("update graphile_worker._private_jobs set attempts = 4 where payload->>'mediaId' = $1", [id]),
    );
    const settled: string[] = [];
    const listening: MediaHolder = {
      name: 'listening',
      visibleTo: async () => new Map(),
      settled: async (_db, { id: settledId }) => {
        settled.push(settledId);
      },
      reopened: null,
      uses: async () => [],
    };
    await processFilm(
      { ...world.ctx, mediaHolders: [listening] },
      model.tenant,
      { mediaId: id },
      { attempt: 5, signal: AbortSignal.abort() },
    );
    expect([settled, await left(), (await mediaRow(world, model, id)).state]).toEqual([
      [],
      [{ attempts: 0 }],
      'processing',
    ]);
    await world.runJobs();
    expect(await mediaRow(world, model, id)).toMatchObject({ state: 'ready' });
  }, 60_000);

  it('whose bytes are gone fails after its last attempt, and says so once', async () => {
    const { model } = world.people.luna;
    const id = await uploadFilm(world, model, await smallFilm());
    const row = await mediaRow(world, model, id);
    const { storageKey } = await import('@backlot/media');
    await world.ctx.storage.remove(storageKey(model.tenant, 'original', row.original_random));
    await world.runJobs();
    expect(await mediaRow(world, model, id)).toMatchObject({ state: 'processing' });
    for (let attempt = 0; attempt < 5; attempt += 1) await world.runJobs({ includingFuture: true });
    expect(await mediaRow(world, model, id)).toMatchObject({ state: 'error', error_code: 'upload-failed' });
    expect((await eventsTo(world, model, 'MEDIA_STATE')).filter(({ data }) => data.mediaId === id)).toHaveLength(1);
  }, 60_000);
});

describe('processing that is cut off', () => {
  it('runs again after a crash between the sizes and the result, and tells the result once', async () => {
    await world.runJobs();
    const { id } = await upload(world, creator(), await smallPhoto());
    const { ctx } = world;
    const put = ctx.storage.put.bind(ctx.storage);
    let [writes, stored] = [0, 0];
    // The process dies before the fourth object is in the store: none comes after it.
    (ctx.storage as { put: typeof put }).put = async (...parts) => {
      writes += 1;
      if (writes >= 4) throw new Error('killed');
      const done = await put(...parts);
      stored += 1;
      return done;
    };
    await world.runJobs();
    expect(stored).toBe(3);
    expect((await stateOf(id)).state).toBe('processing');
    (ctx.storage as { put: typeof put }).put = put;
    await world.runJobs({ includingFuture: true });
    expect((await stateOf(id)).state).toBe('ready');
    await world.runJobs({ includingFuture: true });
    expect(
      (await eventsTo(world, creator())).filter(({ data }) => (data as { mediaId?: string }).mediaId === id),
    ).toHaveLength(1);
  });
  it.each(['process-photo', 'process-declared-photos'])(
    'is handed on by a process that is replaced, and that is no attempt that failed: %s',
    async (name) => {
      await world.runJobs();
      const { id } = await upload(world, creator(), await smallPhoto());
      // The other job looks for photos that came with the site.
      const owned = (by: string | null) =>
        world.database.tenants.write(world.tenants.luna, (db) => db('media').where({ id }).update({ created_by: by }));
      const job = features
        .flatMap(({ jobs = [] }) => jobs)
        .find((one) => one.name === name) as JobDefinition<'process-photo'>;
      if (name === 'process-declared-photos') await owned(null);
      await job.run({
        ctx: world.ctx,
        tenant: world.tenants.luna,
        payload: { mediaId: id },
        attempt: 5,
        log: world.ctx.log,
        signal: AbortSignal.abort(),
      });
      expect(
        await world.database.tenants.read(world.tenants.luna, (db) => db('media').where({ id }).first('state')),
      ).toEqual({ state: 'processing' });
      await world.runJobs();
      await owned(creator().id);
      expect((await stateOf(id)).state).toBe('ready');
    },
  );
  it('that came with a site is given up by its own last attempt alone, not with all that were never tried', async () => {
    await world.runJobs();
    const ids: string[] = [];
    for (let at = 0; at < 6; at += 1) ids.push((await upload(world, creator(), await smallPhoto())).id);
    const rows = (row: object) =>
      world.database.tenants.write(world.tenants.luna, (db) => db('media').whereIn('id', ids).update(row));
    await rows({ created_by: null });
    const { ctx } = world;
    const copy = ctx.storage.copyToLocal.bind(ctx.storage);
    (ctx.storage as { copyToLocal: typeof copy }).copyToLocal = () => Promise.reject(new Error('the disk is full'));
    const job = features
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === 'process-declared-photos') as JobDefinition<'process-declared-photos'>;
    await job
      .run({ ctx, tenant: world.tenants.luna, payload: {}, attempt: 5, log: ctx.log })
      .finally(() => Object.assign(ctx.storage, { copyToLocal: copy }));
    const states = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('media').whereIn('id', ids).pluck('state'),
    );
    expect(states.toSorted()).toEqual(['error', 'error', 'error', 'error', 'processing', 'processing']);
    await world.runJobs();
    await rows({ created_by: creator().id });
  });
  it('is done once where two jobs ask for the same photo at once', async () => {
    await world.runJobs();
    const { id } = await upload(world, creator(), await smallPhoto());
    const { ctx } = world;
    const copy = ctx.storage.copyToLocal.bind(ctx.storage);
    let copies = 0;
    (ctx.storage as { copyToLocal: typeof copy }).copyToLocal = (...parts) => {
      copies += 1;
      return copy(...parts);
    };
    const twice = [1, 2].map(() => processPhoto(ctx, world.tenants.luna, id, { attempt: 1 }));
    await Promise.all(twice);
    (ctx.storage as { copyToLocal: typeof copy }).copyToLocal = copy;
    expect((await stateOf(id)).state).toBe('ready');
    expect(copies).toBe(1);
  });
  it('is given up after its last attempt, so that nothing waits for ever', async () => {
    const { id } = await upload(world, creator(), await smallPhoto(), 'lost.png');
    const { ctx } = world;
    const copy = ctx.storage.copyToLocal.bind(ctx.storage);
    (ctx.storage as { copyToLocal: typeof copy }).copyToLocal = async () => {
      throw new Error('the store is down');
    };
    for (let attempt = 0; attempt < 5; attempt += 1) await world.runJobs({ includingFuture: true });
    (ctx.storage as { copyToLocal: typeof copy }).copyToLocal = copy;
    expect(await stateOf(id)).toMatchObject({
      state: 'error',
      error_code: 'upload-failed',
      message: 'lost.png could not be uploaded.',
    });
  });
});
