import type { UtmUser } from '@backlot/contracts/user-utm-params';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const [dayBefore, day, dayAfter] = ['2026-03-10', '2026-03-11', '2026-03-12'];
const at = (on: string, time = '12:00:00') => new Date(`${on}T${time}Z`);
const staff = () => world.people.luna;
const ask = (query: Record<string, string> = {}, as: TestPerson = staff().admin) =>
  world.call('GET /api/reports/user-utm-params', { as, query });
const span = { from: dayBefore, to: dayAfter };
const report = async (query: Record<string, string> = {}) => (await ask({ ...span, ...query })).body.data;
const users = async (query: Record<string, string> = {}): Promise<UtmUser[]> => (await report(query)).users;
const ok = async (answer: ReturnType<MoneyWorld['call']>) => {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(text);
  return body;
};
/** Registered by the world, with what its first visit brought. */
const came = async (utm: object, tenant: 'luna' | 'mars' = 'luna') => {
  const fan = await world.fresh(tenant);
  await change(fan, { utm: JSON.stringify(utm) as never, created_at: world.clock.now() });
  return fan;
};
const change = (fan: TestPerson, row: object) =>
  world.database.tenants.write(fan.tenant, (db) => db('users').where({ id: fan.id }).update(row));

const kiln = { source: 'insta', medium: 'social', campaign: 'kiln', term: 'clay', content: 'bio' };
let member: TestPerson;
let buyer: TestPerson;
let looker: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld({ at: at(day) });
  const post = await world.post('luna', 900);
  member = await came(kiln);
  buyer = await came(kiln);
  looker = await came({ source: 'news', medium: '' });
  await ok(world.subscribe(member));
  await ok(world.buy(member, post));
  const { intent_id: id } = (await ok(world.buy(await subscribed(buyer), post))).data;
  // The same on the other site, which this one counts nothing of.
  const stranger = await came({ ...kiln, campaign: 'elsewhere' }, 'mars');
  await ok(world.subscribe(stranger));
  world.clock.set(at(dayAfter));
  const back = { id, amount: 4, currency: 'USD', reason: 'Asked for' };
  await ok(world.call('POST /api/reports/refund', { as: staff().admin, body: back }));
  await world.settle();
});
afterAll(() => world.close());

/** Posts of this site are for members. */
async function subscribed(fan: TestPerson): Promise<TestPerson> {
  await ok(world.subscribe(fan));
  return fan;
}

describe('who came with UTM parameters', () => {
  it('is listed with what the first visit named, the first membership and the money, newest first', async () => {
    const found = await users();
    expect(found.map(({ _id }) => _id)).toEqual([looker.id, buyer.id, member.id]);
    expect(found[2]).toEqual({
      _id: member.id,
      name: expect.any(String),
      email: member.email,
      date: at(day).toISOString(),
      ...kiln,
      member_since: at(day).toISOString(),
      has_paid: true,
      net: 28.99,
    });
    const nothing = { medium: null, campaign: null, term: null, content: null };
    expect(found[0]).toMatchObject({ source: 'news', ...nothing, member_since: null, has_paid: false, net: 0 });
  });

  it('GEN-15: is whoever registered with them, and nobody who brought none', async () => {
    const register = (email: string, utm: object) =>
      ok(
        world.call('POST /api/users/register', {
          on: 'luna',
          body: { email, password: 'Correct-horse-9', ...utm },
        }),
      );
    await register('plain@fans.example', {});
    await register('tagged@fans.example', { utm: { source: 'flyer', campaign: 'fair' } });
    const found = await users({ search: 'fans.example' });
    expect(found.map(({ email, source, campaign }) => [email, source, campaign])).toEqual([
      ['tagged@fans.example', 'flyer', 'fair'],
    ]);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').where({ email_key: 'tagged@fans.example' }).update({ role: 'support' }),
    );
    expect(await users({ search: 'fans.example' })).toEqual([]);
  });

  it('is found by name, address, source and campaign, and by the days on which they registered', async () => {
    const ids = async (query: Record<string, string>) => (await users(query)).map(({ _id }) => _id);
    expect(await ids({ search: buyer.email })).toEqual([buyer.id]);
    expect(await ids({ search: '…' })).toEqual([]);
    expect(await ids({ source: 'news' })).toEqual([looker.id]);
    expect(await ids({ campaign: 'kiln' })).toEqual([buyer.id, member.id]);
    expect(await ids({ campaign: 'elsewhere' })).toEqual([]);
    expect(await ids({ source: 'news', campaign: 'kiln' })).toEqual([]);
    expect(await ids({ to: dayBefore })).toEqual([]);
    expect((await report({ source: 'news' })).sources).toEqual(['insta', 'news']);
    expect((await report({ source: 'news' })).campaigns).toEqual(['kiln']);
  });

  it.each([
    [{ from: '2026-02-30' }, 'invalid-request'],
    [{ from: dayAfter, to: day }, 'invalid-request'],
    [{ from: '2025-03-11', to: dayAfter }, 'range-too-long'],
  ])('is refused for %j: %s', async (query, code) => {
    expect((await ask(query as never)).body.code).toBe(code);
  });
});

