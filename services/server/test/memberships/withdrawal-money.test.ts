import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleAttempt } from '../../src/features/checkout/settle/settle-attempt.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { leaveAccount } from '../../src/testing/leave-account.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

const bought = new Date('2026-03-09T12:00:00Z');

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: bought });
  await changeSettings(world, { 'migrate_subscription.is_enabled': true, 'migrate_subscription.days_before': 7 });
  const coupon = { discount_type: 'percentage', discount_value_for_initial: 100, discount_value_for_recurring: 0 };
  await world.call('POST /api/coupon/add', { as: world.people.luna.model, body: { code: 'FREE-START', ...coupon } });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(bought);
  await world.faults();
});

const { meOf, renewalsOf, tick } = membershipsOf(() => world);
const { attemptsOf, expectBounds, itemOf, settle } = openItemsOf(() => world);
const shown = async (fan: TestPerson) =>
  (await world.call('GET /api/v2/subscription/withdrawal', { as: fan })).body.data;
const withdraw = (fan: TestPerson, id: string) =>
  world.call('POST /api/v2/subscription/withdraw', { as: fan, body: { id } });
const statusOf = async (fan: TestPerson) => (await meOf(fan)).ccbillSubscriptionStatus;
const reversalsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, async (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy('r.created_at')
      .orderBy('r.id')
      .select('r.state', 'r.amount_minor', 'r.reason', 'r.kind', 'i.kind as of'),
  );
/** What the provider has of a fan's money: taken and not given back. */
const keptOf = async (fan: TestPerson): Promise<number> => {
  const ids = await world.database.tenants.read(fan.tenant, (db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .pluck('a.id'),
  );
  return (await world.twin.control.charges())
    .filter(({ reference, status }) => ids.includes(reference) && status === 'succeeded')
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
};

/** A member who has paid nothing yet, a minute after the first payment is due. */
async function startedFree(): Promise<TestPerson> {
  world.clock.set(bought);
  const fan = await world.fresh();
  const { quote } = (await world.call('POST /api/coupon/check', { as: fan, body: { code: 'FREE-START' } })).body.data;
  const joined = await world.call('POST /api/v2/subscription/subscribe', {
    as: fan,
    body: { quote_id: quote.quote_id, consent: true, coupon_code: 'FREE-START', card: await world.cardOf() },
  });
  expect(joined.body.data).toMatchObject({ state: 'succeeded' });
  world.clock.set(new Date('2026-04-09T12:01:00Z'));
  return fan;
}

describe('a renewal that took another amount than was asked for, when its payer withdraws', () => {
  async function held() {
    const fan = await startedFree();
    await world.faults({ kind: 'other-amount', by: 1, count: 1 });
    await tick();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'held' }]);
    const { contract } = await shown(fan);
    return { fan, contract };
  }

  it('C15 goes back with the amount that was taken, and staff have nothing left to decide', async () => {
    const other = await held();
    const { fan, contract } = await held();
    const item = (await itemOf(fan, 'payment_held'))!;
    expect(contract.comes_back).toEqual([{ amount: 20, currency: 'USD', to: 'card' }]);
    expect((await withdraw(fan, contract._id)).body.data.comes_back).toEqual(contract.comes_back);
    await world.settle();
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 2000, reason: 'withdrawn' }]);
    expect([await keptOf(fan), await statusOf(fan)]).toEqual([0, '0']);
    expect(await itemOf(fan)).toBeUndefined();
    for (const decision of ['accept', 'give_back'])
      expect((await settle({ id: item._id, decision, evidence: 'Late' })).body.code).toBe('open-item-settled');
    expect(await reversalsOf(fan)).toHaveLength(1);
    expect(await itemOf(other.fan)).toMatchObject({ kind: 'payment_held', amount: 20 });
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'declined', unapplied_reason: 'amount-differs' }]);
    await expectBounds();
  });

  it.each(['accept', 'give_back'])('goes back once though staff decide at the same moment: %s', async (decision) => {
    const { fan, contract } = await held();
    const item = (await itemOf(fan, 'payment_held'))!;
    const [withdrawn, settled] = await Promise.all([
      withdraw(fan, contract._id),
      settle({ id: item._id, decision, evidence: 'At once' }),
    ]);
    expect(withdrawn.status).toBe(200);
    expect([200, 409]).toContain(settled.status);
    await world.settle();
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 2000 }]);
    expect([await keptOf(fan), await statusOf(fan)]).toEqual([0, '0']);
    expect(await itemOf(fan)).toBeUndefined();
    await expectBounds();
  });
});

