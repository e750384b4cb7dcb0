import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { readFile, readdir, stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';
import { everyCall } from '@backlot/contracts/http/calls';
import { createWorld, type World } from '../../src/testing/world.ts';
import { openTenantRegistry, plainHost } from '../../src/sites/tenant-registry.ts';
import { makePost, readyPhoto } from '../../src/testing/posting.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const settingsAt = async (headers: Record<string, string>, remoteAddress = '203.0.113.7') => {
  const answer = await world.app.inject({ method: 'GET', url: '/api/app_settings/get', headers, remoteAddress });
  return answer.statusCode;
};

describe('hosts', () => {
  it.each([
    ['luna.test', 200],
    ['LUNA.TEST', 200],
    ['luna.test.', 200],
    ['luna.test:8000', 200],
    ['api.luna.test', 200],
    ['API.Luna.test:80', 200],
    ['xluna.test', 404],
    ['luna.test.evil.test', 404],
    ['api.api.luna.test', 404],
    ['luna', 404],
    ['', 404],
    ['luna.test:port', 404],
    ['luna.test/../mars.test', 404],
    ['*', 404],
  ])('%s answers %i', async (host, status) => {
    expect(await settingsAt({ host })).toBe(status);
  });

  it('X-Forwarded-Host from a stranger counts for nothing', async () => {
    expect(await settingsAt({ host: 'nobody.test', 'x-forwarded-host': 'luna.test' })).toBe(404);
    expect(await settingsAt({ host: 'luna.test', 'x-forwarded-host': 'nobody.test' })).toBe(200);
  });

  it('X-Forwarded-Host counts from a configured proxy', async () => {
    const behind = await createWorld({ env: { TRUSTED_PROXIES: '10.1.1.1' } });
    const ask = async (remoteAddress: string) =>
      (
        await behind.app.inject({
          method: 'GET',
          url: '/api/app_settings/get',
          remoteAddress,
          headers: { host: 'inner.test', 'x-forwarded-host': 'luna.test' },
        })
      ).statusCode;
    expect(await ask('10.1.1.1')).toBe(200);
    expect(await ask('10.1.1.2')).toBe(404);
    await behind.close();
  });

  it('a host that is added or a site that is stopped is known within a second', async () => {
    await world.database.shared.write((db) =>
      db('tenant_hosts').insert({ host: 'new.luna.test', tenant_id: world.tenants.luna.id }),
    );
    await expect.poll(() => settingsAt({ host: 'new.luna.test' }), { timeout: 20_000 }).toBe(200);
    await world.database.shared.write((db) =>
      db('tenants').where({ id: world.tenants.luna.id }).update({ status: 'suspended' }),
    );
    await expect.poll(() => settingsAt({ host: 'luna.test' }), { timeout: 20_000 }).toBe(503);
    await world.database.shared.write((db) =>
      db('tenants').where({ id: world.tenants.luna.id }).update({ status: 'active' }),
    );
    await expect.poll(() => settingsAt({ host: 'luna.test' }), { timeout: 20_000 }).toBe(200);
  });

  it('news of one site reads that site again and no other', async () => {
    const { databaseUrl, tenants } = world;
    const database = await openDatabase({ url: databaseUrl, poolSize: 1 });
    const registry = await openTenantRegistry({ database, platformHost: 'platform.test', log: world.ctx.log });
    try {
      const stretch = database.news.unbroken();
      // Nobody tells of the other's change, so that only who reads it sees it.
      await withOwner(databaseUrl, (owner) =>
        owner.query(`begin; set local session_replication_role = replica;
          update shared.tenants set kind = 'unheard' where id = '${tenants.mars.id}'; commit`),
      );
      await world.database.shared.write((db) =>
        db('tenant_hosts').insert({ host: 'one.luna.test', tenant_id: tenants.luna.id }),
      );
      await expect.poll(() => registry.match('one.luna.test').kind, { timeout: 20_000 }).toBe('page');
      // Whose line was cut meanwhile has read all of them, and rightly.
      const wasUncut = stretch !== null && stretch === database.news.unbroken();
      if (wasUncut) expect(registry.byId(tenants.mars.id)?.kind).not.toBe('unheard');
      await world.database.shared.write((db) => db('tenant_hosts').where({ host: 'one.luna.test' }).delete());
      await expect.poll(() => registry.match('one.luna.test').kind, { timeout: 20_000 }).toBe('unknown');
      expect(registry.match('mars.test').kind).toBe('page');
      await registry.reload();
      expect(registry.byId(tenants.mars.id)?.kind).toBe('unheard');
    } finally {
      await withOwner(databaseUrl, (owner) =>
        owner.query(`update shared.tenants set kind = $1 where id = $2`, [tenants.mars.kind, tenants.mars.id]),
      );
      await registry.close();
      await database.close();
    }
  });

  it("no page takes the name of another site's API, of the platform or of this machine", async () => {
    const claimed = ['api.luna.test', 'platform.localhost', 'localhost'];
    await world.database.shared.write((db) =>
      db('tenant_hosts').insert(
        [...claimed, 'claimed.mars.test'].map((host) => ({ host, tenant_id: world.tenants.mars.id })),
      ),
    );
    await expect.poll(() => settingsAt({ host: 'claimed.mars.test' }), { timeout: 20_000 }).toBe(200);
    expect(
      (await world.call('GET /api/users/me', { as: world.people.luna.fan, headers: { host: 'api.luna.test' } })).status,
    ).toBe(200);
    for (const host of ['platform.localhost', 'localhost']) {
      expect(
        (await world.app.inject({ method: 'GET', url: '/healthz', headers: { host }, remoteAddress: '127.0.0.1' }))
          .statusCode,
      ).toBe(200);
    }
    await world.database.shared.write((db) => db('tenant_hosts').whereIn('host', claimed).delete());
  });

  it('host names are read strictly', () => {
    expect(plainHost('[::1]:8000')).toBe('[::1]');
    for (const bad of ['a b.test', 'luna.test:1:2', 'luna..', '-luna.test', 'luna_.test\n', 'x'.repeat(300), undefined])
      expect(plainHost(bad)).toBeNull();
  });
});

