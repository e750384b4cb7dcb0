import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { cheapMonth, endPromotions, promote } from '../../src/testing/promoting.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
const start = new Date('2026-03-10T12:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(start);
  await endPromotions(world);
});

const { cancel, meOf, tick } = membershipsOf(() => world);
const trial = { ...cheapMonth, date_expire: 720, is_trial_offer: true, initial_period: 14 };
const quoteOf = async (as: TestPerson) => (await world.call('GET /api/v2/subscription/quote', { as })).body.data;
const offerTo = async (as: TestPerson) => (await world.call('GET /api/offer/check-offer', { as })).body.data;
const join = async (as: TestPerson, quote: { quote_id: string; promotion_id: string | null }, more: object = {}) =>
  world.call('POST /api/v2/subscription/subscribe', {
    as,
    body: { quote_id: quote.quote_id, consent: true, card: await world.cardOf(), ...more },
  });

async function withdraw(as: TestPerson): Promise<void> {
  const { contract } = (await world.call('GET /api/v2/subscription/withdrawal', { as })).body.data;
  expect((await world.call('POST /api/v2/subscription/withdraw', { as, body: { id: contract._id } })).status).toBe(200);
}

/** A fan whose free period began now, and the quote at which it did. */
async function begun(audience: string): Promise<{ fan: TestPerson; free: Awaited<ReturnType<typeof quoteOf>> }> {
  await promote(world, { ...trial, applicable_to: audience });
  const fan = await world.fresh();
  if (audience === 'OLD_USERS') {
    await endPromotions(world);
    await world.subscribe(fan);
    await withdraw(fan);
    await world.database.tenants.write(fan.tenant, (db) =>
      db('users').where({ id: fan.id }).update({ first_subscribed_at: start }),
    );
    await promote(world, { ...trial, applicable_to: audience });
    world.clock.set(new Date(start.getTime() + 60_000));
  }
  const free = await quoteOf(fan);
  expect(free).toMatchObject({ reason: 'promotion', initial_amount: 0 });
  expect((await join(fan, free)).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
  return { fan, free };
}

describe('the free first period of a promotion', () => {
  it('PROMO-03 is had once by who withdraws from it: their quote, their offer and their order are without it then', async () => {
    const { fan, free } = await begun('NEW_USERS');
    await withdraw(fan);
    expect(await quoteOf(fan)).toMatchObject({ reason: 'base', promotion_id: null, initial_amount: 19.99 });
    expect(await offerTo(fan)).toBeNull();
    for (const more of [{}, { promotion_id: free.promotion_id, is_promotion_applied: true }]) {
      const refused = await join(fan, free, more);
      expect([refused.status, refused.body.code, refused.body.initial_amount]).toEqual([409, 'price-changed', 19.99]);
    }
    const { body } = await join(fan, await quoteOf(fan));
    expect(body.data).toMatchObject({ state: 'succeeded', amount: 19.99 });
    // Everybody else still has it.
    expect(await quoteOf(await world.fresh())).toMatchObject({ reason: 'promotion', initial_amount: 0 });
  });

  it('is had once also by who pays with the wallet', async () => {
    const { fan, free } = await begun('NEW_USERS');
    await withdraw(fan);
    await fund(world, fan, 5000);
    const body = { payment_for: 'membership', quote_id: free.quote_id, consent: true, amount: 0 };
    const refused = await world.call('POST /api/crypto/purchase-from-wallet', { as: fan, body });
    expect([refused.status, refused.body.code]).toEqual([409, 'price-changed']);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  });

  it.each(['ALL_USERS', 'OLD_USERS'])('for %s is had once by who cancels and comes back', async (audience) => {
    const { fan } = await begun(audience);
    await cancel(fan);
    world.clock.set(new Date('2026-03-25T12:00:00Z'));
    await tick();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await quoteOf(fan)).toMatchObject({ reason: 'base', initial_amount: 19.99 });
    expect(await offerTo(fan)).toBeNull();
  });

  it('is of each promotion its own, and one that costs something at first is had again', async () => {
    const { fan } = await begun('NEW_USERS');
    await withdraw(fan);
    await promote(world, { ...trial, applicable_to: 'NEW_USERS' });
    expect(await quoteOf(fan)).toMatchObject({ reason: 'promotion', initial_amount: 0 });
    await promote(world, cheapMonth);
    const paid = await quoteOf(fan);
    expect((await join(fan, paid)).body.data).toMatchObject({ amount: 5 });
    await withdraw(fan);
    expect(await quoteOf(fan)).toMatchObject({ reason: 'promotion', initial_amount: 5 });
  });
});
