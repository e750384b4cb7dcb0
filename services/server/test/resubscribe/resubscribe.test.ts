import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/actor.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { Settings } from '@backlot/domain/settings';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
const start = new Date('2026-03-10T12:00:00Z');
const dayMs = 86_400_000;
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(start);
  await offer({});
});

const model = () => world.people.luna.model;
const usual = {
  for_subscribers_only: true,
  give_free_month_subscription: 0,
  recurring_price: 9,
  promo_banner_text: 'Come home',
};
async function offer(terms: object, isOn = true): Promise<void> {
  const saved = await world.call('PUT /api/resubscribe-offer/save-offer', {
    as: model(),
    body: { ...usual, ...terms },
  });
  const on = await world.call('PUT /api/resubscribe-offer/save-settings', { as: model(), body: { is_enabled: isOn } });
  if (saved.status !== 200 || on.status !== 200) throw new Error(saved.text + on.text);
  await expect
    .poll(
      async () => {
        const settings = await world.ctx.settings.of(model().tenant);
        return [settings['resubscribe_offer_settings.is_enabled'], settingsTerms(settings)];
      },
      { timeout: 20_000 },
    )
    .toEqual([isOn, { ...usual, ...terms }]);
}
const settingsTerms = (settings: Settings) => ({
  for_subscribers_only: settings['resubscribe_offer.for_subscribers_only'],
  give_free_month_subscription: settings['resubscribe_offer.give_free_month_subscription'],
  recurring_price: settings['resubscribe_offer.recurring_price'],
  promo_banner_text: settings['resubscribe_offer.promo_banner_text'],
});
const check = async (as?: TestPerson) =>
  (await world.call('POST /api/resubscribe-offer/check', as ? { as } : { on: 'luna' })).body.data;
const resubscribe = (as: TestPerson, body: object = {}, key?: string | null) =>
  world.call('POST /api/resubscribe-offer/resubscribe', { as, body, ...(key === undefined ? {} : { key }) });
const confirmed = async (as: TestPerson) =>
  resubscribe(as, { quote_id: (await check(as))?.quote.quote_id ?? 'none', consent: true });
const cancel = (as: TestPerson) => world.call('POST /api/cancel-subscription', { as, body: {} });
const undo = (as: TestPerson) => world.call('POST /api/v2/subscription/undo-cancel', { as, body: {} });
const me = async (as: TestPerson) => (await world.call('GET /api/users/me', { as, query: {} })).body.data;
/** Was a member, with a card on file; the month is over. */
async function former(): Promise<TestPerson> {
  const fan = await world.member();
  await cancel(fan);
  world.clock.set(new Date('2026-04-12T12:00:00Z'));
  return fan;
}
/** Has cancelled, and is a member until 10 April. */
async function leaving(): Promise<TestPerson> {
  const fan = await world.member();
  await cancel(fan);
  world.clock.set(new Date('2026-03-20T12:00:00Z'));
  return fan;
}
const actorOf = (person: TestPerson): Actor => ({
  userId: person.id,
  identityId: null,
  sessionId: person.id,
  role: person.role,
  email: person.email,
  name: 'Fan',
  language: 'en',
  trueAuthor: person.id,
});
async function renew(person: TestPerson): Promise<void> {
  const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
  const { ctx } = world;
  await renewMembershipJob.run({
    ctx,
    tenant: person.tenant,
    payload: { userId: person.id },
    attempt: 1,
    log: ctx.log,
  });
}
const chargesOf = async (person: TestPerson): Promise<number[]> =>
  world.database.tenants.read(person.tenant, async (db) =>
    (
      await db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where('i.user_id', person.id)
        .where('a.state', 'succeeded')
        .orderBy('a.started_at')
        .select('a.taken_minor')
    ).map(({ taken_minor: minor }) => Number(minor)),
  );

