import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
  await changeSettings(world, { payment_api_version: 'v2' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(start);
});

const { at, meOf, cancel, chargesOf, renewalsOf, seriesOf, periodsOf, tick } = membershipsOf(() => world);
const addCard = async (fan: TestPerson, number?: string) =>
  world.call('POST /api/user/change-payment-method', { as: fan, body: { card: await world.cardOf(number) } });

/** The primary card, or another one than that. */
async function choose(fan: TestPerson, which: 'primary' | 'other' = 'primary') {
  const cards = (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data as Array<{
    _id: string;
    is_primary: boolean;
  }>;
  const body = { card_id: cards.find(({ is_primary }) => is_primary === (which === 'primary'))!._id };
  return world.call('POST /api/ccbill/set-primary-card', { as: fan, body });
}

const paymentsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_intents').where({ user_id: fan.id }).orderBy('created_at').select('kind', 'amount_minor', 'state'),
  );

async function failed(number: string): Promise<TestPerson> {
  const fan = await world.member('luna', number);
  at('2026-02-28T10:00:01Z');
  await tick();
  return fan;
}

describe('a declined renewal', () => {
  it('is tried at once with a card that the fan adds, also after a hard decline', async () => {
    const fan = await failed(card.stolenLater);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '0',
      subscription_detail: { retries_with_card: true },
    });
    at('2026-03-05T10:00:00Z');
    expect((await addCard(fan)).status).toBe(200);
    await world.runJobs();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      isRebillFailed: false,
      showRebillFailedPopup: false,
      expiration_date: '2026-04-05T10:00:00.000Z',
    });
    expect((await renewalsOf(fan)).map(({ state }) => state)).toEqual(['declined', 'succeeded']);
    expect(await seriesOf(fan)).toMatchObject([{ state: 'billing' }]);
    expect((await periodsOf(fan)).map(({ starts_at }) => starts_at.toISOString())).toEqual([
      '2026-01-31T10:00:00.000Z',
      '2026-03-05T10:00:00.000Z',
    ]);
  });

  it('is tried at once with another card that the fan makes the primary one', async () => {
    const fan = await world.member();
    await addCard(fan, card.stolenLater);
    at('2026-02-28T10:00:01Z');
    await tick();
    const cards = (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data as Array<{
      _id: string;
      is_primary: boolean;
    }>;
    const other = cards.find(({ is_primary }) => !is_primary)!;
    await world.call('POST /api/ccbill/set-primary-card', { as: fan, body: { card_id: other._id } });
    await world.runJobs();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
  });

  it('C20 is not charged to a card once more because the fan chooses it, and after a hard decline never again', async () => {
    const fan = await failed(card.stolenLater);
    for (let times = 0; times < 3; times += 1) expect((await choose(fan)).status).toBe(200);
    await world.runJobs();
    at('2026-03-20T10:00:00Z');
    await choose(fan);
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(1);
    // Typed again it has another token, and is the same card.
    expect((await addCard(fan, card.stolenLater)).status).toBe(200);
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(1);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  });

  it('C20 is charged to a softly declined card on its own days, also when the fan goes to and fro between two', async () => {
    const fan = await world.member('luna', card.stolenLater);
    await addCard(fan, card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    const first = (await renewalsOf(fan)).length;
    await choose(fan, 'other');
    await world.runJobs();
    expect(await renewalsOf(fan)).toHaveLength(first + 1);
    for (let times = 0; times < 2; times += 1) {
      await choose(fan, 'other');
      await world.runJobs();
    }
    expect(await renewalsOf(fan)).toHaveLength(first + 1);
    // The one that was declined for good is chosen now; the other has its next day.
    await choose(fan, 'other');
    at('2026-03-01T10:00:01Z');
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(first + 2);
  });

  it('C20 is not charged to a card that was refused for good on the day of another card', async () => {
    const fan = await failed(card.stolenLater);
    await addCard(fan, card.noRenewal);
    await world.runJobs();
    expect(await renewalsOf(fan)).toHaveLength(2);
    await choose(fan, 'other');
    at('2026-03-01T10:00:01Z');
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(2);
    // Chosen again, the other one has its next day.
    await choose(fan, 'other');
    at('2026-03-03T10:00:01Z');
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(3);
  });

  it('is tried at once with a softly declined card that the fan types again, some times', async () => {
    const fan = await failed(card.noRenewal);
    for (let times = 0; times < 6; times += 1) {
      await addCard(fan, card.noRenewal);
      await world.runJobs();
    }
    expect(await renewalsOf(fan)).toHaveLength(4);
  });

  it('C16 is not tried with a new card once the fan has cancelled', async () => {
    const fan = await failed(card.stolenLater);
    await cancel(fan);
    await addCard(fan);
    await tick();
    expect(await chargesOf(fan)).toBe(1);
    expect(await renewalsOf(fan)).toHaveLength(1);
  });

  it('SUB-10 SUB-43 is another price than a new membership, which is charged as quoted and ends the tries', async () => {
    await changeSettings(world, { returning_membership_price: 12, returning_recurring_membership_price: 14 });
    const quoteOf = async (fan: TestPerson) =>
      (await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data as { initial_amount: number };
    const paid = async (fan: TestPerson) =>
      (await paymentsOf(fan)).filter(({ state }) => state === 'succeeded').map((one) => [one.kind, one.amount_minor]);
    const mended = await failed(card.stolenLater);
    const anew = await world.member('luna', card.stolenLater);
    at('2026-03-29T10:00:00Z');
    await tick();
    for (const fan of [mended, anew]) {
      expect(await meOf(fan)).toMatchObject({
        ccbillSubscriptionStatus: '0',
        subscription_detail: { recurring_price: 19.99, currency: 'USD', retries_with_card: true },
      });
      expect(await quoteOf(fan)).toMatchObject({ initial_amount: 12, recurring_amount: 14 });
    }
    await addCard(mended);
    await world.runJobs();
    expect((await world.subscribe(anew)).body.data).toMatchObject({ state: 'succeeded', amount: 12 });
    await world.runJobs();
    await tick();
    expect(await paid(mended)).toEqual([
      ['membership', 1999],
      ['renewal', 1999],
    ]);
    expect(await paid(anew)).toEqual([
      ['membership', 1999],
      ['membership', 1200],
    ]);
    expect(await meOf(anew)).toMatchObject({ isRebillFailed: false, subscription_detail: { recurring_price: 14 } });
    await changeSettings(world, { returning_membership_price: 19.99, returning_recurring_membership_price: 19.99 });
  });

  it('is not tried while an order of a new membership is under way, which takes its place', async () => {
    const fan = await failed(card.noRenewal);
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    expect((await world.subscribe(fan)).body.data).toMatchObject({ state: 'pending' });
    await world.faults();
    const tried = async () => (await paymentsOf(fan)).filter(({ kind }) => kind === 'renewal').length;
    expect(await tried()).toBe(1);
    // Without a card a renewal fails at once, which would be told by mail.
    const forget = (isGone: boolean) =>
      world.database.tenants.write(fan.tenant, (db) =>
        db('payment_instruments')
          .where({ user_id: fan.id })
          .update({ removed_at: isGone ? world.clock.now() : null }),
      );
    await forget(true);
    at('2026-03-01T11:00:00Z');
    await tick();
    expect(await tried()).toBe(1);
    const row = await world.database.tenants.read(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).first('failed_renewals'),
    );
    expect(row).toEqual({ failed_renewals: 1 });
    await forget(false);
    await world.reconcile();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
    await tick();
    expect([await tried(), await chargesOf(fan)]).toEqual([1, 2]);
  });

  it('charges once however many cards are added while it is tried', async () => {
    const fan = await failed(card.stolenLater);
    await Promise.all([addCard(fan), addCard(fan, '5555555555554444')]);
    await tick();
    await world.settle();
    expect((await renewalsOf(fan)).filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  });

  it('moves to the account of the card, in a series of its own', async () => {
    const fan = await failed(card.stolenLater);
    // As after a change of accounts: what began on the older one goes on there.
    const older = v7();
    await world.database.tenants.write(fan.tenant, async (db) => {
      const [series] = await seriesOf(fan);
      await db('provider_accounts').insert({ id: older, provider: 'sandbox', currency: 'USD', state: 'draining' });
      await db('subscription_series').where({ id: series!.id }).update({ account_id: older });
      await db('subscriptions').where({ user_id: fan.id }).update({ account_id: older });
    });
    await addCard(fan);
    await world.runJobs();
    const series = await seriesOf(fan);
    expect(series.map(({ state }) => state).toSorted()).toEqual(['billing', 'ended']);
    expect(series.find(({ state }) => state === 'billing')!.account_id).not.toBe(older);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  });

  it('SUB-40 asks the fan back whom we renew ourselves, as on a sticky.io site, where the version is left at v1', async () => {
    const fan = await failed(card.noRenewal);
    await changeSettings(world, { payment_api_version: 'v1', enable_ccbill_rest_api: false });
    expect(await meOf(fan)).toMatchObject({ showRebillFailedPopup: true });
    await changeSettings(world, { payment_api_version: 'v2' });
  });

  it('SUB-40 SUB-41 asks the fan back whom the provider renews; under v1 only with the REST interface', async () => {
    const fan = await failed(card.noRenewal);
    const [series] = await seriesOf(fan);
    await world.database.tenants.write(fan.tenant, (db) =>
      db('subscription_series').where({ id: series!.id }).update({ provider_ref: v7() }),
    );
    const shows = async (settings: Readonly<Record<string, unknown>>) => {
      await changeSettings(world, settings);
      return (await meOf(fan)).showRebillFailedPopup;
    };
    expect(await shows({ payment_api_version: 'v2' })).toBe(true);
    expect(await shows({ payment_api_version: 'v1', enable_ccbill_rest_api: false })).toBe(false);
    expect(await shows({ payment_api_version: 'v1', enable_ccbill_rest_api: true })).toBe(true);
    await changeSettings(world, { payment_api_version: 'v2', enable_ccbill_rest_api: false });
    expect((await meOf(world.people.luna.model)).showRebillFailedPopup).toBe(false);
  });
});

describe('a renewal that will fail', () => {
  it('is told a week before, and put off for a day by whoever asks', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, (db) =>
      db('payment_instruments').where({ user_id: fan.id }).update({ exp_month: 1, exp_year: 2026 }),
    );
    at('2026-02-21T10:00:00Z');
    expect((await meOf(fan)).rebill_notification).toMatchObject({
      reason: 'card-expires',
      date: '2026-02-28T10:00:00.000Z',
      amount: 19.99,
    });
    expect(await world.call('POST /api/users/updateRebillNotificationDate', { as: fan })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await meOf(fan)).rebill_notification).toBeNull();
    at('2026-02-22T10:00:00Z');
    expect((await meOf(fan)).rebill_notification).not.toBeNull();
  });

  it('is not told earlier, nor of a card that lasts', async () => {
    const fan = await world.member();
    at('2026-02-27T10:00:00Z');
    expect((await meOf(fan)).rebill_notification).toBeNull();
    await world.database.tenants.write(fan.tenant, (db) =>
      db('payment_instruments').where({ user_id: fan.id }).update({ exp_month: 1, exp_year: 2026 }),
    );
    at('2026-02-21T09:59:59Z');
    expect((await meOf(fan)).rebill_notification).toBeNull();
  });
});
