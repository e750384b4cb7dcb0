import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renewMembershipJob } from '../../src/features/memberships/renew-memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { insertAccount } from '../../src/features/checkout/provider-accounts/account-rows.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(start);
});

const master = '5555555555554444';
const expired = '4000000000000069';
const add = async (person: TestPerson, number: string = card.good, token?: string) =>
  world.call('POST /api/user/change-payment-method', {
    as: person,
    body: { card: { ...(await world.cardOf(number)), ...(token ? { token } : {}) } },
  });
const cardsOf = async (
  person: TestPerson,
): Promise<Array<{ _id: string; card_type: string; last4: string; is_primary: boolean }>> =>
  (await world.call('GET /api/v2/get-payment-card', { as: person })).body.data;
const remove = (person: TestPerson, id: string) =>
  world.call('POST /api/ccbill/remove-card', { as: person, body: { card_id: id } });
const choose = (person: TestPerson, id: string) =>
  world.call('POST /api/ccbill/set-primary-card', { as: person, body: { card_id: id } });
const meOf = async (person: TestPerson) => (await world.call('GET /api/users/me', { as: person })).body.data;
const renew = (person: TestPerson) =>
  renewMembershipJob.run({
    ctx: world.ctx,
    tenant: person.tenant,
    payload: { userId: person.id },
    attempt: 1,
    log: world.ctx.log,
  });

