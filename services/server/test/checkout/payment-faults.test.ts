import type { FaultRule } from '@backlot/payments/twin-control';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEventsAfter } from '@backlot/database/shared-functions';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const isOpenTo = async (fan: Parameters<MoneyWorld['buy']>[0], post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;
const stateOf = async (fan: Parameters<MoneyWorld['buy']>[0], intentId: string): Promise<string> =>
  (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: intentId } })).body.data.state;
const intentOf = (answer: { body: { data?: { intent_id: string }; intent_id?: string } }): string =>
  answer.body.data?.intent_id ?? answer.body.intent_id!;

/** What must hold whatever went wrong: the books say what the provider took, once, and nobody has what was not paid. */
async function expectTruth(): Promise<void> {
  expect(await world.booked()).toEqual(await world.charged());
}

describe('an answer that is lost', () => {
  const after: FaultRule['kind'][] = ['timeout-after', 'reset-after', 'error-after'];
  it.each(after)(
    '%s: the purchase is pending, never shown as failed, and opens when the truth is found',
    async (kind) => {
      const fan = await world.member();
      const post = await world.post('luna');
      await world.faults({ kind, count: 1 }, { kind: 'webhook-lost' });
      const answer = await world.buy(fan, post);
      expect(answer).toMatchObject({ status: 200, body: { data: { state: 'pending' } } });
      expect(await isOpenTo(fan, post)).toBe(false);
      expect((await world.buy(fan, post)).body.code).toBe('payment-in-progress');
      await world.reconcile();
      expect(await stateOf(fan, intentOf(answer))).toBe('succeeded');
      expect(await isOpenTo(fan, post)).toBe(true);
      await expectTruth();
    },
  );

  const before: FaultRule['kind'][] = ['timeout-before', 'reset-before', 'error-before'];
  it.each(before)('%s: nothing was charged; once that is final the fan may try again', async (kind) => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults({ kind, count: 1 });
    const answer = await world.buy(fan, post);
    expect(answer.body.data.state).toBe('pending');
    // Too early to believe that it is absent.
    await world.runJobs({ includingFuture: true });
    expect(await stateOf(fan, intentOf(answer))).toBe('pending');
    await world.reconcile();
    expect(await stateOf(fan, intentOf(answer))).toBe('declined');
    expect(await isOpenTo(fan, post)).toBe(false);
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await world.settle();
    await expectTruth();
  });

  it('CARD-31 a post whose charge never came about answers that it could not be unlocked', async () => {
    const fan = await world.member();
    const key = v7();
    const buy = { as: fan, key, body: { blogId: await world.post('luna'), amount: 9, action: 'blog' } };
    await world.faults({ kind: 'reset-before', count: 1 });
    expect((await world.call('POST /api/ccbill/charge_by_previous', buy)).body.data.state).toBe('pending');
    await world.reconcile();
    expect(await world.call('POST /api/ccbill/charge_by_previous', buy)).toMatchObject({
      status: 409,
      body: { code: 'could-not-unlock', message: 'Could not unlock content.', allow_cascade: false },
    });
    await expectTruth();
  });

  it('the webhook settles what the answer did not', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults({ kind: 'timeout-after', count: 1 });
    await world.buy(fan, post);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(true);
    await expectTruth();
  });

  it("a provider that can't be asked either is asked again", async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'reset-after', count: 1 },
      { kind: 'webhook-lost' },
      { kind: 'error-before', on: 'find', count: 2 },
    );
    await world.buy(fan, post);
    for (let i = 0; i < 3; i += 1) await world.reconcile();
    expect(await isOpenTo(fan, post)).toBe(true);
    await expectTruth();
  });

  it('a charge that was believed absent and comes after all is booked, and opens what it paid for', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-late', delayMs: 700 },
      { kind: 'error-before', on: 'find' },
    );
    const answer = await world.buy(fan, post);
    const { settleAttempt } = await import('../../src/features/checkout/settle/settle-attempt.ts');
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: intentOf(answer) }),
    );
    await settleAttempt(world.ctx, world.tenants.luna, attempt!.id, { kind: 'absent', certainty: 'final' });
    expect(await stateOf(fan, intentOf(answer))).toBe('declined');
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(true);
    await expectTruth();
  });

  it('and where only its refund is ever told, both are booked, and nothing stays open', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost', count: 1 });
    const answer = await world.buy(fan, post);
    const { settleAttempt } = await import('../../src/features/checkout/settle/settle-attempt.ts');
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: intentOf(answer) }),
    );
    await settleAttempt(world.ctx, world.tenants.luna, attempt!.id, { kind: 'absent', certainty: 'final' });
    const charge = (await world.twin.control.charges()).find(({ reference }) => reference === attempt!.id)!;
    await fetch(new URL('/v1/refunds', world.twin.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${world.twin.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ charge: charge.id, reference: 'console-1', amount: charge.amount }),
    });
    await world.settle();
    const reversals = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_reversals').where({ attempt_id: attempt!.id }),
    );
    expect(reversals).toMatchObject([{ kind: 'refund', state: 'succeeded', amount_minor: 900 }]);
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectTruth();
  });

  it('and when it was bought again meanwhile, it is given back', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-late', delayMs: 900, count: 1 },
      { kind: 'error-before', on: 'find' },
    );
    const answer = await world.buy(fan, post);
    const { settleAttempt } = await import('../../src/features/checkout/settle/settle-attempt.ts');
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: intentOf(answer) }),
    );
    await settleAttempt(world.ctx, world.tenants.luna, attempt!.id, { kind: 'absent', certainty: 'final' });
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await world.settle();
    await world.settle();
    const charge = (await world.twin.control.charges()).find(({ reference }) => reference === attempt!.id)!;
    expect(charge.refunded).toBe(charge.amount);
    const reversals = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_reversals').where({ attempt_id: attempt!.id }),
    );
    expect(reversals).toMatchObject([
      { kind: 'refund', state: 'succeeded', amount_minor: 900, reason: 'owned-already' },
    ]);
    expect(await isOpenTo(fan, post)).toBe(true);
    await expectTruth();
  });

  it('a provider that takes another amount than was asked sells nothing and gives it back', async () => {
    const fan = await world.fresh();
    await world.faults({ kind: 'reset-before', count: 1 });
    const answer = await world.subscribe(fan);
    const { settleAttempt } = await import('../../src/features/checkout/settle/settle-attempt.ts');
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: intentOf(answer) }),
    );
    const instrument = { id: 'card_x', brand: 'visa', last4: '4242', expMonth: 1, expYear: 2030 } as const;
    await settleAttempt(world.ctx, world.tenants.luna, attempt!.id, {
      kind: 'succeeded',
      providerRef: 'ch_odd',
      amountMinor: 1,
      currency: 'USD',
      instrument,
    });
    expect(await stateOf(fan, intentOf(answer))).toBe('declined');
    const reversals = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_reversals').where({ attempt_id: attempt!.id }),
    );
    expect(reversals).toMatchObject([{ kind: 'refund', amount_minor: 1, reason: 'amount-differs' }]);
    // This charge exists in the test only: what follows compares the books with the twin's.
    await world.call('GET /api/users/me', { as: fan });
    known.add(attempt!.id);
  });
});