describe('whom the offer is for', () => {
  it('SUB-09 SUB-13 a former member is offered it with the price that the membership then has, and a new fan is not', async () => {
    const fan = await former();
    const found = await check(fan);
    expect(found).toMatchObject({
      ...usual,
      quote: {
        reason: 'resubscribe',
        initial_amount: 9,
        recurring_amount: 9,
        original_initial_amount: 19.99,
        next_charge_at: '2026-05-12T12:00:00.000Z',
      },
    });
    const { data } = (await world.call('GET /api/v2/subscription/quote', { as: fan })).body;
    expect([data.reason, data.quote_id]).toEqual(['resubscribe', found.quote.quote_id]);
    expect(await check(await world.fresh())).toBeNull();
  });

  it('is answered on one connection, also where nobody remembers the promotions', async () => {
    const fan = await former();
    const { database, ctx } = world;
    const forgotten = new Promise<void>((resolve) => ctx.settings.onChange(() => resolve()));
    await database.notify('settings_changed', fan.tenant.id);
    await forgotten;
    let release = (): void => {};
    const full = new Promise<void>((resolve) => (release = resolve));
    const others = Array.from({ length: database.poolStats().size - 1 }, () =>
      database.tenants.read(fan.tenant, () => full),
    );
    expect(await check(fan)).toMatchObject(usual);
    release();
    await Promise.all(others);
  });

  it('SUB-13 not for guests, staff and active members', async () => {
    for (const person of [undefined, model(), await world.member()]) expect(await check(person)).toBeNull();
  });

  it('SUB-14 not while it is off, and not where the provider charges no card on file', async () => {
    const fan = await former();
    expect(await check(fan)).not.toBeNull();
    await offer({}, false);
    expect(await check(fan)).toBeNull();
    await offer({});
    const sticky = (is: boolean) =>
      world.call('PATCH /api/app_settings', {
        as: world.people.luna.admin,
        body: { is_sticky_io_enabled: is, 'sticky_io_settings.user_name': is ? 'half an account' : '' },
      });
    await sticky(true);
    await expect.poll(() => check(fan), { timeout: 20_000 }).toBeNull();
    await sticky(false);
    await expect.poll(() => check(fan), { timeout: 20_000 }).not.toBeNull();
  });

  it('SUB-16 one that is not for former members alone makes the price of everybody on /subscribe', async () => {
    await offer({ for_subscribers_only: false });
    const fan = await world.fresh();
    expect(await check(fan)).toMatchObject({ for_subscribers_only: false, quote: { initial_amount: 9 } });
    expect((await world.subscribe(fan)).status).toBe(200);
    expect(await chargesOf(fan)).toEqual([900]);
  });

  it('nobody is offered what saves nothing, and the other site offers nothing', async () => {
    const fan = await former();
    for (const price of [19.99, 25]) {
      await offer({ recurring_price: price });
      expect(await check(fan)).toBeNull();
    }
    await offer({});
    expect((await world.call('POST /api/resubscribe-offer/check', { as: world.people.mars.fan })).body.data).toBeNull();
  });

  it('SUB-12 comes with the first page, so that the ribbon has its place and asks for nothing', async () => {
    const { offerPageQueries } = await import('../../src/features/offers/check-resubscribe-offer.ts');
    const { tenant } = model();
    const dataFor = async (actor: Actor | null) =>
      (
        await offerPageQueries(world.ctx, {
          tenant,
          actor,
          path: '/',
          search: new URLSearchParams(),
          now: world.clock.now(),
          language: 'en',
        })
      ).map(({ data }) => (data as { promo_banner_text: string } | null)?.promo_banner_text ?? null);
    const fan = await former();
    expect(await dataFor(null)).toEqual([]);
    expect(await dataFor(actorOf(fan))).toEqual(['Come home']);
    expect(await dataFor(actorOf(await world.fresh()))).toEqual([null]);
    await offer({}, false);
    expect(await dataFor(actorOf(fan))).toEqual([]);
  });
});

