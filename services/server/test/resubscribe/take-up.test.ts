import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
const start = new Date('2026-03-10T12:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
const usual = {
  card_entry: 'field',
  membership_price: 19.99,
  recurring_membership_price: 19.99,
  'resubscribe_offer_settings.is_enabled': true,
  'resubscribe_offer.for_subscribers_only': false,
  'resubscribe_offer.give_free_month_subscription': 0,
  'resubscribe_offer.recurring_price': 9,
};
beforeEach(async () => {
  world.clock.set(start);
  await changeSettings(world, usual);
});

const offered = async (as: TestPerson) =>
  (await world.call('POST /api/resubscribe-offer/check', { as })).body.data?.quote.recurring_amount ?? null;
const takeUp = (as: TestPerson, body: object = {}) =>
  world.call('POST /api/resubscribe-offer/resubscribe', { as, body: { consent: true, ...body } });
/** Has cancelled, and is a member until 10 April. Joined without the offer, which nobody takes twice. */
async function leaving(): Promise<TestPerson> {
  await changeSettings(world, { 'resubscribe_offer_settings.is_enabled': false });
  const fan = await world.member();
  await changeSettings(world, { 'resubscribe_offer_settings.is_enabled': true });
  await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
  world.clock.set(new Date('2026-03-20T12:00:00Z'));
  return fan;
}
async function removeCards(as: TestPerson): Promise<void> {
  const { data } = (await world.call('GET /api/v2/get-payment-card', { as })).body;
  for (const { _id: id } of data) await world.call('POST /api/ccbill/remove-card', { as, body: { card_id: id } });
}

describe('a cancelled member without a card on file', () => {
  it('is offered it where a card can be typed first, and asked for one', async () => {
    const fan = await leaving();
    await removeCards(fan);
    expect(await offered(fan)).toBe(9);
    expect((await takeUp(fan)).body.code).toBe('card-required');
  });

  it("is not offered what no card can be typed for, where that is done on the provider's page", async () => {
    const [fan, other] = [await leaving(), await leaving()];
    await removeCards(fan);
    await changeSettings(world, { card_entry: 'hosted' });
    expect((await takeUp(fan)).body.code).toBe('amount-not-billable');
    expect([await offered(fan), await offered(other)]).toEqual([null, 9]);
  });

  it('is offered it there with something in the wallet, which pays', async () => {
    const fan = await leaving();
    await removeCards(fan);
    await changeSettings(world, { card_entry: 'hosted' });
    await fund(world, fan, 900);
    expect(await offered(fan)).toBe(9);
    expect((await takeUp(fan, { from_wallet: true })).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
  });

  it('is offered there what is free for ever', async () => {
    const fan = await leaving();
    await removeCards(fan);
    await changeSettings(world, { card_entry: 'hosted', 'resubscribe_offer.give_free_month_subscription': -1 });
    expect(await offered(fan)).toBe(0);
    expect((await takeUp(fan)).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
  });
});

describe('a cancelled member with a price of their own', () => {
  async function leavingAtFive(): Promise<TestPerson> {
    await changeSettings(world, { membership_price: 5, recurring_membership_price: 5 });
    const fan = await leaving();
    await changeSettings(world, usual);
    return fan;
  }

  it('is not offered more than that, and pays the same after all by taking the cancellation back', async () => {
    const fan = await leavingAtFive();
    expect(await offered(fan)).toBeNull();
    expect((await takeUp(fan)).body.code).toBe('resubscribe-offer-gone');
    await changeSettings(world, { 'resubscribe_offer.recurring_price': 5 });
    expect(await offered(fan)).toBe(5);
    await world.call('POST /api/v2/subscription/undo-cancel', { as: fan, body: {} });
    const { data } = (await world.call('GET /api/users/me', { as: fan })).body;
    expect(data.subscription_detail.recurring_price).toBe(5);
  });

  it('is offered free months, whatever the months after them cost', async () => {
    const fan = await leavingAtFive();
    await changeSettings(world, { 'resubscribe_offer.give_free_month_subscription': 2 });
    expect(await offered(fan)).toBe(9);
  });

  it('who has a gift alone pays nothing yet, and is offered it', async () => {
    const fan = await world.fresh();
    await world.call('POST /api/admin/give_complimentary_subscription', {
      as: world.people.luna.admin,
      body: { user_id: fan.id, months: 1 },
    });
    await world.call('POST /api/users/cancel_complimentary_subscription', { as: fan });
    expect(await offered(fan)).toBe(9);
  });
});
