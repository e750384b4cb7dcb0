import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { recordStatements } from '@backlot/database/testing/statements';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bootstrap } from '@backlot/contracts/bootstrap';
import type { RenderPage } from '../../src/plugins/pages.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
const renderPage = vi.fn<RenderPage>(async (bootstrap) => ({
  status: bootstrap.path.startsWith('/nowhere') ? 404 : 200,
  html: `<script nonce="${bootstrap.nonce}">${JSON.stringify(bootstrap)}</script>`,
}));
beforeAll(async () => {
  world = await createWorld({ renderPage });
  await addPost('seen by members', world.clock.now());
});
afterAll(() => world.close());
beforeEach(() => {
  // What was read before is believed no longer.
  world.clock.advance(2_000);
  renderPage.mockClear();
});

/** By no call of this process: as another would write it. */
const write = (work: (db: TenantDb) => Promise<unknown>) => world.database.tenants.write(world.tenants.luna, work);

async function addPost(title: string, at: Date): Promise<string> {
  const id = v7();
  await write((db) =>
    db('posts').insert({
      id,
      title,
      caption: 'A caption',
      visibility: title === 'seen by members' ? 'private' : 'public',
      amount_minor: null,
      currency: 'USD',
      private_blur: false,
      caption_blur: true,
      publish_at: at,
      photo_count: 1,
      created_at: world.clock.now(),
    }),
  );
  return id;
}

const page = (url = '/home', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  world.app.inject({ method, url, headers: { host: 'luna.test', ...headers } });
const shown = async (url?: string, headers?: Record<string, string>) =>
  JSON.parse((await page(url, headers)).body.replace(/<!--.*|<[^>]*>/g, '')) as Bootstrap;

describe('what a guest asks for leaves the next guest’s page as it is', () => {
  const hostile: ReadonlyArray<readonly [string, string, Record<string, string>, 'GET' | 'HEAD' | 'POST']> = [
    ['a port', '/home', { host: 'luna.test:6666' }, 'GET'],
    ['a host that was handed on', '/home', { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }, 'GET'],
    ['another spelling of the host', '/home', { host: 'LUNA.test.' }, 'GET'],
    ['a query', '/home?evil="><script>', {}, 'GET'],
    ['a campaign', '/home?utm_source=evil', {}, 'GET'],
    ['a path with a query in it', '/home%3Fevil', {}, 'GET'],
    ['cookies', '/home', { cookie: 'session=evil; language=xx; analytics=maybe; age-confirmed=evil' }, 'GET'],
    ['ribbons that were closed', '/home', { cookie: 'closed-ribbons=evil' }, 'GET'],
    ['a language', '/home', { 'accept-language': 'evil, de;q=0.5' }, 'GET'],
    ['an encoding', '/home', { 'accept-encoding': 'evil, br;q=0, *' }, 'GET'],
    ['a tag', '/home', { 'if-none-match': '"evil", *' }, 'GET'],
    ['the question whether it is there', '/home', {}, 'HEAD'],
    ['something sent', '/home', { 'content-type': 'text/plain' }, 'POST'],
  ];

  it.each(hostile)('%s', async (_, url, headers, method) => {
    const before = await page();
    world.clock.advance(2_000);
    renderPage.mockClear();
    // Whoever is evil comes first after it has to be made of what is there.
    const answer = await page(url, headers, method);
    const after = await page();
    expect(after.body).toBe(before.body);
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.headers['content-security-policy']).toBe(before.headers['content-security-policy']);
    expect(after.body).not.toContain('evil');
    expect(answer.statusCode).toBeLessThan(500);
  });
});

