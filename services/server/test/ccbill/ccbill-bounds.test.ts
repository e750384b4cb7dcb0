import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfReady, makePost } from '../../src/testing/posting.ts';
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

const coupon = (code: string, initial: number, recurring = 0, type = 'percentage') =>
  world.call('POST /api/coupon/add', {
    as: world.people.luna.model,
    body: {
      code,
      discount_type: type,
      discount_value_for_initial: initial,
      discount_value_for_recurring: recurring,
    },
  });

const outOfRange = (...fields: string[]) => ({
  code: 'price-not-billable',
  message: bounds,
  errors: fields.map((field) => ({ field, code: 'price-not-billable' })),
});

/** While fans can fill a wallet. */
async function withWallet(work: () => Promise<void>): Promise<void> {
  expect((await world.save({ is_crypto_payment_enabled: true })).status).toBe(200);
  try {
    await work();
  } finally {
    expect((await world.save({ is_crypto_payment_enabled: false })).status).toBe(200);
  }
}

describe('a coupon that makes a price which the account can not bill', () => {
  it.each([
    ['the first', 90, 0, ['discount_value_for_initial']],
    ['the later', 0, 90, ['discount_value_for_recurring']],
  ] as const)('is not saved for %s payment', async (_name, initial, recurring, fields) => {
    const { status, body } = await coupon('TWO-LEFT', initial, recurring);
    expect([status, body]).toMatchObject([400, outOfRange(...fields)]);
  });

  it('is not saved in amounts, for what former members pay, by an edit, nor switched on again', async () => {
    const cheap = await coupon('CHEAP', 17.05, 0, 'flat');
    expect([cheap.status, cheap.body]).toMatchObject([400, outOfRange('discount_value_for_initial')]);
    // 19.99 less 17.04 is the least that can be charged.
    const right = await coupon('CHEAP', 17.04, 0, 'flat');
    expect(right.status).toBe(200);
    const { _id } = right.body.data;
    const edit = (change: object) =>
      world.call('POST /api/coupon/edit', { as: world.people.luna.model, body: { _id, ...change } });
    const less = await edit({ discount_value_for_initial: 18 });
    expect([less.status, less.body]).toMatchObject([400, outOfRange('discount_value_for_initial')]);
    expect((await edit({ is_enabled: false })).status).toBe(200);
    expect((await world.save({ returning_membership_price: 18 })).status).toBe(200);
    expect((await edit({ max_uses: 5 })).status).toBe(200);
    const again = await edit({ is_enabled: true });
    expect([again.status, again.body]).toMatchObject([400, outOfRange('discount_value_for_initial')]);
    expect((await world.save({ returning_membership_price: 19.99 })).status).toBe(200);
    expect((await edit({ is_enabled: true })).status).toBe(200);
  });

  it('is saved where the first payment can come from a wallet, and for later ones it can’t be known', () =>
    withWallet(async () => {
      expect((await coupon('FROM-WALLET', 90)).status).toBe(200);
      const later = await coupon('LATER', 0, 90);
      expect([later.status, later.body]).toMatchObject([400, outOfRange('discount_value_for_recurring')]);
    }));
});

