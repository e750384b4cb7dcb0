import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleAttempt } from '../../src/features/checkout/settle/settle-attempt.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { openItemsOf } from './open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const {
  luna,
  itemOf,
  settle,
  attemptsOf,
  reversalsOf,
  statusOf,
  isOpenTo,
  buyer,
  reported,
  expectBounds,
  toRenewal,
  renew,
} = openItemsOf(() => world);

describe('a renewal that took another amount than was asked for', () => {
  it('is held: nothing is charged again, and access lasts until staff decide', async () => {
    const { fan } = await oneCentMore();
    for (let day = 0; day < 5; day += 1) {
      world.clock.set(new Date(world.clock.now().getTime() + dayMs));
      await renew();
      await world.runJobs();
    }
    expect((await attemptsOf(fan)).filter(({ kind }) => kind === 'renewal')).toHaveLength(1);
    expect(await statusOf(fan)).toBe('2');
    const intent = (await attemptsOf(fan)).find(({ kind }) => kind === 'renewal')!.intent;
    const seen = await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: intent } });
    expect(seen.body.data).toMatchObject({
      state: 'pending',
      is_held: true,
      amount: 19.99,
      taken: { amount: 20, currency: 'USD' },
      action: null,
    });
    expect(await itemOf(fan)).toMatchObject({
      kind: 'payment_held',
      amount: 20,
      expected: { amount: 19.99, currency: 'USD' },
    });
  });

  it('is accepted as it is: a period more, a sale of what was taken, and the list says the same', async () => {
    const { fan } = await oneCentMore();
    const item = (await itemOf(fan))!;
    expect((await settle({ id: item._id, decision: 'accept', evidence: 'Their rounding' })).status).toBe(200);
    expect(await statusOf(fan)).toBe('2');
    const list = await world.call('GET /api/admin/get_transactions_details', {
      as: world.people.luna.admin,
      query: { user_id: fan.id, kind: 'renewal' },
    });
    expect(list.body.data).toMatchObject({ sum: 20, transactions: [{ state: 'succeeded', amount: 20 }] });
    expect((await settle({ id: item._id, decision: 'give_back', evidence: 'x' })).body.code).toBe('open-item-settled');
    await world.booked();
  });

  it('is given back, and the renewal is tried again later, not at once', async () => {
    const { fan, attempt } = await oneCentMore();
    await settle({ id: (await itemOf(fan))!._id, decision: 'give_back', evidence: 'Not ours' });
    expect(await reversalsOf(attempt.id)).toMatchObject([{ kind: 'refund', amount_minor: 2000, state: 'requested' }]);
    await renew();
    expect((await attemptsOf(fan)).filter(({ kind }) => kind === 'renewal')).toHaveLength(1);
  });

  it('that is given back long after the end is tried again within hours, and nothing is held against the member', async () => {
    const { fan } = await oneCentMore();
    const taken = world.clock.now();
    world.clock.set(new Date(taken.getTime() + 5 * dayMs));
    await settle({ id: (await itemOf(fan))!._id, decision: 'give_back', evidence: 'Not ours' });
    // Staff's lists go by it, and the books have it on that day.
    const renewal = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_intents').where({ user_id: fan.id, kind: 'renewal' }).first('state', 'settled_at'),
    );
    expect(renewal).toEqual({ state: 'declined', settled_at: taken });
    const row = await world.database.tenants.read(luna(), (db) =>
      db('subscriptions').where({ user_id: fan.id }).first(),
    );
    expect(row).toMatchObject({ failed_renewals: 0, rebill_failed_at: null });
    expect(row!.next_billing_at!.getTime() - world.clock.now().getTime()).toBeLessThanOrEqual(3_600_000);
  });
});

