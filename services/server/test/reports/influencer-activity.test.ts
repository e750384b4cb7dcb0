import type { ActivityDay, ActView } from '@backlot/contracts/influencer-activity';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { cheapMonth, promote } from '../../src/testing/promoting.ts';

let world: MoneyWorld;
/** Nothing was done on the day before; the next one is the day of the acts, and the one after it of what went back. */
const [dayBefore, day, dayAfter] = ['2026-03-10', '2026-03-11', '2026-03-12'];
const at = (on: string, time = '12:00:00') => new Date(`${on}T${time}Z`);
const staff = () => world.people.luna;
const ask = (query: Record<string, string> = {}, as: TestPerson = staff().admin) =>
  world.call('GET /api/reports/influencer-activity', { as, query });
const span = { from: dayBefore, to: dayAfter };
const days = async (query: Record<string, string> = span): Promise<ActivityDay[]> => (await ask(query)).body.data.days;
const dayOf = async (on: string, query = {}) => (await days({ ...span, ...query })).find((one) => one.day === on)!;
const askActs = (query: Record<string, string> = {}, as: TestPerson = staff().admin) =>
  world.call('GET /api/reports/influencer-activity/acts', { as, query: { day, ...query } });
const acts = async (query: Record<string, string> = {}): Promise<ActView[]> => (await askActs(query)).body.data.acts;
const ok = async (answer: ReturnType<MoneyWorld['call']>) => {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(text);
  return body;
};

let post: string;
let member: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld({ at: at(day) });
  const { model, sub_admin: subAdmin } = staff();
  post = await world.post('luna', 900);
  await world.database.tenants.write(world.tenants.luna, (db) =>
    db('posts').where({ id: post }).update({ created_by: model.id }),
  );
  member = await world.member();
  const fan = member;
  const { intent_id: id } = (await ok(world.buy(fan, post))).data;
  await ok(
    world.call('POST /api/blog/save-blog-comment', { as: model, body: { blog_id: post, comment: 'Thank you' } }),
  );
  await ok(world.call('POST /api/blog/save-blog-comment', { as: fan, body: { blog_id: post, comment: 'Lovely' } }));
  const terms = { discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 0 };
  await ok(world.call('POST /api/coupon/add', { as: subAdmin, body: { ...terms, code: 'KILN' } }));
  await promote(world, cheapMonth);
  const save = (body: object, as: TestPerson) => ok(world.call('PATCH /api/app_settings', { as, body }));
  await save({ membership_price: 25 }, staff().admin);
  await save({ enable_coupons: true, tip_page_title: 'Tips' }, model);
  // The same on the other site, which this one counts nothing of.
  await world.buy(await world.member('mars'), await world.post('mars', 700));
  world.clock.set(at(dayAfter));
  const admin = staff().admin;
  const back = { id, amount: 4, currency: 'USD', reason: 'Asked for' };
  await ok(world.call('POST /api/reports/refund', { as: admin, body: back }));
  await world.settle();
});
afterAll(() => world.close());

