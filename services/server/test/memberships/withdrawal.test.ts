import { withOwner } from '@backlot/database/owner';
import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CancellationRow } from '../../src/features/memberships/cancellations/cancellation-rows.ts';
import { walletOf } from '../../src/features/ledger/index.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

/** A Monday: fourteen days after it is a Monday too. */
const bought = new Date('2026-03-09T12:00:00Z');
const end = new Date('2026-03-24T00:00:00Z');

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: bought });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(bought);
  await world.faults();
});

const { tick, mailsTo, cancel, chargesOf, meOf } = membershipsOf(() => world);
const shown = async (fan: TestPerson) =>
  (await world.call('GET /api/v2/subscription/withdrawal', { as: fan })).body.data;
const withdraw = (fan: TestPerson, id: string) =>
  world.call('POST /api/v2/subscription/withdraw', { as: fan, body: { id } });
const contractOf = async (fan: TestPerson): Promise<string> => (await shown(fan)).contract._id;
const statusOf = async (fan: TestPerson) => (await meOf(fan)).ccbillSubscriptionStatus;
const rowsOf = (fan: TestPerson, table: 'withdrawals' | 'subscription_cancellations') =>
  world.database.tenants.read(fan.tenant, async (db) => db(table).where({ user_id: fan.id }));
const cancellationsOf = async (fan: TestPerson) => {
  const { admin } = world.people.luna;
  return (await world.call('GET /api/reports/cancellations', { as: admin, query: { search: fan.email } })).body.data;
};
const reversalsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, async (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy('r.created_at')
      .select('r.state', 'r.amount_minor', 'r.reason', 'r.to_wallet'),
  );

