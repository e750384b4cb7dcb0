import type { PostView } from '@backlot/contracts/posts';
import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { scriptWeight } from '@backlot/testing/script-weight';
import type { SiteClient } from '@backlot/testing/site-client';
import sharp from 'sharp';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherCast, type Cast } from '../testing/journey/cast.ts';
import { scrollToEnd } from '../testing/journey/scroll.ts';
import {
  isTextAnswer,
  mediaAddressesIn as addressesIn,
  mediaIdOf as idOf,
  noteReceived,
  type Received,
} from '../testing/journey/traffic.ts';
import { openVisit, type SiteName, type Visit } from '../testing/journey/visit.ts';

const sites: readonly SiteName[] = ['clay', 'patch'];
type Kind = PostView['visibility'];

interface Secrets {
  readonly posts: readonly PostView[];
  /** Id of a picture → visibility of its post; open previews count as public. */
  readonly kinds: ReadonlyMap<string, Kind>;
}

let site: DemoSite;
let browser: Browser;
const cast = {} as Record<SiteName, Cast>;
const secrets = {} as Record<SiteName, Secrets>;

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  for (const name of sites) {
    cast[name] = await gatherCast(site, name);
    secrets[name] = await secretsOf(cast[name]);
  }
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** What there is to hide, as the creator sees it. */
async function secretsOf({ client, tokens }: Cast): Promise<Secrets> {
  const posts: PostView[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await client.call(`GET /api/blogs/all?page_num=${page}`, { token: tokens.creator! });
    pages = answer.totalPages;
    posts.push(...(answer.blogs as unknown as PostView[]));
  }
  const kinds = new Map(
    posts.flatMap((post) => [
      ...post.media.map(({ _id }) => [_id, post.is_published ? post.visibility : 'locked'] as const),
      ...post.media_preview.map(({ _id }) => [_id, 'public'] as const),
    ]),
  );
  return { posts, kinds };
}

interface Browsed {
  readonly received: readonly Received[];
  readonly visit: Visit;
}

/** Landing, the whole feed, and one post of each kind. */
async function browse(name: SiteName, token: string | null): Promise<Browsed> {
  let noted: ReturnType<typeof noteReceived> | undefined;
  const visit = await openVisit(browser, site, name, {
    token: token ?? undefined,
    onContext: (context) => {
      noted = noteReceived(context);
    },
  });
  if (token === null) await visit.open('/');
  await visit.open('/home');
  await scrollToEnd(visit.page);
  for (const kind of ['public', 'private', 'locked'] as const) {
    const post = secrets[name].posts.find((one) => one.visibility === kind && one.is_published);
    await visit.open(`/feed/${post?._id}`);
    await visit.quiet();
  }
  await visit.quiet();
  await noted!.settled();
  expect(visit.complaints).toEqual([]);
  return { received: noted!.received, visit };
}

/** The pictures that came, by what kind of post they belong to. */
const kindsOf = (name: SiteName, received: readonly Received[]): Set<Kind | undefined> =>
  new Set(
    received
      .filter(({ url, status }) => status === 200 && idOf(url) !== '')
      .map(({ url }) => secrets[name].kinds.get(idOf(url))),
  );
const statusOf = async (client: SiteClient, path: string, cookie: string | null): Promise<number> =>
  (
    await client.ask(`GET ${path}`, {
      onPage: true,
      ...(cookie === null ? {} : { headers: { cookie: `session=${cookie}` } }),
    })
  ).status;
const statusesOf = async (client: SiteClient, paths: readonly string[], cookie: string | null): Promise<Set<number>> =>
  new Set(await Promise.all(paths.map((path) => statusOf(client, path, cookie))));

describe('a first visit', () => {
  it.each(['/', '/home'])('loads at most 170 KB of scripts at %s', async (path) => {
    const weight = await scriptWeight(browser, `http://clay.localhost:${site.port}${path}`);
    expect(weight / 1024).toBeGreaterThan(100);
    expect(weight / 1024).toBeLessThanOrEqual(170);
  });
});