describe('what each source, medium and campaign brought', () => {
  it('counts those who registered, became members and paid, and what of their money stayed', async () => {
    const { groups, group_count: count, sums } = await report();
    expect(groups).toEqual([
      { source: 'insta', medium: 'social', campaign: 'kiln', registered: 2, members: 2, paid: 2, net: 53.98 },
      { source: 'news', medium: null, campaign: null, registered: 1, members: 0, paid: 0, net: 0 },
    ]);
    expect([count, sums]).toEqual([2, { registered: 3, members: 2, paid: 2, net: 53.98 }]);
  });

  it('comes to the net earnings of the site, which nobody else paid into, and to those of its list', async () => {
    const trends = (await ok(world.call('GET /api/reports/trends', { as: staff().admin, query: span }))).data;
    const { sums, users: listed } = await report();
    expect(sums.net).toBe(trends.earnings.sum);
    expect(sums.members).toBe(trends.members.sum);
    const minor = listed.reduce((sum: number, { net }: UtmUser) => sum + Math.round(net * 100), 0);
    expect(minor).toBe(Math.round(sums.net * 100));
  });

  it('leaves out money that bought nothing, which the books do not count as earned', async () => {
    const before = (await report()).sums;
    // More than was asked for is taken: it buys nothing, and is on its way back.
    await world.faults({ kind: 'other-amount', by: 1, count: 1 });
    expect((await world.subscribe(looker)).status).not.toBe(200);
    await world.faults();
    await world.settle();
    const charged = await world.database.tenants.read(looker.tenant, (db) =>
      db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where({ 'i.user_id': looker.id })
        .select('a.taken_minor'),
    );
    expect(charged).toEqual([{ taken_minor: 2000 }]);
    expect((await report()).sums).toEqual(before);
  });

  it('is of the people that the filters choose', async () => {
    expect((await report({ search: buyer.email })).sums).toEqual({ registered: 1, members: 1, paid: 1, net: 24.99 });
    expect((await report({ to: dayBefore })).sums).toEqual({ registered: 0, members: 0, paid: 0, net: 0 });
  });
});

describe('the list', () => {
  it('ROLE-28: is for the admin and the sub-admin alone, also as a file', async () => {
    const file = (as: TestPerson) =>
      world.call('POST /api/reports/exports', { as, body: { list: 'user_utm_params', user_utm_params: span } });
    for (const role of ['admin', 'sub_admin'] as const) {
      expect((await ask({}, staff()[role])).status).toBe(200);
      const lines = (await file(staff()[role])).body.data.csv
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n');
      expect(lines[0]).toBe(
        'Name,Email,Registered (UTC),UTM source,UTM medium,UTM campaign,UTM term,UTM content,First paid membership (UTC),Has paid,Net,Currency',
      );
      expect(lines.at(-1)).toContain(
        `${member.email},2026-03-11 12:00,insta,social,kiln,clay,bio,2026-03-11 12:00,Yes,28.99,USD`,
      );
      expect(lines).toHaveLength(4);
    }
    for (const role of ['model', 'support', 'content_manager', 'live_stream_manager', 'fan'] as const) {
      expect((await ask({}, staff()[role])).body.code).toBe('access-denied');
      expect((await file(staff()[role])).body.code).toBe('access-denied');
    }
  });

  it('is paged, each person once, and answered from indexes', async () => {
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at, utm)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none',
          '2024-01-01'::timestamptz + n * interval '1 hour', case when n % 30 = 0 then '{"source":"s' || n % 7 || '","campaign":"c' || n || '"}' end::jsonb
        from generate_series(1, 3000) n`.run(db);
      // Sales of people without any, as many as a busy site has.
      await sql`
        with sale as (select * from ${table('ledger_transactions')} where kind = 'sale' limit 1), booked as (
          insert into ${table('ledger_transactions')} (id, kind, cause_type, cause_id, user_id, entry_count, at)
          select gen_random_uuid(), 'sale', 'attempt', gen_random_uuid(), u.id, s.entry_count, u.created_at
          from ${table('users')} u, sale s where u.utm is null and u.email like 'crowd%' returning id
        )
        insert into ${table('ledger_entries')} (transaction_id, account_id, amount_minor, currency)
        select b.id, e.account_id, e.amount_minor, e.currency
        from booked b, sale s join ${table('ledger_entries')} e on e.transaction_id = s.id`.run(db);
      for (const name of ['users', 'ledger_transactions', 'ledger_entries'] as const)
        await sql`analyze ${table(name)}`.run(db);
    });
    const year = { from: '2024-01-01', to: '2024-12-31' };
    const seen: string[] = [];
    const first = await report(year);
    const { totalPages, totalRows } = first.paginationData;
    for (let page = 1; page <= totalPages; page += 1)
      seen.push(...(await users({ ...year, page_num: String(page) })).map(({ _id }) => _id));
    expect([totalRows, seen.length, new Set(seen).size]).toEqual([100, 100, 100]);
    expect([first.groups.length, first.group_count, first.sums.registered]).toEqual([20, 100, 100]);

    const recorder = recordStatements();
    await ask(span);
    await ask({ ...year, source: 's3' });
    await ask({ ...year, campaign: 'c30' });
    const asked = recorder.stop().filter(({ text }) => text.includes('utm'));
    const used = await Promise.all(asked.map((statement) => indexesAskedBy(world.databaseUrl, statement)));
    for (const index of ['users_by_utm', 'users_by_utm_source', 'users_by_utm_campaign', 'ledger_transactions_of_user'])
      expect(used.flat()).toContain(index);
  });
});