describe('resubscribing with the card on file', () => {
  it('SUB-15 SUB-17 charges what was confirmed, now and at each renewal, and says it in the receipt', async () => {
    const fan = await former();
    const bought = await confirmed(fan);
    expect([bought.status, bought.body.message, bought.body.data.state]).toEqual([
      200,
      'Thank you for subscribing',
      'succeeded',
    ]);
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', subscription_detail: { recurring_price: 9 } });
    await offer({ recurring_price: 12 });
    world.clock.set(new Date('2026-05-12T12:00:01Z'));
    await renew(fan);
    expect(await chargesOf(fan)).toEqual([1999, 900, 900]);
    await world.settle();
    const mails = (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === fan.email);
    expect(mails.map(({ text }) => /Resubscribe offer: .*/.exec(text)?.[0]).filter(Boolean)).toEqual([
      'Resubscribe offer: $10.99 off $19.99',
      'Resubscribe offer: $10.99 off $19.99',
    ]);
  });

  it.each([
    [0, 9, '2026-05-12T12:00:00.000Z', [1999, 900]],
    [3, 0, '2026-07-12T12:00:00.000Z', [1999]],
  ])('SUB-21 %i free months cost %i now and are charged for from %s on', async (months, initial, next, charges) => {
    await offer({ give_free_month_subscription: months });
    const fan = await former();
    expect((await check(fan)).quote).toMatchObject({
      initial_amount: initial,
      recurring_amount: 9,
      next_charge_at: next,
    });
    expect((await confirmed(fan)).status).toBe(200);
    expect(await chargesOf(fan)).toEqual(charges);
    expect((await me(fan)).next_billing_date).toBe(next);
  });

  it('SUB-21 free for ever is never charged', async () => {
    await offer({ give_free_month_subscription: -1 });
    const fan = await former();
    expect((await check(fan)).quote).toMatchObject({ is_free: true, initial_amount: 0, recurring_amount: 0 });
    await confirmed(fan);
    expect(await me(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      next_billing_date: null,
      expiration_date: null,
    });
    expect(await chargesOf(fan)).toEqual([1999]);
  });

  it('SUB-21 free for ever and cancelled, it is over at once and for good, which is told beforehand', async () => {
    await offer({ give_free_month_subscription: -1 });
    const fan = await former();
    await confirmed(fan);
    expect(await me(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      cancellation_final: true,
      renews_at_provider: false,
    });
    expect((await cancel(fan)).body).toMatchObject({ ccbill_subscription_status: '0' });
    expect((await undo(fan)).body.code).toBe('not-subscribed');
  });

  it('is one act, however often it is sent', async () => {
    const fan = await former();
    const body = { quote_id: (await check(fan)).quote.quote_id, consent: true };
    const answers = await Promise.all([1, 2, 3].map(() => resubscribe(fan, body, null)));
    expect(new Set(answers.map((answer) => answer.body.data?.intent_id)).size).toBe(1);
    expect(await chargesOf(fan)).toEqual([1999, 900]);
  });

  it('wants consent, and a price that still holds', async () => {
    const fan = await former();
    const { quote_id: quoteId } = (await check(fan)).quote;
    const silent = await resubscribe(fan, { quote_id: quoteId });
    expect([silent.status, silent.body.code]).toEqual([400, 'consent-required']);
    await offer({ recurring_price: 8 });
    const moved = await resubscribe(fan, { quote_id: quoteId, consent: true });
    expect([moved.status, moved.body.code, moved.body.initial_amount]).toEqual([409, 'price-changed', 8]);
    await offer({}, false);
    const gone = await resubscribe(fan, { quote_id: quoteId, consent: true });
    expect([gone.status, gone.body.code, gone.body.message]).toEqual([
      409,
      'resubscribe-offer-gone',
      'This offer is no longer available.',
    ]);
    expect(await chargesOf(fan)).toEqual([1999]);
  });

  it('SUB-20 a refusal of the bank is told, takes no use, and the offer stays', async () => {
    const fan = await former();
    await world.faults({ kind: 'decline', code: 'card_declined', count: 1 });
    const declined = await confirmed(fan);
    expect([declined.status, declined.body.code]).toEqual([409, 'payment-declined']);
    expect(declined.body.message).not.toBe('');
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    world.clock.set(new Date('2026-04-12T12:01:00Z'));
    expect((await confirmed(fan)).status).toBe(200);
    expect(await chargesOf(fan)).toEqual([1999, 900]);
  });

  it('is given once for the same terms, and again for others', async () => {
    await offer({ give_free_month_subscription: 2 });
    const fan = await former();
    await confirmed(fan);
    await cancel(fan);
    world.clock.set(new Date('2026-07-12T12:00:00Z'));
    expect((await me(fan)).ccbillSubscriptionStatus).toBe('0');
    expect(await check(fan)).toBeNull();
    expect((await resubscribe(fan)).body.code).toBe('resubscribe-offer-gone');
    await offer({ give_free_month_subscription: 1 });
    expect(await check(fan)).not.toBeNull();
  });

  it('SUB-19 from the wallet wants something in it, and is paid from it now and at each renewal', async () => {
    const fan = await former();
    const fromWallet = async () =>
      resubscribe(fan, { quote_id: (await check(fan)).quote.quote_id, consent: true, from_wallet: true });
    const empty = await fromWallet();
    expect([empty.status, empty.body.code, empty.body.message]).toEqual([
      409,
      'resubscribe-add-funds',
      'Please Add Funds in wallet to subscribe.',
    ]);
    await fund(world, fan, 500);
    expect((await fromWallet()).body).toMatchObject({ code: 'wallet-low', wallet_balance: 5, shortfall: 4 });
    await fund(world, fan, 1400);
    expect((await fromWallet()).body.data).toMatchObject({ state: 'succeeded', amount: 9 });
    expect(await me(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      payment_gateway: 'forumpay',
      wallet_amount: 10,
    });
    world.clock.set(new Date('2026-05-12T12:00:01Z'));
    await renew(fan);
    expect(await chargesOf(fan)).toEqual([1999, 900, 900]);
    expect((await me(fan)).wallet_amount).toBe(1);
  });

  it('without a card on file asks for one, and nothing is bought', async () => {
    await offer({ for_subscribers_only: false });
    const fan = await world.fresh();
    expect((await confirmed(fan)).body.code).toBe('card-required');
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  });
});