describe('a card on file', () => {
  it('is added without a charge, and is then the one that is paid with', async () => {
    const fan = await world.fresh();
    const before = (await world.twin.control.charges()).length;
    expect((await add(fan)).body).toMatchObject({
      success: true,
      message: 'Your card was saved.',
      data: [{ card_type: 'visa', last4: '4242', is_primary: true }],
    });
    await add(fan, master);
    expect(await cardsOf(fan)).toMatchObject([
      { last4: '4444', is_primary: true },
      { last4: '4242', is_primary: false },
    ]);
    expect((await world.twin.control.charges()).length).toBe(before);
    expect((await world.subscribe(fan, { stored: true })).status).toBe(200);
    const rows = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_attempts as a')
        .join(db.table('payment_instruments as c'), 'c.id', 'a.instrument_id')
        .where('c.user_id', fan.id)
        .select('c.last4'),
    );
    expect(rows).toEqual([{ last4: '4444' }]);
  });

  it('is one card however often its form is sent, and when it is typed again', async () => {
    const fan = await world.fresh();
    const token = await world.token();
    const answers = await Promise.all([
      add(fan, card.good, token),
      add(fan, card.good, token),
      add(fan, card.good, token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await add(fan);
    expect(await cardsOf(fan)).toHaveLength(1);
  });

  it('is refused with the reason as far as the provider tells it, and nothing is kept', async () => {
    const fan = await world.fresh();
    expect((await add(fan, expired)).body).toMatchObject({
      code: 'payment-declined',
      decline_reason: 'new-card-needed',
      allow_cascade: false,
    });
    expect((await add(fan, card.attention)).body).toMatchObject({
      code: 'card-needs-attention',
      decline_reason: 'card-needs-attention',
    });
    await world.faults({ kind: 'timeout-before', on: 'keep' });
    expect((await add(fan)).body).toMatchObject({
      code: 'payment-method-error',
      message: 'There was problem while update payment method',
    });
    expect(await cardsOf(fan)).toEqual([]);
  });

  it('DECISIONS 22 comes as a token: a number is refused', async () => {
    const fan = await world.fresh();
    const answer = await world.call('POST /api/user/change-payment-method', {
      as: fan,
      body: { card: { ...(await world.cardOf()), token: 'x', cardNumber: '4242424242424242', cvv: '123' } },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'card-data-refused']);
    expect((await world.call('POST /api/user/change-payment-method', { as: fan, body: {} })).body.code).toBe(
      'card-required',
    );
  });

  it('CARD-30 the client is told where it is entered', async () => {
    const { body } = await world.call('GET /api/ccbill/set_payment_method', { as: await world.fresh() });
    expect(body).toMatchObject({
      success: true,
      action: 'redirect',
      url: expect.stringMatching(/^http:\/\/luna\.test(:\d+)?\/profile\/add-new-payment-method$/),
    });
  });

  it('DECISIONS 3 answers at the documented paths', async () => {
    const fan = await world.fresh();
    await add(fan);
    const listed = await world.call('GET /api/ccbill/get-payment-card', { as: fan });
    expect(listed.body.data).toHaveLength(1);
    const changed = await world.call('POST /user/change-payment-method', {
      as: fan,
      body: { card: await world.cardOf(master) },
    });
    expect(changed.body.data).toMatchObject([{ last4: '4444' }, { last4: '4242' }]);
  });

  it('is replaced: another one is chosen, and the old one goes', async () => {
    const fan = await world.fresh();
    await add(fan);
    await add(fan, master);
    const [now, before] = await cardsOf(fan);
    expect((await choose(fan, before!._id)).body.data).toMatchObject([
      { last4: '4242', is_primary: true },
      { last4: '4444', is_primary: false },
    ]);
    expect((await remove(fan, before!._id)).body).toMatchObject({
      message: 'The card was removed.',
      data: [{ _id: now!._id, is_primary: true }],
    });
    expect((await remove(fan, before!._id)).body.code).toBe('not-found');
  });

  it('belongs to one person at one site', async () => {
    const [fan, other] = [await world.fresh(), await world.fresh()];
    const { luna, mars } = world.people.both;
    for (const owner of [fan, luna]) {
      await add(owner);
      const [own] = await cardsOf(owner);
      for (const stranger of [other, mars]) {
        for (const call of [remove, choose])
          expect(await call(stranger, own!._id)).toMatchObject({ status: 404, body: { code: 'not-found' } });
        expect(await cardsOf(stranger)).toEqual([]);
      }
      expect(await cardsOf(owner)).toHaveLength(1);
    }
  });

  it('there are at most ten', async () => {
    const fan = await world.fresh();
    await world.database.tenants.write(fan.tenant, async (db) => {
      const account = await insertAccount(db, {
        provider: 'sandbox',
        currency: 'USD',
        credentials: null,
        created_at: new Date(),
      });
      for (let n = 0; n < 10; n += 1) {
        await db('payment_instruments').insert({
          id: `01900000-0000-7000-8000-0000000000${10 + n}`,
          user_id: fan.id,
          account_id: account.id,
          provider: 'sandbox',
          provider_instrument: `many-${n}`,
          brand: 'visa',
          last4: `10${10 + n}`,
          exp_month: 1,
          exp_year: 2030,
          created_at: start,
          last_used_at: start,
        });
      }
    });
    expect((await add(fan)).body.code).toBe('too-many-cards');
  });
});

describe('a removed card', () => {
  it('cannot be the last one that a membership renews with; after cancelling it can', async () => {
    const fan = await world.member();
    const [only] = await cardsOf(fan);
    expect(await remove(fan, only!._id)).toMatchObject({
      status: 409,
      body: {
        code: 'card-renews-membership',
        message: 'Your membership renews with this card. Add another card first, or cancel the membership.',
      },
    });
    expect(await cardsOf(fan)).toHaveLength(1);
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    expect((await remove(fan, only!._id)).body.data).toEqual([]);
  });

  it('leaves the renewal to the other card', async () => {
    const fan = await world.member();
    await add(fan, master);
    const [kept, first] = await cardsOf(fan);
    expect((await remove(fan, first!._id)).status).toBe(200);
    world.clock.set(new Date('2026-02-28T10:00:01Z'));
    await renew(fan);
    expect((await meOf(fan)).expiration_date).toBe('2026-03-31T10:00:00.000Z');
    const paid = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_attempts').where({ instrument_id: kept!._id, state: 'succeeded' }),
    );
    expect(paid).toHaveLength(1);
  });

  it('during a payment whose outcome is not known: the payment ends as it would have, and the card stays away', async () => {
    const fan = await world.member();
    await add(fan, master);
    const [inUse] = await cardsOf(fan);
    const post = await world.post('luna');
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    expect((await world.buy(fan, post)).body.data.state).toBe('pending');
    expect((await remove(fan, inUse!._id)).status).toBe(200);
    await world.reconcile();
    const owned = await world.database.tenants.read(fan.tenant, (db) =>
      db('entitlements').where({ user_id: fan.id, content_id: post }),
    );
    expect(owned).toHaveLength(1);
    expect(await cardsOf(fan)).toMatchObject([{ last4: '4242', is_primary: true }]);
  });
});

describe('a card that a first membership payment needs', () => {
  it('cannot be removed while its outcome is not known, unless another one is on file', async () => {
    const fan = await world.fresh();
    await add(fan);
    const [inUse] = await cardsOf(fan);
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    expect((await world.subscribe(fan, { stored: true })).body.data.state).toBe('pending');
    expect(await remove(fan, inUse!._id)).toMatchObject({ status: 409, body: { code: 'payment-in-progress' } });
    expect(await cardsOf(fan)).toHaveLength(1);
    await add(fan, master);
    expect((await remove(fan, inUse!._id)).status).toBe(200);
    await world.faults();
    await world.reconcile();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    expect(await cardsOf(fan)).toMatchObject([{ last4: '4444', is_primary: true }]);
  });
});

describe("the provider's vault", () => {
  const vault = async (): Promise<string[]> => (await world.twin.control.cards()).map(({ id }) => id);
  const rowsOf = (fan: TestPerson) =>
    world.database.tenants.read(fan.tenant, (db) =>
      db('payment_instruments')
        .where({ user_id: fan.id })
        .orderBy('created_at')
        .orderBy('id')
        .select('provider_instrument', 'removed_at', 'forgotten_at'),
    );

  it('lets go of a removed card, also when it does not answer at first', async () => {
    const fan = await world.fresh();
    await add(fan);
    const [kept] = await rowsOf(fan);
    expect(await vault()).toContain(kept!.provider_instrument);
    await world.faults({ kind: 'error-before', on: 'forget', count: 1 });
    await remove(fan, (await cardsOf(fan))[0]!._id);
    await world.runJobs();
    expect(await vault()).toContain(kept!.provider_instrument);
    await world.runJobs({ includingFuture: true });
    expect(await vault()).not.toContain(kept!.provider_instrument);
    expect(await rowsOf(fan)).toMatchObject([{ forgotten_at: start }]);
  });

  it('lets go of what the same card, typed again, replaces', async () => {
    const fan = await world.fresh();
    await add(fan);
    await add(fan);
    await world.runJobs();
    const [first, second] = await rowsOf(fan);
    expect([first!.forgotten_at, second!.removed_at, second!.forgotten_at]).toEqual([start, null, null]);
    expect(await vault()).not.toContain(first!.provider_instrument);
    expect(await vault()).toContain(second!.provider_instrument);
    expect((await world.subscribe(fan, { stored: true })).status).toBe(200);
  });

  it('keeps a removed card while a payment with it is under way', async () => {
    const fan = await world.member();
    await add(fan, master);
    const [inUse] = await cardsOf(fan);
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    expect((await world.buy(fan, await world.post('luna'))).body.data.state).toBe('pending');
    await remove(fan, inUse!._id);
    await world.runJobs();
    const removed = async () => (await rowsOf(fan)).find(({ removed_at: at }) => at !== null)!;
    expect(await vault()).toContain((await removed()).provider_instrument);
    await world.faults();
    await world.reconcile();
    await world.runJobs({ includingFuture: true });
    expect(await removed()).toMatchObject({ forgotten_at: start });
    expect(await vault()).not.toContain((await removed()).provider_instrument);
  });
});

describe('a failed renewal', () => {
  const failed = async (number: string): Promise<TestPerson> => {
    world.clock.set(start);
    const fan = await world.member('luna', number);
    world.clock.set(new Date('2026-02-28T10:00:01Z'));
    await renew(fan);
    return fan;
  };
  const mailOf = async (fan: TestPerson): Promise<string> => {
    await world.runJobs();
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list(1000);
    return mails.find(({ to, subject }) => to === fan.email && subject === 'Your renewal failed')!.text;
  };

  it('is told with its reason and the next try, on screen and by mail', async () => {
    const fan = await failed(card.noRenewal);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '0',
      isRebillFailed: true,
      next_billing_date: '2026-03-01T10:00:00.000Z',
      subscription_detail: { rebill_decline_reason: 'insufficient-funds' },
    });
    const text = await mailOf(fan);
    for (const part of [
      'Your bank reports that there is not enough money on this card.',
      'We will try again on March 1, 2026',
      '/profile/cancel-subscription',
      '/profile/payment-method',
    ])
      expect(text).toContain(part);
  });

  it('that is not tried again says so', async () => {
    const fan = await failed(card.stolenLater);
    expect((await meOf(fan)).next_billing_date).toBeNull();
    expect(await mailOf(fan)).toContain('We will not try again. You can renew at any time:');
  });

  it('is tried with the card that was added since', async () => {
    const fan = await failed(card.noRenewal);
    await add(fan, master);
    world.clock.set(new Date('2026-03-01T10:00:01Z'));
    await renew(fan);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      isRebillFailed: false,
      subscription_detail: { rebill_decline_reason: null },
    });
  });
});