describe.each(sites)('on %s', (name) => {
  let guest: Browsed;
  let member: Browsed;
  beforeAll(async () => {
    guest = await browse(name, null);
    member = await browse(name, cast[name].tokens.member);
  });

  it('a guest who sees everything there is gets only pictures of public posts', () => {
    expect(guest.received.length).toBeGreaterThan(40);
    expect(kindsOf(name, guest.received)).toEqual(new Set(['public']));
    const addresses = addressesIn(guest.received);
    expect(addresses.length).toBeGreaterThan(5);
    expect(new Set(addresses.map((path) => secrets[name].kinds.get(idOf(path))))).toEqual(new Set(['public']));
  });

  it('what a guest gets of a closed picture is a blur without detail', async () => {
    // A picture that was given up when the page went on has no bytes to look at.
    const blurs = guest.received.filter(
      ({ url, status, body }) => status === 200 && url.endsWith('/blur') && body.length > 0,
    );
    expect(blurs.length).toBeGreaterThan(5);
    for (const { body, url } of blurs) {
      expect(body.length, url).toBeLessThan(8_000);
      const { data, info } = await sharp(body).greyscale().raw().toBuffer({ resolveWithObject: true });
      let steepest = 0;
      for (let at = 1; at < data.length; at += 1)
        if (at % info.width !== 0) steepest = Math.max(steepest, Math.abs(data[at]! - data[at - 1]!));
      // A sharp edge is a jump of a hundred and more from one pixel to the next.
      expect(steepest, url).toBeLessThan(40);
    }
  });

  it('a guest reads no hidden caption, no email, no name of a fan, no earnings', () => {
    const text = guest.received
      .filter(isTextAnswer)
      .map(({ body }) => body.toString())
      .join('\n');
    const hidden = secrets[name].posts.filter(
      (post) => !post.is_published || (post.captionBlur && post.visibility !== 'public'),
    );
    expect(hidden.length).toBeGreaterThan(0);
    for (const { description } of hidden) expect(text.includes((description ?? '').slice(0, 60))).toBe(false);
    const emails = new Set(text.match(/[\w.+-]+@[\w-]+\.example/g) ?? []);
    expect(
      [...emails].filter(
        (email) => !email.startsWith('hello@') && !email.startsWith('post@') && !email.startsWith('mail@'),
      ),
    ).toEqual([]);
    expect(text).not.toMatch(/password_hash|stripe_|apiKey|webhookSecret|"spent"|earn(?:ed|ings)":/);
  });

  it('a member gets what is for members, and nothing that is for sale', () => {
    expect(kindsOf(name, member.received)).toEqual(new Set(['public', 'private']));
    expect(new Set(addressesIn(member.received).map((path) => secrets[name].kinds.get(idOf(path))))).toEqual(
      new Set(['public', 'private']),
    );
  });

  it('the addresses of a member open to that session alone', async () => {
    const { client, tokens } = cast[name];
    const own = addressesIn(member.received)
      .filter((path) => secrets[name].kinds.get(idOf(path)) === 'private')
      .slice(0, 40);
    expect(own.length).toBeGreaterThan(10);
    expect(await statusesOf(client, own, tokens.member)).toEqual(new Set([200]));
    expect(await statusesOf(client, own, null)).toEqual(new Set([404]));
    expect(await statusesOf(client, own, tokens.fan)).toEqual(new Set([404]));
    expect(await statusesOf(client, own, tokens.creator)).toEqual(new Set([404]));
    const other = sites.find((one) => one !== name)!;
    expect(await statusesOf(cast[other].client, own, tokens.member)).toEqual(new Set([404]));
    expect(await statusesOf(cast[other].client, own, cast[other].tokens.member)).toEqual(new Set([404]));
    // Changed in any part, they are no addresses.
    const changed = own
      .slice(0, 10)
      .flatMap((path) => [
        path.replace(/\/w\d+\//, '/w2048/'),
        path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        path.replace(/\/[\w.-]+$/, '/a'),
        path.replace('/uf.', '/af.'),
        path.replace('/uf.', '/up.'),
      ])
      .filter((path) => !own.includes(path));
    expect(changed.filter((path) => path.includes('/af.')).length).toBeGreaterThan(0);
    expect(
      [...(await statusesOf(client, changed, tokens.member))].every((status) => status === 404 || status === 400),
    ).toBe(true);
  });

  it('and to nobody after that session has ended', async () => {
    const { client, tokens } = cast[name];
    const own = addressesIn(member.received)
      .filter((path) => secrets[name].kinds.get(idOf(path)) === 'private')
      .slice(0, 10);
    await client.call('POST /api/users/logout', { token: tokens.member! });
    await expect.poll(() => statusesOf(client, own, tokens.member), { timeout: 20_000 }).toEqual(new Set([404]));
  });
});
