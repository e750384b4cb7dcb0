import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

type Query = Record<string, string>;
const staff = () => world.people.luna;
const lookUp = (query: Query, as: TestPerson = staff().support) =>
  world.call('GET /api/reports/payment-lookup', { as, query });
const found = async (query: Query, as?: TestPerson) => (await lookUp(query, as)).body.data.payments as FoundPayment[];
const idsOf = async (query: Query) => (await found(query)).map(({ _id }) => _id);

/** A member by the card that ends in 2230, who bought a post for an amount of nobody else. */
let amounts = 1000;
async function buyer() {
  const fan = await world.member('luna', card.needsAttentionLater);
  amounts += 7;
  const post = await world.post('luna', amounts);
  const bought = await world.buy(fan, post, { amount: amounts / 100 });
  await world.settle();
  const { intent_id: id, transactionId: reference } = bought.body.data as { intent_id: string; transactionId: string };
  return { fan, post, id, reference, amountMinor: amounts, amount: String(amounts / 100) };
}

const attemptOf = async (intent: string) =>
  (await world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_attempts').where({ intent_id: intent }).first('id'),
  ))!;

describe('the lookup of payments', () => {
  it('ROLE-25 is open to support, admin and sub_admin, and to nobody else', async () => {
    const { support, admin, sub_admin, model, content_manager, live_stream_manager } = staff();
    const { id, fan } = await buyer();
    for (const as of [support, admin, sub_admin])
      expect((await found({ search: id }, as)).map(({ _id }) => _id)).toEqual([id]);
    for (const as of [model, content_manager, live_stream_manager, fan])
      expect((await lookUp({ search: id }, as)).body.code).toBe('access-denied');
    expect((await world.call('GET /api/reports/payment-lookup', { query: { search: id } })).status).toBe(401);
  });

  it('finds a payment by the fan, by the provider’s reference and by ours', async () => {
    const { fan, post, id, reference, amountMinor } = await buyer();
    for (const search of [reference, id, (await attemptOf(id)).id])
      expect(await idsOf({ search }), search).toEqual([id]);
    const ofFan = await found({ search: fan.email });
    expect(ofFan.map(({ kind }) => kind)).toEqual(['post', 'membership']);
    expect(ofFan[0]).toEqual({
      _id: id,
      transactionId: reference,
      date: world.clock.now().toISOString(),
      kind: 'post',
      state: 'succeeded',
      amount: amountMinor / 100,
      currency: 'USD',
      user: { _id: fan.id, name: ofFan[0]!.user.name, email: fan.email },
      content: { _id: post, title: 'A post' },
      card: { card_type: 'visa', last4: '2230' },
      decline_code: null,
      unapplied_reason: null,
      refunded: 0,
      charged_back: 0,
      returning: 0,
      owed: 0,
      account: { provider: 'sandbox', currency: 'USD', is_active: true },
      subscription: null,
    });
  });

  it('finds by the card’s last digits, an amount and a day, which all have to fit', async () => {
    const { id, amount } = await buyer();
    const fits = { last4: '2230', amount, day: '2026-03-12' };
    expect(await idsOf(fits)).toEqual([id]);
    expect(await idsOf({ amount })).toEqual([id]);
    expect(await idsOf({ last4: '2230', day: '2026-03-10', within: '0' })).toContain(id);
    for (const other of [{ last4: '4242' }, { amount: '8.88' }, { day: '2026-03-15' }, { day: '2026-03-06' }])
      expect(await idsOf({ ...fits, ...other }), JSON.stringify(other)).toEqual([]);
    expect(await idsOf({ ...fits, day: '2026-03-13' })).toEqual([id]);
    expect(await idsOf({ ...fits, day: '2026-03-12', within: '1' })).toEqual([]);
  });

  it('finds by the digits that the card had when it paid, also where it is shown with others since', async () => {
    const { id, fan, amount } = await buyer();
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('payment_instruments').where({ user_id: fan.id }).update({ last4: '2231' }),
    );
    for (const last4 of ['2230', '2231']) expect(await idsOf({ last4, amount })).toEqual([id]);
  });

  it('tells what was given back, what a bank took back and what is still owed', async () => {
    const refunded = await buyer();
    await world.refund(refunded.reference, 401);
    await world.settle();
    expect(await found({ search: refunded.id })).toMatchObject([{ refunded: 4.01, charged_back: 0, owed: 0 }]);
    // The statement shows what came back, too.
    expect(await idsOf({ amount: '4.01' })).toEqual([refunded.id]);
    const disputed = await buyer();
    const { id: attempt } = await attemptOf(disputed.id);
    await world.twin.control.chargeback(attempt);
    await world.settle();
    expect(await found({ search: disputed.id })).toMatchObject([
      { charged_back: disputed.amountMinor / 100, refunded: 0, state: 'succeeded' },
    ]);
    const owed = await buyer();
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await world.call('POST /api/reports/refund', {
      as: staff().admin,
      body: { id: owed.id, amount: 5, currency: 'USD', reason: 'Asked for by mail' },
    });
    await world.runJobs();
    expect(await found({ search: owed.id })).toMatchObject([{ refunded: 0, owed: 5 }]);
  });

  it('tells what is asked for, owed and paid back by a bank as the list of payments does', async () => {
    const refund = { amount: 5, currency: 'USD', reason: 'Asked for by mail' };
    const giveBack = (id: string) =>
      world.call('POST /api/reports/refund', { as: staff().admin, body: { ...refund, id } });
    const won = await buyer();
    const { id: attempt } = await attemptOf(won.id);
    await world.twin.control.chargeback(attempt);
    await world.settle();
    await world.twin.control.winDispute(attempt);
    await world.settle();
    const owed = await buyer();
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await giveBack(owed.id);
    await world.runJobs();
    // No job has asked the provider yet.
    const asked = await buyer();
    await giveBack(asked.id);
    const inList = async ({ fan, id }: { fan: TestPerson; id: string }) => {
      const { body } = await world.call('GET /api/admin/get_transactions_details', {
        as: staff().admin,
        query: { user_id: fan.id },
      });
      return body.data.transactions.find(({ _id }: { _id: string }) => _id === id);
    };
    for (const [bought, told] of [
      [won, { refunded: 0, charged_back: 0, returning: 0, owed: 0 }],
      [owed, { refunded: 0, charged_back: 0, returning: 5, owed: 5 }],
      [asked, { refunded: 0, charged_back: 0, returning: 5, owed: 0 }],
    ] as const) {
      expect(await found({ search: bought.id })).toMatchObject([told]);
      const { refunded: _refunded, ...listed } = told;
      expect(await inList(bought)).toMatchObject({ ...listed, returned: 0 });
    }
  });

  it('tells a declined payment and a series of the provider’s', async () => {
    const fan = await world.fresh();
    await world.subscribe(fan, { number: card.declined });
    expect(await found({ search: fan.email })).toMatchObject([{ state: 'declined', charged_back: 0 }]);
    const member = await world.member();
    const [first] = await found({ search: member.email });
    await world.database.tenants.write(world.tenants.luna, (db) =>
      sql`update ${table('subscription_series')} set provider_ref = 'series-of-the-bank'
        where subscription_id = (select id from ${table('subscriptions')} where user_id = ${member.id})`.run(db),
    );
    expect(await found({ search: 'series-of-the-bank' })).toMatchObject([
      { _id: first!._id, subscription: 'series-of-the-bank' },
    ]);
  });

  it('finds nothing for nothing, nothing of another site, and refuses what no card, amount or day is', async () => {
    const { id, reference } = await buyer();
    expect((await lookUp({})).body.data).toMatchObject({ payments: [], paginationData: { totalRows: 0 } });
    expect(await idsOf({ search: '  ' })).toEqual([]);
    for (const search of [id, reference]) expect(await found({ search }, world.people.mars.support)).toEqual([]);
    const wrong: Query[] = [{ last4: '42' }, { last4: '42424' }, { amount: 'ten' }, { day: '10.03.2026' }];
    for (const query of wrong) expect((await lookUp(query)).status, JSON.stringify(query)).toBe(400);
  });

  it('is paged, and shows no more of a card than its last four digits', async () => {
    const fan = await world.member();
    const [{ _id: like }] = (await found({ search: fan.email })) as [FoundPayment];
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      const intent = await db('payment_intents').where({ id: like }).first();
      await db('payment_intents').insert(
        Array.from({ length: 30 }, (_, n) => ({
          ...intent!,
          quote: JSON.stringify(intent!.quote) as never,
          id: v7(),
          state: 'declined' as const,
          idempotency_key: `paged-${n}`,
        })),
      );
    });
    const { paginationData } = (await lookUp({ search: fan.email })).body.data;
    expect(paginationData).toMatchObject({ totalRows: 31, currentPage: 1 });
    const all: string[] = [];
    for (let page = 1; page <= paginationData.totalPages; page += 1)
      all.push(...(await idsOf({ search: fan.email, page_num: String(page) })));
    expect(new Set(all).size).toBe(31);
    const { text } = await lookUp({ search: fan.email });
    expect(text).not.toMatch(/instrument|credential|token|secret/i);
  });
});