/** Charges that a test made up. */
const known = new Set<string>();

describe('a charge that is pending at first', () => {
  it('opens when it succeeds', async () => {
    const fan = await world.fresh();
    const answer = await world.subscribe(fan, { number: card.pendingGood });
    expect(answer.body.data.state).toBe('pending');
    await new Promise((resolve) => setTimeout(resolve, 120));
    await world.settle();
    expect(await stateOf(fan, intentOf(answer))).toBe('succeeded');
    expect((await world.call('GET /api/users/me', { as: fan })).body.data.ccbillSubscriptionStatus).toBe('2');
  });

  it('is refused when it is declined in the end, and may be tried again', async () => {
    const fan = await world.fresh();
    const answer = await world.subscribe(fan, { number: card.pendingBad });
    await new Promise((resolve) => setTimeout(resolve, 120));
    await world.settle();
    expect(await stateOf(fan, intentOf(answer))).toBe('declined');
    expect((await world.subscribe(fan)).body.data.state).toBe('succeeded');
  });
});

describe('money that goes back', () => {
  it('a refund closes what it had paid for and leaves the books right', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const answer = await world.buy(fan, post);
    await world.refund(answer.body.data.transactionId, 900);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await world.settle();
    await expectTruthBut();
  });

  it('a part of it closes nothing', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const answer = await world.buy(fan, post);
    await world.refund(answer.body.data.transactionId, 400);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(true);
    await world.refund(answer.body.data.transactionId, 500);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
  });

  it("a chargeback ends the membership that it paid for, with its fee in the fan's totals", async () => {
    const fan = await world.fresh();
    const answer = await world.subscribe(fan);
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: intentOf(answer) }),
    );
    await world.faults({ kind: 'webhook-doubled' });
    await world.twin.control.chargeback(attempt!.id);
    await world.settle();
    const me = (await world.call('GET /api/users/me', { as: fan })).body.data;
    expect(me).toMatchObject({ ccbillSubscriptionStatus: '0', isSubscribedEver: true, next_billing_date: null });
    const { spentTotalsOf } = await import('../../src/features/ledger/index.ts');
    const totals = await world.database.tenants.read(world.tenants.luna, (db) => spentTotalsOf(db, [fan.id], 'USD'));
    expect(totals.get(fan.id)).toMatchObject({
      spentMinor: 1999,
      chargedBackMinor: 1999,
      chargebackFeesMinor: 2500,
      chargebacks: 1,
    });
    await world.booked();
  });

  it("a chargeback that comes before the charge's own news is booked after it, with the fee that the site set", async () => {
    await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { chargeback_fee_amount: 40 } });
    await expect
      .poll(async () => (await world.ctx.settings.of(world.tenants.luna)).chargeback_fee_amount, { timeout: 20_000 })
      .toBe(40);
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost', count: 1 });
    const answer = await world.buy(fan, post);
    const [attempt] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: intentOf(answer) }),
    );
    await world.twin.control.chargeback(attempt!.id);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
    const reversals = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_reversals').where({ attempt_id: attempt!.id }),
    );
    expect(reversals).toMatchObject([{ kind: 'chargeback', state: 'succeeded', fee_minor: 4000 }]);
    await world.booked();
  });
});

/** As expectTruth, without charges that a test made up. */
async function expectTruthBut(): Promise<void> {
  const without = (map: Map<string, number>) => new Map([...map].filter(([reference]) => !known.has(reference)));
  expect(without(await world.booked())).toEqual(without(await world.charged()));
}

describe('a first payment of another amount than was asked for', () => {
  it('is refused with what was taken, as it goes back', async () => {
    const fan = await world.fresh();
    await world.faults({ kind: 'other-amount', by: 100, count: 1 });
    const { body } = await world.subscribe(fan);
    expect(body.code).toBe('payment-failed');
    expect(body.taken).toEqual({ amount: 20.99, currency: 'USD' });
    const { data } = (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: body.intent_id } }))
      .body;
    expect(data).toMatchObject({ state: 'declined', taken: body.taken });
    await world.runJobs();
    const events = await world.database.tenants.read(world.tenants.luna, (db) =>
      listEventsAfter(db, `user:${fan.id}`, 0),
    );
    expect(events.find(({ event }) => event === 'PURCHASE_SETTLED')?.data).toMatchObject({
      state: 'declined',
      goesBack: true,
    });
  });
});
