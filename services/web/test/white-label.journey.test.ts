import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import type { Answer } from '@backlot/testing/site-client';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screens, type Viewer } from '../../../scripts/shots/screens.ts';
import { readBrowserStorage } from './journey/browser-storage.ts';
import { gatherCast, type Cast } from './journey/cast.ts';
import { noteReceived, noteSent, type Received } from './journey/traffic.ts';
import { openVisit, type SiteName } from './journey/visit.ts';

const sites: readonly SiteName[] = ['clay', 'patch'];
const viewers: readonly Viewer[] = ['guest', 'fan', 'member', 'creator'];
/** The software's name, whatever stands between its halves. */
const name = /back[\s_.-]?lot/i;
const assets = join(import.meta.dirname, '../dist/client/assets');

let site: DemoSite;
let browser: Browser;
const cast = {} as Record<SiteName, Cast>;
/** How many things were looked at, and where the name was. */
let looked = 0;
const found: string[] = [];
/** Without bodies. */
const answers: Array<Pick<Received, 'status' | 'type' | 'url'>> = [];
const events: string[] = [];
const complaints: string[] = [];

function look(what: string, text: string): void {
  looked += 1;
  const at = text.search(name);
  if (at >= 0) found.push(`${what}: …${text.slice(Math.max(0, at - 60), at + 60)}…`);
}

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  for (const one of sites) cast[one] = await gatherCast(site, one);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** Every screen of one person at one site, with all that came over the wire and what stays in the browser. */
async function crawl(where: SiteName, viewer: Viewer): Promise<void> {
  let sent: ReturnType<typeof noteSent> | undefined;
  let noted: ReturnType<typeof noteReceived> | undefined;
  const visit = await openVisit(browser, site, where, {
    token: cast[where].tokens[viewer] ?? undefined,
    onContext: (context) => {
      sent = noteSent(context);
      noted = noteReceived(context);
    },
  });
  for (const screen of screens.filter((one) => one.viewers.includes(viewer))) {
    await visit.open(screen.path.replace('{post}', cast[where].post));
    await visit.quiet();
  }
  look('storage', await readBrowserStorage(visit.context, visit.page));
  await noted!.settled();
  look('socket', sent!.frames.join('\n'));
  events.push(...sent!.frames);
  for (const { url, status, type, headers, body } of noted!.received) {
    look(url, `${url}\n${headers}\n${body.toString('latin1')}`);
    answers.push({ url, status, type });
  }
  complaints.push(...visit.complaints);
  await visit.close();
}