describe('where many have paid, the lookup asks indexes', () => {
  beforeAll(async () => {
    const account = (await found({ search: (await buyer()).id }))[0]!.account!;
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 1500) n`.run(db);
      await sql`insert into ${table('payment_instruments')} (id, user_id, provider, provider_instrument, account_id, brand, last4, exp_month, exp_year, created_at, last_used_at)
        select gen_random_uuid(), u.id, p.provider, u.email, p.id, 'visa', lpad((row_number() over ())::text, 4, '0'), 1, 2030, now(), now()
        from ${table('users')} u cross join ${table('provider_accounts')} p where u.email like 'crowd%' and p.provider = ${account.provider}`.run(
        db,
      );
      await sql`insert into ${table('payment_intents')} (id, user_id, kind, amount_minor, currency, quote, idempotency_key, request_hash, state, created_at)
        select gen_random_uuid(), c.user_id, 'membership', 5000 + (c.last4::int * 7 + n) % 900, 'USD', '{}', 'crowd' || n, '', 'declined',
          timestamptz '2024-01-01' + (c.last4::int * 5 + n) % 700 * interval '1 day'
        from ${table('payment_instruments')} c cross join generate_series(1, 4) n where c.provider_instrument like 'crowd%'`.run(
        db,
      );
      await sql`insert into ${table('payment_attempts')} (id, intent_id, provider, account_id, state, provider_ref, instrument_id)
        select gen_random_uuid(), i.id, c.provider, c.account_id, 'declined', 'crowd' || i.id, c.id
        from ${table('payment_intents')} i join ${table('payment_instruments')} c on c.user_id = i.user_id where i.idempotency_key like 'crowd%'`.run(
        db,
      );
    });
  });

  it.each([
    ['a person', { search: 'crowd77@x.example' }, ['users_by_words', 'intents_of_user']],
    ['a reference', { search: v7() }, ['one_attempt_a_charge', 'one_series_a_reference']],
    ['a card', { last4: '0077' }, ['instruments_by_last4', 'attempts_of_instrument', 'attempts_by_last4']],
    ['an amount', { amount: '50.77' }, ['intents_by_amount', 'reversals_by_amount']],
    [
      'an amount and a day',
      { amount: '50.77', day: '2025-03-10' },
      ['intents_by_amount', 'reversals_by_amount or reversals_settled'],
    ],
    ['a day', { day: '2025-03-10' }, ['intents_by_age']],
  ] as const)('for %s', async (_, query, indexes) => {
    const recorder = recordStatements();
    expect((await lookUp(query)).status).toBe(200);
    const asked = recorder.stop().filter(({ text }) => text.includes('payment_intents" i'));
    // How many were found, and a page of them.
    expect(asked).toHaveLength(2);
    for (const statement of asked) {
      const used = await indexesAskedBy(world.databaseUrl, statement);
      // Where both narrow alike, Postgres takes the one or the other.
      for (const index of indexes)
        expect(
          index.split(' or ').some((one) => used.includes(one)),
          index,
        ).toBe(true);
    }
  });

  it('and so does the search for a charge that a guest asks about', async () => {
    const body = { last4: '0077', amount: 50.77, day: '2025-03-10' };
    await world.call('POST /api/charges/explain', { on: 'luna', body });
    const recorder = recordStatements();
    await world.runJobs();
    const [asked] = recorder.stop().filter(({ text }) => text.includes('payment_instruments" c'));
    const used = await indexesAskedBy(world.databaseUrl, asked!);
    for (const index of ['instruments_by_last4', 'attempts_of_instrument']) expect(used).toContain(index);
  });
});