describe('a guest’s feed', () => {
  const feed = (query = '', headers: Record<string, string> = {}) =>
    world.app.inject({ url: `/api/blogs${query}`, headers: { host: 'api.luna.test', ...headers } });

  it('is asked of the database once for all who come at once, and is what a page of it says', async () => {
    const recording = recordStatements();
    const answers = await Promise.all(Array.from({ length: 50 }, () => feed('?page_num=1')));
    const asked = recording.stop().filter(({ text }) => text.includes('"posts"'));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(asked).toHaveLength(1);
    // As it is answered where nothing is kept.
    expect(answers[0]!.json()).toEqual((await feed('?page_num=1&limit=20')).json());
    expect(answers[0]!.headers).toMatchObject({ 'cache-control': 'no-store', 'x-settings-version': expect.anything() });
    expect(answers[0]!.headers['etag']).toBeUndefined();
  });

  it('is kept under its own addresses alone, however else it is asked for', async () => {
    const readings = async (query: string) => {
      await feed(query);
      const recording = recordStatements();
      await feed(query);
      return recording.stop().filter(({ text }) => text.includes('"posts"')).length;
    };
    // Believed for half a second, which a busy machine may take over it.
    await expect.poll(() => readings('?page_num=1')).toBe(0);
    for (const query of ['??&page_num=99999&x=y', '?page_num=1&x=y', '?page_num=01', '?PAGE_NUM=1'])
      expect([query, (await readings(query)) > 0]).toEqual([query, true]);
  });

  it('is asked again when something of the site was changed here, and not when a browser only asks or reports', async () => {
    const isRead = async (act: () => Promise<unknown>) => {
      await feed();
      await act();
      const recording = recordStatements();
      await feed();
      return recording.stop().some(({ text }) => text.includes('"posts"'));
    };
    const ask = (method: 'OPTIONS' | 'POST' | 'PATCH', url: string, payload: object = {}) =>
      world.app.inject({ method, url, payload, headers: { host: 'luna.test', origin: 'http://luna.test:8000' } });
    for (const [method, url] of [
      ['OPTIONS', '/api/blogs'],
      ['POST', '/api/policy-reports'],
      ['POST', '/api/nowhere'],
      ['PATCH', '/api/app_settings'],
    ] as const)
      await expect.poll(() => isRead(() => ask(method, url)), { message: url }).toBe(false);
    const body = { site_tagline: 'another line' };
    expect(await isRead(() => world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body }))).toBe(true);
  });

  it('of a member is nobody else’s', async () => {
    const authorization = `Bearer ${await world.tokenOf(world.people.luna.admin)}`;
    const [guest, staff] = [(await feed()).json(), (await feed('', { authorization })).json()];
    expect((await feed()).json()).toEqual(guest);
    expect(staff).not.toEqual(guest);
  });

  it('is closed by a gate at once, and nothing of it stays open', async () => {
    expect((await feed()).statusCode).toBe(200);
    await changeSettings(world, { show_age_modal: true });
    expect((await feed()).statusCode).toBe(403);
    expect((await feed('', { 'x-age-confirmed': '1' })).statusCode).toBe(200);
    await changeSettings(world, { show_age_modal: false });
    expect((await feed()).statusCode).toBe(200);
  });
});

