import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { copyOfReady, makePost } from '../../src/testing/posting.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const admin = () => world.people.luna.admin;
const settingsOf = async (as = admin(), headers = {}) =>
  (await world.call('GET /api/app_settings/get', { as, headers })).body.data;
const save = (body: object) => world.call('PATCH /api/app_settings', { as: admin(), body });

describe("settings in the documents' form", () => {
  it('come nested and are taken nested, with what was not sent left as it is', async () => {
    const { wallet_settings: before } = await settingsOf();
    expect(before).toMatchObject({ add_fund_minimum_amount: 10, add_fund_maximum_amount: 1000 });
    const saved = await save({ wallet_settings: { add_fund_minimum_amount: 20 }, membership_price: 18.5 });
    expect(saved.body.data).toMatchObject({
      wallet_settings: { ...before, add_fund_minimum_amount: 20 },
      membership_price: 18.5,
    });
    await expect
      .poll(async () => (await settingsOf()).wallet_settings)
      .toEqual({ ...before, add_fund_minimum_amount: 20 });
    expect(Object.keys(await settingsOf()).filter((key) => key.includes('.'))).toEqual([]);
  });
  it('a wrong field of an object is named', async () => {
    expect(await save({ wallet_settings: { add_fund_minimum_amount: -1, nothing: 1 } })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'wallet_settings.add_fund_minimum_amount' },
          { field: 'wallet_settings.nothing', code: 'setting-unknown' },
        ],
      },
    });
  });
  it("tell the feed's tags, to guests only past the age gate", async () => {
    const creator = world.people.luna.model;
    await save({ feed_tags_enable: true });
    await makePost(world, creator, { visibility: 'public', feed_tags: ['Bowls'] });
    const told = { _id: expect.any(String), name: 'Bowls', slug: 'bowls' };
    const asGuest = async (headers = {}) =>
      (await world.call('GET /api/app_settings/get', { on: 'luna', headers })).body.data.feed_tags;
    expect([(await settingsOf(creator)).feed_tags, await asGuest()]).toEqual([[told], [told]]);
    await save({ show_age_modal: true });
    await expect.poll(() => asGuest()).toEqual([]);
    expect(await asGuest({ 'x-age-confirmed': '1' })).toEqual([told]);
    await save({ show_age_modal: false, feed_tags_enable: false });
    await expect.poll(async () => (await settingsOf()).feed_tags).toEqual([]);
  });
});

describe("each call's form of success", () => {
  it('is 1 where a post is published again, and true elsewhere', async () => {
    const media_item = [await copyOfReady(world, world.people.luna.model)];
    const made = await world.call('POST /api/blog/add-new-blog', {
      as: world.people.luna.model,
      body: { description: 'Once', media_item },
    });
    const again = await world.call('POST /api/blog/reuse-blog', {
      as: world.people.luna.model,
      body: { _id: made.body.data.result._id, description: 'Again' },
    });
    expect([made.body.success, again.body.success, again.body.data.reuseBlog.udid]).toEqual([
      true,
      1,
      expect.any(String),
    ]);
    const refused = await world.call('POST /api/blog/reuse-blog', {
      as: world.people.luna.model,
      body: { _id: made.body.data.result._id, description: 'Again', date: '2020-01-01T00:00:00Z' },
    });
    expect(refused.body).toMatchObject({ success: false, data: { reuseBlog: { message: refused.body.message } } });
  });
});

