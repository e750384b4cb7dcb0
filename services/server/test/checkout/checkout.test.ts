import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const meOf = async (person: Parameters<MoneyWorld['subscribe']>[0]) =>
  (await world.call('GET /api/users/me', { as: person })).body.data;

describe('a membership', () => {
  it('SUB-01 is active when it was paid, with dates, a stored card and the charge in the books', async () => {
    const fan = await world.fresh();
    const answer = await world.subscribe(fan);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Thank you for subscribing',
        data: {
          state: 'succeeded',
          kind: 'membership',
          amount: 19.99,
          currency: 'USD',
          ccbill_subscription_status: '2',
        },
      },
    });
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      isSubscribedEver: true,
      payment: { membership: true },
      expiration_date: '2026-04-10T12:00:00.000Z',
      next_billing_date: '2026-04-10T12:00:00.000Z',
      payment_gateway: 'sandbox',
      subscription_detail: { recurring_price: 19.99, is_rebill_failed: false },
    });
    const cards = await world.call('GET /api/v2/get-payment-card', { as: fan });
    expect(cards.body.data).toMatchObject([{ card_type: 'visa', last4: '4242', month: 12, is_primary: true }]);
    await world.settle();
    expect(await world.booked()).toEqual(await world.charged());
  });

  it('SUB-04 is none for somebody who never bought one', async () => {
    expect(await meOf(await world.fresh())).toMatchObject({
      ccbillSubscriptionStatus: '0',
      subscription_detail: null,
      next_billing_date: null,
    });
  });

  it('is not sold twice', async () => {
    const fan = await world.member();
    expect((await world.subscribe(fan)).body.code).toBe('already-subscribed');
  });

  it('is not sold without consent to its terms', async () => {
    const fan = await world.fresh();
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    const answer = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: { quote_id: quote.body.data.quote_id, consent: false },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'consent-required' } });
  });

  it('SUB-11 is had without a card when both prices are 0, with a receipt all the same', async () => {
    const fan = await world.fresh('mars');
    await setPrices('mars', 0, 0);
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    expect(quote.body.data).toMatchObject({ is_free: true, initial_amount: 0 });
    expect(await world.subscribe(fan, { stored: true })).toMatchObject({
      status: 200,
      body: { data: { state: 'succeeded', amount: 0, transactionId: null } },
    });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    expect((await world.booked('mars')).size).toBe(0);
  });

  it('whose first month is free still keeps a card, charges nothing, and renews from it', async () => {
    const fan = await world.fresh('mars');
    await setPrices('mars', 0, 14);
    const before = (await world.charged()).size;
    expect((await world.subscribe(fan, { stored: true })).body.code).toBe('card-required');
    expect((await world.subscribe(fan, { number: card.declined })).body.code).toBe('payment-declined');
    await world.faults({ kind: 'reset-after', on: 'keep', count: 1 });
    expect((await world.subscribe(fan)).body.code).toBe('payment-failed');
    expect(await world.subscribe(fan)).toMatchObject({
      status: 200,
      body: { data: { state: 'succeeded', amount: 0 } },
    });
    expect((await world.charged()).size).toBe(before);
    expect((await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data).toMatchObject([
      { last4: '4242', is_primary: true },
    ]);
    const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
    const start = world.clock.now();
    world.clock.set(new Date('2026-04-10T13:00:00Z'));
    await renewMembershipJob.run({
      ctx: world.ctx,
      tenant: world.tenants.mars,
      payload: { userId: fan.id },
      attempt: 1,
      log: world.ctx.log,
    });
    expect([...(await world.booked('mars')).values()]).toEqual([1400]);
    world.clock.set(start);
  });

  it('a price that moved after the quote is refused and nothing is charged', async () => {
    const fan = await world.fresh();
    const before = (await world.charged()).size;
    const answer = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: { quote_id: 'another', consent: true, card: await world.cardOf() },
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'price-changed' } });
    expect((await world.charged()).size).toBe(before);
  });

  it('without a card and without a stored one asks for a card', async () => {
    expect((await world.subscribe(await world.fresh(), { stored: true })).body.code).toBe('card-required');
  });
});