describe('what a person sees or receives names the software nowhere (DECISIONS 1)', () => {
  it('would be found', () => {
    for (const text of ['x-powered-by: Backlot', '"backlot.token"', '@backlot/domain', 'BACK_LOT']) expect(text).toMatch(name);
  });

  it.each(sites.flatMap((where) => viewers.map((viewer) => [viewer, where] as const)))('a %s on every screen of %s', async (viewer, where) => {
    const before = looked;
    await crawl(where, viewer);
    expect(looked).toBeGreaterThan(before + 10);
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('the crawl met pages, code, styles, data, pictures and sockets', () => {
    for (const type of ['text/html', 'javascript', 'application/json', 'image/', 'font/', 'text/css']) expect(answers.some((answer) => answer.type.includes(type)), type).toBe(true);
    expect(events.some((frame) => frame.includes('READY'))).toBe(true);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
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
    for (const file of files.filter((one) => /\.(?:js|css)$/.test(one)).slice(0, 5)) expect((await ask(`GET /assets/${file}.map`, { onPage: true })).status).toBe(404);
    expect(found).toEqual([]);
  });

  it('manifest, icons, robots and the like', async () => {
    for (const where of sites) {
      for (const path of ['/manifest.webmanifest', '/manifest.json', '/favicon.ico', '/robots.txt', '/sitemap.xml', '/service-worker.js', '/.well-known/security.txt', '/api/openapi.json', '/healthz', '/readyz', '/mailbox']) {
        const answer = await cast[where].client.ask(`GET ${path}`, { onPage: true });
        keep(`${where}${path}`, answer);
        expect(answer.status, path).toBeLessThan(500);
      }
      const html = (await cast[where].client.ask('GET /', { onPage: true })).body.toString();
      const manifest = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? '';
      const answer = await cast[where].client.ask(`GET ${manifest}`, { onPage: true });
      expect(answer.status).toBe(200);
      keep(`${where}, manifest`, answer);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ name: where === 'clay' ? 'Clay & Kiln' : 'Patchbay', icons: expect.arrayContaining([expect.anything()]) });
    }
    expect(found).toEqual([]);
  });

  it.each([
    ['404', 'GET /api/no-such-call', {}], ['401', 'GET /api/users/me', {}], ['401', 'GET /api/users/me', { headers: { authorization: 'Bearer x.y.z' } }],
    ['400', 'POST /api/users/login', { headers: { 'content-type': 'application/json' } }], ['400', 'POST /api/users/login', { body: { email: 5 } }],
    ['404', 'GET /api/blog/get-blog-data-by-id?id=01a1fe9e-0000-7000-8000-000000000000', {}], ['400', 'GET /api/blog/get-blog-data-by-id?id=no', {}],
    ['404', 'GET /media/01a1fe9e-0000-7000-8000-000000000000/w640/x', {}], ['415', 'POST /api/users/login', { body: {}, headers: { 'content-type': 'text/xml' } }],
    ['404', 'DELETE /api/users/login', {}], ['404', 'GET /api/webhooks/none', {}], ['404', 'GET /.env', {}],
  ] as const)('an answer of %s to %s', async (status, route, asked) => {
    for (const onPage of [true, false]) {
      const answer = await cast.clay.client.ask(route, { ...asked, onPage });
      expect(String(answer.status), answer.body.toString().slice(0, 200)).toBe(status);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ success: false, code: expect.any(String), requestId: expect.any(String) });
      keep(`${route} on ${onPage ? 'page' : 'api'}`, answer);
    }
    expect(found).toEqual([]);
  });

  it('a host that is nobody\'s, and too many requests', async () => {
    const { ask } = cast.clay.client;
    const stranger = await ask('GET /', { headers: { host: `nobody.localhost:${site.port}` } });
    expect(stranger.status).toBe(404);
    keep('unknown host', stranger);
    const tries = await Promise.all(Array.from({ length: 25 }, () => ask('POST /api/users/login', { body: { email: 'nobody@fan.example', password: 'x' } })));
    const last = tries.find(({ status }) => status === 429);
    expect(JSON.parse(last?.body.toString() ?? '{}')).toMatchObject({ message: 'You sent too many requests. Please wait a while then try again' });
    keep('too many', last!);
    expect(found).toEqual([]);
  });

  it('mails: welcome, receipt, cancelled and new password, headers too', async () => {
    const { client, tokens, memberEmail } = cast.clay;
    await client.call('POST /api/users/forgot_password', { body: { email: memberEmail } });
    await client.call('POST /api/cancel-subscription', { token: tokens.member!, body: { reason: 'Taking a break, back soon' } });
    const subjects = /Welcome to Clay & Kiln|Your receipt from Clay & Kiln|Your new password for Clay & Kiln|Your membership is cancelled/;
    const box = join(site.dataDir, 'mailbox');
    const read = async (): Promise<string[]> => Promise.all((await readdir(box)).filter((file) => file.endsWith('.json')).map((file) => readFile(join(box, file), 'utf8')));
    await expect.poll(async () => new Set((await read()).filter((mail) => mail.includes(memberEmail)).map((mail) => subjects.exec(mail)?.[0])).size, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
    for (const mail of await read()) look(`mail ${mail.slice(0, 200)}`, mail);
    expect(found).toEqual([]);
  });
});

function keep(what: string, { headers, body }: Answer): void {
  look(what, `${JSON.stringify(headers)}\n${body.toString('latin1')}`);
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
}