describe('a post that the account can not bill', () => {
  const creator = () => world.people.luna.model;
  const create = async (amount: number) =>
    world.call('POST /api/blog/add-new-blog', {
      as: creator(),
      body: { media_item: [await copyOfReady(world, creator())], description: 'A bowl', visibility: 'locked', amount },
    });
  const edit = (postId: string, body: object) =>
    world.call('POST /api/blogs/edit', { as: creator(), body: { postId, ...body } });
  const reuse = (_id: string, amount: number) =>
    world.call('POST /api/blog/reuse-blog', { as: creator(), body: { _id, description: 'Again', amount } });

  it('is neither made nor changed nor published again at that price', async () => {
    const made = await create(150);
    expect([made.status, made.body]).toMatchObject([400, outOfRange('amount')]);
    expect((await create(100)).status).toBe(200);
    const { _id } = await makePost(world, creator());
    const edited = await edit(_id, { amount: 100.01 });
    expect([edited.status, edited.body]).toMatchObject([400, outOfRange('amount')]);
    expect((await edit(_id, { amount: 100 })).status).toBe(200);
    const again = await reuse(_id, 101);
    expect([again.status, again.body]).toMatchObject([400, outOfRange('amount')]);
    expect((await reuse(_id, 100)).status).toBe(200);
  });

  it('is told by the bounds beside the posts, where the wallet pays what lies beyond', async () => {
    const told = async () => (await world.call('GET /api/blogs/all', { as: creator() })).body.card_bounds;
    expect(await told()).toBeUndefined();
    await withWallet(async () => expect(await told()).toEqual({ min: 2.95, max: 100 }));
  });

  it('is made where it can be paid from a wallet, and keeps its price when something else of it changes', async () => {
    let id = '';
    await withWallet(async () => {
      const { status, body } = await create(150);
      expect(status).toBe(200);
      id = body.data.result._id;
    });
    expect((await edit(id, { amount: 150, title: 'Dear' })).status).toBe(200);
    expect((await edit(id, { amount: 149 })).status).toBe(400);
    const free = await edit(id, { visibility: 'private' });
    expect(free.status).toBe(200);
  });

  it('is not made possible by the bounds of prices', async () => {
    const { status, body } = await world.save({
      content_unlock_minimum_amount: 2,
      content_unlock_maximum_amount: 120,
    });
    expect([status, body]).toMatchObject([
      400,
      outOfRange('content_unlock_minimum_amount', 'content_unlock_maximum_amount'),
    ]);
    expect((await world.save({ content_unlock_maximum_amount: 100 })).status).toBe(200);
    await withWallet(async () => expect((await world.save({ content_unlock_maximum_amount: 450 })).status).toBe(200));
  });

  it('is not made so by a promotion of the cheapest posts', async () => {
    const promotePosts = (percent: number) =>
      world.call('POST /api/promotion-setting/save-promotion', {
        as: creator(),
        body: { type: 'LOCKED_CONTENT', date_expire: 1, ribbon_text: '', discount_percentage: percent },
      });
    // Of 5.00 a half is three whole dollars, and two fifths are two.
    const { status, body } = await promotePosts(60);
    expect([status, body]).toMatchObject([400, outOfRange('discount_percentage')]);
    await withWallet(async () => {
      const { status: saved, body: promotion } = await promotePosts(60);
      expect(saved).toBe(200);
      await end(promotion.data._id);
    });
    expect((await promotePosts(50)).status).toBe(200);
  });
  const end = (id: string) =>
    world.call('POST /api/promotion-setting/end-promotion', { as: creator(), body: { promotion_id: id } });
});

describe('another account', () => {
  const clear = { enable_ccbill_rest_api: false, 'ccbill_settings.account_number': '' };

  it('is not chosen while it could not bill the prices, and the answer names them all', async () => {
    const account = world.ccbill.account.account;
    expect((await world.save(clear, 'mars')).status).toBe(200);
    expect((await world.save({ membership_price: 2, returning_recurring_membership_price: 200 }, 'mars')).status).toBe(
      200,
    );
    const { status, body } = await world.save({ 'ccbill_settings.account_number': account }, 'mars');
    expect([status, body]).toMatchObject([400, outOfRange('membership_price', 'returning_recurring_membership_price')]);
    expect(
      (
        await world.save(
          {
            'ccbill_settings.account_number': account,
            enable_ccbill_rest_api: true,
            membership_price: 19.99,
            returning_recurring_membership_price: 19.99,
          },
          'mars',
        )
      ).status,
    ).toBe(200);
    // Who returns would begin free of charge as well, and pay later.
    const free = await world.save({ membership_price: 0, recurring_membership_price: 0 }, 'mars');
    expect([free.status, free.body]).toMatchObject([
      400,
      { errors: [{ field: 'membership_price', code: 'free-start-not-billable' }] },
    ]);
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