describe('a day of activity', () => {
  it('counts what the people of the site did, and nothing that a fan did', async () => {
    expect(await dayOf(day)).toMatchObject({
      _id: day,
      posts: 1,
      photos: 1,
      videos: 0,
      comments: 1,
      promotions: 1,
      coupons: 1,
      prices: 1,
      settings: 1,
      sign_ins: expect.any(Number),
    });
    expect(await dayOf(dayAfter)).toMatchObject({ posts: 0, comments: 0, coupons: 0, prices: 0 });
  });

  it('tells what was sold on it, and what went back on the day on which it went back', async () => {
    expect(await dayOf(day)).toMatchObject({ gross: 28.99, returned: 0, net: 28.99, new_members: 1 });
    expect(await dayOf(dayAfter)).toMatchObject({ gross: 0, returned: 4, net: -4, new_members: 0 });
    expect((await ask(span)).body.data.sums).toMatchObject({ gross: 28.99, returned: 4, net: 24.99, posts: 1 });
  });

  it('has the money and the new members of the home page, and of the list of transactions', async () => {
    const { sums } = (await ask(span)).body.data;
    const admin = staff().admin;
    const trends = (await ok(world.call('GET /api/reports/trends', { as: admin, query: span }))).data;
    expect([sums.net, sums.new_members]).toEqual([trends.earnings.sum, trends.members.sum]);
    const sales = await world.call('GET /api/admin/get_transactions_details', { as: admin, query: span });
    expect(sums.net).toBe(sales.body.data.sum);
  });

  it('is listed also when nothing happened, newest first, and never before it came', async () => {
    expect((await days({ from: dayBefore, to: '2026-04-01' })).map((one) => one.day)).toEqual([
      dayAfter,
      day,
      dayBefore,
    ]);
    expect(await dayOf(dayBefore)).toMatchObject({ posts: 0, gross: 0, net: 0, new_members: 0, lost_members: 0 });
  });

  it('is one of the last thirty where nobody asks for others, a page of twenty at a time', async () => {
    const { data } = (await ask()).body;
    expect(data.paginationData).toMatchObject({ totalRows: 30, totalPages: 2, currentPage: 1 });
    expect(data.days).toHaveLength(20);
    const second = (await ask({ page_num: '2' })).body.data;
    expect(second.days).toHaveLength(10);
    expect(second.days[0].day).toBe('2026-02-20');
  });

  it.each([
    [{ from: '2026-02-30' }, 'invalid-request'],
    [{ from: '2026-03-20' }, 'invalid-request'],
    [{ from: dayAfter, to: day }, 'invalid-request'],
    [{ from: '2025-03-11', to: dayAfter }, 'range-too-long'],
    [{ kind: 'renewal' }, 'invalid-request'],
  ])('is refused for %j: %s', async (query, code) => {
    expect((await ask(query as never)).body.code).toBe(code);
  });

  it('counts one kind or one person alone, beside the money of the whole site', async () => {
    expect(await dayOf(day, { kind: 'coupon' })).toMatchObject({ coupons: 1, posts: 0, comments: 0, net: 28.99 });
    const { people } = (await ask()).body.data;
    const person = staff().sub_admin.id;
    expect(people.map(({ _id }: { _id: string }) => _id)).toContain(person);
    expect(await dayOf(day, { person })).toMatchObject({ coupons: 1, posts: 0, prices: 0, net: 28.99 });
  });
});

describe('members lost', () => {
  it('are those whose bought membership was over on the day, once each, and no complimentary one', async () => {
    const { tick, cancel } = membershipsOf(() => world);
    world.clock.set(at('2026-03-20'));
    const [leaver, broke, given] = [await world.fresh(), await world.fresh(), await world.fresh()];
    await ok(world.subscribe(leaver));
    const withdrawn = await world.fresh();
    await ok(world.subscribe(withdrawn));
    const { contract } = (await world.call('GET /api/v2/subscription/withdrawal', { as: withdrawn })).body.data;
    await ok(world.call('POST /api/v2/subscription/withdraw', { as: withdrawn, body: { id: contract._id } }));
    // Nobody is renewed, which a leap of the clock would do too late.
    for (const fan of [leaver, member]) await cancel(fan);
    await ok(world.subscribe(broke, { number: card.noRenewal }));
    const as = staff().admin;
    const body = { user_id: given.id };
    await ok(world.call('POST /api/admin/give_complimentary_subscription', { as, body: { ...body, months: 1 } }));
    await ok(world.call('POST /api/admin/revoke_complimentary_subscription', { as, body }));
    for (const later of ['2026-04-21', '2026-04-25', '2026-05-10', '2026-06-20']) {
      world.clock.set(at(later));
      await tick();
    }
    const found = await world.call('POST /api/users/get_users_list', { as, body: {} });
    const statusOf = ({ id }: TestPerson) =>
      found.body.data.users.find((one: { _id: string }) => one._id === id).ccbill_subscription_status;
    expect([leaver, broke, given].map(statusOf)).toEqual(['0', '0', '0']);
    const { sums } = (await ask({ from: '2026-03-20', to: '2026-06-20' })).body.data;
    expect(sums).toMatchObject({ new_members: 3, lost_members: 4 });
    const on = (await days({ from: '2026-04-21', to: '2026-04-21' }))[0]!;
    expect(on.lost_members).toBeGreaterThan(0);
  });
});

