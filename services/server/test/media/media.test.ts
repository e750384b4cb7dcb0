import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveSettings } from '../../src/features/sites/index.ts';
import { acceptedForm } from '../../src/features/media/serve/served-file.ts';
import { keepPublicFile } from '../../src/features/media/index.ts';
import type { MediaVariant } from '../../src/features/media/media-rows.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { makePost, smallPhoto, subscribe } from '../../src/testing/posting.ts';

let world: World;
let member: TestPerson;
let other: TestPerson;
let open: any;
let closed: any;
let asMember: any;

beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  const { model } = world.people.luna;
  [member, other] = [await world.person('luna', 'member'), await world.person('luna', 'other')];
  await subscribe(world, member);
  await subscribe(world, other);
  const publicId = (await makePost(world, model, { visibility: 'public' }))._id;
  const privateId = (await makePost(world, model, { visibility: 'private' }))._id;
  const see = async (id: string, as?: TestPerson) =>
    (await world.call('GET /api/blog/get-blog-data-by-id', { ...(as ? { as } : {}), on: 'luna', query: { id } })).body
      .data;
  open = await see(publicId);
  closed = await see(privateId);
  asMember = await see(privateId, member);
}, 60_000);
afterAll(() => world.close());

interface Get {
  as?: TestPerson;
  host?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD';
  cookies?: Record<string, string>;
}
/** As an `<img>` of the page asks: with the page's cookie and nothing else. */
async function get(url: string, { as, host = 'luna.test', headers = {}, method = 'GET', cookies = {} }: Get = {}) {
  const jar = { ...cookies, ...(as ? { session: await world.tokenOf(as) } : {}) };
  const cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return world.app.inject({
    method,
    url,
    remoteAddress: '203.0.113.7',
    headers: { host, ...(cookie ? { cookie } : {}), ...headers },
  });
}
const statusOf = async (url: string, options?: Get) => (await get(url, options)).statusCode;

describe('private pictures', () => {
  it('come to the viewer whom they were signed for, with the cookie of the page', async () => {
    const answer = await get(asMember.media[0].url, { as: member });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      'content-disposition': 'inline; filename="picture.webp"',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  });
  it('every size that is named is there', async () => {
    for (const { url, content_type: type } of asMember.media[0].sources)
      expect((await get(url, { as: member })).headers['content-type']).toBe(type);
    expect(await statusOf(asMember.media[0].thumbnail_url, { as: member })).toBe(200);
  });
  it('come to nobody else: guest, other member, staff, other site', async () => {
    const { url } = asMember.media[0];
    for (const options of [
      {},
      { as: other },
      { as: world.people.luna.model },
      { as: member, host: 'mars.test' },
      { as: world.people.mars.fan, host: 'mars.test' },
      { as: member, host: 'platform.localhost' },
    ]) {
      expect(await statusOf(url, options)).toBe(404);
    }
  });
  it('a guest is sent no address of them at all', () => {
    expect(JSON.stringify(closed)).not.toMatch(/\/media\/(?!public\/)/);
  });
  it('an address that was changed anywhere is no address', async () => {
    const { url } = asMember.media[0];
    const [, , id, variant, ticket] = url.split('/');
    const [kind, expiry, key, signature] = ticket.split('.');
    const changed = [
      `/media/${open.media[0].url.split('/')[2]}/${variant}/${ticket}`,
      `/media/${asMember.media[0]._id}/${variant}/${ticket}`,
      `/media/${id}/blur/${ticket}`,
      `/media/${id}/original/${ticket}`,
      `/media/${id}/${variant}/af.${expiry}.${key}.${signature}`,
      `/media/${id}/${variant}/up.${expiry}.${key}.${signature}`,
      `/media/${id}/${variant}/${kind}.zzzzzzzz.${key}.${signature}`,
      `/media/${id}/${variant}/${kind}.${expiry}.b.${signature}`,
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
      `${url}=`,
      `${url}?x=1`,
      `${url}/`,
      url.replace('/media/', '/media//'),
      url.replace(id, id.toLowerCase() === id ? id.toUpperCase() : id.toLowerCase()),
      url.replace('.', '%2E'),
      `/media/${id}/${variant}/`,
    ];
    for (const address of changed)
      expect({ address, status: await statusOf(address, { as: member }) }).toEqual({ address, status: 404 });
  });
  it('another size under the same ticket comes too, where it was made', async () => {
    const { url } = asMember.media[0];
    const [, , id, , ticket] = url.split('/');
    const statusAt = async (variant: string) => statusOf(`/media/${id}/${variant}/${ticket}`, { as: member });
    expect([await statusAt('thumb'), await statusAt('w320'), await statusAt('w9999')]).toEqual([200, 200, 404]);
  });
  it('an address ends', async () => {
    const before = world.clock.now();
    world.clock.advance(2 * 3_600_000 + 1);
    expect(await statusOf(asMember.media[0].url, { as: member })).toBe(404);
    world.clock.set(before);
    expect(await statusOf(asMember.media[0].url, { as: member })).toBe(200);
  });
  it('a session that ended loses them within a second', async () => {
    const leaving = await world.person('luna', 'leaving');
    await subscribe(world, leaving);
    const post = (await world.call('GET /api/blog/get-blog-data-by-id', { as: leaving, query: { id: closed._id } }))
      .body.data;
    expect(await statusOf(post.media[0].url, { as: leaving })).toBe(200);
    expect((await world.call('POST /api/users/logout', { as: leaving, body: {} })).status).toBe(200);
    await expect.poll(() => statusOf(post.media[0].url, { as: leaving }), { timeout: 20_000 }).toBe(404);
  });
  it('a person who was blocked loses them within a second', async () => {
    const blocked = await world.person('luna', 'blocked');
    await subscribe(world, blocked);
    const post = (await world.call('GET /api/blog/get-blog-data-by-id', { as: blocked, query: { id: closed._id } }))
      .body.data;
    expect(await statusOf(post.media[0].url, { as: blocked })).toBe(200);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').where({ id: blocked.id }).update({ status: 'blocked' }),
    );
    await expect.poll(() => statusOf(post.media[0].url, { as: blocked }), { timeout: 20_000 }).toBe(404);
  });
  it('the bearer token serves as well, for what is no page', async () => {
    expect(
      await statusOf(asMember.media[0].url, {
        host: 'api.luna.test',
        headers: { authorization: `Bearer ${await world.tokenOf(member)}` },
      }),
    ).toBe(200);
  });
});

