import { animated, bomb, lyingHeader, scene, withLocation } from '@backlot/media/testing/made-photos';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { createWorld, type World } from '../../src/testing/world.ts';
import type { Tenant } from '../../src/sites/tenant.ts';
import { put, readyPhoto, smallPhoto, upload } from '../../src/testing/posting.ts';
import { eventsTo } from '../../src/testing/events.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const creator = () => world.people.luna.model;
const presign = (body: Record<string, unknown> = {}, as = creator()) =>
  world.call('POST /api/upload/generate_presigned_url', {
    as,
    body: { file_name: 'a.jpg', content_type: 'image/jpeg', media_type: 'photo', ...body },
  });
const stateOf = async (id: string, as = creator()) =>
  (await world.call('POST /api/upload/states', { as, body: { ids: [id] } })).body.data[0];

describe('the way of a file', () => {
  it('POST-056 POST-106 MEDIA-39 from an address through processing to a picture', async () => {
    const bytes = await withLocation(await scene(1800, 1200));
    const waiting = await presign({ file_name: 'C:\\fakepath\\Bowl & co.jpg', content_type: 'image/jpg' });
    const mediaId = waiting.body.data.media_id;
    expect(waiting.body).toMatchObject({ presigned_url: waiting.body.data.presigned_url, file_name: `${mediaId}.jpg` });
    expect(await stateOf(mediaId)).toMatchObject({ state: 'waiting', thumbnail_url: null, blur_url: null });
    expect(await put(world, waiting.body.data.presigned_url, bytes, 'image/jpg')).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await stateOf(mediaId)).toMatchObject({ state: 'processing', name: 'Bowl & co.jpg' });
    await world.runJobs();
    expect(await stateOf(mediaId)).toMatchObject({
      state: 'ready',
      error_code: null,
      width: 1800,
      height: 1200,
      blur_url: expect.stringMatching(/^\/media\/public\//),
      thumbnail_url: expect.stringMatching(/^\/media\/.*\/thumb\/uf\./),
      placeholder: expect.any(String),
    });
    expect(await eventsTo(world, creator())).toContainEqual({
      event: 'MEDIA_STATE',
      data: { mediaId, state: 'ready', code: null },
    });
  });

  it('sent again after the answer was lost, it is accepted and processed once', async () => {
    const { id, url } = await upload(world, creator(), await smallPhoto());
    expect((await put(world, url, await smallPhoto())).status).toBe(200);
    await world.runJobs();
    expect((await put(world, url, Buffer.from('other'))).status).toBe(200);
    await world.runJobs();
    expect((await stateOf(id)).state).toBe('ready');
    expect(
      (await eventsTo(world, creator())).filter(({ data }) => (data as { mediaId?: string }).mediaId === id),
    ).toHaveLength(1);
  });

  it('nothing of the original is served or kept where sizes are', async () => {
    const id = await readyPhoto(world, creator(), await withLocation(await scene(700, 500)));
    const row = await world.database.tenants.read(world.tenants.luna, (db) => db('media').where({ id }).first());
    const folder = join(world.dataDir, 'media', world.tenants.luna.id, 'private', row!.private_random.slice(0, 2));
    const files = (await readdir(folder)).filter(
      (name) => name.startsWith(row!.private_random) && !name.endsWith('.type'),
    );
    expect(files.length).toBeGreaterThan(3);
    for (const name of files) expect((await readFile(join(folder, name))).includes('secretplace')).toBe(false);
  });
});

