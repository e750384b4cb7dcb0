import { geoipFile } from '@backlot/testing/geoip-file';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGeoip } from '../../src/process/geoip.ts';
import { OperatorError } from '../../src/process/operator-error.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { readyPhoto } from '../../src/testing/posting.ts';

const german = '198.51.100.7';
const utahn = '203.0.113.7';
const californian = '203.0.113.200';
const unknown = '192.0.2.1';

let folder: string;
let world: World;
const fileOf = async (name: string, bytes: Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'));
  const file = await fileOf(
    'places.mmdb',
    geoipFile({
      '198.51.100.0/24': { country: 'DE', region: 'BE' },
      '203.0.113.0/25': { country: 'US', region: 'UT' },
      '203.0.113.128/25': { country: 'US', region: 'CA' },
    }),
  );
  world = await createWorld({
    env: { GEOIP_FILE: file, TRUSTED_PROXIES: '10.1.1.1', THROTTLE: 'off' },
    renderPage: async (bootstrap) => ({
      status: bootstrap.site.isAreaBlocked ? 451 : 200,
      html: JSON.stringify(bootstrap),
    }),
  });
});
afterAll(() => world.close());

const from = async (
  address: string,
  path: string,
  options: { host?: string; token?: string; cookie?: string; method?: 'GET' | 'POST'; body?: object } = {},
) => {
  const answer = await world.app.inject({
    method: options.method ?? 'GET',
    url: path,
    remoteAddress: '10.1.1.1',
    headers: {
      host: options.host ?? 'luna.test',
      'x-forwarded-for': address,
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.cookie ? { cookie: `session=${options.cookie}` } : {}),
    },
    ...(options.body ? { payload: options.body } : {}),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    code: isJson ? (answer.json() as { code?: string }).code : undefined,
    text: answer.body,
    headers: answer.headers,
  };
};
const block = async (settings: object): Promise<void> => {
  const { status } = await world.call('PATCH /api/app_settings', {
    as: world.people.luna.admin,
    body: settings,
    headers: { 'x-forwarded-for': unknown },
  });
  expect(status).toBe(200);
};

it('the card form begins with the country that the payer is in, where it is known', async () => {
  const countryOf = async (address: string) =>
    (JSON.parse((await from(address, '/api/ccbill/get-country-from-ip')).text) as { data: object }).data;
  expect(await countryOf(german)).toEqual({ country: 'DE' });
  expect(await countryOf(unknown)).toEqual({ country: null });
});