describe('how bytes are answered', () => {
  it('parts, and nothing when it is known', async () => {
    const url: string = open.media[0].url;
    const whole = await get(url);
    const part = await get(url, { headers: { range: 'bytes=4-9' } });
    expect({ status: part.statusCode, range: part.headers['content-range'], bytes: part.rawPayload }).toEqual({
      status: 206,
      range: `bytes 4-9/${whole.rawPayload.length}`,
      bytes: whole.rawPayload.subarray(4, 10),
    });
    expect(await statusOf(url, { headers: { range: 'bytes=99999999-' } })).toBe(416);
    const known = await get(url, { headers: { 'if-none-match': String(whole.headers.etag) } });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const head = await get(url, { method: 'HEAD' });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(whole.rawPayload.length),
      0,
    ]);
  });
  it('comes in the form that the browser can show', () => {
    const made = ['w320', 'w640', 'w960', 'w1280', 'a640', 'a960', 'jpeg960', 'jpeg1600', 'thumb'].map(
      (name): MediaVariant => ({
        name,
        width: Number(/\d+/.exec(name)?.[0] ?? 240),
        height: 100,
        contentType: '',
        bytes: 1,
      }),
    );
    const formOf = (name: string, accept?: string) =>
      acceptedForm(
        made,
        made.find((one) => one.name === name)!,
        accept,
      ).name;
    const [modern, plain, old] = [
      'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
      'image/webp,image/*,*/*',
      'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5',
    ];
    expect(
      [modern, plain, old, '*/*', undefined].map((accept) =>
        ['w320', 'w640', 'w960', 'w1280', 'thumb'].map((name) => formOf(name, accept)),
      ),
    ).toEqual([
      ['w320', 'a640', 'a960', 'w1280', 'thumb'],
      ['w320', 'w640', 'w960', 'w1280', 'thumb'],
      ['jpeg960', 'jpeg960', 'jpeg960', 'jpeg1600', 'thumb'],
      ['w320', 'w640', 'w960', 'w1280', 'thumb'],
      ['w320', 'w640', 'w960', 'w1280', 'thumb'],
    ]);
  });
  it('one address with two forms says so to caches', async () => {
    const url: string = open.media[0].sources[0].url;
    const [webp, jpeg] = [await get(url), await get(url, { headers: { accept: 'image/png,image/*;q=0.8' } })];
    expect(
      [webp, jpeg].map(({ statusCode, headers }) => [
        statusCode,
        headers['content-type'],
        headers.vary?.includes('accept'),
      ]),
    ).toEqual([
      [200, 'image/webp', true],
      [200, 'image/jpeg', true],
    ]);
    expect(webp.headers.etag).not.toBe(jpeg.headers.etag);
  });
  it('a blur is public and kept for ever; what is not there is 404', async () => {
    const { blur_url: url } = closed.media[0];
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'image/webp',
    ]);
    expect(await statusOf(url, { host: 'mars.test' })).toBe(404);
    for (const bad of [
      '/media/public/0123456789abcdef0123456789abcdef/blur',
      '/media/public/..%2f..%2fsecret/blur',
      `${url}x`,
      url.replace('/blur', '/w320'),
      '/media/public/zz/blur',
    ])
      expect(await statusOf(bad)).toBe(404);
  });
  it("a public post's pictures come to every guest and to members", async () => {
    expect(await statusOf(open.media[0].url)).toBe(200);
    expect(await statusOf(open.media[0].url, { as: member })).toBe(200);
    expect(await statusOf(open.media[0].url, { host: 'mars.test' })).toBe(404);
  });
  it("a file of the site's look has a name of its own bytes", async () => {
    const file = { bytes: await smallPhoto(), contentType: 'image/png' as const, name: 'logo' };
    const path = await keepPublicFile(world.ctx, world.tenants.luna, file);
    expect(await keepPublicFile(world.ctx, world.tenants.luna, file)).toBe(path);
    expect((await get(path)).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await statusOf(path, { host: 'mars.test' })).toBe(404);
    await expect(keepPublicFile(world.ctx, world.tenants.luna, { ...file, name: 'blur' })).rejects.toThrow(RangeError);
  });
});