describe('who withdraws from a membership', () => {
  it('C15 ends it at once, gets all back, and has a confirmation with the time by mail', async () => {
    const fan = await world.member();
    const { contract, email } = await shown(fan);
    expect({ contract, email }).toEqual({
      contract: {
        _id: expect.any(String),
        concluded_at: bought.toISOString(),
        until: end.toISOString(),
        comes_back: [{ amount: 19.99, currency: 'USD', to: 'card' }],
      },
      email: fan.email,
    });
    world.clock.advance(90_000);
    const { status, body } = await withdraw(fan, contract._id);
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'You have withdrawn from your membership',
    });
    expect(body.data).toEqual({
      _id: contract._id,
      concluded_at: bought.toISOString(),
      at: '2026-03-09T12:01:30.000Z',
      comes_back: [{ amount: 19.99, currency: 'USD', to: 'card' }],
    });
    expect(await statusOf(fan)).toBe('0');
    await world.settle();
    expect(await reversalsOf(fan)).toMatchObject([
      { state: 'succeeded', amount_minor: 1999, reason: 'withdrawn', to_wallet: false },
    ]);
    const mail = (await mailsTo(fan)).find(({ subject }) => subject.startsWith('Confirmation'));
    for (const told of ['March 9, 2026', '12:01:30', 'UTC', contract._id, '$19.99']) expect(mail!.text).toContain(told);
    await world.booked();
    world.clock.advance(40 * dayMs);
    await tick();
    expect(await chargesOf(fan)).toBe(1);
    expect(await shown(fan)).toMatchObject({ contract: null, withdrawn: { _id: contract._id } });
  });

  it('C15 is told the same a second time, and it happens once, also when two requests come together', async () => {
    const fan = await world.member();
    const id = await contractOf(fan);
    const answers = await Promise.all([withdraw(fan, id), withdraw(fan, id)]);
    world.clock.advance(dayMs);
    answers.push(await withdraw(fan, id));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    await world.settle();
    expect(await reversalsOf(fan)).toHaveLength(1);
    expect(await rowsOf(fan, 'withdrawals')).toHaveLength(1);
    expect((await mailsTo(fan)).filter(({ subject }) => subject.startsWith('Confirmation'))).toHaveLength(1);
  });

  it.each([
    ['a millisecond before the end', end.getTime() - 1, 200, undefined],
    ['at the end', end.getTime(), 409, 'withdrawal-over'],
    ['a day late', end.getTime() + dayMs, 409, 'withdrawal-over'],
  ])('C15 may do so until the fourteenth day has passed: %s', async (_, at, status, code) => {
    const fan = await world.member();
    const id = await contractOf(fan);
    world.clock.set(new Date(at));
    const answer = await withdraw(fan, id);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(await statusOf(fan)).toBe(status === 200 ? '0' : '2');
    expect((await shown(fan)).contract).toBeNull();
  });

  it('C15 has the whole time after a free start: it runs from the first payment', async () => {
    const coupon = { discount_type: 'percentage', discount_value_for_initial: 100, discount_value_for_recurring: 0 };
    await world.call('POST /api/coupon/add', { as: world.people.luna.model, body: { code: 'FREE-START', ...coupon } });
    const fan = await world.fresh();
    const { quote } = (await world.call('POST /api/coupon/check', { as: fan, body: { code: 'FREE-START' } })).body.data;
    const joined = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: { quote_id: quote.quote_id, consent: true, coupon_code: 'FREE-START', card: await world.cardOf() },
    });
    expect(joined.body.data).toMatchObject({ state: 'succeeded' });
    const until = '2026-04-24T00:00:00.000Z';
    world.clock.advance(20 * dayMs);
    expect((await shown(fan)).contract).toMatchObject({ until, comes_back: [] });
    world.clock.set(new Date('2026-04-09T12:00:01Z'));
    await tick();
    world.clock.set(new Date(Date.parse(until) - 1));
    expect((await shown(fan)).contract).toMatchObject({ until, comes_back: [{ amount: 19.99 }] });
    world.clock.advance(1);
    expect((await shown(fan)).contract).toBeNull();
  });

  it('may do so after a cancellation too, and the report has both as one, with the last reason', async () => {
    const fan = await world.member();
    const other = await world.member();
    const id = await contractOf(fan);
    await cancel(other);
    const before = (await cancellationsOf(fan)).total;
    await cancel(fan);
    world.clock.advance(3_600_000);
    expect((await withdraw(fan, id)).status).toBe(200);
    expect(await statusOf(fan)).toBe('0');
    const report = await cancellationsOf(fan);
    expect(report.total).toBe(before + 1);
    expect(report.cancellations).toMatchObject([
      { reason: 'withdrawn', date: world.clock.now().toISOString(), undone_at: null },
    ]);
    expect(await rowsOf(other, 'subscription_cancellations')).toMatchObject([{ reason: null, at: bought }]);
  });

  it('that was cancelled and taken up again, or a membership of before, counts on its own', async () => {
    const fan = await world.member();
    await cancel(fan);
    expect((await world.call('POST /api/v2/subscription/undo-cancel', { as: fan })).status).toBe(200);
    world.clock.advance(3_600_000);
    await withdraw(fan, await contractOf(fan));
    await world.settle();
    world.clock.advance(3_600_000);
    expect((await world.subscribe(fan)).status).toBe(200);
    await withdraw(fan, await contractOf(fan));
    const rows = (await rowsOf(fan, 'subscription_cancellations')) as CancellationRow[];
    expect(
      rows
        .toSorted((one, next) => one.at.getTime() - next.at.getTime())
        .map(({ reason, undone_at }) => [reason, undone_at !== null]),
    ).toEqual([
      [null, true],
      ['withdrawn', false],
      ['withdrawn', false],
    ]);
  });

  it('is seen by staff with the reason, in the payment and in the history of the membership', async () => {
    const [fan, other] = [await world.member(), await world.member()];
    await withdraw(fan, await contractOf(fan));
    const { admin } = world.people.luna;
    for (const [who, isWithdrawn] of [
      [fan, true],
      [other, false],
    ] as const) {
      const query = { user_id: who.id, kind: 'membership' };
      const payments = await world.call('GET /api/admin/get_transactions_details', { as: admin, query });
      expect(payments.body.data.transactions).toMatchObject([{ is_withdrawn: isWithdrawn }]);
      const history = await world.call(`GET /api/reports/fans/${who.id}`, { as: admin });
      const kinds = history.body.data.membership.map(({ kind }: { kind: string }) => kind);
      expect(kinds.includes('withdrawn')).toBe(isWithdrawn);
    }
  });

  it('may join again, and withdraw from that as well', async () => {
    const fan = await world.member();
    const first = await contractOf(fan);
    await withdraw(fan, first);
    await world.settle();
    world.clock.advance(dayMs);
    expect((await world.subscribe(fan)).status).toBe(200);
    const second = await contractOf(fan);
    expect(second).not.toBe(first);
    expect((await withdraw(fan, first)).body.data.at).toBe(bought.toISOString());
    expect(await statusOf(fan)).toBe('2');
    expect((await withdraw(fan, second)).status).toBe(200);
    expect(await statusOf(fan)).toBe('0');
  });
});