describe('a payment that waits for staff and went back meanwhile', () => {
  it.each([
    ['by its bank', 'chargeback'],
    ['at its provider', 'refund'],
  ] as const)('%s is not accepted, and nothing more of it is given back', async (_how, type) => {
    const { fan, attempt } = await oneCentMore();
    const [held] = (await attemptsOf(fan)).filter(({ id }) => id === attempt.id);
    await reported(held!, { type, amountMinor: 2000 });
    const id = (await itemOf(fan, 'payment_held'))!._id;
    const accepted = await settle({ id, decision: 'accept', evidence: 'Their rounding' });
    expect(accepted).toMatchObject({ status: 400, body: { errors: [{ field: 'decision' }] } });
    expect((await settle({ id, decision: 'give_back', evidence: 'Gone already' })).status).toBe(200);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ kind: type, amount_minor: 2000, state: 'succeeded' }]);
    expect(await itemOf(fan)).toBeUndefined();
    await expectBounds();
  });

  it('in part is given back with the rest of it alone', async () => {
    const { fan, attempt } = await oneCentMore();
    const [held] = (await attemptsOf(fan)).filter(({ id }) => id === attempt.id);
    await reported(held!, { amountMinor: 500 });
    const id = (await itemOf(fan, 'payment_held'))!._id;
    expect((await settle({ id, decision: 'give_back', evidence: 'Not ours' })).status).toBe(200);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ amount_minor: 500 }, { amount_minor: 1500 }]);
  });
});

describe('a charge whose end nobody finds out', () => {
  /** The answer and the webhook are lost, and the provider cannot be asked. */
  async function unknown() {
    const fan = await world.member();
    await world.settle();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-lost' },
      { kind: 'error-before', on: 'find' },
    );
    await world.buy(fan, post);
    const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'post')!;
    expect((await settle({ id: attempt.id, decision: 'not_charged', evidence: 'x' })).body.code).toBe(
      'open-item-settled',
    );
    await world.database.tenants.write(luna(), (db) =>
      db.raw("update ?? set started_at = started_at - interval '20 minutes' where id = ?", [
        db.table('payment_attempts'),
        attempt.id,
      ]),
    );
    return { fan, post, attempt };
  }

  it('is settled by staff with evidence: charged opens what was paid for', async () => {
    const { fan, post, attempt } = await unknown();
    expect(await itemOf(fan)).toMatchObject({ kind: 'payment_unknown', _id: attempt.id, amount: 9 });
    const evidence = 'In the console of the provider';
    expect((await settle({ id: attempt.id, decision: 'charged', evidence })).status).toBe(400);
    const taken = (await buyer()).attempt.provider_ref!;
    expect((await settle({ id: attempt.id, decision: 'charged', evidence, transactionId: taken })).body.code).toBe(
      'transaction-known',
    );
    const done = await settle({ id: attempt.id, decision: 'charged', evidence, transactionId: 'ch_seen' });
    expect(done.status).toBe(200);
    expect(await isOpenTo(fan, post)).toBe(true);
    expect(await itemOf(fan)).toBeUndefined();
    expect((await attemptsOf(fan)).find(({ id }) => id === attempt.id)).toMatchObject({
      state: 'succeeded',
      provider_ref: 'ch_seen',
      evidence,
    });
  });

  it('or not charged, and then the fan may buy again; if the money shows up after all, it goes back', async () => {
    const { fan, post, attempt } = await unknown();
    await settle({ id: attempt.id, decision: 'not_charged', evidence: 'Not in the console' });
    await world.faults();
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await settleAttempt(world.ctx, luna(), attempt.id, {
      kind: 'succeeded',
      providerRef: 'ch_late',
      amountMinor: 900,
      currency: 'USD',
    });
    expect(await reversalsOf(attempt.id)).toMatchObject([{ reason: 'owned-already', amount_minor: 900 }]);
  });
});

/** A member whose renewal's answer is lost, and which the provider says took one cent more. */
async function oneCentMore() {
  const fan = await world.member();
  await world.settle();
  await toRenewal(fan);
  await world.faults({ kind: 'error-before' }, { kind: 'error-before', on: 'find' });
  await renew();
  const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'renewal')!;
  await settleAttempt(world.ctx, luna(), attempt.id, {
    kind: 'succeeded',
    providerRef: `ch_${attempt.id}`,
    amountMinor: 2000,
    currency: 'USD',
  });
  await world.faults();
  return { fan, attempt };
}
