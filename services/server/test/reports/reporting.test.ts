import type { ReportedMonth } from '@backlot/contracts/reporting';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const at = (instant: string) => new Date(instant);
const staff = () => world.people.luna;
const ok = async (answer: ReturnType<MoneyWorld['call']>) => {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(text);
  return body.data;
};
const months = (query: Record<string, string> = {}, as: TestPerson = staff().admin) =>
  world.call('GET /api/reports/months', { as, query });
const sellers = (query: Record<string, string> = {}, as: TestPerson = staff().admin) =>
  world.call('GET /api/reports/best-sellers', { as, query });
const month = async (name: string): Promise<ReportedMonth> =>
  (await ok(months({ year: name.slice(0, 4) }))).months.find((one: ReportedMonth) => one.month === name);
const lines = async (body: object, as: TestPerson = staff().admin) => {
  const answer = await world.call('POST /api/reports/exports', { as, body: body as never });
  if (answer.status !== 200) return answer.body.code as string;
  return (answer.body.data.csv as string)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
};

let cheap: string;
let dear: string;
// New York is five hours behind: the last sale of March is one of April in London.
beforeAll(async () => {
  world = await createMoneyWorld({ at: at('2025-04-20T12:00:00Z') });
  await changeSettings(world, { timezone: 'America/New_York' });
  cheap = await world.post('luna', 500);
  dear = await world.post('luna', 2000);
  const early = await world.member();
  await ok(world.buy(early, cheap, { amount: 5 }));
  world.clock.set(at('2026-04-01T03:30:00Z'));
  const fan = await world.member();
  await ok(world.buy(fan, cheap, { amount: 5 }));
  world.clock.set(at('2026-04-10T12:00:00Z'));
  const other = await world.member();
  await ok(world.buy(other, cheap, { amount: 5 }));
  const { intent_id: id } = await ok(world.buy(other, dear, { amount: 20 }));
  await ok(world.buy(fan, dear, { amount: 20 }));
  await ok(world.subscribe(await world.fresh('mars')));
  world.clock.set(at('2026-04-12T12:00:00Z'));
  await ok(
    world.call('POST /api/reports/refund', {
      as: staff().admin,
      body: { id, amount: 20, currency: 'USD', reason: 'Asked for' },
    }),
  );
  await world.settle();
});
afterAll(() => world.close());

describe('the months of a year', () => {
  it('are those of the site’s calendar until today, newest first, also quiet ones', async () => {
    const report = await ok(months());
    expect(report.months.map((one: ReportedMonth) => one.month)).toEqual(['2026-04', '2026-03', '2026-02', '2026-01']);
    expect([report.year, report.years, report.currency]).toEqual(['2026', ['2026', '2025'], 'USD']);
    expect((await month('2026-02')).gross).toBe(0);
  });

  it('tell what was sold, what went back then, what is left by sort, and whom the site won', async () => {
    expect(await month('2026-03')).toEqual({
      _id: '2026-03',
      month: '2026-03',
      gross: 24.99,
      returned: 0,
      net: 24.99,
      membership: 19.99,
      post: 5,
      new_members: 1,
      lost_members: 0,
      net_before: 0,
    });
    expect(await month('2026-04')).toMatchObject({
      gross: 64.99,
      returned: 20,
      net: 44.99,
      membership: 19.99,
      post: 25,
      new_members: 1,
    });
  });

  it('come to the earnings of the same days as the home has them', async () => {
    const { sums } = await ok(months());
    const trends = await ok(
      world.call('GET /api/reports/trends', { as: staff().admin, query: { from: '2026-01-01', to: '2026-04-12' } }),
    );
    expect([sums.net, sums.new_members]).toEqual([trends.earnings.sum, trends.members.sum]);
    expect(sums.net).toBe(69.98);
  });

  it('are compared with the year before, the one that is running only as far as it has come', async () => {
    expect((await month('2026-04')).net_before).toBe(0);
    const before = world.clock.now();
    world.clock.set(at('2026-04-25T12:00:00Z'));
    expect((await month('2026-04')).net_before).toBe(24.99);
    world.clock.set(before);
    expect((await ok(months({ year: '2025' }))).sums).toMatchObject({ net: 24.99, net_before: 0 });
  });

  it('are refused for a year to come and for what is none', async () => {
    expect((await months({ year: '2027' })).body.code).toBe('invalid-request');
    expect((await months({ year: '26' })).body.code).toBe('invalid-request');
  });
});