describe('area blocking', () => {
  it('GEN-13 refuses calls, pages and pictures to a blocked country or region, and to no other', async () => {
    const url = await lookOf(world);
    await block({ blocked_countries: ['DE'], blocked_regions: ['US-UT'] });
    await expect.poll(async () => (await from(german, '/api/blogs')).code, { timeout: 20_000 }).toBe('blocked-area');
    for (const address of [german, utahn]) {
      expect(await from(address, '/api/blogs')).toMatchObject({ status: 451, code: 'blocked-area' });
      expect(await from(address, '/api/blogs', { host: 'api.luna.test' })).toMatchObject({
        status: 451,
        code: 'blocked-area',
      });
      expect(await from(address, '/home')).toMatchObject({ status: 451 });
      expect(await from(address, url)).toMatchObject({ status: 451, code: 'blocked-area' });
    }
    for (const address of [californian, unknown]) {
      expect((await from(address, '/api/blogs')).status).toBe(200);
      expect((await from(address, '/home')).status).toBe(200);
      expect((await from(address, url)).status).toBe(200);
    }
    expect((await from(german, '/api/blogs')).text).toContain('This website is blocked in your area.');
  });

  it('GEN-13 its page carries no post and no picture', async () => {
    await world.call('PATCH /api/app_settings', {
      as: world.people.luna.admin,
      body: { banner_image: '/media/public/x/y', signup_image: '/media/public/x/z' },
    });
    await expect
      .poll(async () => (await from(californian, '/home')).text, { timeout: 20_000 })
      .toContain('/media/public/x/y');
    const carried = async (address: string) =>
      JSON.parse((await from(address, '/home')).text.replace(/<!--.*/, '')) as {
        queries: unknown[];
        settings: Record<string, unknown>;
      };
    const blocked = await carried(german);
    expect((await carried(californian)).queries.length).toBeGreaterThan(0);
    expect(blocked.queries).toEqual([]);
    expect(JSON.stringify(blocked.settings)).not.toContain('/media/public/x');
  });

  it('pictures that depend on the place are kept by no shared cache', async () => {
    expect((await from(californian, await lookOf(world))).headers['cache-control']).toMatch(/private/);
  });

  it('the sitemap is kept by no shared cache either, which could hand it to a blocked place', async () => {
    expect(await from(californian, '/sitemap.xml')).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-store' },
    });
    expect((await from(german, '/sitemap.xml')).status).toBe(404);
    expect((await from(german, '/sitemap.xml', { host: 'mars.test' })).headers['cache-control']).toBe(
      'public, max-age=300',
    );
  });

  it('GEN-13 binds members too, and lets staff in from anywhere', async () => {
    const [fan, admin] = await Promise.all([
      world.tokenOf(world.people.luna.fan),
      world.tokenOf(world.people.luna.admin),
    ]);
    expect(await from(german, '/api/blogs', { token: fan })).toMatchObject({ status: 451, code: 'blocked-area' });
    expect((await from(german, '/api/blogs', { token: admin })).status).toBe(200);
    expect((await from(german, '/home', { cookie: fan })).status).toBe(451);
    expect((await from(german, '/home', { cookie: admin })).status).toBe(200);
    const { email, password } = world.people.luna.admin;
    expect((await from(german, '/api/users/login', { method: 'POST', body: { email, password } })).status).toBe(200);
    expect(
      (
        await from(german, '/api/users/register', {
          method: 'POST',
          body: { email: 'new@there.example', password: 'Long-enough-1' },
        })
      ).code,
    ).toBe('blocked-area');
  });

  it('GEN-13 closes the socket of a fan who comes from there', async () => {
    await world.app.ready();
    const answer = async (person: TestPerson, address: string): Promise<string> => {
      const socket = await world.app.injectWS('/ws', {
        headers: { host: 'luna.test', origin: 'http://luna.test:8000', 'x-forwarded-for': address },
        socket: { remoteAddress: '10.1.1.1' },
      } as never);
      const first = new Promise<string>((resolve) => {
        socket.on('message', (raw: Buffer) => resolve((JSON.parse(raw.toString()) as { event: string }).event));
        socket.on('close', (code, reason) => resolve(`${code} ${reason.toString()}`));
      });
      socket.send(JSON.stringify({ event: 'AUTH', data: { token: await world.tokenOf(person) } }));
      return first.finally(() => socket.terminate());
    };
    const { fan, model } = world.people.luna;
    expect([await answer(fan, german), await answer(fan, californian), await answer(model, german)]).toEqual([
      '1008 area',
      'READY',
      'READY',
    ]);
  });

  it('GEN-13 an unknown place follows block_unknown_area', async () => {
    expect((await from(unknown, '/api/blogs')).status).toBe(200);
    await block({ block_unknown_area: true });
    await expect.poll(async () => (await from(unknown, '/api/blogs')).code, { timeout: 20_000 }).toBe('blocked-area');
    expect((await from(californian, '/api/blogs')).status).toBe(200);
    await block({ block_unknown_area: false });
    await expect.poll(async () => (await from(unknown, '/api/blogs')).status, { timeout: 20_000 }).toBe(200);
  });

  it("one site's blocking is no other's", async () => {
    expect((await from(german, '/api/blogs', { host: 'mars.test' })).status).toBe(200);
    expect((await from(german, '/api/blogs')).status).toBe(451);
  });

  it('takes codes of countries and regions, and nothing else', async () => {
    for (const body of [
      { blocked_countries: ['Germany'] },
      { blocked_countries: ['D'] },
      { blocked_regions: ['Utah'] },
      { blocked_regions: ['US'] },
    ]) {
      expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body })).body.code).toBe(
        'setting-invalid',
      );
    }
    expect(
      (await world.call('PATCH /api/app_settings', { as: world.people.luna.model, body: { blocked_countries: [] } }))
        .body.code,
    ).toBe('access-denied');
  });
});