describe("the documents' card form", () => {
  const form = async (email: string, number: string = card.good) => ({
    email,
    address: '1 Main',
    country: 'US',
    state: 'AZ',
    city: 'Tempe',
    pincode: '85281',
    firstName: 'Ada',
    lastName: 'Test',
    token: await world.token(number),
    month: '04',
    year: 2030,
    card_type: 'visa',
    action: 'subscribe',
  });
  it('begins a membership with its flat payload and a token in place of the number', async () => {
    const fan = await world.fresh();
    const { status, body } = await world.call('POST /api/ccbill/subscribe-with-card', {
      as: fan,
      key: null,
      body: { ...(await form(fan.email)), userId: fan.id },
    });
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { state: 'succeeded', ccbill_subscription_status: '2' },
    });
  });
  it('pays a post with the card that it holds and no other, whoever that is of', async () => {
    const fan = await world.member();
    const pay = async (number: string) =>
      world.call('POST /api/ccbill/pay', {
        as: fan,
        body: {
          ...(await form('holder@fans.example', number)),
          userId: fan.id,
          blogId: await world.post('luna'),
          amount: 9,
          action: 'blog',
        },
      });
    const before = (await world.charged()).size;
    expect((await pay(card.declined)).body.code).toBe('payment-declined');
    expect((await world.charged()).size).toBe(before);
    expect((await pay(card.good)).body.data).toMatchObject({ state: 'succeeded', amount: 9 });
  });
  it('puts the card on file, beside the one that is there', async () => {
    const fan = await world.member();
    const change = async (more: object) =>
      world.call('POST /user/change-payment-method', {
        as: fan,
        body: { ...(await form(fan.email, card.noRenewal)), ...more },
      });
    expect((await change({ userId: world.people.luna.fan.id })).body.code).toBe('not-found');
    expect((await change({ default_payment_method: 'card' })).body.data).toHaveLength(2);
  });
  it('goes on with another account by that card', async () => {
    const fan = await world.member();
    const { pincode: _pincode, ...body } = await form(fan.email);
    expect(await world.call('POST /api/migrate-subscription-for-user', { as: fan, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'pincode' }] },
    });
  });
  it('resubscribes with the card that it holds, and is refused where none is taken', async () => {
    const fan = await world.member();
    await changeSettings(world, {
      'resubscribe_offer_settings.is_enabled': true,
      'resubscribe_offer.recurring_price': 5,
    });
    const ask = async (number: string, more: object = {}) =>
      world.call('POST /api/ccbill/resubscribe-with-card', {
        as: fan,
        key: null,
        body: { ...(await form(fan.email, number)), ...more },
      });
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    expect((await ask(card.good)).body.code).toBe('card-not-taken');
    world.clock.set(new Date(world.clock.now().getTime() + 40 * 86_400_000));
    expect((await ask(card.good, { from_wallet: true })).body.code).toBe('card-not-taken');
    expect((await ask(card.good, { userId: world.people.luna.fan.id })).body.code).toBe('not-found');
    expect((await ask(card.declined)).body.code).toBe('payment-declined');
    expect((await ask(card.good)).body.data).toMatchObject({ state: 'succeeded', amount: 5 });
  });
  it('names a missing field as it was sent', async () => {
    const fan = await world.fresh();
    const { pincode: _pincode, ...body } = await form(fan.email);
    expect(await world.call('POST /api/ccbill/subscribe-with-card', { as: fan, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'pincode' }] },
    });
  });
  it("is refused for another's userId, and when it carries a number", async () => {
    const fan = await world.fresh();
    const ask = async (more: object) =>
      (
        await world.call('POST /api/ccbill/subscribe-with-card', {
          as: fan,
          body: { ...(await form(fan.email)), ...more },
        })
      ).body.code;
    expect([
      await ask({ userId: world.people.luna.fan.id }),
      await ask({ cardNumber: '4242424242424242' }),
      await ask({ cvv: '123' }),
    ]).toEqual(['not-found', 'card-data-refused', 'card-data-refused']);
  });
  it('a quote still needs its consent', async () => {
    const fan = await world.fresh();
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    expect(
      (
        await world.call('POST /api/v2/subscription/subscribe', {
          as: fan,
          body: { ...(await form(fan.email)), quote_id: quote.body.data.quote_id },
        })
      ).body.code,
    ).toBe('consent-required');
  });
  it("a purchase or an upload for another's address is not found", async () => {
    const fan = await world.member();
    const buy = {
      blogId: await world.post('luna'),
      amount: 9,
      recurring: false,
      action: 'blog',
      blogType: 'photo',
      title: 'A post',
    };
    expect(
      (
        await world.call('POST /api/ccbill/charge_by_previous', {
          as: fan,
          body: { ...buy, email: 'another@fans.example' },
        })
      ).body.code,
    ).toBe('not-found');
    expect(
      (
        await world.call('POST /api/ccbill/charge_by_previous', {
          as: fan,
          body: { ...buy, email: fan.email.toUpperCase() },
        })
      ).status,
    ).toBe(200);
    const presign = { file_name: 'a.jpg', content_type: 'image/jpg', media_type: 'photo', domain: 'mars.test' };
    expect(
      (await world.call('POST /api/upload/generate_presigned_url', { as: world.people.luna.model, body: presign })).body
        .code,
    ).toBe('not-found');
  });
});
