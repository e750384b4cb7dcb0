import type { ProviderStatement } from '@backlot/contracts/provider-statements';
import type { StatementAccount, StatementPayout } from '@backlot/contracts/statement';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWalletAccount } from '../../src/features/checkout/pay/wallet-payment-rows.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { minorOf, signOf, statementsOf, sumOf } from './statement-books.ts';

let world: MoneyWorld;
let accountId: string;
const { buyer, reported } = openItemsOf(() => world);
const { statement } = statementsOf(() => world);
const creator = () => world.people.luna.model;
const [february, march, april] = ['2026-02', '2026-03', '2026-04'] as const;

beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-02-27T12:00:00Z') });
  const { fan, attempt } = await buyer();
  await fund(world, fan, 5000);
  world.clock.set(new Date('2026-03-20T12:00:00Z'));
  await buyer();
  await reported(attempt, { type: 'chargeback' });
  accountId = (await world.database.tenants.read(world.tenants.luna, (db) =>
    db('provider_accounts').where({ provider: 'sandbox' }).first('id'),
  ))!.id;
}, 60_000);
afterAll(() => world.close());

const none = { fees: 0, reserve_held: 0, reserve_released: 0, paid_out: 0 };
const enter = (body: object, { as = creator(), key }: { as?: TestPerson; key?: string | null } = {}) =>
  world.call('POST /api/reports/provider-statements', {
    as,
    ...(key === undefined ? {} : { key }),
    body: { account_id: accountId, month: march, ...none, note: 'Statement 17', ...body },
  });
const takeBack = (id: string, note = 'A wrong line') =>
  world.call('POST /api/reports/provider-statements/take-back', { as: creator(), body: { id, note } });
const listed = async (month: string = march): Promise<ProviderStatement[]> =>
  (await world.call('GET /api/reports/provider-statements', { as: creator(), query: { month } })).body.data.statements;
const payout = async (month: string = march): Promise<StatementPayout> => {
  const { payouts } = await statement(month);
  expect(payouts.map(({ provider }: StatementPayout) => provider)).toEqual(['sandbox']);
  return payouts[0];
};
const partsOf = ({ opening, net_taken, fees, reserve_held, reserve_released, paid_out }: StatementPayout) =>
  sumOf([opening, net_taken, fees, reserve_held, reserve_released, paid_out].map(minorOf));

describe('what a provider still owes', () => {
  it('is what it took until somebody enters its statement, and says that nothing was entered', async () => {
    // Two memberships and two posts, less a post that a bank took back and the fee of it.
    const owed = 2 * 1999 + 2 * 900 - 900 - 2500;
    expect(await payout()).toMatchObject({ fees: 0, paid_out: 0, owed: owed / 100, in_reserve: 0, entered: 0 });
  });

  it('is less by fees, by what is held back, and by what was paid out, each booked with its author and note', async () => {
    const before = await payout();
    const { net_taken: taken } = (await statement(march)).sums[0];
    const { body, status } = await enter({ fees: 1.25, reserve_held: 2, paid_out: 10.5, note: ' Statement 3 ' });
    expect(status).toBe(200);
    const after = await payout();
    expect(after).toMatchObject({ fees: -1.25, reserve_held: -2, reserve_released: 0, paid_out: -10.5, entered: 1 });
    expect(minorOf(after.owed)).toBe(minorOf(before.owed) - 1375);
    expect(partsOf(after)).toBe(minorOf(after.owed));
    expect(after.in_reserve).toBe(2);
    // It is no part of what was taken.
    expect([after.net_taken, (await statement(march)).sums[0].net_taken]).toEqual([before.net_taken, taken]);
    expect(await listed()).toMatchObject([
      {
        _id: body.data._id,
        account: { provider: 'sandbox' },
        fees: 1.25,
        entered: { note: 'Statement 3', by: { _id: creator().id }, date: world.clock.now().toISOString() },
        taken_back: null,
      },
    ]);
    const { sum, of } = await balancesOf(world);
    expect([sum, of('provider_fees', 'sandbox'), of('reserve', 'sandbox'), of('bank')]).toEqual([0, 125, 200, 1050]);
  });

  it('is more by what is released from the reserve', async () => {
    const before = await payout();
    await enter({ reserve_released: 1.5 });
    const after = await payout();
    expect([after.reserve_released, after.in_reserve]).toEqual([1.5, 0.5]);
    expect(minorOf(after.owed)).toBe(minorOf(before.owed) + 150);
  });

  it('is booked into the month that the statement is of, with which the next one begins', async () => {
    const before = [await payout(february), await payout()] as const;
    await enter({ month: february, fees: 0.5 });
    const after = [await payout(february), await payout()] as const;
    expect([after[0].fees, after[0].entered]).toEqual([-0.5, 1]);
    expect(minorOf(after[0].owed)).toBe(minorOf(before[0].owed) - 50);
    expect(minorOf(after[1].opening)).toBe(minorOf(before[1].opening) - 50);
    expect(after[1].fees).toBe(before[1].fees);
    for (const month of [february, march]) {
      const { accounts } = await statement(month);
      expect(
        sumOf(accounts.map((one: { group: 'held'; closing: number }) => signOf(one.group) * minorOf(one.closing))) + 0,
      ).toBe(0);
    }
  });
});

