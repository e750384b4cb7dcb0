import { withOwner } from '@backlot/database/owner';
import { tenantSchema } from '@backlot/database/tenant-id';
import { storageKey, type MediaLevel } from '@backlot/media';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMediaSigner } from '../../../src/features/media/index.ts';
import { purgeMediaJob } from '../../../src/features/library/purge-media.ts';
import type { TestPerson } from '../../../src/testing/people.ts';
import { createWorld, type World } from '../../../src/testing/world.ts';
import { fetchMedia, mediaRow, smallFilm, uploadFilm } from '../../../src/testing/films.ts';
import { put, smallPhoto, upload } from '../../../src/testing/posting.ts';
import { albumsFeature, createAlbums } from './albums.ts';

let world: World;
let model: TestPerson;
let friend: TestPerson;
beforeAll(async () => {
  world = await createWorld({ features: [albumsFeature] });
  model = world.people.luna.model;
  friend = await world.person('luna', 'friend');
  await withOwner(world.databaseUrl, async (owner) => {
    for (const { id } of Object.values(world.tenants)) await owner.query(createAlbums(tenantSchema(id)));
  });
}, 60_000);
afterAll(() => world.close());

async function albumOf(mediaId: string, guests: Record<string, MediaLevel> = {}, title = 'An album'): Promise<string> {
  const id = v7();
  const made = await world.call('POST /api/albums', { as: model, body: { id, title, mediaId, guests } });
  expect(made.status).toBe(200);
  return id;
}
const stateOf = (id: string) =>
  world.database.tenants.read(
    model.tenant,
    async (db) => (await db('test_albums').where({ id }).first('state'))?.state,
  );

/** Whoever asks has an address that was signed for them. */
async function askFor(
  mediaId: string,
  variant: string,
  as: TestPerson | null,
  level: MediaLevel = 'preview',
): Promise<number> {
  const signer = await openMediaSigner(world.ctx, world.tenants.luna, as?.id ?? null, world.clock.now());
  const address = signer.of(await mediaRow(world, model, mediaId), level).address(variant);
  return (await fetchMedia(world, address, as === null ? {} : { as })).statusCode;
}