describe('the acts of a day', () => {
  it('say who did what, newest first', async () => {
    const found = await acts();
    const kinds = found.map(({ kind }) => kind).filter((kind) => kind !== 'sign_in');
    expect(kinds.toSorted()).toEqual(['comment', 'coupon', 'post', 'price', 'promotion', 'setting']);
    const of = (kind: string) => found.find((one) => one.kind === kind);
    expect(of('post')).toMatchObject({ about: post, person: { _id: staff().model.id }, photos: 1, videos: 0 });
    expect(of('comment')).toMatchObject({ about: post, text: 'Thank you', person: { _id: staff().model.id } });
    expect(of('coupon')).toMatchObject({ text: 'KILN', person: { _id: staff().sub_admin.id } });
    expect(of('price')).toMatchObject({ keys: ['membership_price'], person: { _id: staff().admin.id } });
    expect(found.map(({ date }) => date)).toEqual(
      found
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    );
  });

  it('are told page by page, each once, and a sign-in without anything by which it could be used', async () => {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      sql`insert into ${table('sessions')} (id, user_id, created_at, expires_at)
        select gen_random_uuid(), ${staff().support.id}::uuid, ${at(dayBefore)}::timestamptz + n * interval '1 microsecond', now()
        from generate_series(1, 45) n`.run(db),
    );
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const data: { acts: ActView[]; next: string | null } = (
        await askActs({ day: dayBefore, ...(after === null ? {} : { after }) })
      ).body.data;
      seen.push(...data.acts.map(({ _id }) => _id));
      after = data.next;
    } while (after !== null);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    expect((await days({ from: dayBefore, to: dayBefore }))[0]).toMatchObject({ sign_ins: 45 });
    const held = await world.database.tenants.read(world.tenants.luna, (db) =>
      sql<{ id: string }>`select id from ${table('sessions')} where id = any (${seen}::uuid[])`.all(db),
    );
    expect(held).toEqual([]);
  });

  it.each([{ after: 'x' }, { after: `1_${'z'.repeat(36)}` }, { day: '2026-02-30' }])(
    'are refused for %j',
    async (query) => {
      expect((await askActs(query as never)).body.code).toBe('invalid-request');
    },
  );
});

describe('activity', () => {
  it('is for the admin and the sub-admin alone', async () => {
    for (const role of ['admin', 'sub_admin'] as const) {
      expect((await ask({}, staff()[role])).status).toBe(200);
      expect((await askActs({}, staff()[role])).status).toBe(200);
    }
    for (const role of ['model', 'support', 'content_manager', 'live_stream_manager', 'fan'] as const) {
      expect((await ask({}, staff()[role])).body.code).toBe('access-denied');
      expect((await askActs({}, staff()[role])).body.code).toBe('access-denied');
    }
  });

  it('is taken away as a file by whom the screen is open to', async () => {
    const file = (as: TestPerson) =>
      world.call('POST /api/reports/exports', { as, body: { list: 'influencer_activity', influencer_activity: span } });
    const lines = (await file(staff().sub_admin)).body.data.csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      'Date,Posts,Photos,Videos,Comments,Promotions,Coupons,Price changes,Settings,Sign-ins,Sold,Given back,Net,Currency,New members,Members lost',
    );
    expect(lines[1]).toMatch(/^2026-03-12,0,0,0,0,0,0,0,0,\d+,0,4,-4,USD,0,0$/);
    expect((await file(staff().model)).body.code).toBe('access-denied');
  });

  it('is answered from indexes', async () => {
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 3000) n`.run(db);
      await sql`insert into ${table('sessions')} (id, user_id, created_at, expires_at)
        select gen_random_uuid(), u.id, now(), now() from ${table('users')} u`.run(db);
      await sql`insert into ${table('setting_changes')} (id, changed_at, changed_by_name, keys, changed)
        select gen_random_uuid(), '2024-01-01'::timestamptz + n * interval '1 hour', 'x', '{enable_coupons}', '[]' from generate_series(1, 3000) n`.run(
        db,
      );
      await sql`insert into ${table('coupons')} (id, code, discount_type, initial_hundredths, recurring_hundredths, created_at, updated_at)
        select gen_random_uuid(), 'CROWD' || n, 'flat', 100, 0, '2024-01-01'::timestamptz + n * interval '1 hour', now() from generate_series(1, 3000) n`.run(
        db,
      );
    });
    const recorder = recordStatements();
    expect((await ask({ from: day, to: day })).status).toBe(200);
    expect((await askActs()).status).toBe(200);
    const asked = recorder.stop();
    const used = await Promise.all(
      asked
        .filter(
          ({ text }) => text.includes('sign_in') || text.includes('subscription_events') || text.includes('ledger'),
        )
        .map((statement) => indexesAskedBy(world.databaseUrl, statement)),
    );
    for (const index of ['setting_changes_by_age', 'coupons_by_age', 'sessions_by_person'])
      expect(used.flat()).toContain(index);
  });
});