describe('an entry', () => {
  it('that is sent twice is one: by its key, or by what it says', async () => {
    const { owed } = await payout();
    const key = v7();
    const sent = await Promise.all([1, 2, 3].map(() => enter({ fees: 0.11 }, { key })));
    expect(new Set(sent.map(({ body }) => body.data._id)).size).toBe(1);
    expect((await enter({ fees: 0.12 }, { key })).body.code).toBe('idempotency-key-reused');
    const unnamed = await Promise.all([1, 2, 3].map(() => enter({ fees: 0.13 }, { key: null })));
    expect(new Set(unnamed.map(({ body }) => body.data._id)).size).toBe(1);
    expect(minorOf((await payout()).owed)).toBe(minorOf(owed) - 24);
    world.clock.advance(11_000);
    const later = await enter({ fees: 0.13, again: true }, { key: null });
    expect(later.body.data._id).not.toBe(unnamed[0]!.body.data._id);
  });

  it('is taken back by its opposite in the same month, once, and both stay to be seen', async () => {
    const before = await payout();
    const id = (await enter({ fees: 3, reserve_held: 4, reserve_released: 1, paid_out: 5 })).body.data._id;
    expect((await takeBack(id, ' ')).body.code).toBe('invalid-request');
    world.clock.set(new Date('2026-04-02T12:00:00Z'));
    const answers = await Promise.all([takeBack(id), takeBack(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('open-item-settled');
    // That month is over by now: nothing is expected of it.
    expect(await payout()).toEqual({ ...before, forecast: null });
    expect((await listed()).find(({ _id }) => _id === id)).toMatchObject({
      fees: 3,
      entered: { note: 'Statement 17' },
      taken_back: { note: 'A wrong line', by: { _id: creator().id }, date: '2026-04-02T12:00:00.000Z' },
    });
    const booked = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('ledger_transactions').where({ cause_type: 'provider_statement', cause_id: id }).select('id'),
    );
    const undone = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('ledger_transactions')
        .whereIn(
          'reverses_id',
          booked.map((one) => one.id),
        )
        .select('reverses_id'),
    );
    expect(booked).toHaveLength(4);
    expect(undone.map((one) => one.reverses_id).sort()).toEqual(booked.map((one) => one.id).sort());
  });

  it('that somebody made before is refused with who and when, and booked if it is asked for again', async () => {
    const { admin } = world.people.luna;
    const stated = { fees: 7.25, paid_out: 2 };
    const first = (await enter(stated)).body.data._id;
    const before = await payout();
    const refused = (await enter(stated, { as: admin })).body;
    expect([refused.code, refused.params.date]).toEqual([
      'statement-entered',
      new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(world.clock.now()),
    ]);
    expect(refused.params.name).not.toBe('');
    expect(refused.message).toContain(refused.params.name);
    expect(await payout()).toEqual(before);
    // Other figures, another month, and what counts no more are no question.
    expect((await enter({ ...stated, fees: 7.26 }, { as: admin })).status).toBe(200);
    expect((await enter({ ...stated, month: february }, { as: admin })).status).toBe(200);
    expect((await enter({ ...stated, again: true }, { as: admin })).status).toBe(200);
    for (const { _id, fees } of await listed()) if (fees === 7.25) await takeBack(_id);
    expect((await listed()).find(({ _id }) => _id === first)?.taken_back).not.toBeNull();
    expect((await enter(stated, { as: admin })).status).toBe(200);
  });

  it('of two that are made at once with the same figures is one', async () => {
    const both = await Promise.all([creator(), world.people.luna.admin].map((as) => enter({ fees: 8.5 }, { as })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('that takes another back cannot be taken back itself', async () => {
    const back = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('provider_statements').whereNotNull('takes_back_id').first('id'),
    );
    expect((await takeBack(back!.id)).body.code).toBe('not-found');
  });

  it.each([
    ['says nothing', {}, 'fees'],
    ['is of a month to come', { month: '2026-05', fees: 1 }, 'month'],
    ['names no statement', { fees: 1, note: '  ' }, 'note'],
    ['is below zero', { fees: -1 }, 'fees'],
  ])('that %s is refused', async (_name, body, field) => {
    const before = await payout(april);
    const answer = await enter(body);
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ field }] });
    expect(await payout(april)).toEqual(before);
  });

  it('of an account that is none is refused', async () => {
    expect((await enter({ account_id: v7(), fees: 1 })).body.code).toBe('not-found');
  });

  it('is made and seen by the creator and the admins alone', async () => {
    const { admin, sub_admin: second, support, content_manager: writer, fan } = world.people.luna;
    for (const as of [admin, second])
      expect((await enter({ fees: as === admin ? 0.01 : 0.02 }, { as })).status).toBe(200);
    for (const as of [support, writer, fan]) {
      expect((await enter({ fees: 0.01 }, { as })).body.code).toBe('access-denied');
      const seen = await world.call('GET /api/reports/provider-statements', { as, query: { month: march } });
      expect(seen.body.code).toBe('access-denied');
    }
  });
});

