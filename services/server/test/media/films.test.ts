import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';
import { fetchMedia, mediaRow, postOf, smallFilm, uploadFilm } from '../../src/testing/films.ts';
import { smallPhoto, subscribe } from '../../src/testing/posting.ts';
import { importPosts, type DeclaredPost } from '../../src/features/posts/index.ts';
import { keepProgress, tellProgress } from '../../src/features/media/make/process-film.ts';
import type { MediaRow } from '../../src/features/media/index.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { eventsTo } from '../../src/testing/events.ts';

let world: World;
let member: TestPerson;
beforeAll(async () => {
  world = await createWorld();
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

describe('a film that was sent', () => {
  let id: string;
  let post: any;
  let atFirst: MediaRow;
  beforeAll(async () => {
    const { model } = world.people.luna;
    id = await uploadFilm(world, model, await smallFilm());
    atFirst = await mediaRow(world, model, id);
    post = await postOf(world, model, [id]);
    await world.runJobs();
  }, 120_000);

  it('POST-046 MEDIA-39 is processed, and its post waits', () => {
    expect(atFirst).toMatchObject({ kind: 'video', state: 'processing', film: null });
    expect(post).toMatchObject({ contentLeftForProcessing: 1, contentCount: { photo: 0, video: 1 } });
  });
  it('becomes ready with its length, size and qualities, once, and its post appears', async () => {
    const { model } = world.people.luna;
    const row = await mediaRow(world, model, id);
    expect(row).toMatchObject({ state: 'ready', width: 640, height: 360, progress: null, error_code: null });
    expect(row.duration_ms).toBeGreaterThan(1800);
    expect(row.film?.renditions.map(({ name }) => name)).toEqual(['h360']);
    expect((await eventsTo(world, model, 'MEDIA_STATE')).filter(({ data }) => data.mediaId === id)).toMatchObject([
      { data: { mediaId: id, state: 'ready', code: null } },
    ]);
    expect(await eventsTo(world, model, 'POST_READY')).toHaveLength(1);
    await world.runJobs({ includingFuture: true });
    expect(await eventsTo(world, model, 'POST_READY')).toHaveLength(1);
  });

  it('shows guests a poster that a cache between us may keep for a minute; the film itself is kept by none', async () => {
    const { model } = world.people.luna;
    const shown = await postOf(world, model, [id], { visibility: 'public' });
    const [medium] = (await world.call('GET /api/blog/get-blog-data-by-id', { on: 'luna', query: { id: shown._id } }))
      .body.data.media;
    expect((await fetchMedia(world, medium.url)).headers['cache-control']).toBe('public, max-age=300, s-maxage=60');
    for (const url of [medium.hls_url, medium.mp4_url, medium.sprite.url])
      expect((await fetchMedia(world, url)).headers['cache-control']).toMatch(/^private/);
    await world.call('POST /api/blogs/delete', { as: model, body: { id: shown._id } });
  });

  it('plays: from the list of qualities over the playlist to ranges of one file', async () => {
    const [medium] = (await see(member, post._id)).media;
    expect(medium).toMatchObject({ type: 'video', duration: expect.closeTo(2, 0), is_process: false, is_error: false });
    const master = await fetchMedia(world, medium.hls_url, { as: member });
    expect({
      status: master.statusCode,
      type: master.headers['content-type'],
      caching: master.headers['cache-control'],
      name: master.headers['content-disposition'],
    }).toEqual({
      status: 200,
      type: 'application/vnd.apple.mpegurl',
      caching: 'private, max-age=300',
      name: 'inline; filename="film.m3u8"',
    });
    expect(master.body).toMatch(
      /^#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=\d+,RESOLUTION=640x360,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2"\n\/media\//,
    );
    const quality = await fetchMedia(world, master.body.trim().split('\n').at(-1)!, { as: member });
    expect(quality.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    const lines = quality.body.trim().split('\n');
    const addresses = new Set(
      lines.flatMap((line) => /URI="([^"]+)"/.exec(line)?.[1] ?? (line.startsWith('#') ? [] : [line])),
    );
    expect(addresses.size).toBe(1);
    const [file = ''] = addresses;
    expect(file).toMatch(new RegExp(`^/media/${medium.hls_url.split('/')[2]}/h360/uf\\.`));
    const [, length, start] = /EXT-X-MAP:URI="[^"]+",BYTERANGE="(\d+)@(\d+)"/.exec(quality.body)!;
    const head = await fetchMedia(world, file, {
      as: member,
      headers: { range: `bytes=${start}-${Number(start) + Number(length) - 1}` },
    });
    expect({ status: head.statusCode, type: head.headers['content-type'], bytes: head.rawPayload.length }).toEqual({
      status: 206,
      type: 'video/mp4',
      bytes: Number(length),
    });
    expect(head.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
    for (const [, bytes, at] of quality.body.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)) {
      const part = await fetchMedia(world, file, {
        as: member,
        headers: { range: `bytes=${at}-${Number(at) + Number(bytes) - 1}` },
      });
      expect([part.statusCode, part.rawPayload.length, part.headers['content-disposition']]).toEqual([
        206,
        Number(bytes),
        'inline; filename="film.mp4"',
      ]);
    }
    const sprite = await fetchMedia(world, medium.sprite.url, { as: member });
    expect([sprite.statusCode, sprite.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await fetchMedia(world, medium.mp4_url, { as: member, headers: { range: 'bytes=0-99' } })).statusCode).toBe(
      206,
    );
    expect((await fetchMedia(world, medium.mp4_url, { as: member, method: 'HEAD' })).headers['accept-ranges']).toBe(
      'bytes',
    );
    for (const url of [
      medium.url,
      medium.thumbnail_url,
      medium.blur_url,
      ...medium.sources.map((source: any) => source.url),
    ])
      expect((await fetchMedia(world, url, { as: member })).statusCode).toBe(200);
  });

  it('whose sound could not be read says so to its maker, in the library and with its post, and to no fan', async () => {
    const { model } = world.people.luna;
    const item = async () => (await world.call('POST /api/media/item', { as: model, body: { mediaId: id } })).body.data;
    const listed = async () =>
      (await world.call('GET /api/blogs/all', { as: model })).body.blogs.find(
        ({ _id }: { _id: string }) => _id === post._id,
      );
    expect([(await item()).is_sound_lost, (await listed()).sound_lost_index]).toEqual([false, []]);
    const film = { ...(await mediaRow(world, model, id)).film!, isSoundLost: true };
    await world.database.tenants.write(model.tenant, (db) =>
      db('media')
        .where({ id })
        .update({ film: JSON.stringify(film) as never }),
    );
    expect([(await item()).is_sound_lost, (await listed()).sound_lost_index]).toEqual([true, [0]]);
    expect(await see(member, post._id)).toMatchObject({ media: [{ type: 'video' }], sound_lost_index: null });
  });

  it('no header and no byte of it names who made it or where it was filmed', async () => {
    const [medium] = (await see(member, post._id)).media;
    const master = await fetchMedia(world, medium.hls_url, { as: member });
    const quality = await fetchMedia(world, master.body.trim().split('\n').at(-1)!, { as: member });
    const file = await fetchMedia(world, quality.body.trim().split('\n').at(-2)!, { as: member });
    for (const answer of [
      master,
      quality,
      file,
      await fetchMedia(world, medium.mp4_url, { as: member }),
      await fetchMedia(world, medium.sprite.url, { as: member }),
    ]) {
      expect(answer.statusCode).toBe(200);
      expect(JSON.stringify(answer.headers) + answer.rawPayload.toString('latin1')).not.toMatch(
        /backlot|\+59\.33|film\.mp4.{0,4}location/i,
      );
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('the original and the notes beside it have no address', async () => {
    const [medium] = (await see(member, post._id)).media;
    const [, , short, , ticket] = medium.hls_url.split('/');
    const statusAt = async (variant: string) =>
      (await fetchMedia(world, `/media/${short}/${variant}/${ticket}`, { as: member })).statusCode;
    for (const variant of ['original', 'manifest', 'progress', 'blur', 'h720', 'm720'])
      expect([variant, await statusAt(variant)]).toEqual([variant, 404]);
    for (const variant of ['h360', 'm360', 'thumb']) expect([variant, await statusAt(variant)]).toEqual([variant, 200]);
  });
});

describe('how far a film is', () => {
  it('is written at most every so often, the latest only, and nothing after its end', async () => {
    const written: number[] = [];
    const teller = tellProgress(async (percent) => {
      written.push(percent);
    }, 40);
    for (let percent = 0; percent <= 50; percent += 1) teller.tell(percent);
    await expect.poll(() => written).toEqual([50]);
    teller.tell(60);
    teller.tell(70);
    await expect.poll(() => written).toEqual([50, 70]);
    teller.tell(80);
    await teller.end();
    expect(written).toEqual([50, 70]);
  });

  it('reaches the open pages of its maker and nobody else, and is not stored', async () => {
    const { model, admin } = world.people.luna;
    const id = await uploadFilm(world, model, none);
    const heard: string[] = [];
    const listen = (person: TestPerson) =>
      world.server.realtime.join(person.tenant, `user:${person.id}`, {
        lastId: 0,
        sessionId: v7(),
        identityId: null,
        isLive: async () => true,
        endSession: () => undefined,
        shutOut: () => undefined,
        disconnect: () => undefined,
        send: (bytes) => {
          const frame = bytes.toString();
          if (frame.includes('MEDIA_PROGRESS')) heard.push(`${person.id} ${frame}`);
        },
      });
    const leave = [await listen(model), await listen(admin), await listen(world.people.mars.model)];
    for (const percent of [12, 12, 34])
      await keepProgress(world.ctx, model.tenant, { id, created_by: model.id }, percent);
    await expect
      .poll(() => heard)
      .toEqual(
        [12, 34].map(
          (progress) => `${model.id} ${JSON.stringify({ event: 'MEDIA_PROGRESS', data: { mediaId: id, progress } })}`,
        ),
      );
    expect(
      (await world.call('POST /api/upload/states', { as: model, body: { ids: [id] } })).body.data[0],
    ).toMatchObject({ state: 'processing', progress: 34 });
    expect(await eventsTo(world, model, 'MEDIA_PROGRESS')).toEqual([]);
    for (const go of leave) go?.();
    await world.runJobs();
  });
});

describe('whose film is next', () => {
  const queued = async (): Promise<string[]> =>
    withOwner(world.databaseUrl, async (owner) =>
      (
        await owner.query<{ tenant: string; media: string }>(
          `select p.payload->>'tenantId' as tenant, p.payload->>'mediaId' as media from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = 'process-film' order by j.priority, j.run_at, j.id`,
        )
      ).rows.map(({ tenant, media }) => `${tenant === world.tenants.luna.id ? 'luna' : 'mars'} ${media}`),
    );

  it('a site that sends many lets the others go in between', async () => {
    const many = [
      await uploadFilm(world, world.people.luna.model, none),
      await uploadFilm(world, world.people.luna.model, none),
      await uploadFilm(world, world.people.luna.model, none),
    ];
    const one = await uploadFilm(world, world.people.mars.model, none);
    expect(await queued()).toEqual([`luna ${many[0]}`, `mars ${one}`, `luna ${many[1]}`, `luna ${many[2]}`]);
    await world.runJobs();
  });

  it('films that came with the site follow behind, what people see first before the rest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'declared-'));
    const at = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);
    const declared = (sourceKey: string, publishAt: Date): DeclaredPost => ({
      sourceKey,
      caption: sourceKey,
      visibility: 'public',
      amountMinor: null,
      tags: [],
      publishAt,
      likes: 0,
      files: [join(folder, sourceKey), join(folder, 'photo')],
    });
    for (const name of ['old', 'new', 'coming'])
      await writeFile(
        join(folder, name),
        Buffer.concat([await smallFilm(1), Buffer.from(`\0\0\0\x10free${name.padEnd(8)}`)]),
      );
    await writeFile(join(folder, 'photo'), await smallPhoto());
    const { ids } = await importPosts(
      world.ctx,
      world.tenants.mars,
      [declared('old', at(-9)), declared('new', at(-1)), declared('coming', at(3))],
      { readyAtOnce: () => true },
    );
    const filmOf = (key: string): Promise<string> =>
      world.database.tenants.read(
        world.tenants.mars,
        async (db) =>
          (
            await db('post_media')
              .where({ post_id: ids.get(key) ?? '', position: 0 })
              .first('media_id')
          )?.media_id ?? '',
      );
    const sent = await uploadFilm(world, world.people.luna.model, none);
    expect(await queued()).toEqual([
      `luna ${sent}`,
      `mars ${await filmOf('new')}`,
      `mars ${await filmOf('old')}`,
      `mars ${await filmOf('coming')}`,
    ]);
    await world.runJobs();
    const post = (
      await world.call('GET /api/blog/get-blog-data-by-id', { on: 'mars', query: { id: ids.get('new') ?? '' } })
    ).body.data;
    expect(post).toMatchObject({
      blogSubType: 'mixGallery',
      contentCount: { photo: 1, video: 1 },
      contentLeftForProcessing: 0,
      media: [{ type: 'video', duration: expect.closeTo(1, 0) }, { type: 'photo' }],
    });
    await rm(folder, { recursive: true, force: true });
  }, 60_000);
});