describe('a renewal that is under way when its member withdraws', () => {
  async function underWay() {
    const fan = await startedFree();
    await world.faults(
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-lost' },
      { kind: 'error-before', on: 'find' },
    );
    await tick();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'open' }]);
    const { contract } = await shown(fan);
    expect(contract.comes_back).toEqual([]);
    return { fan, contract };
  }

  it('C15 C16 is given back unasked if it comes through, and nothing is charged again', async () => {
    const { fan, contract } = await underWay();
    expect((await withdraw(fan, contract._id)).status).toBe(200);
    expect(await statusOf(fan)).toBe('0');
    expect(await keptOf(fan)).toBe(1999);
    await world.faults();
    await world.reconcile();
    await world.settle();
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 1999, of: 'renewal' }]);
    expect([await keptOf(fan), await statusOf(fan)]).toEqual([0, '0']);
    world.clock.advance(40 * 86_400_000);
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(1);
    await expectBounds();
  });

  it('C15 is given back unasked with another amount too: no staff have to', async () => {
    const fan = await startedFree();
    await world.faults(
      { kind: 'other-amount', by: 1, count: 1 },
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-lost' },
      { kind: 'error-before', on: 'find' },
    );
    await tick();
    await withdraw(fan, (await shown(fan)).contract._id);
    expect(await keptOf(fan)).toBe(2000);
    await world.faults();
    await world.reconcile();
    await world.settle();
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 2000 }]);
    expect([await keptOf(fan), await itemOf(fan)]).toEqual([0, undefined]);
    await expectBounds();
  });
});

describe('a payment that goes on with another account, when its member withdraws', () => {
  it('C15 buys nothing and is given back when it comes through afterwards', async () => {
    const fan = await world.member();
    await world.settle();
    const { contract } = await shown(fan);
    await leaveAccount(world);
    await world.call('POST /api/admin/update_user_migration_subscription', {
      as: world.people.luna.admin,
      body: { user_id: fan.id, migration_subscription: true },
    });
    const quote = (await world.call('GET /api/migration-data', { as: fan })).body.data;
    const asked = await world.call('POST /api/migrate-subscription-for-user', {
      as: fan,
      body: { quote_id: quote.quote_id, consent: true, card: await world.cardOf(card.pendingGood) },
    });
    expect(asked.body.data).toMatchObject({ state: 'pending' });
    expect((await withdraw(fan, contract._id)).body.data.comes_back).toEqual([
      { amount: 19.99, currency: 'USD', to: 'card' },
    ]);
    expect(await statusOf(fan)).toBe('0');
    await world.reconcile();
    await world.settle();
    expect((await reversalsOf(fan)).map(({ of, state, amount_minor }) => [of, state, amount_minor])).toEqual([
      ['membership', 'succeeded', 1999],
      ['migration', 'succeeded', 1999],
    ]);
    expect([await keptOf(fan), await statusOf(fan)]).toEqual([0, '0']);
    await expectBounds();
  });
});

