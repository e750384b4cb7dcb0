import { createWorld, type World } from '@backlot/server/testing/world';
import type { TestPerson } from '@backlot/server/testing/people';
import type { MembershipQuote } from '@backlot/contracts/memberships';
import type { Settings } from '@backlot/domain/settings';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

vi.mock('../../src/client-manifest.ts', () => ({
  styles: {},
  manifest: {
    'src/entry-fan.tsx': { file: 'assets/fan-1.js' },
    'src/entry-studio.tsx': { file: 'assets/studio-1.js' },
  },
}));
const { renderPage } = await import('../../src/entry-server.tsx');

let world: World;
let members = '';
let sold = '';
let former: TestPerson;
/** Saves them and waits until pages are made of them. */
async function save(body: Partial<Settings>): Promise<void> {
  expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body })).status).toBe(200);
  await vi.waitFor(async () => expect(await world.ctx.settings.of(world.tenants.luna)).toMatchObject(body), {
    timeout: 20_000,
    interval: 20,
  });
}
const prices = (first: number, later: number, again = first, laterAgain = later) => ({
  membership_price: first,
  recurring_membership_price: later,
  returning_membership_price: again,
  returning_recurring_membership_price: laterAgain,
});

beforeAll(async () => {
  world = await createWorld({ renderPage });
  await save({
    enable_section_2: true,
    section_2_title: 'Two',
    enable_section_3: true,
    section_3_title: 'Three',
    hero_banner_text: 'Slow pots',
  });
  const at = new Date(world.clock.now().getTime() - 3_600_000);
  const row = {
    title: 'A post',
    caption: 'A caption',
    currency: 'USD',
    private_blur: false,
    caption_blur: false,
    publish_at: at,
    photo_count: 1,
    created_at: at,
  };
  [members, sold] = [v7(), v7()];
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    await db('posts').insert({ ...row, id: members, visibility: 'private', amount_minor: null } as never);
    await db('posts').insert({ ...row, id: sold, visibility: 'locked', amount_minor: 700 } as never);
  });
  former = await world.person('luna', 'former');
  await world.database.tenants.write(world.tenants.luna, (db) =>
    db('users').where({ id: former.id }).update({ first_subscribed_at: at }),
  );
});
afterAll(() => world.close());

const quoteOf = async (as?: TestPerson): Promise<MembershipQuote> =>
  (await world.call('GET /api/v2/subscription/quote', as ? { as } : { on: 'luna' })).body.data;
/** What the page says, without its scripts, styles and marks. */
async function pageOf(path: string, as?: TestPerson): Promise<string> {
  const answer = await world.app.inject({
    method: 'GET',
    url: path,
    remoteAddress: '203.0.113.7',
    headers: { host: 'luna.test', ...(as ? { cookie: `session=${await world.tokenOf(as)}` } : {}) },
  });
  expect(answer.statusCode, path).toBe(200);
  return answer.body.split('<div id="root">')[1]!.split(/<script\b/)[0]!;
}
const saidIn = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const money = (amount: number): string => `$${amount.toFixed(2)}`;
const times = (text: string, words: string): number => text.split(words).length - 1;

/** Each page that asks for a membership's first amount, and how many times at least. */
const places: readonly (readonly [place: string, path: () => string, of: number, settings: Partial<Settings>])[] = [
  ['the landing page with sections', () => '/', 3, { landing_theme: 'theme-3' }],
  ['the landing page with a film', () => '/', 3, { landing_theme: 'theme-1', enable_theme_1_banner_section: true }],
  ['the landing page of links', () => '/', 1, { landing_theme: 'theme-2' }],
  ['the banner and the cards of the feed', () => '/home', 2, {}],
  ['the registration', () => '/register', 1, {}],
  ['a post for members', () => `/feed/${members}`, 1, {}],
];

describe('DECISIONS 49 wherever the first amount of a membership stands', () => {
  it.each(places)(
    '%s has the amounts of the quote, and the later one beside each first',
    async (_, path, of, settings) => {
      // Two prices in turn: a number that does not follow is one that was written down elsewhere.
      for (const [first, later] of [
        [9, 14],
        [12.5, 21.75],
      ] as const) {
        await save({ ...settings, ...prices(first, later) });
        const quote = await quoteOf();
        expect([quote.initial_amount, quote.recurring_amount]).toEqual([first, later]);
        const text = saidIn(await pageOf(path()));
        expect(times(text, money(quote.initial_amount))).toBeGreaterThanOrEqual(of);
        expect(times(text, `then ${money(quote.recurring_amount)} a month`)).toBe(
          times(text, money(quote.initial_amount)),
        );
        // And no amount of another origin, but the price of the post for sale.
        expect(new Set(text.match(/\$[\d.]*\d/g))).toEqual(
          new Set([money(first), money(later), ...(path() === '/home' ? ['$7.00'] : [])]),
        );
      }
    },
  );

  it.each(['/membership', '/subscribe'])('%s has the amounts of the quote, first and later', async (path) => {
    await save(prices(9, 14));
    const fan = await world.person('luna', `fan-${path.slice(1)}`);
    const quote = await quoteOf(fan);
    const text = saidIn(await pageOf(path, fan));
    for (const words of [money(quote.initial_amount), money(quote.recurring_amount), 'Every month after'])
      expect(text).toContain(words);
    expect(new Set(text.match(/\$[\d.]*\d/g))).toEqual(new Set(['$9.00', '$14.00']));
  });

  it('says nothing of a later amount where the button says it all, and what comes where nothing does', async () => {
    await save(prices(11, 11));
    expect(saidIn(await pageOf('/register'))).toContain('$11.00 a month');
    expect(saidIn(await pageOf('/home'))).not.toContain('then $');
    await save(prices(11, 0));
    expect(saidIn(await pageOf('/home'))).toContain('one payment, nothing later');
    await save(prices(0, 0));
    expect((await quoteOf()).is_free).toBe(true);
    for (const path of ['/', '/home', '/register', `/feed/${members}`])
      expect(saidIn(await pageOf(path)), path).not.toMatch(/\$(?!7\.00)/);
  });

  it('asks those who were members before for what they are charged', async () => {
    await save(prices(9, 14, 6, 8));
    const quote = await quoteOf(former);
    expect([quote.initial_amount, quote.recurring_amount]).toEqual([6, 8]);
    const text = saidIn(await pageOf(`/feed/${members}`, former));
    expect(text).toContain('$6.00');
    expect(text).toContain('then $8.00 a month');
  });

  it('a post for sale names its own price beside the way to it, never on the button of a membership', async () => {
    await save(prices(9, 14));
    const html = await pageOf(`/feed/${sold}`);
    expect(html).toMatch(/<a[^>]*href="\/register"[^>]*>(?:<[^>]*>)*Join to unlock/);
    expect(saidIn(html)).toContain('$7.00 for members, paid once');
    expect(html).not.toMatch(/<a[^>]*href="\/register"[^>]*>[^<]*\$7/);
  });
});

describe('/refund-policy', () => {
  it('is a page that says what holds where the site has written none', async () => {
    const html = await pageOf('/refund-policy');
    expect(html).toMatch(/<h1[^>]*>Refund policy<\/h1>/);
    expect(html).toMatch(/href="\/contact-us"/);
    expect(html).not.toContain('skeleton');
  });

  it('is one step from every page where something is sold', async () => {
    for (const path of ['/', '/home', '/register', '/membership', `/feed/${sold}`])
      expect(await pageOf(path), path).toMatch(/href="\/refund-policy"/);
  });
});