describe('what every guest may see', () => {
  const set = async (values: Record<string, unknown>) => {
    await world.database.tenants.write(world.tenants.luna, (db) => saveSettings(db, values, null, world.clock.now()));
    for (const [key, value] of Object.entries(values))
      await expect
        .poll(
          async () => ((await world.ctx.settings.of(world.tenants.luna)) as unknown as Record<string, unknown>)[key],
          { timeout: 20_000 },
        )
        .toEqual(value);
  };
  const cachingOf = async (url: string, options?: Get) => (await get(url, options)).headers['cache-control'];

  it('may stay for a minute in a cache between us: public pictures, under an address of this very making', async () => {
    for (const { url } of open.media[0].sources) expect(await cachingOf(url)).toBe('public, max-age=300, s-maxage=60');
    expect(await cachingOf(open.media[0].thumbnail_url)).toBe('public, max-age=300, s-maxage=60');
    expect((await get(open.media[0].url)).headers['set-cookie']).toBeUndefined();
    const again = (await world.call('GET /api/blog/get-blog-data-by-id', { on: 'luna', query: { id: open._id } })).body
      .data;
    expect(again.media[0].url).toBe(open.media[0].url);
  });
  it('is what nobody else keeps for a member: their addresses are theirs', async () => {
    expect(await cachingOf(asMember.media[0].url, { as: member })).toMatch(/^private, max-age=/);
  });
  it.each([
    [{ show_age_modal: true }, { show_age_modal: false }],
    [{ blocked_countries: ['DE'] }, { blocked_countries: [] }],
    [{ blocked_regions: ['US-UT'] }, { blocked_regions: [] }],
    [{ block_unknown_area: true }, { block_unknown_area: false }],
  ])('is kept by no cache between us where not everybody may see it: %j', async (closing, opening) => {
    await set(closing);
    const cookies = { 'age-confirmed': '1' };
    for (const url of [open.media[0].url, closed.media[0].blur_url])
      expect((await cachingOf(url, { cookies })) ?? 'no-store').toMatch(/^(?:private|no-store)/);
    await set(opening);
    expect(await cachingOf(open.media[0].url)).toMatch(/^public/);
  });
});

describe('a site that is not open', () => {
  const set = async (values: Record<string, boolean>) => {
    await world.database.tenants.write(world.tenants.luna, (db) => saveSettings(db, values, null, world.clock.now()));
    for (const [key, value] of Object.entries(values))
      await expect
        .poll(
          async () => ((await world.ctx.settings.of(world.tenants.luna)) as unknown as Record<string, unknown>)[key],
          { timeout: 20_000 },
        )
        .toBe(value);
  };
  it('no picture of its posts reaches a guest who has not confirmed their age', async () => {
    await set({ show_age_modal: true });
    for (const url of [open.media[0].url, closed.media[0].blur_url]) {
      expect(await statusOf(url)).toBe(403);
      const confirmed = await get(url, { cookies: { 'age-confirmed': '1' } });
      expect(confirmed.statusCode).toBe(200);
      // A cache between us would show it to those who have not.
      expect(confirmed.headers['cache-control']).toMatch(/^private/);
    }
    expect(await statusOf(asMember.media[0].url, { as: member })).toBe(200);
    for (const [path, options] of [
      ['GET /api/blogs', {}],
      ['GET /api/gallery', {}],
      ['POST /api/feed-tags/', { body: {} }],
    ] as const) {
      expect((await world.call(path, { on: 'luna', ...options })).body.code, path).toBe('age-confirmation-required');
      expect(
        (await world.call(path, { on: 'luna', ...options, headers: { 'x-age-confirmed': '1' } })).status,
        path,
      ).toBe(200);
    }
    await set({ show_age_modal: false });
  });
  it('in maintenance only staff see pictures', async () => {
    await set({ maintenance_mode: true });
    expect(await statusOf(open.media[0].url)).toBe(503);
    expect(await statusOf(open.media[0].url, { as: world.people.luna.admin })).toBe(200);
    await set({ maintenance_mode: false });
  });
  it('suspended it serves nothing', async () => {
    await world.database.shared.write((db) =>
      db('tenants').where({ id: world.tenants.luna.id }).update({ status: 'suspended' }),
    );
    await expect.poll(() => statusOf(open.media[0].url), { timeout: 20_000 }).toBe(503);
    await world.database.shared.write((db) =>
      db('tenants').where({ id: world.tenants.luna.id }).update({ status: 'active' }),
    );
    await expect.poll(() => statusOf(open.media[0].url), { timeout: 20_000 }).toBe(200);
  });
});
