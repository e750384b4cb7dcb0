import type { StoredCard } from '@backlot/contracts/stored-cards';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const start = new Date('2026-03-10T12:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(start);
});

const master = '5555555555554444';
type Query = Record<string, string>;
const staff = () => world.people.luna;
const ask = (query: Query = {}, as: TestPerson = staff().support) =>
  world.call('GET /api/reports/cards', { as, query });
const cards = async (query: Query): Promise<StoredCard[]> => (await ask(query)).body.data.cards;
const add = async (fan: TestPerson, number: string = card.good) =>
  world.call('POST /api/user/change-payment-method', { as: fan, body: { card: await world.cardOf(number) } });
const remove = (cardId: string, as: TestPerson = staff().admin) =>
  world.call('POST /api/admin/remove-card', { as, body: { card_id: cardId } });
const change = (id: string, row: object) =>
  world.database.tenants.write(world.tenants.luna, (db) => db('payment_instruments').where({ id }).update(row));
const rowOf = (id: string) =>
  world.database.tenants.read(world.tenants.luna, (db) => db('payment_instruments').where({ id }).first());

async function owner(number?: string) {
  const fan = await world.fresh();
  await add(fan, number);
  const [only] = await cards({ search: fan.email });
  return { fan, card: only! };
}

describe('the list of cards on file', () => {
  it('tells of each whose it is, brand, last four, expiry and when it came, and nothing by which it is charged', async () => {
    const { fan, card: found } = await owner();
    const row = (await rowOf(found._id))!;
    expect(found).toEqual({
      _id: row.id,
      user: { _id: fan.id, name: expect.any(String), email: fan.email },
      card_type: 'visa',
      last4: '4242',
      month: row.exp_month,
      year: row.exp_year,
      is_primary: true,
      state: 'valid',
      date: start.toISOString(),
      last_used_at: start.toISOString(),
      barred_at: null,
      consented_at: null,
    });
    expect((await ask({ search: fan.email })).text).not.toContain(row.provider_instrument);
  });

  it('C13 tells when its owner last agreed to later charges', async () => {
    const fan = await world.member();
    expect(await cards({ search: fan.email })).toMatchObject([{ consented_at: start.toISOString() }]);
    world.clock.set(new Date('2026-03-12T12:00:00Z'));
    await world.buy(fan, await world.post('luna', 900));
    // A post is charged once: nothing later was agreed to.
    expect(await cards({ search: fan.email })).toMatchObject([{ consented_at: start.toISOString() }]);
  });

  it('C13 tells of the consent to a membership whose first period is free with the card that it renews with', async () => {
    await changeSettings(world, { membership_price: 0, recurring_membership_price: 14 });
    try {
      const { fan, card: earlier } = await owner(master);
      world.clock.set(new Date('2026-03-11T12:00:00Z'));
      const at = world.clock.now().toISOString();
      expect((await world.subscribe(fan)).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
      const consents = async () => (await cards({ search: fan.email })).map((one) => [one.last4, one.consented_at]);
      expect(await consents()).toEqual([
        ['4242', at],
        [earlier.last4, null],
      ]);
      const { fan: stored } = await owner();
      expect((await world.subscribe(stored, { stored: true })).body.data).toMatchObject({ amount: 0 });
      expect(await cards({ search: stored.email })).toMatchObject([{ consented_at: at }]);
    } finally {
      await changeSettings(world, { membership_price: 19.99, recurring_membership_price: 19.99 });
    }
  });

  it('is searched by fan and by last digits, which both have to fit', async () => {
    const { fan, card: visa } = await owner();
    await add(fan, master);
    const lasts = async (query: Query) => (await cards(query)).map(({ last4 }) => last4);
    expect(await lasts({ search: fan.email })).toEqual(['4444', '4242']);
    expect(await lasts({ search: fan.email, last4: '4242' })).toEqual(['4242']);
    expect(await lasts({ search: fan.email, last4: '0000' })).toEqual([]);
    expect(await lasts({ search: '!!' })).toEqual([]);
    expect((await cards({ last4: '4242' })).map(({ _id }) => _id)).toContain(visa._id);
    expect((await ask({ last4: '42' })).status).toBe(400);
    expect((await ask({ search: fan.email })).body.data.paginationData).toMatchObject({ totalRows: 2 });
  });

  it.each([
    ['2026-03-31T23:59:59.999Z', 'expiring'],
    ['2026-02-28T23:59:59.999Z', 'valid'],
    ['2026-04-01T00:00:00Z', 'expired'],
  ])('a card of 03/2026 is at %s %s, by the site’s calendar', async (instant, state) => {
    await changeSettings(world, { timezone: 'UTC' });
    const { fan, card: found } = await owner();
    await change(found._id, { exp_year: 2026, exp_month: 3 });
    world.clock.set(new Date(instant));
    expect(await cards({ search: fan.email })).toMatchObject([{ state }]);
    for (const asked of ['valid', 'expiring', 'expired', 'barred'])
      expect(await cards({ search: fan.email, state: asked })).toHaveLength(asked === state ? 1 : 0);
  });

  it('holds barred cards, which are off file, and no card that was only removed', async () => {
    const { fan, card: found } = await owner();
    await add(fan, master);
    await change(found._id, { removed_at: start, is_primary: false });
    expect(await cards({ search: fan.email })).toMatchObject([{ last4: '4444' }]);
    await change(found._id, { barred_at: start });
    expect(await cards({ search: fan.email, state: 'barred' })).toMatchObject([
      { _id: found._id, state: 'barred', barred_at: start.toISOString(), is_primary: false },
    ]);
    expect((await remove(found._id)).body.code).toBe('not-found');
  });

  it('is sorted by when a card came and by when it expires', async () => {
    const { fan, card: old } = await owner();
    world.clock.set(new Date('2026-03-11T12:00:00Z'));
    await add(fan, master);
    await change(old._id, { exp_year: 2039, exp_month: 1 });
    const ids = async (query: Query) => (await cards({ search: fan.email, ...query })).map(({ last4 }) => last4);
    expect(await ids({ sort: 'date', direction: 'asc' })).toEqual(['4242', '4444']);
    expect(await ids({ sort: 'expires', direction: 'asc' })).toEqual(['4444', '4242']);
    expect(await ids({ sort: 'expires', direction: 'desc' })).toEqual(['4242', '4444']);
  });

  it('ROLE-25 is open to whom the lookup of payments is, and to nobody else', async () => {
    for (const role of ['support', 'admin', 'sub_admin'] as const)
      expect((await ask({}, staff()[role])).status).toBe(200);
    for (const role of ['model', 'content_manager', 'live_stream_manager', 'fan'] as const)
      expect((await ask({}, staff()[role])).body.code).toBe('access-denied');
  });

  it('is taken away as a file by whom the list is open to', async () => {
    const { fan } = await owner();
    const file = (as: TestPerson) =>
      world.call('POST /api/reports/exports', { as, body: { list: 'cards', cards: { search: fan.email } } });
    const [head, row, ...more] = (await file(staff().support)).body.data.csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe(
      'Name,Email,Card,Card ending in,Expires,Status,Primary,Added (UTC),Last used (UTC),Blocked on (UTC),Consent to later charges (UTC)',
    );
    expect(row).toMatch(/,Visa,4242,\d\d\/\d{4},Valid,Primary,2026-03-10 12:00,2026-03-10 12:00,,$/);
    expect(more).toEqual([]);
    expect((await file(staff().model)).body.code).toBe('access-denied');
  });
});

describe('staff take a card off file', () => {
  it('and it is known who did; the card used last stands in for it', async () => {
    const { fan, card: old } = await owner();
    await add(fan, master);
    const newest = (await cards({ search: fan.email, last4: '4444' }))[0]!;
    const removed = await remove(newest._id, staff().sub_admin);
    expect(removed.body).toMatchObject({ success: true, message: 'The card was removed.' });
    expect(await rowOf(newest._id)).toMatchObject({ removed_at: start, removed_by: staff().sub_admin.id });
    expect(await cards({ search: fan.email })).toMatchObject([{ _id: old._id, is_primary: true }]);
  });

  it('is not possible for the last card with which a membership renews', async () => {
    const fan = await world.member();
    const [only] = await cards({ search: fan.email });
    expect((await remove(only!._id)).body.code).toBe('card-renews-membership');
    expect(await cards({ search: fan.email })).toHaveLength(1);
  });

  it('is for admins alone, and for cards of their own site', async () => {
    const { card: found } = await owner();
    for (const role of ['support', 'model', 'content_manager', 'fan'] as const)
      expect((await remove(found._id, staff()[role])).body.code).toBe('access-denied');
    expect((await remove(found._id, world.people.mars.admin)).body.code).toBe('not-found');
    expect((await remove(found._id)).status).toBe(200);
    expect((await remove(found._id)).body.code).toBe('not-found');
  });

  it('its owner may enter it again, and no staff took it off file then', async () => {
    const { fan, card: found } = await owner();
    await remove(found._id);
    await add(fan);
    const [again] = await cards({ search: fan.email });
    expect(await rowOf(again!._id)).toMatchObject({ removed_at: null, removed_by: null });
  });
});

describe('the list of cards is answered from indexes', () => {
  beforeAll(async () => {
    await owner();
    // So many that an index read to its end costs more.
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 3000) n`.run(db);
      await sql`insert into ${table('payment_instruments')} (id, user_id, provider, account_id, provider_instrument, brand, last4, exp_month, exp_year, created_at, last_used_at)
        select gen_random_uuid(), u.id, a.provider, a.id, 'crowd', 'visa', lpad((row_number() over () % 10000)::text, 4, '0'), 1 + (row_number() over () % 12), 2026 + (row_number() over () % 9), now(), now()
        from ${table('users')} u, (select * from ${table('provider_accounts')} limit 1) a where u.email like 'crowd%'`.run(
        db,
      );
      await sql`insert into ${table('payment_intents')} (id, user_id, kind, amount_minor, currency, quote, idempotency_key, request_hash, state, created_at)
        select gen_random_uuid(), u.id, 'membership', 1999, 'USD', '{}', 'crowd' || u.id, '', 'abandoned', now() from ${table('users')} u where u.email like 'crowd%'`.run(
        db,
      );
      await sql`insert into ${table('payment_attempts')} (id, intent_id, provider, account_id, state, provider_ref, instrument_id)
        select gen_random_uuid(), i.id, c.provider, c.account_id, 'succeeded', 'crowd' || i.id, c.id
        from ${table('payment_intents')} i join ${table('payment_instruments')} c on c.user_id = i.user_id where i.idempotency_key like 'crowd%'`.run(
        db,
      );
    });
  });

  it.each([
    ['a person', { search: 'crowd77@x.example' }, ['users_by_words', 'one_row_an_instrument']],
    ['last digits', { last4: '0077' }, ['instruments_by_last4']],
    ['cards of this month', { state: 'expiring' }, ['cards_by_expiry']],
    ['expired ones', { state: 'expired' }, ['cards_by_expiry']],
  ] as const)('for %s', async (_, query, indexes) => {
    const recorder = recordStatements();
    expect((await ask(query)).status).toBe(200);
    const asked = recorder.stop().filter(({ text }) => text.includes('payment_instruments" c'));
    // How many there are, and a page of them.
    expect(asked).toHaveLength(2);
    for (const statement of asked) {
      const used = await indexesAskedBy(world.databaseUrl, statement);
      for (const index of indexes) expect(used).toContain(index);
    }
  });

  it('and the consent to each card of a page from those of its payments and of the memberships it renews', async () => {
    const recorder = recordStatements();
    await ask();
    const [page] = recorder.stop().filter(({ text }) => text.includes('consentedAt'));
    const used = await indexesAskedBy(world.databaseUrl, page!);
    for (const index of ['attempts_of_instrument', 'series_of_instrument']) expect(used).toContain(index);
  });
});