describe('a guest’s page', () => {
  it('holds nothing of those who were there before', async () => {
    const { fan, model, admin } = world.people.luna;
    for (const person of [fan, model, admin]) {
      const cookie = `session=${await world.tokenOf(person)}`;
      expect((await page('/home', { cookie })).body).toContain(person.id);
      const { body } = await page();
      for (const own of [person.id, person.email, await world.tokenOf(person)]) expect(body).not.toContain(own);
    }
    expect(await shown()).toMatchObject({ viewer: null, token: null, nonce: '' });
  });

  it('is made once for all who come at once, and not again while nothing changes', async () => {
    await changeSettings(world, { site_tagline: 'as nobody has seen it' });
    await Promise.all(Array.from({ length: 50 }, () => page()));
    expect(renderPage).toHaveBeenCalledTimes(1);
    world.clock.advance(2_000);
    await page();
    expect(renderPage).toHaveBeenCalledTimes(1);
  });

  it('has what was written by another process within a second, and what is shown from a time on at that time', async () => {
    const titles = async () => JSON.stringify((await shown()).queries);
    await titles();
    const id = await addPost('later than the rest', new Date(world.clock.now().getTime() + 60_000));
    world.clock.advance(900);
    expect(await titles()).not.toContain('later than the rest');
    world.clock.advance(61_000);
    expect(await titles()).toContain('later than the rest');
    await write((db) => db('posts').where({ id }).update({ title: 'under another title' }));
    world.clock.advance(900);
    expect(await titles()).toContain('under another title');
  });

  it('has what was changed through this process at once', async () => {
    await page();
    await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { site_tagline: 'A new line' } });
    await vi.waitUntil(async () => (await world.ctx.settings.of(world.tenants.luna)).site_tagline === 'A new line');
    expect((await shown()).settings['site_tagline']).toBe('A new line');
  });

  it('is kept by no browser where something is shut, or may be for others', async () => {
    await changeSettings(world, { show_age_modal: true });
    expect((await page()).headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect((await page('/home', { cookie: 'age-confirmed=1' })).headers['etag']).toBeUndefined();
    await changeSettings(world, { show_age_modal: false });
    expect((await page()).headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  });

  it('is the same whatever of it a browser would take', async () => {
    const plain = await page('/home', { 'accept-encoding': '*' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe((await page()).body);
    expect(plain.headers['etag']).toBe((await page()).headers['etag']);
  });

  it('is told apart by language and by site, and nobody’s query is in it', async () => {
    expect((await shown('/home', { 'accept-language': 'de' })).site.language).toBe('de');
    expect((await shown('/home', { 'accept-language': 'fr' })).site.language).toBe('fr');
    expect((await shown('/home', { host: 'mars.test' })).site.id).toBe(world.tenants.mars.id);
    expect((await shown('/home?a=1')).path).toBe('/home?a=1');
    expect((await shown()).path).toBe('/home');
  });

  it('is sent in few bytes to a browser that has it, until it is another', async () => {
    const { headers } = await page('/home', { 'accept-encoding': 'gzip, br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('accept-encoding') as string,
    });
    const known = { 'accept-encoding': 'gzip, br', 'if-none-match': String(headers['etag']) };
    expect(await page('/home', known)).toMatchObject({ statusCode: 304, body: '' });
    expect((await page('/home', { 'if-none-match': known['if-none-match'] })).statusCode).toBe(200);
    await changeSettings(world, { site_tagline: 'something else' });
    const changed = await page('/home', known);
    expect(changed.statusCode).toBe(200);
    expect(brotliDecompressSync(changed.rawPayload).toString()).toContain('something else');
  });

  it('that was reached from a network is the same as by itself; another spelling of it is not held', async () => {
    await page('/home');
    renderPage.mockClear();
    for (const query of ['?fbclid=person-1', '?gclid=person-2&gad_source=1', '?igsh=person-3']) {
      const answer = await page(`/home${query}`);
      expect([answer.statusCode, answer.headers['etag']]).toEqual([200, expect.any(String)]);
      expect(answer.body).not.toContain('person-');
    }
    expect(renderPage).not.toHaveBeenCalled();
    for (const url of ['/home/', '/home//', '/home?fbclid=a&page=2', '/home?page=2&fbclid=a'])
      expect([url, (await page(url)).headers['etag']]).toEqual([url, undefined]);
  });

  it('that is not there is made each time, and one with a cookie to set too', async () => {
    for (const [url, status] of [
      ['/nowhere', 404],
      ['/home?utm_source=a', 200],
    ] as const) {
      renderPage.mockClear();
      for (let time = 0; time < 2; time += 1) {
        const answer = await page(url);
        expect([answer.statusCode, answer.headers['etag']]).toEqual([status, undefined]);
      }
      expect(renderPage).toHaveBeenCalledTimes(2);
    }
  });
});