describe('a cancelled membership that still runs', () => {
  it('goes on at the offer: nothing today, the new price from its end on', async () => {
    const fan = await leaving();
    expect((await check(fan)).quote).toMatchObject({
      initial_amount: 0,
      recurring_amount: 9,
      next_charge_at: '2026-04-10T12:00:00.000Z',
    });
    const taken = await confirmed(fan);
    expect([taken.status, taken.body.message]).toEqual([200, 'Thank you for subscribing']);
    expect(await me(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      next_billing_date: '2026-04-10T12:00:00.000Z',
      subscription_detail: { recurring_price: 9 },
    });
    world.clock.set(new Date('2026-04-10T12:00:01Z'));
    await renew(fan);
    expect(await chargesOf(fan)).toEqual([1999, 900]);
  });

  it('sent again after it went on it answers the same, with a key and without one', async () => {
    for (const key of [v7(), null]) {
      const fan = await leaving();
      const body = { quote_id: (await check(fan)).quote.quote_id, consent: true };
      const taken = await resubscribe(fan, body, key);
      expect([taken.status, taken.body.data.state]).toEqual([200, 'succeeded']);
      const again = await resubscribe(fan, body, key);
      expect([again.status, again.body]).toEqual([200, { ...taken.body, requestId: again.body.requestId }]);
      expect(await chargesOf(fan)).toEqual([1999]);
    }
  });

  it('SUB-19 is paid from the wallet from its end on, which is not empty', async () => {
    const fan = await leaving();
    const fromWallet = async () =>
      resubscribe(fan, { quote_id: (await check(fan)).quote.quote_id, consent: true, from_wallet: true });
    expect((await fromWallet()).body.code).toBe('resubscribe-add-funds');
    await fund(world, fan, 1000);
    expect((await fromWallet()).body.data).toMatchObject({ state: 'succeeded', amount: 0 });
    world.clock.set(new Date('2026-04-10T12:00:01Z'));
    await renew(fan);
    expect(await me(fan)).toMatchObject({ payment_gateway: 'forumpay', wallet_amount: 1 });
  });

  it('SUB-21 gets its free months after what was paid for, or is free for ever', async () => {
    await offer({ give_free_month_subscription: 2 });
    const fan = await leaving();
    await confirmed(fan);
    expect((await me(fan)).next_billing_date).toBe('2026-06-10T12:00:00.000Z');
    await offer({ give_free_month_subscription: -1 });
    world.clock.set(start);
    const other = await leaving();
    await confirmed(other);
    expect(await me(other)).toMatchObject({ ccbillSubscriptionStatus: '2', next_billing_date: null });
    expect(await chargesOf(other)).toEqual([1999]);
  });

  it('SUB-21 taken up for ever and cancelled again, it keeps what was paid for', async () => {
    await offer({ give_free_month_subscription: -1 });
    const fan = await leaving();
    await confirmed(fan);
    expect((await cancel(fan)).body).toMatchObject({
      ccbill_subscription_status: '1',
      data: { expiration_date: '2026-04-10T12:00:00.000Z' },
    });
    world.clock.set(new Date('2026-04-10T12:00:00Z'));
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await chargesOf(fan)).toEqual([1999]);
  });

  it('SUB-21 taken up for ever, cancelled and kept after all, it has no end again and renews no more', async () => {
    await offer({ give_free_month_subscription: -1 });
    const fan = await leaving();
    await confirmed(fan);
    for (let times = 0; times < 2; times += 1) {
      expect(await me(fan)).toMatchObject({ cancellation_final: false });
      await cancel(fan);
      expect((await undo(fan)).status).toBe(200);
      expect(await me(fan)).toMatchObject({
        ccbillSubscriptionStatus: '2',
        next_billing_date: null,
        expiration_date: null,
      });
      world.clock.advance(60_000);
    }
    world.clock.set(new Date('2026-06-10T12:00:00Z'));
    await renew(fan);
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', next_billing_date: null });
    expect(await chargesOf(fan)).toEqual([1999]);
  });

  it('is not taken up twice, nor after its end', async () => {
    const fan = await leaving();
    const { quote_id: quoteId } = (await check(fan)).quote;
    world.clock.set(new Date(Date.parse('2026-04-10T12:00:00Z') + dayMs));
    expect((await resubscribe(fan, { quote_id: quoteId, consent: true })).body.code).toBe('price-changed');
    expect(await chargesOf(fan)).toEqual([1999]);
  });
});