describe('a feature that holds media, added in one folder', () => {
  it('opens the bytes of a photo to whom it says, and to nobody else', async () => {
    const [buyer, passerBy] = [await world.person('luna', 'by-preview'), await world.person('luna', 'by-teaser')];
    const { id } = await upload(world, model, await smallPhoto());
    await albumOf(id, { [friend.id]: 'full', [buyer.id]: 'preview', [passerBy.id]: 'teaser' });
    await world.runJobs();
    const seen: Array<[string, number, number]> = [];
    for (const [name, person] of [
      ['friend', friend],
      ['by-preview', buyer],
      ['by-teaser', passerBy],
      ['stranger', world.people.luna.stranger],
      ['guest', null],
      ['staff', world.people.luna.support],
    ] as const)
      seen.push([name, await askFor(id, 'w320', person), await askFor(id, 'w320', person, 'full')]);
    expect(seen).toEqual([
      ['friend', 200, 200],
      ['by-preview', 200, 404],
      ['by-teaser', 404, 404],
      ['stranger', 404, 404],
      ['guest', 404, 404],
      ['staff', 200, 200],
    ]);
  });

  it('loses nothing of that to a post that holds the same photo, and gives nothing away of it', async () => {
    const { id } = await upload(world, model, await smallPhoto());
    await world.runJobs();
    const made = await world.call('POST /api/blog/add-new-blog', {
      as: model,
      body: { description: 'For sale', visibility: 'locked', amount: 20, media_item: [id] },
    });
    expect(made.status).toBe(200);
    expect(await askFor(id, 'w320', friend)).toBe(404);
    await albumOf(id, { [friend.id]: 'full' });
    // The answer before is believed for a third of a second.
    await expect.poll(() => askFor(id, 'w320', friend)).toBe(200);
    expect(await askFor(id, 'w320', world.people.luna.stranger)).toBe(404);
  });

  it('is told in the same transaction that a photo is ready', async () => {
    const { id } = await upload(world, model, await smallPhoto());
    const album = await albumOf(id);
    expect(await stateOf(album)).toBe('waiting');
    await world.runJobs();
    expect(await stateOf(album)).toBe('ready');
    const schema = tenantSchema(model.tenant.id);
    const { rows } = await withOwner(world.databaseUrl, (owner) =>
      owner.query(
        `select a.xmin::text = m.xmin::text as together from "${schema}".test_albums a join "${schema}".media m on m.id = a.media_id where a.id = $1`,
        [album],
      ),
    );
    expect(rows).toEqual([{ together: true }]);
  });

  it('is told that a file was refused when it arrived', async () => {
    const announced = await world.call('POST /api/upload/generate_presigned_url', {
      as: model,
      body: { file_name: 'photo.png', content_type: 'image/png', media_type: 'photo' },
    });
    const { media_id: id, presigned_url: address } = announced.body.data;
    const album = await albumOf(id);
    expect(await stateOf(album)).toBe('waiting');
    expect((await put(world, address, Buffer.from('no picture'))).status).toBe(400);
    expect([(await mediaRow(world, model, id)).state, await stateOf(album)]).toEqual(['error', 'failed']);
  });

  it('is told that a film has failed, and when it is tried again', async () => {
    const id = await uploadFilm(world, model, await smallFilm(1));
    const album = await albumOf(id, { [friend.id]: 'full' });
    const key = storageKey(model.tenant, 'original', (await mediaRow(world, model, id)).original_random);
    const original = await smallFilm(1);
    await world.ctx.storage.remove(key);
    const store = (bytes: Buffer) =>
      world.ctx.storage.put(key, bytes, { contentType: 'application/octet-stream', maxBytes: bytes.length });
    await store(original.subarray(0, original.length / 3));
    await world.runJobs();
    expect([(await mediaRow(world, model, id)).state, await stateOf(album)]).toEqual(['error', 'failed']);
    await world.ctx.storage.remove(key);
    await store(original);
    const asked = await world.call('POST /api/admin/send_video_process_request', {
      as: model,
      body: { id, videoFrom: 'media' },
    });
    expect([asked.status, await stateOf(album)]).toEqual([200, 'waiting']);
    await world.runJobs();
    expect([await stateOf(album), await askFor(id, 'master', friend)]).toEqual(['ready', 200]);
  }, 60_000);

  it('keeps the bytes of what it shows when the library takes the file out, and is named there', async () => {
    const { id } = await upload(world, model, await smallPhoto());
    const album = await albumOf(id, {}, 'Summer');
    await world.runJobs();
    const ask = (path: string) => world.call(`POST /api/media/${path}`, { as: model, body: { mediaIds: [id] } });
    expect((await ask('uses')).body.data).toMatchObject([
      { _id: id, uses: [{ _id: album, holder: 'albums', title: 'Summer', state: 'published' }], outcome: 'kept' },
    ]);
    expect((await ask('remove-media')).body.data).toEqual({ removed: [id], kept_by_posts: [id] });
    const hasBytes = async (): Promise<boolean> => {
      world.clock.advance(2 * 864e5);
      const { ctx } = world;
      await purgeMediaJob.run({ ctx, tenant: model.tenant, payload: {}, attempt: 1, log: ctx.log });
      await world.runJobs();
      const { private_random: random } = await mediaRow(world, model, id);
      return (await ctx.storage.stat(storageKey(model.tenant, 'private', random, 'thumb'))) !== null;
    };
    expect(await hasBytes()).toBe(true);
    await world.database.tenants.write(model.tenant, (db) =>
      db('test_albums').where({ id: album }).update({ removed_at: world.clock.now() }),
    );
    expect(await hasBytes()).toBe(false);
  });
});
