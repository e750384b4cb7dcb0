import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());

const bounds = 'Your card account can charge between $2.95 and $100.00. Choose a price in this range.';
const saved = async (site: 'luna' | 'mars', key: string) =>
  (await world.ctx.settings.of(world.tenants[site]))[key as 'membership_price'];

it.each(['membership_price', 'recurring_membership_price', 'returning_membership_price'])(
  'a price that the account could never charge is not saved as %s, and the answer names the bounds',
  async (key) => {
    const before = await saved('luna', key);
    for (const amount of [2.94, 100.01]) {
      const { status, body } = await world.save({ [key]: amount });
      expect([status, body.code, body.message]).toEqual([400, 'price-not-billable', bounds]);
      expect(body.errors).toEqual([{ field: key, code: 'price-not-billable' }]);
    }
    expect(await saved('luna', key)).toBe(before);
    expect((await world.save({ [key]: 2.95 })).status).toBe(200);
    expect((await world.save({ [key]: 19.99 })).status).toBe(200);
  },
);

it('a membership may cost nothing, and other settings are saved whatever the prices are', async () => {
  expect((await world.save({ membership_price: 0, recurring_membership_price: 0 })).status).toBe(200);
  expect((await world.save({ membership_price: 19.99, recurring_membership_price: 19.99 })).status).toBe(200);
  expect((await world.save({ site_name: 'Luna' })).status).toBe(200);
});

it('a resubscribe offer that could never be charged again is not saved', async () => {
  const { status, body } = await offerAgain({ recurring_price: 1, give_free_month_subscription: 0 });
  expect([status, body.code, body.message]).toEqual([400, 'price-not-billable', bounds]);
  expect((await offerAgain({ recurring_price: 9, give_free_month_subscription: 0 })).status).toBe(200);
});

const offerAgain = (terms: object) =>
  world.call('PUT /api/resubscribe-offer/save-offer', { as: world.people.luna.model, body: terms });

describe('where a card is kept with its first charge alone', () => {
  const refused = (field: string) => ({
    code: 'free-start-not-billable',
    message:
      "Cards can't be kept without a payment here, so a membership that is paid for later can't begin free of charge.",
    errors: [{ field, code: 'free-start-not-billable' }],
  });

  it('a membership that begins free of charge is not sold, by price, promotion or resubscribe offer', async () => {
    const price = await world.save({ membership_price: 0 });
    expect([price.status, price.body]).toMatchObject([400, refused('membership_price')]);
    const again = await offerAgain({ recurring_price: 9, give_free_month_subscription: 2 });
    expect([again.status, again.body]).toMatchObject([400, refused('resubscribe_offer.give_free_month_subscription')]);
    const first = await promote('luna', { subscription_initial_amount: 0 });
    expect([first.status, first.body]).toMatchObject([400, refused('subscription_initial_amount')]);
    expect(await saved('luna', 'membership_price')).toBe(19.99);
  });

  it('nor by a coupon; one that leaves a first amount is', async () => {
    const coupon = (code: string, off: number) =>
      world.call('POST /api/coupon/add', {
        as: world.people.luna.model,
        body: {
          code,
          discount_type: 'percentage',
          discount_value_for_initial: off,
          discount_value_for_recurring: 0,
        },
      });
    const { status, body } = await coupon('ALL-FREE', 100);
    expect([status, body]).toMatchObject([400, refused('discount_value_for_initial')]);
    expect((await coupon('HALF', 50)).status).toBe(200);
  });

  it('a coupon of before that does is given an end, and no other price', async () => {
    const as = world.people.luna.model;
    const terms = {
      code: 'OF-BEFORE',
      discount_type: 'percentage',
      discount_value_for_initial: 100,
      discount_value_for_recurring: 0,
    };
    const prices = (amount: number) =>
      world.save({
        membership_price: amount,
        recurring_membership_price: amount,
        returning_membership_price: amount,
        returning_recurring_membership_price: amount,
      });
    // Where nothing is ever paid it begins nothing that a card has to be kept for.
    expect((await prices(0)).status).toBe(200);
    const { _id } = (await world.call('POST /api/coupon/add', { as, body: terms })).body.data;
    expect((await prices(19.99)).status).toBe(200);
    const edit = (change: object) => world.call('POST /api/coupon/edit', { as, body: { _id, ...terms, ...change } });
    const ends = '2099-01-01T00:00:00.000Z';
    expect((await edit({ ends_at: ends })).body.data).toMatchObject({ ends_at: ends, discount_value_for_initial: 100 });
    const { status, body } = await edit({ discount_value_for_recurring: 10 });
    expect([status, body]).toMatchObject([400, refused('discount_value_for_initial')]);
  });

  it('what is free for ever is sold', async () => {
    expect((await offerAgain({ recurring_price: 9, give_free_month_subscription: -1 })).status).toBe(200);
  });
});

const promote = (site: 'luna' | 'mars', terms: object) =>
  world.call('POST /api/promotion-setting/save-promotion', {
    as: world.people[site].model,
    body: {
      type: 'SUBSCRIPTION',
      date_expire: 1,
      ribbon_text: '',
      applicable_to: 'ALL_USERS',
      subscription_initial_amount: 5,
      subscription_recurring_amount: 9,
      initial_period: 30,
      ...terms,
    },
  });

it('a promotion at prices or for days that the account can not bill does not start', async () => {
  for (const terms of [{ subscription_initial_amount: 1 }, { subscription_recurring_amount: 2 }]) {
    const { status, body } = await promote('luna', terms);
    expect([status, body.code, body.message]).toEqual([400, 'price-not-billable', bounds]);
  }
  const day = await promote('luna', { initial_period: 1 });
  expect([day.status, day.body.code]).toEqual([400, 'period-not-billable']);
  expect(day.body.message).toBe('Your card account can bill a first period of 2 to 365 days.');
  expect((await promote('luna', { initial_period: 2 })).status).toBe(200);
});

it('where the renewals are ours a first period may be of a day', async () => {
  expect((await promote('mars', { initial_period: 1 })).status).toBe(200);
});
