import type { TransactionRow } from '@backlot/contracts/staff';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements, type Statement } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
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

async function chargeBack(id: string) {
  const attempt = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_attempts').where({ intent_id: id }).first('id'),
  );
  await world.twin.control.chargeback(attempt!.id);
  await world.settle();
}

/** The lines of the file of these purchases, its head first. */
async function fileOf(filters: Query, as: TestPerson = staff().support): Promise<string[]> {
  const { body } = await world.call('POST /api/reports/exports', {
    as,
    body: { list: 'purchase_history', purchase_history: filters },
  });
  return body.data.csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
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

  it('tells what a bank took back from what was refunded, and finds both', async () => {
    const { fan, id } = await buyer();
    await chargeBack(id);
    expect(await purchases({ user_id: fan.id, state: 'refunded' })).toMatchObject([
      { _id: id, state: 'succeeded', returned: 9, charged_back: 9, returning: 0, left: 0 },
    ]);
    const refunded = await buyer(9);
    expect(await purchases({ user_id: refunded.fan.id, state: 'refunded' })).toMatchObject([
      { _id: refunded.id, returned: 9, charged_back: 0, left: 0 },
    ]);
    const transactions = await world.call('GET /api/admin/get_transactions_details', {
      as: staff().support,
      query: { user_id: fan.id },
    });
    expect(
      transactions.body.data.transactions.map(({ kind, charged_back: back }: TransactionRow) => [kind, back]),
    ).toEqual([
      ['chargeback', 0],
      ['post', 9],
      ['membership', 0],
    ]);
  });

  it('adds up each currency by itself, in both lists', async () => {
    const early = await world.member();
    await changeSettings(world, { currency: 'EUR' });
    try {
      const fan = await world.member();
      const { intent_id: id } = (await world.buy(fan, await world.post('luna'), { number: card.good })).body.data;
      const refund = { id, amount: 4, currency: 'USD', reason: 'Asked for' };
      await world.call('POST /api/reports/refund', { as: staff().admin, body: refund });
      await world.settle();
      expect((await purchases({ user_id: fan.id })).map(({ amount, currency }) => [amount, currency])).toEqual([
        [9, 'USD'],
        [19.99, 'EUR'],
      ]);
      expect(await dataOf({ user_id: fan.id })).toMatchObject({
        currency: 'EUR',
        sum: 19.99,
        returned: 0,
        other_sums: [{ currency: 'USD', sum: 9, returned: 4 }],
        paginationData: { totalRows: 2 },
      });
      const transactions = (user_id: string) =>
        world.call('GET /api/admin/get_transactions_details', { as: staff().support, query: { user_id } });
      expect((await transactions(fan.id)).body.data).toMatchObject({
        currency: 'EUR',
        sum: 19.99,
        other_sums: [{ currency: 'USD', sum: 5 }],
        paginationData: { totalRows: 3 },
      });
      expect((await transactions(early.id)).body.data).toMatchObject({
        sum: 0,
        other_sums: [{ currency: 'USD', sum: 19.99 }],
      });
    } finally {
      await changeSettings(world, { currency: 'USD' });
    }
    expect(await dataOf({ user_id: early.id })).toMatchObject({ sum: 19.99, other_sums: [] });
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
    // What went back is no purchase.
    for (const kind of ['no-such-kind', 'refund', 'chargeback'])
      expect((await ask({ kind })).body.code, kind).toBe('invalid-request');
  });

  it('is sorted by amount, the newest first where it is the same, and paged without a gap', async () => {
    const fan = await world.fresh();
    const made = await world.database.tenants.write(world.tenants.luna, (db) =>
      sql<{ id: string; amount: number; n: number }>`
        with made as (
          insert into ${table('payment_intents')} (id, user_id, kind, amount_minor, currency, quote, idempotency_key, request_hash, state, created_at)
          select gen_random_uuid(), ${fan.id}, 'membership', 100 * (1 + n % 4), 'USD', '{}', 'page' || n, '', 'abandoned', '2024-01-01'::timestamptz + n * interval '1 hour'
          from generate_series(1, 45) n returning id, amount_minor, created_at)
        select id, amount_minor::int as amount, extract(epoch from created_at)::int as n from made`.all(db),
    );
    const wanted = made.toSorted((a, b) => a.amount - b.amount || b.n - a.n).map(({ id }) => id);
    const pages = await Promise.all(
      ['1', '2', '3'].map(async (page_num) =>
        (await purchases({ user_id: fan.id, sort: 'amount', direction: 'asc', page_num })).map(({ _id }) => _id),
      ),
    );
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
    expect(pages.flat()).toEqual(wanted);
    expect((await dataOf({ user_id: fan.id, page_num: '2' })).paginationData).toMatchObject({
      currentPage: 2,
      totalPages: 3,
      totalRows: 45,
    });
  });

  it('ROLE-25 is open as transactions are: to a content manager only while reports are', async () => {
    for (const role of ['support', 'admin', 'sub_admin', 'model'] as const)
      expect((await ask({}, staff()[role])).status).toBe(200);
    for (const role of ['content_manager', 'live_stream_manager', 'fan'] as const)
      expect((await ask({}, staff()[role])).body.code).toBe('access-denied');
    const { fan, id } = await buyer();
    const filters = { search: fan.email, kind: 'post' };
    await changeSettings(world, {
      show_reporting_page_to_content_manager: true,
      enable_csv_download_for_content_managers: true,
    });
    try {
      const opened = await ask(filters, staff().content_manager);
      expect(opened.status).toBe(200);
      expect(opened.body.data.purchases).toMatchObject([{ _id: id }]);
      expect(await fileOf(filters, staff().content_manager)).toHaveLength(2);
    } finally {
      await changeSettings(world, {
        show_reporting_page_to_content_manager: false,
        enable_csv_download_for_content_managers: false,
      });
    }
    expect((await ask(filters, staff().content_manager)).body.code).toBe('access-denied');
  });

  it('is taken away as a file with the columns of its screen', async () => {
    const { fan } = await buyer(4);
    const file = { list: 'purchase_history', purchase_history: { search: fan.email } };
    const [head, row, ...more] = await fileOf({ search: fan.email, kind: 'post' });
    expect(head).toBe(
      'Date (UTC),Reference,Fan,Email,What,Post,Status,Refund or chargeback,Paid with,Card,Amount,Refunded or charged back,Currency',
    );
    expect(row).toMatch(/,Unlock,A post,Paid,Partly refunded,Card,Visa ···· 4242,9,4,USD$/);
    expect(more).toEqual([]);
    const disputed = await buyer();
    await chargeBack(disputed.id);
    expect((await fileOf({ search: disputed.id }))[1]).toMatch(/,Paid,Charged back,Card,Visa ···· 4242,9,9,USD$/);
    const declined = await world.fresh();
    await world.subscribe(declined, { number: card.declined });
    expect((await fileOf({ search: declined.email }))[1]).toMatch(/,Declined,,Card,,19.99,0,USD$/);
    const refused = await world.call('POST /api/reports/exports', { as: staff().content_manager, body: file });
    expect(refused.body.code).toBe('access-denied');
  });
});

