import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
let sold = '';
let buyer: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld();
  buyer = await world.member();
  sold = await world.post('luna');
  await world.buy(buyer, sold);
}, 60_000);
afterAll(() => world.close());

type Who =
  | 'guest'
  | 'fan'
  | 'buyer'
  | 'live_stream_manager'
  | 'support'
  | 'manager'
  | 'manager of reports'
  | 'sub_admin'
  | 'model'
  | 'admin';
const everybody: readonly Who[] = [
  'guest',
  'fan',
  'buyer',
  'live_stream_manager',
  'support',
  'manager',
  'manager of reports',
  'sub_admin',
  'model',
  'admin',
];
const settingsOf = (who: Who): Record<string, boolean> => ({
  show_reporting_page_to_content_manager: who === 'manager of reports',
  hide_earnings: who === 'manager',
});
const personOf = (who: Who): TestPerson | undefined => {
  const { luna } = world.people;
  switch (who) {
    case 'guest':
      return undefined;
    case 'buyer':
      return buyer;
    case 'manager':
    case 'manager of reports':
      return luna.content_manager;
    default:
      return luna[who];
  }
};

const nothing = 'refused';
type Told = unknown;
interface Row {
  readonly name: string;
  readonly ask: () => { route: `${string} ${string}`; body?: object; query?: Record<string, string> };
  readonly read: (answer: any) => Told;
  readonly told: Readonly<Record<string, Told>>;
  readonly others: Told;
}

/** Who is told what a site sold, earned and has for members; whoever is not named is told what `others` says. */
const rows: readonly Row[] = [
  {
    name: 'get_unread_count',
    ask: () => ({ route: 'GET /api/users/get_unread_count' }),
    read: ({ data }) => [
      data.purchasedNotificationUnreadCount,
      data.subscriptionNotificationUnreadCount,
      data.totalUnreadCount,
    ],
    told: {
      guest: nothing,
      support: [1, 0, 1],
      'manager of reports': [1, 1, 2],
      sub_admin: [1, 1, 2],
      model: [1, 1, 2],
      admin: [1, 1, 2],
    },
    others: [0, 0, 0],
  },
  {
    name: 'the counts in /users/me',
    ask: () => ({ route: 'GET /api/users/me' }),
    read: ({ data }) => data.totalUnreadCount,
    told: { guest: nothing, support: 1, 'manager of reports': 2, sub_admin: 2, model: 2, admin: 2 },
    others: 0,
  },
  {
    name: 'purchased-by',
    ask: () => ({ route: 'GET /api/admin/purchased-by/locked-exclusive-content', query: { blog_id: sold } }),
    read: ({ data }) => data.paginationData.totalRows,
    told: { 'manager of reports': 1, sub_admin: 1, model: 1, admin: 1 },
    others: nothing,
  },
  {
    name: 'posts for sale',
    ask: () => ({ route: 'GET /api/admin/locked-exclusive-content' }),
    read: ({ data }) => {
      const content = data.contents.find(({ post }: { post: { _id: string } }) => post._id === sold);
      return [content.sold, content.earnings !== null];
    },
    told: {
      manager: [null, false],
      'manager of reports': [1, true],
      sub_admin: [1, true],
      model: [1, true],
      admin: [1, true],
    },
    others: nothing,
  },
  {
    name: "another's purchases",
    ask: () => ({ route: 'GET /api/purchased-contents', query: { user_id: buyer.id } }),
    read: (body) => body.totalRows ?? body.data?.totalRows,
    told: { buyer: 1, support: 1, 'manager of reports': 1, sub_admin: 1, model: 1, admin: 1 },
    others: nothing,
  },
  {
    name: 'transactions',
    ask: () => ({ route: 'GET /api/admin/get_transactions_details' }),
    read: ({ data }) => data.paginationData.totalRows,
    told: { support: 2, 'manager of reports': 2, sub_admin: 2, model: 2, admin: 2 },
    others: nothing,
  },
  {
    name: 'fans',
    ask: () => ({ route: 'POST /api/users/get_users_list', body: {} }),
    read: ({ data }) => data.counts['2'],
    told: { 'manager of reports': 1, sub_admin: 1, model: 1, admin: 1 },
    others: nothing,
  },
  {
    name: 'one fan',
    ask: () => ({ route: `GET /api/reports/fans/${buyer.id}` }),
    read: ({ data }) => [data.fan.total_amount_spent !== null, data.membership.length > 0],
    told: {
      'manager of reports': [true, true],
      sub_admin: [true, true],
      model: [true, true],
      admin: [true, true],
    },
    others: nothing,
  },
  {
    name: 'trends',
    ask: () => ({ route: 'GET /api/reports/trends', query: { from: '2026-01-01', to: '2026-12-31' } }),
    read: ({ data }) => [data.earnings !== null, data.members?.sum ?? null],
    told: {
      manager: [false, null],
      'manager of reports': [true, 1],
      sub_admin: [true, 1],
      model: [true, 1],
      admin: [true, 1],
    },
    others: nothing,
  },
  {
    name: 'the home of the creator area',
    ask: () => ({ route: 'GET /api/admin/home' }),
    read: ({ data }) => [data.earnings !== null, data.members?.active ?? null],
    told: {
      manager: [false, null],
      'manager of reports': [true, 1],
      sub_admin: [true, 1],
      model: [true, 1],
      admin: [true, 1],
    },
    others: nothing,
  },
];

describe('what a site sold, earned and has for members', () => {
  it.each(everybody.map((who) => [who] as const))('is told to %s as far as they may open it', async (who) => {
    const wanted = settingsOf(who);
    await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: wanted });
    await expect
      .poll(async () => {
        const settings = await world.ctx.settings.of(world.tenants.luna);
        return Object.keys(wanted).every((key) => settings[key as 'hide_earnings'] === wanted[key]);
      })
      .toBe(true);
    const as = personOf(who);
    const told: Record<string, Told> = {};
    for (const { name, ask, read } of rows) {
      const { route, ...input } = ask();
      const { status, body } = await world.call(route, { ...(as ? { as } : { on: 'luna' }), ...input });
      told[name] = status === 200 ? read(body) : nothing;
    }
    expect(told).toEqual(
      Object.fromEntries(rows.map(({ name, told: some, others }) => [name, who in some ? some[who] : others])),
    );
  });

  it('neither the feed nor a post tells a fan how often it was sold', async () => {
    for (const as of [world.people.luna.fan, buyer]) {
      const feed = await world.call('GET /api/blogs', { as });
      const post = await world.call('GET /api/blog/get-blog-data-by-id', { as, query: { id: sold } });
      expect([feed.status, post.status]).toEqual([200, 200]);
      expect(`${feed.text}${post.text}`).not.toMatch(
        /"(?:sold|sold_to|sales|earnings|buyers|purchases|total_purchases|total_amount)"/,
      );
    }
  });
});