describe('a declined card', () => {
  it('is told without details, charged nothing, and may be tried again at once', async () => {
    const fan = await world.fresh();
    expect(await world.subscribe(fan, { number: card.declined })).toMatchObject({
      status: 409,
      body: {
        code: 'payment-declined',
        allow_cascade: true,
        message: 'Problem in card authorization please re-enter your card details or add new card.',
      },
    });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect((await world.subscribe(fan)).status).toBe(200);
  });

  it('CARD-01 codes -23 and -24 say that the card needs attention', async () => {
    expect(await world.subscribe(await world.fresh(), { number: card.attention })).toMatchObject({
      status: 409,
      body: { code: 'card-needs-attention', decline_code: '-23', allow_cascade: false },
    });
  });

  it('CARD-05 a hard decline does not go on to another provider', async () => {
    expect((await world.subscribe(await world.fresh(), { number: card.stolen })).body).toMatchObject({
      code: 'payment-declined',
      allow_cascade: false,
    });
  });

  it('CARD-06 CARD-11 CARD-13 a card form with fields missing is refused by field', async () => {
    const fan = await world.fresh();
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    const answer = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: {
        quote_id: quote.body.data.quote_id,
        consent: true,
        card: { ...(await world.cardOf()), email: ' ', pincode: ' ', state: '', city: ' ' },
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['card.email', 'card-email-required'],
      ['card.state', 'card-state-required'],
      ['card.city', 'card-city-required'],
      ['card.pincode', 'card-postal-required'],
    ]);
  });

  it('a call that carries a card number is refused', async () => {
    const answer = await world.call('POST /api/v2/subscription/subscribe', {
      as: await world.fresh(),
      body: { quote_id: 'x', consent: true, card: { ...(await world.cardOf()), cardNumber: card.good } },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'card-data-refused' } });
  });
});

describe('a post', () => {
  it('POST-079 CARD-31 is bought with the stored card, opens, and is not sold again', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const answer = await world.buy(fan, post);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { state: 'succeeded', kind: 'post', amount: 9, content_id: post } },
    });
    expect(await world.buy(fan, post)).toMatchObject({
      status: 409,
      body: { code: 'content-already-unlocked', message: 'Content already unlocked.' },
    });
    expect(
      (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data,
    ).toMatchObject({ purchased: true });
    await world.settle();
    expect(await world.booked()).toEqual(await world.charged());
  });

  it('is sold to members only, at its own price', async () => {
    const post = await world.post('luna');
    const stranger = await world.fresh();
    expect((await world.buy(stranger, post, { number: card.good })).body.code).toBe('membership-required');
    const fan = await world.member();
    expect((await world.buy(fan, post, { amount: 8 })).body.code).toBe('price-changed');
    expect((await world.buy(fan, await world.post('mars'))).status).toBe(404);
  });

  it('is charged in the currency that it is offered in, also after the site took another', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await changeSettings(world, { currency: 'EUR' }, 'luna');
    try {
      const offer = (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data
        .quote;
      expect(offer).toMatchObject({ amount: 9, currency: 'USD' });
      const { body } = await world.buy(fan, post);
      expect(body.data).toMatchObject({ state: 'succeeded', amount: 9, currency: 'USD' });
      const charge = (await world.twin.control.charges()).find(({ id }) => id === body.data.transactionId);
      expect(charge).toMatchObject({ amount: 900, currency: 'USD' });
    } finally {
      await changeSettings(world, { currency: 'USD' }, 'luna');
    }
  });

  it('PROMO-16 a promotion that the server does not have is expired', async () => {
    const fan = await world.member();
    const answer = await world.call('POST /api/v2/purchase/post-purchase', {
      as: fan,
      body: {
        blogId: await world.post('luna'),
        amount: 9,
        is_promotion_applied: true,
        promotion_id: '0197a000-0000-7000-8000-000000000000',
      },
    });
    expect(answer.body.code).toBe('promotion-expired');
  });

  it('answers at the older path and on both hosts too', async () => {
    const fan = await world.member();
    const answer = await world.call('POST /api/ccbill/charge_by_previous', {
      as: fan,
      headers: { host: 'luna.test' },
      body: { blogId: await world.post('luna'), amount: 9, action: 'blog' },
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { state: 'succeeded' } } });
  });

  it('is paid with a card typed now at the older path of that, and nothing but a post is', async () => {
    const fan = await world.member();
    const before = (await world.charged()).size;
    const pay = (body: object, by: Parameters<MoneyWorld['call']>[1] = { as: fan }) =>
      world.call('POST /api/ccbill/pay', { ...by, body });
    const post = { blogId: await world.post('luna'), amount: 9, action: 'blog' };
    expect((await pay({ ...post, card: { ...(await world.cardOf()), cardNumber: card.good } })).body.code).toBe(
      'card-data-refused',
    );
    expect((await pay({ amount: 9, action: 'tips' })).body.code).toBe('invalid-request');
    expect((await pay(post, { on: 'luna' })).body.code).toBe('session-required');
    expect((await world.charged()).size).toBe(before);
    expect((await pay({ ...post, card: await world.cardOf() })).body).toMatchObject({
      data: { state: 'succeeded', amount: 9 },
    });
    expect((await world.charged()).size).toBe(before + 1);
  });
});