describe('the policy of a page', () => {
  it('GEN-17 lets nothing reach the counting service but on a site that has one, for a visitor who has not refused', async () => {
    const policy = async (host: string, cookie = '') =>
      String(
        (
          await world.app.inject({
            url: '/home',
            remoteAddress: '10.1.1.1',
            headers: { host, cookie, 'x-forwarded-for': californian },
          })
        ).headers['content-security-policy'],
      );
    expect(await policy('mars.test')).not.toContain('google');
    expect(
      (
        await world.call('PATCH /api/app_settings', {
          as: world.people.mars.admin,
          body: { google_analytics_4_measurement_id: 'G-ABC1234' },
        })
      ).status,
    ).toBe(200);
    await expect
      .poll(() => policy('mars.test'), { timeout: 20_000 })
      .toMatch(/script-src [^;]*https:\/\/www\.googletagmanager\.com/);
    expect(await policy('mars.test', 'analytics=no')).not.toContain('google');
    expect(await policy('luna.test')).not.toContain('google');
  });
});

describe('without a GeoIP file', () => {
  it('a site cannot switch area blocking on, and is told why', async () => {
    const without = await createWorld();
    const save = (body: object) => without.call('PATCH /api/app_settings', { as: without.people.luna.admin, body });
    expect((await save({ blocked_countries: ['DE'] })).body).toMatchObject({
      code: 'area-blocking-unavailable',
      success: false,
    });
    expect((await save({ blocked_countries: [], block_unknown_area: false })).status).toBe(200);
    await without.close();
  });

  it("nobody's place is known", async () => {
    const geoip = await openGeoip(null);
    expect([geoip.isAvailable, geoip.placeOf(german)]).toEqual([false, null]);
  });
});

describe('the GeoIP file', () => {
  it('tells country and region, and nothing of what is no public address', async () => {
    const geoip = await openGeoip(
      await fileOf('good.mmdb', geoipFile({ '198.51.100.0/24': { country: 'DE' } }, 'GeoLite2-Country')),
    );
    expect(
      [german, `::ffff:${german}`, '127.0.0.1', '2001:db8::1', 'nonsense', ''].map((address) => geoip.placeOf(address)),
    ).toEqual([{ country: 'DE', region: null }, { country: 'DE', region: null }, null, null, null, null]);
  });

  it('that is missing, cut off, or something else stops the start with a sentence', async () => {
    const whole = geoipFile({ '198.51.100.0/24': { country: 'DE' } });
    const cut = await fileOf('cut.mmdb', whole.subarray(0, 40));
    const page = await fileOf('page.mmdb', Buffer.from('<html>Not found</html>'));
    const other = await fileOf('asn.mmdb', geoipFile({ '198.51.100.0/24': { country: 'DE' } }, 'GeoLite2-ASN'));
    await expect(openGeoip(join(folder, 'absent.mmdb'))).rejects.toThrow(
      /GEOIP_FILE: .*absent\.mmdb cannot be read \(ENOENT\)/,
    );
    for (const path of [cut, page, other, await fileOf('empty.mmdb', Buffer.alloc(0))])
      await expect(openGeoip(path), path).rejects.toThrow(/GEOIP_FILE: .* is no GeoIP database/);
    await expect(openGeoip(folder)).rejects.toThrow(/GEOIP_FILE: .*EISDIR/);
    // Shown as the sentence alone, without a stack.
    for (const path of [cut, join(folder, 'absent.mmdb')])
      await expect(openGeoip(path), path).rejects.toBeInstanceOf(OperatorError);
  });
});

/** Address of a picture of the site's look. */
let look: Promise<string> | null = null;
const lookOf = (given: World): Promise<string> =>
  (look ??= (async () => {
    const medium = await readyPhoto(given, given.people.luna.model);
    const { body } = await given.call('POST /api/app_settings/upload-theme-image', {
      as: given.people.luna.model,
      body: { media_id: medium },
    });
    return body.data.url as string;
  })());