describe('what is refused', () => {
  it.each([['video/mp4'], ['image/gif'], ['image/svg+xml'], ['text/html']])(
    'POST-088 MEDIA-46 a file that says it is %s',
    async (contentType) => {
      expect((await presign({ content_type: contentType })).body).toMatchObject({
        code: 'media-format',
        message: 'Media format is not supported.',
      });
    },
  );
  it('POST-092 LIMIT-17 a file that says it is too large', async () => {
    expect((await presign({ file_name: 'large.jpg', size: 50_000_000 })).status).toBe(200);
    // The page refuses from the same byte on (`fileError` of the domain).
    const { status, body } = await presign({ file_name: 'huge.jpg', size: 50_000_001 });
    expect({ status, message: body.message }).toEqual({ status: 413, message: 'File huge.jpg size is too large.' });
  });
  it('POST-092 a file that is larger than it said', async () => {
    const { body } = await presign({ file_name: 'huge.jpg', size: 10 });
    const sent = await put(world, body.data.presigned_url, Buffer.alloc(50_000_001, 1));
    expect(sent).toMatchObject({
      status: 413,
      body: { code: 'file-too-large', message: 'File huge.jpg size is too large.' },
    });
    expect(await stateOf(body.data.media_id)).toMatchObject({
      state: 'error',
      error_code: 'file-too-large',
      message: 'File huge.jpg size is too large.',
    });
    expect((await put(world, body.data.presigned_url, await smallPhoto())).status).toBe(413);
  });
  it.each([
    ['an SVG called jpg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page called jpg', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['JSON', () => Buffer.from('{"a":1}')],
    ['a DASH manifest', () => Buffer.from('<?xml version="1.0"?><MPD><Period/></MPD>')],
    ['nothing', () => Buffer.alloc(0)],
  ])('POST-088 by its bytes: %s', async (_name, bytes) => {
    const { body } = await presign();
    // Whatever type the bytes claim on their way.
    for (const type of ['image/jpeg', 'application/json', 'multipart/form-data; boundary=x']) {
      expect(await put(world, body.data.presigned_url, bytes(), type)).toMatchObject({
        status: 400,
        body: { code: 'media-format', message: 'Media format is not supported.' },
      });
    }
    expect((await stateOf(body.data.media_id)).state).toBe('error');
  });
  it.each([
    ['a bomb of 64 megapixels', () => bomb(8_000, 8_000), 'file-too-large', 'File p.png size is too large.'],
    [
      'a header that lies',
      () => lyingHeader(4_000, 4_000),
      'media-damaged',
      'p.png could not be read. It may be damaged.',
    ],
    [
      'a photo cut in half',
      async () => {
        const whole = await smallPhoto();
        return whole.subarray(0, whole.length / 2);
      },
      'media-damaged',
      'p.png could not be read. It may be damaged.',
    ],
  ])('in the child: %s', async (_name, make, code, message) => {
    const { id, put: sent } = await upload(world, creator(), await make(), 'p.png');
    expect(sent?.status).toBe(200);
    await world.runJobs();
    expect(await stateOf(id)).toMatchObject({
      state: 'error',
      error_code: code,
      message,
      thumbnail_url: null,
      blur_url: null,
    });
  });
  it('an animation becomes its first frame', async () => {
    const { id } = await upload(world, creator(), await animated(60, 40));
    await world.runJobs();
    expect(await stateOf(id)).toMatchObject({ state: 'ready', width: 60, height: 40 });
  });
});

describe('addresses to send files to', () => {
  it('a changed, foreign or late address takes nothing', async () => {
    const { body } = await presign();
    const url: string = body.data.presigned_url;
    const changed = [
      url.replace(body.data.media_id, v7()),
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      url.replace(/\/[0-9a-z]+\./, '/zzzzzz.'),
      url.replace('luna.test', 'mars.test'),
      url.replace('/upload/', '/media/'),
    ];
    for (const address of changed) expect((await put(world, address, await smallPhoto())).status).toBe(404);
    world.clock.advance(3_600_001);
    expect((await put(world, url, await smallPhoto())).body).toMatchObject({ code: 'upload-expired' });
    expect((await stateOf(body.data.media_id)).state).toBe('waiting');
  });
  it("a browser may send from the site's own page, and from no other", async () => {
    const { body } = await presign();
    const { host, pathname } = new URL(body.data.presigned_url);
    const ask = async (origin: string) =>
      (
        await world.app.inject({
          method: 'OPTIONS',
          url: pathname,
          headers: {
            host,
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'content-type',
          },
        })
      ).headers;
    expect(await ask('http://luna.test:8000')).toMatchObject({
      'access-control-allow-origin': 'http://luna.test:8000',
      'access-control-allow-methods': expect.stringContaining('PUT'),
    });
    expect((await ask('http://mars.test:8000'))['access-control-allow-origin']).toBeUndefined();
  });
  it("states of another site's files are not told", async () => {
    const { id } = await upload(world, creator(), await smallPhoto());
    expect(
      (await world.call('POST /api/upload/states', { as: world.people.mars.model, body: { ids: [id] } })).body.data,
    ).toEqual([]);
  });
  it('files that never came are forgotten after a day', async () => {
    const { body } = await presign();
    const { forgetUploadsJob } = await import('../../src/features/media/receive/forget-uploads.ts');
    const run = () =>
      forgetUploadsJob.run({ ctx: world.ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: world.ctx.log });
    await run();
    expect(await stateOf(body.data.media_id)).toBeDefined();
    world.clock.advance(90_000_001);
    await run();
    expect(await stateOf(body.data.media_id)).toBeUndefined();
  });
  it('files from before each was known by its bytes are read at night, once, on their own site alone', async () => {
    const { digestMediaJob } = await import('../../src/features/media/make/digest-media.ts');
    const { model } = world.people.mars;
    const [here, there] = [await readyPhoto(world, creator()), await readyPhoto(world, model)];
    const media = (tenant: Tenant, id: string) =>
      world.database.tenants.read(tenant, (db) => db('media').where({ id }).first());
    for (const [tenant, id] of [
      [world.tenants.luna, here],
      [world.tenants.mars, there],
    ] as const) {
      await world.database.tenants.write(tenant, (db) => db('media').where({ id }).update({ sha256: null }));
    }
    // More than are read at a time, before it in order, and their bytes are gone.
    const known = (await media(world.tenants.luna, here))!;
    const lost = Array.from({ length: 60 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('media').insert(
        lost.map((id) => ({
          ...known,
          id,
          original_random: randomBytes(16).toString('hex'),
          private_random: randomBytes(16).toString('hex'),
          public_random: randomBytes(16).toString('hex'),
          variants: JSON.stringify(known.variants) as never,
        })),
      ),
    );
    const read: Parameters<typeof world.ctx.storage.open>[0][] = [];
    const storage = Object.assign(Object.create(world.ctx.storage) as typeof world.ctx.storage, {
      open: (key: (typeof read)[number]) => {
        read.push(key);
        return world.ctx.storage.open(key);
      },
    });
    const night = () =>
      digestMediaJob.run({
        ctx: { ...world.ctx, storage },
        tenant: world.tenants.luna,
        payload: {},
        attempt: 1,
        log: world.ctx.log,
      });
    await night();
    expect((await media(world.tenants.luna, here))!.sha256).toBe(
      createHash('sha256')
        .update(await smallPhoto())
        .digest('hex'),
    );
    expect((await media(world.tenants.luna, lost[59]!))!.sha256).toBeNull();
    expect((await media(world.tenants.mars, there))!.sha256).toBeNull();
    const isOfPhoto = (key: (typeof read)[number]): boolean => JSON.stringify(key).includes(known.original_random);
    expect(read.filter(isOfPhoto)).toHaveLength(1);
    await night();
    expect(read.filter(isOfPhoto)).toHaveLength(1);
    await world.database.tenants.write(world.tenants.luna, (db) => db('media').whereIn('id', lost).delete());
  });
  it('nobody gets an address while photos may not be uploaded', async () => {
    const { saveSettings } = await import('../../src/features/sites/index.ts');
    await world.database.tenants.write(world.tenants.mars, (db) =>
      saveSettings(db, { is_photo_upload_enabled: false }, null, world.clock.now()),
    );
    await expect.poll(async () => (await presign({}, world.people.mars.model)).status, { timeout: 10_000 }).toBe(403);
    // Nor does a photo come in under the name of a film.
    const film = await presign({ content_type: 'video/mp4', media_type: 'video' }, world.people.mars.model);
    expect((await put(world, film.body.data.presigned_url, await smallPhoto(), 'video/mp4')).body.code).toBe(
      'media-format',
    );
  });
});