describe("the platform's side", () => {
  const ask = async (path: string, host: string, remoteAddress: string) =>
    world.app.inject({ method: 'GET', url: path, headers: { host }, remoteAddress });

  it.each(['/healthz', '/readyz', '/api/openapi.json'])(
    "%s answers on the platform's host and on loopback, and on no site",
    async (path) => {
      expect((await ask(path, 'platform.localhost', '203.0.113.7')).statusCode).toBe(200);
      expect((await ask(path, 'localhost:8000', '127.0.0.1')).statusCode).toBe(200);
      expect((await ask(path, '127.0.0.1:8000', '203.0.113.7')).statusCode).toBe(404);
      // A proxy on this machine that nobody configured hands on whatever host was asked for.
      const handedOn = await world.app.inject({
        method: 'GET',
        url: path,
        headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.7' },
        remoteAddress: '127.0.0.1',
      });
      expect(handedOn.statusCode).toBe(404);
      expect((await ask(path, 'luna.test', '127.0.0.1')).statusCode).toBe(404);
      expect((await ask(path, 'api.luna.test', '127.0.0.1')).statusCode).toBe(404);
    },
  );

  it('a site whose migration waits is not ready from that moment on; one whose migration failed keeps nobody else away', async () => {
    const readiness = async () => (await ask('/readyz', 'localhost', '127.0.0.1')).json().parts as object;
    const mark = (status: 'pending' | 'failed' | 'current') =>
      world.database.shared.write((db) =>
        db('tenants').where({ id: world.tenants.mars.id }).update({ migration_status: status }),
      );
    await mark('pending');
    expect(await readiness()).toMatchObject({ database: true, migrations: false });
    await mark('failed');
    expect(await readiness()).toMatchObject({ database: true, migrations: true });
    await mark('current');
    expect(await readiness()).toMatchObject({ database: true, migrations: true });
  });

  it('the description has every call with its access rule and its errors', async () => {
    const description = (await ask('/api/openapi.json', 'localhost', '127.0.0.1')).json() as {
      paths: Record<string, Record<string, { 'x-access': unknown; responses: object }>>;
    };
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(everyCall.map((call) => call.path.replace(/:(\w+)\??/g, '{$1}'))),
    );
    for (const operations of Object.values(description.paths)) {
      for (const operation of Object.values(operations)) {
        expect(operation['x-access']).toBeTruthy();
        expect(Object.keys(operation.responses)).toContain('500');
      }
    }
  });
});