describe('a second order of a membership that its buyer withdrew from', () => {
  /** Ordered and believed not to be charged, so that it could be ordered again. */
  async function orderedTwice() {
    const fan = await world.fresh();
    const asked = await world.subscribe(fan, { number: card.pendingGood });
    expect(asked.body.data).toMatchObject({ state: 'pending' });
    const first = (await attemptsOf(fan))[0]!;
    await settleAttempt(world.ctx, fan.tenant, first.id, { kind: 'absent', certainty: 'final' });
    world.clock.advance(60_000);
    expect((await world.subscribe(fan)).body.data).toMatchObject({ state: 'succeeded' });
    const comesThrough = async () => {
      const charge = (await world.twin.control.charges()).find(({ reference }) => reference === first.id)!;
      const { amount: amountMinor, currency, id: providerRef } = charge;
      await settleAttempt(world.ctx, fan.tenant, first.id, { kind: 'succeeded', providerRef, amountMinor, currency });
    };
    return { fan, comesThrough, contract: (await shown(fan)).contract };
  }

  it('C15 starts no other membership when it comes through afterwards, and is given back', async () => {
    const { fan, comesThrough, contract } = await orderedTwice();
    world.clock.advance(60_000);
    expect((await withdraw(fan, contract._id)).body.data.comes_back).toMatchObject([{ amount: 19.99 }]);
    await comesThrough();
    expect(await statusOf(fan)).toBe('0');
    const back = await reversalsOf(fan);
    expect(back.map(({ amount_minor, reason }) => [amount_minor, reason]).toSorted()).toEqual([
      [1999, 'cancelled-meanwhile'],
      [1999, 'withdrawn'],
    ]);
    await world.settle();
    await expectBounds();
  });

  it('C15 had been given back already when it came through before, and is given back once', async () => {
    const { fan, comesThrough, contract } = await orderedTwice();
    await comesThrough();
    expect(await reversalsOf(fan)).toMatchObject([{ amount_minor: 1999, reason: 'owned-already' }]);
    expect((await withdraw(fan, contract._id)).body.data.comes_back).toMatchObject([{ amount: 19.99 }]);
    expect((await reversalsOf(fan)).map(({ reason }) => reason)).toEqual(['owned-already', 'withdrawn']);
    await world.settle();
    await expectBounds();
  });

  it('is another contract when it was ordered after the withdrawal, and is open meanwhile', async () => {
    const fan = await world.member();
    const { contract } = await shown(fan);
    world.clock.advance(60_000);
    await withdraw(fan, contract._id);
    world.clock.advance(60_000);
    const asked = await world.subscribe(fan, { number: card.pendingGood });
    expect(asked.body.data).toMatchObject({ state: 'pending' });
    expect((await withdraw(fan, contract._id)).status).toBe(200);
    expect(await shown(fan)).toMatchObject({ contract: null, withdrawn: { _id: contract._id } });
    await world.reconcile();
    expect(await statusOf(fan)).toBe('2');
    expect((await withdraw(fan, (await shown(fan)).contract._id)).status).toBe(200);
    expect((await reversalsOf(fan)).map(({ reason }) => reason)).toEqual(['withdrawn', 'withdrawn']);
    await world.settle();
    expect(await keptOf(fan)).toBe(0);
    await expectBounds();
  });
});

describe('a refund by staff of the same payment at the same moment', () => {
  it.each([1, 2, 3])('C15 gives the money back once, whoever was first (%i)', async () => {
    const fan = await world.member();
    await world.settle();
    const { contract } = await shown(fan);
    const refund = () =>
      world.call('POST /api/reports/refund', {
        as: world.people.luna.admin,
        body: { id: contract._id, amount: 19.99, currency: 'USD', reason: 'asked for' },
      });
    const [withdrawn, refunded] = await Promise.all([withdraw(fan, contract._id), refund()]);
    await world.settle();
    expect(withdrawn.status).toBe(200);
    if (refunded.status !== 200) expect(refunded.body.code).toBe('refund-exceeds-charge');
    const back = await reversalsOf(fan);
    expect(back).toMatchObject([{ state: 'succeeded', amount_minor: 1999 }]);
    expect(refunded.status === 200).toBe(back[0]!.reason === 'asked for');
    expect([await keptOf(fan), await statusOf(fan)]).toEqual([0, '0']);
    await expectBounds();
  });
});