describe('the history of purchases is answered from indexes', () => {
  beforeAll(async () => {
    const { luna } = world.tenants;
    await buyer(9);
    // So many that an index read to its end costs more: each bought once, and of every twentieth purchase money went back.
    await world.database.tenants.write(luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 3000) n`.run(db);
      await sql`insert into ${table('payment_intents')} (id, user_id, kind, amount_minor, currency, quote, idempotency_key, request_hash, state, created_at)
        select gen_random_uuid(), u.id, 'membership', 1999, 'USD', '{}', 'crowd', '', 'succeeded', '2024-01-01'::timestamptz + (row_number() over ()) * interval '1 hour'
        from ${table('users')} u where u.email like 'crowd%'`.run(db);
      await sql`insert into ${table('payment_attempts')} (id, intent_id, provider, account_id, state, provider_ref, taken_minor, taken_currency)
        select gen_random_uuid(), i.id, 'sandbox', (select p.id from ${table('provider_accounts')} p where p.provider = 'sandbox' limit 1), 'succeeded', 'crowd' || i.id, 1999, 'USD'
        from ${table('payment_intents')} i where i.idempotency_key = 'crowd'`.run(db);
      await sql`insert into ${table('payment_reversals')} (id, attempt_id, kind, state, amount_minor, currency, reason, created_at, settled_at)
        select gen_random_uuid(), t.id, 'refund', 'succeeded', 1999, 'USD', 'crowd', now(), now()
        from (select a.id, row_number() over () as n from ${table('payment_attempts')} a where a.provider_ref like 'crowd%') t where t.n % 20 = 0`.run(
        db,
      );
    });
  });

  it.each([
    ['a person', { search: 'crowd77@x.example' }, ['users_by_words', 'intents_of_user']],
    ['days', { from: '2024-02-10', to: '2024-02-10' }, ['intents_by_settlement']],
    ['what one fan bought', { user_id: '00000000-0000-7000-8000-000000000000' }, ['intents_of_user']],
  ] as const)('for %s: the number, a page and what went back', async (_, query, indexes) => {
    const used = await indexesFor(query);
    for (const index of indexes) for (const statement of used) expect(statement).toContain(index);
    const [, page, returned] = used;
    for (const statement of [page, returned])
      for (const index of ['attempts_of_intent', 'reversals_of_attempt']) expect(statement).toContain(index);
  });

  it('for what money went back of: found from what went back, and not by a look at every purchase', async () => {
    for (const statement of await indexesFor({ state: 'refunded' }))
      for (const index of ['payment_attempts_pkey', 'payment_intents_pkey']) expect(statement).toContain(index);
  });
});

/** In which indexes each statement of the list looks: the number and the sums, a page, and what went back. */
async function indexesFor(query: Query): Promise<[string[], string[], string[]]> {
  const recorder = recordStatements();
  expect((await ask(query)).status).toBe(200);
  const asked = recorder.stop().filter(({ text }) => text.includes('payment_intents" i'));
  expect(asked).toHaveLength(3);
  const [count, page, returned] = asked;
  const used = (statement: Statement) => indexesAskedBy(world.databaseUrl, statement);
  return [await used(count!), await used(page!), await used(returned!)];
}