describe("the landing page's settings", () => {
  it.each([
    'GET /api/get_all_theme_3_settings',
    'POST /api/get_all_theme_3_settings',
    'GET /api/app_settings/get_all_theme_3_settings',
  ] as const)('%s tells guests those and no others', async (call) => {
    const { status, body } = await world.call(call, { on: 'luna', ...(call.startsWith('POST') ? { body: {} } : {}) });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ enable_banner_section: true, section_1_title: '', theme_2_youtube_url: '' });
    expect(Object.keys(body.data).filter((key) => !/banner|section|landing|theme_2_/.test(key))).toEqual([]);
  });
});

describe("the form 'Like the website'", () => {
  const send = (body: object) => world.call('POST /api/like-the-website', { on: 'mars', body });
  it("NAV-14 mails a visitor's message to the creator, and is not there while it is off", async () => {
    const message = {
      name: 'Ada',
      email: 'ada@visitor.example',
      message: 'The kiln film! <b>More</b> https://evil.example',
    };
    expect((await send(message)).body.code).toBe('not-found');
    await world.call('PATCH /api/app_settings', {
      as: world.people.mars.admin,
      body: { show_like_the_website_form: true },
    });
    await expect
      .poll(async () => (await send({ ...message, email: 'nobody' })).body.code, { timeout: 20_000 })
      .toBe('card-email-invalid');
    expect((await send({ ...message, message: ' ' })).body.code).toBe('invalid-request');
    expect((await send(message)).body).toMatchObject({ success: true, message: 'Message sent' });
    await world.runJobs();
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list();
    expect(mails.map((mail) => mail.to)).toEqual([world.people.mars.model.email]);
    expect(mails[0]?.text).toContain('Ada (ada@visitor.example)');
    expect(mails[0]?.html).toContain('&#60;b&#62;More');
    // What others write is no link of the site's.
    expect(mails[0]?.text).toContain('https://evil.example');
    expect(mails[0]?.html).not.toContain('href="https://evil.example');
    // Other mails hold links that open accounts.
    const [file = ''] = await readdir(join(world.dataDir, 'mailbox'));
    const others = async (path: string) => (await stat(join(world.dataDir, 'mailbox', path))).mode & 0o077;
    expect([await others('.'), await others(file)]).toEqual([0, 0]);
  });
});

describe('the language of who asks for none of ours', () => {
  const saying = async (accept: string) =>
    (await world.app.inject({ url: '/api/users/me', headers: { host: 'luna.test', 'accept-language': accept } })).json()
      .message as string;
  it("is the site's default; a language of ours is answered in itself", async () => {
    const [english, german] = [await saying('ja'), await saying('de')];
    expect(german).not.toBe(english);
    await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { default_language: 'de' } });
    await expect.poll(() => saying('ja'), { timeout: 20_000 }).toBe(german);
    expect(await saying('en')).toBe(english);
    await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { default_language: 'en' } });
  });
});

describe('cross-origin', () => {
  const ask = async (origin: string) =>
    (
      await world.app.inject({
        method: 'GET',
        url: '/api/app_settings/get',
        headers: { host: 'api.luna.test', origin },
      })
    ).headers['access-control-allow-origin'];
  it("the site's own pages may call its api host, nobody else's may", async () => {
    expect(await ask('http://luna.test:8000')).toBe('http://luna.test:8000');
    for (const origin of [
      'http://mars.test',
      'http://luna.test.evil.test',
      'https://luna.test',
      'null',
      'http://api.luna.test',
    ])
      expect(await ask(origin)).toBeUndefined();
  });
});

describe('maintenance', () => {
  it('GEN-23 GEN-25 shuts out everyone but staff, and leaves login open', async () => {
    await world.call('PATCH /api/app_settings', { as: world.people.mars.admin, body: { maintenance_mode: true } });
    const ask = async (as?: typeof world.people.mars.fan) =>
      (await world.call('GET /api/users/get_all_countries', { on: 'mars', ...(as ? { as } : {}) })).status;
    await expect.poll(() => ask(), { timeout: 20_000 }).toBe(503);
    expect(await ask(world.people.mars.fan)).toBe(503);
    expect(await ask(world.people.mars.support)).toBe(200);
    const login = await world.call('POST /api/users/login', {
      on: 'mars',
      body: { email: world.people.mars.fan.email, password: world.people.mars.fan.password },
    });
    expect(login.status).toBe(200);
    await world.call('PATCH /api/app_settings', { as: world.people.mars.admin, body: { maintenance_mode: false } });
  });
});

