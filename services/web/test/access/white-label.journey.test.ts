import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import type { Answer } from '@backlot/testing/site-client';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherCast, type Cast } from '../testing/journey/cast.ts';
import { lookForOwnName, ownName } from '../testing/journey/own-name.ts';
import type { SiteName } from '../testing/journey/visit.ts';

const sites: readonly SiteName[] = ['clay', 'patch'];
const assets = join(import.meta.dirname, '../../dist/client/assets');

let site: DemoSite;
const cast = {} as Record<SiteName, Cast>;
const { found, look } = lookForOwnName();

beforeAll(async () => {
  site = await startDemoSite();
  for (const one of sites) cast[one] = await gatherCast(site, one);
});
afterAll(async () => {
  await site?.stop();
});

describe('what is sent names the software nowhere (DECISIONS 1); the walk over the screens looks at what people see', () => {
  it('would be found', () => {
    for (const text of ['x-powered-by: Backlot', '"backlot.token"', '@backlot/domain', 'BACK_LOT'])
      expect(text).toMatch(ownName);
  });

  it('every file of the front end, without source maps', async () => {
    const { ask } = cast.clay.client;
    const files = (await readdir(assets)).filter((file) => !/\.(?:br|gz)$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    for (const file of files) {
      const { status, headers, body } = await ask(`GET /assets/${file}`, { onPage: true });
      expect(status, file).toBe(200);
      const text = body.toString('latin1');
      expect(text, file).not.toMatch(/[#@]\s*source(?:Mapping)?URL=/);
      expect(JSON.stringify(headers), file).not.toMatch(/sourcemap/i);
      look(file, JSON.stringify(headers) + text);
    }
    for (const file of files.filter((one) => /\.(?:js|css)$/.test(one)).slice(0, 5))
      expect((await ask(`GET /assets/${file}.map`, { onPage: true })).status).toBe(404);
    expect(found).toEqual([]);
  });

  it('manifest, icons, robots and the like', async () => {
    for (const where of sites) {
      for (const path of [
        '/manifest.webmanifest',
        '/manifest.json',
        '/favicon.ico',
        '/robots.txt',
        '/sitemap.xml',
        '/service-worker.js',
        '/.well-known/security.txt',
        '/api/openapi.json',
        '/healthz',
        '/readyz',
        '/mailbox',
      ]) {
        const answer = await cast[where].client.ask(`GET ${path}`, { onPage: true });
        keep(`${where}${path}`, answer);
        expect(answer.status, path).toBeLessThan(500);
      }
      const html = (await cast[where].client.ask('GET /', { onPage: true })).body.toString();
      const manifest = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? '';
      const answer = await cast[where].client.ask(`GET ${manifest}`, { onPage: true });
      expect(answer.status).toBe(200);
      keep(`${where}, manifest`, answer);
      expect(JSON.parse(answer.body.toString())).toMatchObject({
        name: where === 'clay' ? 'Clay & Kiln' : 'Patchbay',
        icons: expect.arrayContaining([expect.anything()]),
      });
    }
    expect(found).toEqual([]);
  });

  it.each([
    ['404', 'GET /api/no-such-call', {}],
    ['401', 'GET /api/users/me', {}],
    ['401', 'GET /api/users/me', { headers: { authorization: 'Bearer x.y.z' } }],
    ['400', 'POST /api/users/login', { headers: { 'content-type': 'application/json' } }],
    ['400', 'POST /api/users/login', { body: { email: 5 } }],
    ['404', 'GET /api/blog/get-blog-data-by-id?id=01a1fe9e-0000-7000-8000-000000000000', {}],
    ['400', 'GET /api/blog/get-blog-data-by-id?id=no', {}],
    ['404', 'GET /media/01a1fe9e-0000-7000-8000-000000000000/w640/x', {}],
    ['415', 'POST /api/users/login', { body: {}, headers: { 'content-type': 'text/xml' } }],
    ['404', 'DELETE /api/users/login', {}],
    ['404', 'GET /api/webhooks/none/none', {}],
    ['404', 'GET /.env', {}],
  ] as const)('an answer of %s to %s', async (status, route, asked) => {
    for (const onPage of [true, false]) {
      const answer = await cast.clay.client.ask(route, { ...asked, onPage });
      expect(String(answer.status), answer.body.toString().slice(0, 200)).toBe(status);
      expect(JSON.parse(answer.body.toString())).toMatchObject({
        success: false,
        code: expect.any(String),
        requestId: expect.any(String),
      });
      keep(`${route} on ${onPage ? 'page' : 'api'}`, answer);
    }
    expect(found).toEqual([]);
  });

  it("a host that is nobody's, and too many requests", async () => {
    const { ask } = cast.clay.client;
    const stranger = await ask('GET /', { headers: { host: `nobody.localhost:${site.port}` } });
    expect(stranger.status).toBe(404);
    keep('unknown host', stranger);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () =>
        ask('POST /api/users/login', { body: { email: 'nobody@fan.example', password: 'x' } }),
      ),
    );
    keep(
      'a human check',
      guesses.find(({ status }) => status === 430)!,
    );
    const tries = await Promise.all(Array.from({ length: 31 }, () => ask('POST /api/users/check_token/no-token')));
    const last = tries.find(({ status }) => status === 429);
    expect(JSON.parse(last?.body.toString() ?? '{}')).toMatchObject({
      message: 'You sent too many requests. Please wait a while then try again',
    });
    keep('too many', last!);
    expect(found).toEqual([]);
  });

  it('mails: welcome, receipt, cancelled and new password, headers too', async () => {
    const { client, tokens, memberEmail } = cast.clay;
    await client.call('POST /api/users/forgot_password', { body: { email: memberEmail } });
    await client.call('POST /api/cancel-subscription', {
      token: tokens.member!,
      body: { reason: 'Taking a break, back soon' },
    });
    const subjects =
      /Your new account on Clay & Kiln|Your receipt from Clay & Kiln|Your new password for Clay & Kiln|Your membership is cancelled/;
    const box = join(site.dataDir, 'mailbox');
    const read = async (): Promise<string[]> =>
      Promise.all(
        (await readdir(box)).filter((file) => file.endsWith('.json')).map((file) => readFile(join(box, file), 'utf8')),
      );
    await expect
      .poll(
        async () =>
          new Set((await read()).filter((mail) => mail.includes(memberEmail)).map((mail) => subjects.exec(mail)?.[0]))
            .size,
      )
      .toBeGreaterThanOrEqual(4);
    for (const mail of await read()) look(`mail ${mail.slice(0, 200)}`, mail);
    expect(found).toEqual([]);
  });
});

function keep(what: string, { headers, body }: Answer): void {
  look(what, `${JSON.stringify(headers)}\n${body.toString('latin1')}`);
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
}