describe('a declined purchase', () => {
  it.each([
    [card.declined, 'declined', true],
    ['4000000000009995', 'insufficient-funds', true],
    [card.stolen, 'new-card-needed', false],
    ['4000000000000127', 'card-data-wrong', true],
    ['4000000000000119', 'try-later', true],
  ] as const)('with %s says why: %s', async (number, reason, mayTryAgain) => {
    const fan = await world.fresh();
    const { status, body } = await world.subscribe(fan, { number });
    expect({ status, code: body.code, reason: body.decline_reason, allow: body.allow_cascade }).toEqual({
      status: 409,
      code: 'payment-declined',
      reason,
      allow: mayTryAgain,
    });
  });

  it('whose decline comes later says it to whoever asks', async () => {
    const fan = await world.fresh();
    const { body } = await world.subscribe(fan, { number: card.pendingBad });
    expect(body.data.state).toBe('pending');
    await world.settle();
    await expect
      .poll(
        async () => {
          await world.runJobs({ includingFuture: true });
          return (await world.call(`GET /api/v2/purchase/state?intent_id=${body.data.intent_id}`, { as: fan })).body
            .data;
        },
        { timeout: 10_000 },
      )
      .toMatchObject({ state: 'declined', decline_reason: 'declined' });
  });
});