describe('what cannot be withdrawn from', () => {
  it("is another's, at this site or another, and answers as if it were absent", async () => {
    const fan = await world.member();
    const stranger = await world.member();
    const elsewhere = await world.member('mars');
    const id = await contractOf(fan);
    for (const other of [stranger, elsewhere, await world.fresh()])
      expect((await withdraw(other, id)).body).toMatchObject({ code: 'not-found' });
    for (const one of [fan, stranger, elsewhere]) expect(await statusOf(one)).toBe('2');
  });

  it('is a post, which was opened at once', async () => {
    const fan = await world.member();
    await world.buy(fan, await world.post('luna'));
    const { body } = await world.call('GET /api/payments/mine', { as: fan });
    const post = body.data.payments.find(({ sold }: { sold: string }) => sold === 'post');
    expect((await withdraw(fan, post._id)).body.code).toBe('withdrawal-over');
  });

  it('is a renewal, which is of the same contract', async () => {
    const fan = await world.member();
    world.clock.advance(31 * dayMs + 3_600_000);
    await tick();
    expect(await statusOf(fan)).toBe('2');
    expect(await shown(fan)).toMatchObject({ contract: null, withdrawn: null });
  });
});

describe('the money', () => {
  it('C15 goes back at once into the wallet that it came from', async () => {
    const fan = await world.fresh();
    await fund(world, fan, 5000);
    const { body } = await world.call('GET /api/v2/subscription/quote', { as: fan });
    const paid = await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'membership', quote_id: body.data.quote_id, consent: true },
    });
    expect(paid.status).toBe(200);
    const { contract } = await shown(fan);
    expect(contract.comes_back).toEqual([{ amount: 19.99, currency: 'USD', to: 'wallet' }]);
    expect((await withdraw(fan, contract._id)).status).toBe(200);
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 1999, to_wallet: true }]);
    const wallet = await world.database.tenants.read(fan.tenant, (db) => walletOf(db, fan.id, 'USD'));
    expect(wallet.balanceMinor).toBe(5000);
    await world.runJobs();
    expect((await mailsTo(fan)).map(({ text }) => text).join()).toContain('Back in your wallet: $19.99');
  });

  it('C15 is owed where the provider refuses it, and the membership has ended all the same', async () => {
    const fan = await world.member();
    const id = await contractOf(fan);
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    expect((await withdraw(fan, id)).status).toBe(200);
    await world.settle();
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'owed', amount_minor: 1999, reason: 'withdrawn' }]);
    expect(await statusOf(fan)).toBe('0');
    expect((await mailsTo(fan)).some(({ subject }) => subject.startsWith('Confirmation'))).toBe(true);
  });
});

it('on the schema of the version before nobody is offered it, and nothing else changes', async () => {
  const fan = await world.member();
  const id = await contractOf(fan);
  const rename = (from: string, to: string) =>
    withOwner(world.databaseUrl, (owner) =>
      owner.query(`alter table tenant_${world.tenants.luna.id}.${from} rename to ${to}`),
    );
  await rename('withdrawals', 'hidden_withdrawals');
  try {
    expect(await shown(fan)).toEqual({ contract: null, withdrawn: null, email: fan.email });
    expect((await withdraw(fan, id)).body.code).toBe('withdrawal-over');
    expect(await statusOf(fan)).toBe('2');
  } finally {
    await rename('hidden_withdrawals', 'withdrawals');
  }
});
