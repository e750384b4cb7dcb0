import { doors } from '@backlot/contracts/http/doors';
import { DatabaseError } from '@backlot/database';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setSecurityHeaders } from '../../src/plugins/security-headers.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { listening, openLine } from '../../src/testing/raw-line.ts';

let world: World;
let port = 0;
beforeAll(async () => {
  world = await createWorld({
    renderPage: async () => ({ status: 200, html: '<!doctype html>' }),
    env: { CARD_FIELD_ORIGINS: 'https://cards.example' },
  });
  port = await listening(world);
}, 60_000);
afterAll(() => world.close());

const get = (url: string, host = 'luna.test', headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { host, ...headers } });
const answers = [
  ['a page', '/', 'luna.test'],
  ['a call', '/api/app_settings/get', 'api.luna.test'],
  ['a refusal', '/api/users/me', 'luna.test'],
  ['what is not there', '/media/nothing', 'luna.test'],
  ["a host that is nobody's", '/', 'unknown.test'],
] as const;

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
};
const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cache-control': 'private, no-cache',
};
const neutral = { 'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-store' };
const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const medium = `${closed}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`;
const page = `${closed}; object-src 'none'; form-action 'self'; script-src 'self'; style-src 'self';
  style-src-attr 'unsafe-inline'; font-src 'self'; manifest-src 'self'; worker-src 'self';
  img-src 'self' data: blob: http://api.luna.test:8000; media-src 'self' blob: http://api.luna.test:8000;
  connect-src 'self' http://api.luna.test:8000 ws://api.luna.test:8000 ws://luna.test:8000;
  report-uri /api/policy-reports`;

const directivesOf = (policy: string): Map<string, readonly string[]> =>
  new Map(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );

describe('headers', () => {
  it.each(answers)(
    'of %s keep browsers from guessing types, framing it and running what it holds',
    async (_name, url, host) => {
      const { headers } = await get(url, host);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'/);
    },
  );

  it('of a page name their nonce, another one each time, and open no window to others', async () => {
    const cookie = `session=${await world.tokenOf(world.people.luna.fan)}`;
    const [one, other] = [(await get('/', 'luna.test', { cookie })).headers, (await get('/?a=1')).headers];
    const nonceOf = (headers: typeof one) =>
      /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(nonceOf(one)).toMatch(/^[\w+/=]{24}$/);
    expect(nonceOf(other)).toMatch(/^[\w+/=]{24}$/);
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    expect(one).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("object-src 'none'"),
    });
  });

  it('let the settings screen frame a page as guests see it, and nobody else frame anything', async () => {
    const { model, content_manager, fan } = world.people.luna;
    const policyOf = async (url: string, as: typeof model | null) => {
      const { headers } = await get(url, 'luna.test', as ? { cookie: `session=${await world.tokenOf(as)}` } : {});
      const policy = directivesOf(String(headers['content-security-policy']));
      return [headers['x-frame-options'], policy.get('frame-ancestors'), policy.get('frame-src')?.includes("'self'")];
    };
    expect(await policyOf('/?preview=rack', model)).toEqual(['SAMEORIGIN', ["'self'"], false]);
    expect(await policyOf('/admin/settings/theme', model)).toEqual(['DENY', ["'none'"], true]);
    for (const as of [content_manager, fan, null])
      for (const path of ['/?preview=rack', '/admin/settings/theme'])
        expect(await policyOf(path, as)).toEqual(['DENY', ["'none'"], false]);
  });

  it('let a site frame the card field that it names for sticky.io, where the operator allows it, while that takes its cards', async () => {
    const framed = async (): Promise<readonly string[] | undefined> => {
      const { headers } = await get('/', 'mars.test');
      return directivesOf(String(headers['content-security-policy'])).get('frame-src');
    };
    await changeSettings(world, { sticky_io_card_field_url: 'https://cards.example/field?a=1' }, 'mars');
    expect(await framed()).not.toContain('https://cards.example');
    await changeSettings(world, { is_sticky_io_enabled: true }, 'mars');
    expect(await framed()).toContain('https://cards.example');
    for (const other of ['https://cards.example.evil.example/field', 'https://cards.example:8443/field']) {
      await changeSettings(world, { sticky_io_card_field_url: other }, 'mars');
      expect(await framed()).not.toContain(new URL(other).origin);
    }
    await changeSettings(world, { is_sticky_io_enabled: false }, 'mars');
  });

  it.each([
    ['a call', '/api/app_settings/get', 'luna.test', {}, closed],
    ['a refusal', '/api/users/me', 'luna.test', {}, closed],
    ['a medium', '/media/public/random/picture', 'luna.test', {}, medium],
    ['a page', '/', 'luna.test', pageHeaders, page],
    [
      "a host that is nobody's",
      '/',
      'unknown.test',
      neutral,
      `${closed}; style-src 'unsafe-inline'; form-action 'none'`,
    ],
    ["the platform's side", '/healthz', 'platform.localhost', {}, closed],
  ] as const)('of %s are never laxer than these', async (_name, url, host, wanted, policy) => {
    const { headers } = await get(url, host);
    expect(headers).toMatchObject({ ...everywhere, ...wanted });
    const sent = directivesOf(String(headers['content-security-policy']));
    for (const [name, sources] of directivesOf(policy)) {
      expect([name, sent.has(name)]).toEqual([name, true]);
      const more = sent.get(name)!.filter((source) => !sources.includes(source) && !source.startsWith("'sha256-"));
      expect([name, more]).toEqual([name, []]);
    }
  });

  it('of a page that could not be drawn, which is a page for people too, say when to come again', async () => {
    for (const [fault, status, again] of [
      [new DatabaseError('unreachable', 'Postgres at db.internal is away'), 503, '30'],
      [new Error('a bug at db.internal'), 500, undefined],
    ] as const) {
      vi.spyOn(world.ctx.settings, 'of').mockRejectedValue(fault);
      const [page, call] = [await get('/'), await get('/api/app_settings/get', 'luna.test')];
      vi.restoreAllMocks();
      expect([
        page.statusCode,
        page.headers['content-type'],
        page.headers['retry-after'],
        page.headers['cache-control'],
      ]).toEqual([status, 'text/html; charset=utf-8', again, 'no-store']);
      expect(page.body).toContain(`<h1>${status}</h1><p>Something went wrong on our side. Please try again.</p>`);
      expect([call.statusCode, call.json().code, call.headers['retry-after']]).toEqual(
        status === 503 ? [503, 'unavailable', '30'] : [500, 'internal-error', undefined],
      );
      expect(page.body + call.body).not.toContain('db.internal');
    }
  });

  it("of what is a person's own keep it out of every cache", async () => {
    const { headers } = await world.call('GET /api/users/me', { as: world.people.luna.fan });
    expect(headers['cache-control']).toBe('no-store');
    const cookie = `session=${await world.tokenOf(world.people.luna.fan)}`;
    expect((await get('/', 'luna.test', { cookie })).headers['cache-control']).toBe('private, no-store');
    expect((await get('/')).headers['cache-control']).toBe('private, no-cache');
    expect((await world.call('GET /api/users/me')).headers['cache-control']).toBe('no-store');
  });

  it('say the type and the letters of every body, and nothing of what the server is made of', async () => {
    for (const [, url, host] of answers) {
      const { headers } = await get(url, host);
      expect(String(headers['content-type'])).toMatch(/^(?:application\/json|text\/html); charset=utf-8$/);
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });
});

