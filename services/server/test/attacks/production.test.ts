import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { makePost } from '../../src/testing/posting.ts';

let world: World;
let seen: { viewer: unknown; all: string } = { viewer: null, all: '' };
beforeAll(async () => {
  vi.stubEnv('SECRET_KEY', randomBytes(32).toString('hex'));
  world = await createWorld({
    at: new Date('2026-11-22T12:00:00Z'),
    env: { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1' },
    renderPage: async (bootstrap) => {
      seen = { viewer: bootstrap.viewer, all: JSON.stringify(bootstrap) };
      return { status: 200, html: '<!doctype html>' };
    },
  });
}, 60_000);
afterAll(async () => {
  await world.close();
  vi.unstubAllEnvs();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { host: 'luna.test', ...headers } });
const cookiesOf = (answer: { headers: Record<string, unknown> }): string[] =>
  [answer.headers['set-cookie'] ?? []].flat() as string[];

describe('in production behind https', () => {
  it('every answer tells browsers to come by https only, for a year, and to hosts below too', async () => {
    for (const [url, host] of [
      ['/', 'luna.test'],
      ['/api/app_settings/get', 'api.luna.test'],
      ['/api/users/me', 'luna.test'],
      ['/nowhere.php', 'luna.test'],
      ['/', 'unknown.test'],
      ['/media/x', 'luna.test'],
    ] as const) {
      expect([url, (await get(url, { host })).headers['strict-transport-security']]).toEqual([
        url,
        'max-age=31536000; includeSubDomains',
      ]);
    }
  });

  it('a port that is none of ours is in no link, no policy and no redirect, whoever names it', async () => {
    for (const [host, port] of [
      ['luna.test:6667', ''],
      ['luna.test:443', ':443'],
      ['luna.test', ''],
    ]) {
      const page = await get('/home', { host: host! });
      const policy = String(page.headers['content-security-policy']);
      const [socket] = /wss:\/\/[^ ;]+/.exec(policy) ?? [];
      expect([host, page.statusCode, socket]).toEqual([host, 200, `wss://api.luna.test${port}`]);
      expect(`${JSON.stringify(page.headers)} ${seen.all}`).not.toContain('6667');
    }
  });

  it("the session's cookie is bound to its host by its name", async () => {
    const email = 'new@fan.test';
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/users/register',
      headers: { host: 'luna.test' },
      remoteAddress: '203.0.113.7',
      payload: { name: 'New', email, password: 'A-quiet-river-77' },
    });
    const cookies = cookiesOf(answer);
    expect({ status: answer.statusCode, cookies }).toMatchObject({ status: 200 });
    const session = cookies.find((cookie) => cookie.startsWith('__Host-session='));
    expect(session).toMatch(/^__Host-session=[^;]+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(session).not.toContain('Domain');
    expect(cookies.filter((cookie) => cookie.startsWith('session='))).toEqual([]);
  });

  it("a session under the plain name, which a neighbouring host could have set, is nobody's", async () => {
    const { fan, model } = world.people.luna;
    const [planted, bound] = [await world.tokenOf(fan), await world.tokenOf(model)];
    const alone = await get('/', { cookie: `session=${planted}` });
    expect(seen.viewer).toBeNull();
    expect(cookiesOf(alone)).toEqual([]);
    await get('/', { cookie: `session=${planted}; __Host-session=${bound}` });
    expect(seen.viewer).toMatchObject({ _id: model.id });
  });

  it("other cookies without the bound name are nobody's, but for those that scripts set", async () => {
    await world.call('PATCH /api/app_settings', { as: world.people.luna.model, body: { show_age_modal: true } });
    await expect.poll(async () => (await get('/api/blogs')).statusCode).toBe(403);
    expect((await get('/api/blogs', { cookie: 'age-confirmed=1' })).statusCode).toBe(403);
    expect((await get('/api/blogs', { cookie: '__Host-age-confirmed=1' })).statusCode).toBe(200);
    const confirmed = await world.app.inject({
      method: 'POST',
      url: '/api/age-modal/confirm',
      headers: { host: 'luna.test' },
    });
    expect(cookiesOf(confirmed)[0]).toMatch(/^__Host-age-confirmed=1; .*Secure/);
  });

  it("the feed's tags in the settings are told to whoever has the bound age cookie, and nobody else", async () => {
    const { model } = world.people.luna;
    await world.call('PATCH /api/app_settings', { as: model, body: { show_age_modal: true, feed_tags_enable: true } });
    await makePost(world, model, { visibility: 'public', feed_tags: ['Bowls'] });
    const tagsFor = async (cookie: string): Promise<unknown> =>
      (await get('/api/app_settings/get', { cookie })).json().data.feed_tags;
    await expect.poll(() => tagsFor('__Host-age-confirmed=1')).toMatchObject([{ slug: 'bowls' }]);
    expect([await tagsFor(''), await tagsFor('age-confirmed=1')]).toEqual([[], []]);
  });

  it('a refusal to be counted, which a script keeps, is seen: the page may reach no counting service', async () => {
    await world.call('PATCH /api/app_settings', {
      as: world.people.mars.model,
      body: { google_analytics_4_measurement_id: 'G-ABC1234' },
    });
    const policy = async (cookie: string): Promise<string> =>
      String((await get('/home', { host: 'mars.test', cookie })).headers['content-security-policy']);
    await expect.poll(() => policy('')).toContain('google-analytics');
    expect(await policy('analytics=no')).not.toContain('google');
  });
});

describe('the deployment', () => {
  it('with https and nobody in front that is trusted does not start, and says why', () => {
    expect(() => configFrom({ NODE_ENV: 'production' })).toThrow(
      'TRUSTED_PROXIES is not set. Something in front of this server speaks https',
    );
    expect(() => configFrom({ NODE_ENV: 'production', TRUSTED_PROXIES: ' , ' })).toThrow('TRUSTED_PROXIES is not set');
    expect(configFrom({ NODE_ENV: 'production', PUBLIC_SCHEME: 'http' }).trustedProxies).toEqual([]);
    expect(
      configFrom({ NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8,loopback' }).trustedProxies,
    ).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback']);
    for (const wrong of ['proxy.example', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.0/x', '300.1.1.1'])
      expect(() => configFrom({ TRUSTED_PROXIES: wrong })).toThrow(`not '${wrong}'`);
  });
});