describe('best sellers', () => {
  it('are the things that were bought in these days, what they kept first, with what went back since', async () => {
    const { things, sums, currency } = await ok(sellers({ from: '2026-03-31', to: '2026-04-10' }));
    expect(things).toEqual([
      { _id: dear, kind: 'post', title: 'A post', sold: 2, gross: 40, returned: 20, net: 20 },
      { _id: cheap, kind: 'post', title: 'A post', sold: 2, gross: 10, returned: 0, net: 10 },
    ]);
    expect([sums, currency]).toEqual([{ sold: 4, gross: 50, returned: 20, net: 30 }, 'USD']);
  });

  it('are of the days that were asked for, by the clock of the site', async () => {
    const { things } = await ok(sellers({ from: '2026-03-31', to: '2026-03-31' }));
    expect(things.map(({ _id, sold }: { _id: string; sold: number }) => [_id, sold])).toEqual([[cheap, 1]]);
    expect((await ok(sellers({ from: '2026-01-01', to: '2026-03-30' }))).things).toEqual([]);
    expect((await sellers({ from: '2026-02-30' })).body.code).toBe('invalid-request');
    expect((await sellers({ from: '2024-01-01', to: '2026-04-01' })).body.code).toBe('range-too-long');
  });

  it('are paged, and found along an index of purchases', async () => {
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`
        insert into ${table('payment_intents')}
          (id, user_id, kind, content_id, amount_minor, currency, state, created_at, settled_at, quote, idempotency_key, request_hash)
        select gen_random_uuid(), i.user_id, 'post', gen_random_uuid(), n, 'USD', 'succeeded', '2023-01-01'::timestamptz + n * interval '1 hour',
          '2023-01-01'::timestamptz + n * interval '1 hour', i.quote, 'many-' || n, i.request_hash
        from generate_series(1, 4000) n, (select * from ${table('payment_intents')} where kind = 'post' limit 1) i`.run(
        db,
      );
      await sql`analyze ${table('payment_intents')}`.run(db);
    });
    const days = { from: '2023-01-01', to: '2023-01-02' };
    const seen: string[] = [];
    const { paginationData } = await ok(sellers(days));
    for (let page = 1; page <= paginationData.totalPages; page += 1)
      for (const { _id } of (await ok(sellers({ ...days, page_num: String(page) }))).things) seen.push(_id);
    expect(seen).toHaveLength(paginationData.totalRows);
    expect(new Set(seen).size).toBe(seen.length);
    expect(paginationData.totalPages).toBeGreaterThan(1);
    const recorder = recordStatements();
    await ok(sellers(days));
    const asked = recorder.stop().find(({ text }) => text.includes('things as ('));
    expect(await indexesAskedBy(world.databaseUrl, asked!)).toContain('purchases_of_contents');
  });
});

describe('the page', () => {
  it('ROLE-27: is open to the admin and the creator, and to a content manager only where the site says so', async () => {
    const { admin, model, sub_admin: subAdmin, content_manager: manager, support, fan } = staff();
    const codes = async (who: TestPerson) => [
      (await months({}, who)).body.code ?? 'open',
      (await sellers({}, who)).body.code ?? 'open',
      typeof (await lines({ list: 'months' }, who)) === 'string' ? 'closed' : 'open',
    ];
    for (const who of [admin, model]) expect(await codes(who)).toEqual(['open', 'open', 'open']);
    for (const who of [subAdmin, support, fan])
      expect(await codes(who)).toEqual(['access-denied', 'access-denied', 'closed']);
    expect(await codes(manager)).toEqual(['access-denied', 'access-denied', 'closed']);
    await changeSettings(world, { show_reporting_page_to_content_manager: true });
    expect((await codes(manager)).slice(0, 2)).toEqual(['open', 'open']);
    await changeSettings(world, { hide_earnings: true });
    expect((await codes(manager)).slice(0, 2)).toEqual(['access-denied', 'access-denied']);
  });

  it('is had as files, a line a month and a line a thing', async () => {
    expect(await lines({ list: 'months', months: { year: '2026' } })).toEqual([
      'Month,Sold,Given back,Net,Memberships,Unlocks,A year before,Currency,New members,Members lost',
      expect.stringMatching(/^2026-04,64.99,20,44.99,19.99,25,0,USD,1,\d$/),
      '2026-03,24.99,0,24.99,19.99,5,0,USD,1,0',
      '2026-02,0,0,0,0,0,0,USD,0,0',
      '2026-01,0,0,0,0,0,0,USD,0,0',
    ]);
    const things = [
      await lines({ list: 'best_sellers', best_sellers: { from: '2026-03-31', to: '2026-04-10' } }),
    ].flat();
    expect(things[0]).toBe('Post,Purchases,Sold,Given back,Net,Currency');
    expect(things.slice(1)).toEqual(['A post,2,40,20,20,USD', 'A post,2,10,0,10,USD']);
  });
});

it('a month tells whom the site lost', async () => {
  const { lost_members: before, returned } = await month('2026-04');
  const { intent_id: id } = await ok(world.subscribe(await world.fresh()));
  const back = { id, amount: 19.99, currency: 'USD', reason: 'Asked for' };
  await ok(world.call('POST /api/reports/refund', { as: staff().admin, body: back }));
  await world.settle();
  expect(await month('2026-04')).toMatchObject({
    lost_members: before + 1,
    returned: expect.closeTo(returned + 19.99, 2),
  });
});