it('of a built file let a script become a worker, and are no error', async () => {
  const app = Fastify();
  await setSecurityHeaders(app, world.ctx.config);
  app.get('/assets/*', { config: { door: doors.assets } as never }, () => 'a script');
  const { statusCode, headers } = await app.inject('/assets/entry.js');
  expect([statusCode, headers['content-security-policy']]).toEqual([
    200,
    "object-src 'none';base-uri 'none';frame-ancestors 'none'",
  ]);
  await app.close();
});

it('no folder tells what lies in it', async () => {
  for (const url of [
    '/assets/',
    '/assets',
    '/media/',
    '/media/public/',
    '/.git/config',
    '/package.json',
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
    '/api/',
  ]) {
    const { statusCode, body } = await get(url);
    expect([url, statusCode >= 400 || body.startsWith('<!doctype html>')]).toEqual([url, true]);
  }
});

describe('requests that are read in two ways', () => {
  const ask = async (text: string): Promise<string> => {
    const line = await openLine(port);
    line.write(text);
    const answer = await Promise.race([line.ended(), line.until('\r\n\r\n')]);
    line.socket.destroy();
    return answer.slice(9, 12);
  };
  it('a length beside chunks, two lengths, or a length that is none is refused before a call sees it', async () => {
    for (const header of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: +5',
      'Content-Length: 5, 5',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
    ]) {
      expect([
        header,
        await ask(
          `POST /api/users/login HTTP/1.1\r\nHost: luna.test\r\nContent-Type: application/json\r\n${header}\r\n\r\nhello`,
        ),
      ]).toEqual([header, '400']);
    }
  });

  it('TRACE and other methods that nothing answers are refused', async () => {
    for (const method of ['TRACE', 'CONNECT', 'PROPFIND', 'DEBUG'])
      expect([method, (await ask(`${method} / HTTP/1.1\r\nHost: luna.test\r\n\r\n`)) || 'closed']).toEqual([
        method,
        expect.stringMatching(/^4\d\d$|^501$|^closed$/),
      ]);
    expect(
      (await world.app.inject({ method: 'DELETE', url: '/api/app_settings/get', headers: { host: 'luna.test' } }))
        .statusCode,
    ).toBe(404);
  });
});
