import type { TransactionRow } from '@backlot/contracts/staff';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

type Query = Record<string, string>;
const staff = () => world.people.luna;
const ask = (query: Query = {}, as: TestPerson = staff().support) =>
  world.call('GET /api/reports/purchase-history', { as, query });
const dataOf = async (query: Query) => (await ask(query)).body.data;
const purchases = async (query: Query): Promise<TransactionRow[]> => (await dataOf(query)).purchases;

/** A member who bought a post for 9 dollars, of which `back` went back. */
async function buyer(back = 0) {
  const fan = await world.member();
  const post = await world.post('luna', 900);
  const { intent_id: id, transactionId: reference } = (await world.buy(fan, post)).body.data;
  if (back > 0)
    await world.call('POST /api/reports/refund', {
      as: staff().admin,
      body: { id, amount: back, currency: 'USD', reason: 'Asked for' },
    });
  await world.settle();
  return { fan, post, id: id as string, reference: reference as string };
}

describe('the history of purchases', () => {
  it('has a row a purchase of every fan, newest first, with what went back of it and no row for that', async () => {
    const { fan, post, id, reference } = await buyer(4);
    const rows = await purchases({ search: fan.email });
    expect(rows.map(({ kind, amount, returned, left }) => ({ kind, amount, returned, left }))).toEqual([
      { kind: 'post', amount: 9, returned: 4, left: 5 },
      { kind: 'membership', amount: 19.99, returned: 0, left: 19.99 },
    ]);
    expect(rows[0]).toMatchObject({
      _id: id,
      transactionId: reference,
      state: 'succeeded',
      user: { _id: fan.id, email: fan.email },
      content: { _id: post, title: 'A post' },
      card: { card_type: 'visa', last4: '4242' },
      paid_with: 'card',
    });
    expect(await dataOf({ search: fan.email })).toMatchObject({
      sum: 28.99,
      returned: 4,
      currency: 'USD',
      paginationData: { totalRows: 2, currentPage: 1 },
    });
  });

  it('tells a wallet from a card', async () => {
    const fan = await world.member();
    await fund(world, fan, 1800);
    const body = { payment_for: 'blog', content_id: await world.post('luna'), userId: fan.id };
    await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body });
    expect(await purchases({ user_id: fan.id, kind: 'post' })).toMatchObject([{ paid_with: 'wallet', card: null }]);
  });

  it('is searched by fan and by reference, and filtered by kind, state and days, which all have to fit', async () => {
    const { fan, id, reference } = await buyer(9);
    const other = await buyer();
    const declined = await world.fresh();
    await world.subscribe(declined, { number: card.declined });
    const idsOf = async (query: Query) => (await purchases(query)).map(({ _id }) => _id);
    expect(await idsOf({ search: reference })).toEqual([id]);
    expect(await idsOf({ search: id })).toEqual([id]);
    expect(await idsOf({ search: fan.email, kind: 'post' })).toEqual([id]);
    expect(await idsOf({ search: '!!' })).toEqual([]);
    const refunded = await idsOf({ state: 'refunded', kind: 'post' });
    expect(refunded).toContain(id);
    expect(refunded).not.toContain(other.id);
    expect(await purchases({ search: declined.email })).toMatchObject([{ state: 'declined', paid_with: 'card' }]);
    expect(await idsOf({ search: declined.email, state: 'succeeded' })).toEqual([]);
    const day = world.clock.now().toISOString().slice(0, 10);
    expect(await idsOf({ search: id, from: day, to: day })).toEqual([id]);
    expect(await idsOf({ search: id, from: '2026-03-11' })).toEqual([]);
    expect((await ask({ kind: 'no-such-kind' })).body.code).toBe('invalid-request');
  });

  it('is sorted by amount, and paged', async () => {
    const amounts = (await purchases({ sort: 'amount', direction: 'asc', state: 'succeeded' })).map(
      ({ amount }) => amount,
    );
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    const { paginationData } = await dataOf({ page_num: '2' });
    expect(paginationData).toMatchObject({ currentPage: 2 });
  });

  it('ROLE-25 is open as transactions are: to a content manager only while reports are', async () => {
    for (const role of ['support', 'admin', 'sub_admin', 'model'] as const)
      expect((await ask({}, staff()[role])).status).toBe(200);
    for (const role of ['content_manager', 'live_stream_manager', 'fan'] as const)
      expect((await ask({}, staff()[role])).body.code).toBe('access-denied');
  });

  it('is taken away as a file with the columns of its screen', async () => {
    const { fan } = await buyer(4);
    const export_ = (as: TestPerson) =>
      world.call('POST /api/reports/exports', {
        as,
        body: { list: 'purchase_history', purchase_history: { search: fan.email, kind: 'post' } },
      });
    const { csv } = (await export_(staff().support)).body.data;
    const [head, row, ...more] = csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(head).toBe('Date (UTC),Reference,Fan,Email,What,Post,Status,Paid with,Card,Amount,Given back,Currency');
    expect(row).toMatch(/,Unlock,A post,Paid,Card,Visa ···· 4242,9,4,USD$/);
    expect(more).toEqual([]);
    expect((await export_(staff().content_manager)).body.code).toBe('access-denied');
  });
});

describe('the history of purchases is answered from indexes', () => {
  beforeAll(async () => {
    const { luna } = world.tenants;
    await buyer(9);
    // So many that an index read to its end costs more.
    await world.database.tenants.write(luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 3000) n`.run(db);
      await sql`insert into ${table('payment_intents')} (id, user_id, kind, amount_minor, currency, quote, idempotency_key, request_hash, state, created_at)
        select gen_random_uuid(), u.id, 'membership', 1999, 'USD', '{}', 'crowd', '', 'abandoned', '2024-01-01'::timestamptz + (row_number() over ()) * interval '1 hour'
        from ${table('users')} u where u.email like 'crowd%'`.run(db);
    });
  });

  it.each([
    ['a person', { search: 'crowd77@x.example' }, ['users_by_words', 'intents_of_user']],
    ['days', { from: '2024-02-10', to: '2024-02-11' }, ['intents_by_age']],
    ['what one fan bought', { user_id: '00000000-0000-7000-8000-000000000000' }, ['intents_of_user']],
    ['an attempt of a page’s line', {}, ['attempts_of_intent']],
  ] as const)('for %s', async (_, query, indexes) => {
    const recorder = recordStatements();
    expect((await ask(query)).status).toBe(200);
    const asked = recorder.stop().filter(({ text }) => text.includes('payment_intents" i'));
    // The number and the sum, a page, and what went back.
    expect(asked).toHaveLength(3);
    const used = await Promise.all(asked.map((statement) => indexesAskedBy(world.databaseUrl, statement)));
    for (const index of indexes) expect(used.flat()).toContain(index);
  });
});