describe("a picture for the site's look", () => {
  it('is shown to everybody, made again and without what it was taken with; its path is good for a setting', async () => {
    const creator = world.people.luna.model;
    const id = await readyPhoto(world, creator);
    const { body } = await world.call('POST /api/app_settings/upload-theme-image', {
      as: creator,
      body: { media_id: id },
    });
    expect(body.data.url).toMatch(/^\/media\/public\/[0-9a-f]{32}\/picture$/);
    const answer = await world.app.inject({ url: body.data.url, headers: { host: 'luna.test' } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(
      (await world.call('PATCH /api/app_settings', { as: creator, body: { banner_image: body.data.url } })).status,
    ).toBe(200);
    const uses = await world.call('POST /api/media/uses', { as: creator, body: { mediaIds: [id] } });
    expect(uses.body.data).toMatchObject([
      { uses: [{ holder: 'settings', _id: 'banner_image', state: 'published' }], sold_to: 0, outcome: 'destroyed' },
    ]);
    await world.call('PATCH /api/app_settings', { as: creator, body: { banner_image: '' } });
    expect(
      (await world.call('POST /api/media/uses', { as: creator, body: { mediaIds: [id] } })).body.data[0].uses,
    ).toEqual([]);
    expect(
      (
        await world.call('POST /api/app_settings/upload-theme-image', {
          as: world.people.mars.model,
          body: { media_id: id },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await world.call('POST /api/app_settings/upload-theme-image', {
          as: world.people.luna.content_manager,
          body: { media_id: id },
        })
      ).status,
    ).toBe(403);
  });
});

describe('what machines ask a site for', () => {
  const ask = async (url: string, host = 'luna.test:8000') =>
    world.app.inject({ method: 'GET', url, headers: { host }, remoteAddress: '203.0.113.7' });
  const setSite = async (body: Record<string, unknown>) => {
    expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body })).status).toBe(200);
    for (const [key, value] of Object.entries(body))
      await expect
        .poll(
          async () => ((await world.ctx.settings.of(world.tenants.luna)) as unknown as Record<string, unknown>)[key],
        )
        .toBe(value);
  };

  it("the manifest has colours, the site's own or its theme's", async () => {
    const colours = async () =>
      (({ background_color, theme_color }) => [background_color, theme_color])(
        (await ask('/manifest.webmanifest')).json(),
      );
    await setSite({ theme_name: 'rack' });
    const theme = JSON.parse(await readFile(new URL('../../../../themes/rack/theme.json', import.meta.url), 'utf8'))
      .palette.light.bg;
    expect(await colours()).toEqual([theme, theme]);
    await setSite({ site_background_color: '#102030' });
    expect(await colours()).toEqual(['#102030', '#102030']);
  });

  it('the sitemap names the pages and public posts of this site alone, and nothing of one that is closed', async () => {
    const open = await makePost(world, world.people.luna.model, { visibility: 'public', title: 'Open' });
    const closed = await makePost(world, world.people.luna.model, { visibility: 'private', title: 'Closed' });
    const foreign = await makePost(world, world.people.mars.model, { visibility: 'public', title: 'Foreign' });
    const { body, headers } = await ask('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    for (const path of ['/', '/home', '/membership', '/faq', `/feed/${open._id}`])
      expect(body).toContain(`<loc>http://luna.test:8000${path}</loc>`);
    for (const post of [closed, foreign]) expect(body).not.toContain(post._id);
    expect((await ask('/robots.txt')).body).toContain('Sitemap: http://luna.test:8000/sitemap.xml');
    await setSite({ show_age_modal: true });
    expect((await ask('/sitemap.xml')).statusCode).toBe(404);
    await setSite({ show_age_modal: false, maintenance_mode: true });
    expect((await ask('/sitemap.xml')).statusCode).toBe(404);
    await setSite({ maintenance_mode: false });
  });
});