describe('the same purchase many times at once', () => {
  it('twenty with one key are one charge and get one answer', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const before = (await world.charged()).size;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.buy(fan, post, { key: 'the-same-key-1' })),
    );
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.data?.state} ${body.data?.intent_id}`)).size,
    ).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { data: { state: 'succeeded' } } });
    expect((await world.charged()).size).toBe(before + 1);
  });

  it('twenty with twenty keys are one charge', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const before = (await world.charged()).size;
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.buy(fan, post)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(['payment-in-progress', 'content-already-unlocked']).toContain(body.code);
    expect((await world.charged()).size).toBe(before + 1);
  });

  it('twenty memberships with twenty keys are one membership', async () => {
    const fan = await world.fresh();
    const before = (await world.charged()).size;
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.subscribe(fan)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await world.charged()).size).toBe(before + 1);
  });

  it('a declined card is declined the same way when the request is repeated', async () => {
    const fan = await world.fresh();
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    const body = { quote_id: quote.body.data.quote_id, consent: true, card: await world.cardOf(card.declined) };
    const [first, second] = [
      await world.call('POST /api/v2/subscription/subscribe', { as: fan, key: 'refused-key', body }),
      await world.call('POST /api/v2/subscription/subscribe', { as: fan, key: 'refused-key', body }),
    ];
    expect({ ...second!.body, requestId: '' }).toEqual({ ...first!.body, requestId: '' });
  });

  it('a key that comes back with another content is refused', async () => {
    const fan = await world.member();
    await world.buy(fan, await world.post('luna'), { key: 'reused-key' });
    expect(await world.buy(fan, await world.post('luna'), { key: 'reused-key' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency-key-reused' },
    });
  });

  it('a key that is too short to be one is refused', async () => {
    const fan = await world.member();
    const answer = await world.call('POST /api/v2/purchase/post-purchase', {
      as: fan,
      key: 'short',
      body: { blogId: await world.post('luna'), amount: 9 },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', errors: [{ field: 'Idempotency-Key', code: 'pattern' }] },
    });
  });
});

describe("another's purchase", () => {
  it('is not found, by its id, on this site or the other', async () => {
    const fan = await world.member();
    const { body } = await world.buy(fan, await world.post('luna'));
    const query = { intent_id: body.data.intent_id };
    expect((await world.call('GET /api/v2/purchase/state', { as: fan, query })).body.data).toMatchObject({
      state: 'succeeded',
    });
    expect((await world.call('GET /api/v2/purchase/state', { as: world.people.luna.stranger, query })).status).toBe(
      404,
    );
    expect((await world.call('GET /api/v2/purchase/state', { as: world.people.mars.fan, query })).status).toBe(404);
  });
});

it('C9 C13 a quote says amounts, dates and who sells', async () => {
  const quote = await world.call('GET /api/v2/subscription/quote', { on: 'luna' });
  expect(quote.body.data).toMatchObject({
    initial_amount: 19.99,
    recurring_amount: 19.99,
    original_initial_amount: 19.99,
    reason: 'base',
    is_free: false,
    currency: 'USD',
  });
  expect(Date.parse(quote.body.data.next_charge_at)).toBeGreaterThan(Date.parse(quote.body.data.first_charge_at));
});

it("the card field is served from the provider's own origin", async () => {
  const { body } = await world.call('GET /api/v2/card-field', { as: world.people.luna.fan });
  expect(body.data.origin).toBe(world.twin.url);
  expect(new URL(body.data.src).searchParams.get('origin')).toMatch(/^http:\/\/luna\.test/);
});

const setPrices = (site: 'luna' | 'mars', initial: number, recurring: number): Promise<void> =>
  changeSettings(world, { membership_price: initial, recurring_membership_price: recurring }, site);