describe('an entry', () => {
  it('is of no wallet: nobody sends a statement of that, and none is asked for', async () => {
    const { id } = await world.database.tenants.write(world.tenants.luna, (db) => openWalletAccount(db, 'USD'));
    expect(await enter({ account_id: id, fees: 1 })).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect((await statement(march)).reports.map(({ account_id: of }: { account_id: string }) => of)).toEqual([
      accountId,
    ]);
  });

  it('stays in its month, and so does what takes it back, when the site moves to another zone', async () => {
    await changeSettings(world, { timezone: 'America/New_York' });
    const { fees } = await payout(february);
    const before = [(await payout(february)).owed, (await payout()).owed];
    const { body } = await enter({ month: february, fees: 3 });
    await changeSettings(world, { timezone: 'Europe/Berlin' });
    expect(minorOf((await payout(february)).fees)).toBe(minorOf(fees) - 300);
    expect((await takeBack(body.data._id)).status).toBe(200);
    expect([(await payout(february)).owed, (await payout()).owed]).toEqual(before);
    await changeSettings(world, { timezone: 'UTC' });
  });
});

it('a provider that owes nothing and still holds a reserve is shown with it', async () => {
  const entered = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('provider_statements').where({ takes_back_id: null }).select('id'),
  );
  for (const { id } of entered) await takeBack(id);
  const { owed } = await payout();
  expect((await enter({ reserve_held: 2, paid_out: (minorOf(owed) - 200) / 100 })).status).toBe(200);
  expect(await payout(april)).toMatchObject({ opening: 0, net_taken: 0, owed: 0, in_reserve: 2 });
  const { accounts } = await statement(april);
  expect(
    accounts.some(({ kind, detail }: StatementAccount) => kind === 'provider_clearing' && detail === 'sandbox'),
  ).toBe(false);
});
