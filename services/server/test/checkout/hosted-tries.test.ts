import type { Challenge } from '@backlot/contracts/human-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mostDeclinedADay } from '../../src/features/checkout/cards/todays-declines.ts';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { newLine } from '../../src/testing/callers.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { solve } from '../../src/testing/human.ts';
import { leaveAccount } from '../../src/testing/leave-account.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { Answer } from '../../src/testing/world.ts';

/** As the site of these tests is set. */
const free = 3;
const start = new Date('2026-03-10T12:00:00Z');

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: start, env: { THROTTLE: 'on' } });
  await changeSettings(world, {
    card_entry: 'hosted',
    card_attempts_before_check: free,
    'migrate_subscription.is_enabled': true,
    'resubscribe_offer_settings.is_enabled': true,
    'resubscribe_offer.for_subscribers_only': true,
    'resubscribe_offer.recurring_price': 9,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.set(start);
  await changeSettings(world, { card_brake: 'automatic' });
});

type Send = (more?: object, key?: string) => Promise<Answer>;

const sending =
  (fan: TestPerson, call: string, body: object): Send =>
  (more = {}, key) =>
    world.call(call as 'POST /api/v2/subscription/subscribe', {
      as: fan,
      from: newLine(),
      ...(key ? { key } : {}),
      body: { ...body, ...more },
    });
const subscribing = async (fan: TestPerson): Promise<Send> => {
  const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
  return sending(fan, 'POST /api/v2/subscription/subscribe', { quote_id: quote.body.data.quote_id, consent: true });
};
const intentsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, async (db) => db('payment_intents').where({ user_id: fan.id }).select('id'));
const removeCards = (fan: TestPerson): Promise<unknown> =>
  world.database.tenants.write(fan.tenant, async (db) =>
    db('payment_instruments').where({ user_id: fan.id }).update({ removed_at: world.clock.now(), is_primary: false }),
  );

/** Somebody who buys, with a card on file or without one. */
const entries: Readonly<Record<string, (hasCard: boolean) => Promise<{ fan: TestPerson; send: Send }>>> = {
  async 'a post'(hasCard) {
    const fan = await world.member();
    if (!hasCard) await removeCards(fan);
    const send = sending(fan, 'POST /api/v2/purchase/post-purchase', { blogId: await world.post('luna'), amount: 9 });
    return { fan, send };
  },
  async 'a membership'(hasCard) {
    const fan = hasCard ? await world.member() : await world.fresh();
    if (hasCard) await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    if (hasCard) world.clock.set(new Date('2026-04-12T12:00:00Z'));
    return { fan, send: await subscribing(fan) };
  },
  async 'a membership once more'(hasCard) {
    const fan = await world.member();
    await world.call('POST /api/cancel-subscription', { as: fan, body: {} });
    world.clock.set(new Date('2026-04-12T12:00:00Z'));
    if (!hasCard) await removeCards(fan);
    const { quote } = (await world.call('POST /api/resubscribe-offer/check', { as: fan })).body.data;
    const body = { quote_id: quote.quote_id, consent: true };
    return { fan, send: sending(fan, 'POST /api/resubscribe-offer/resubscribe', body) };
  },
  async 'a membership that moves to another account'(hasCard) {
    const fan = await world.member();
    const account = await leaveAccount(world);
    if (hasCard)
      await world.database.tenants.write(fan.tenant, async (db) =>
        db('payment_instruments').where({ user_id: fan.id }).update({ account_id: account }),
      );
    world.clock.set(new Date('2026-04-05T12:00:00Z'));
    const quote = (await world.call('GET /api/migration-data', { as: fan })).body.data;
    const body = { quote_id: quote.quote_id, consent: true };
    return { fan, send: sending(fan, 'POST /api/migrate-subscription-for-user', body) };
  },
};

describe.each(Object.entries(entries))("on the provider's page: %s", (_name, buyer) => {
  it('meets the check while the brake is on, before anything is written, and is led there with one', async () => {
    const { fan, send } = await buyer(false);
    await changeSettings(world, { card_brake: 'on' });
    const charged = async () => (await world.twin.control.charges()).length;
    const [before, sent] = [await intentsOf(fan), await charged()];
    const key = v7();
    const asked = await send({}, key);
    expect(asked).toMatchObject({ status: 430, body: { code: 'human-check', challenge: { wait_seconds: 0 } } });
    expect([await intentsOf(fan), await charged()]).toEqual([before, sent]);
    const led = await send({ human_check: solve(asked.body.challenge as Challenge) }, key);
    expect(led.status).toBe(200);
    expect(led.body.data).toMatchObject({ state: 'pending', action: { type: 'redirect' } });
    // It is the same page: nothing new is opened.
    expect((await send({}, key)).body.data).toEqual(led.body.data);
    expect(await intentsOf(fan)).toHaveLength(before.length + 1);
  });

  it('meets none while the brake is off', async () => {
    const { send } = await buyer(false);
    expect((await send()).body.data).toMatchObject({ state: 'pending', action: { type: 'redirect' } });
  });

  it('meets none with a card on file, also while the brake is on', async () => {
    const { send } = await buyer(true);
    await changeSettings(world, { card_brake: 'on' });
    expect((await send()).body.data).toMatchObject({ state: 'succeeded', action: null });
  });
});

const typeThere = (url: string, number: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ act: 'card', number, month: '12', year: '2030', cvv: '123' }),
    redirect: 'manual',
  });

/** Somebody without a card on file opens the page for another post each time. */
async function opening(fan: TestPerson): Promise<Answer> {
  await removeCards(fan);
  return sending(fan, 'POST /api/v2/purchase/post-purchase', { blogId: await world.post('luna'), amount: 9 })();
}
const decline = async (page: Answer, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await typeThere(page.body.data.action.url, card.declined);
  await world.settle();
};

describe("cards that are declined on the provider's page", () => {
  it('have the next page ask for a check, and count once however often the charge is looked at', async () => {
    const fan = await world.member();
    const page = await opening(fan);
    await decline(page, free - 1);
    for (let n = 0; n < free; n += 1) await world.reconcile();
    expect((await opening(fan)).status).toBe(200);
    await decline(page, 1);
    expect((await opening(fan)).body.code).toBe('human-check');
  });

  it('count once though a crash has their news applied again', async () => {
    const fan = await world.member();
    await decline(await opening(fan), free - 1);
    const { ctx, database } = world;
    const told = await database.tenants.read(fan.tenant, async (db) =>
      db('webhook_deliveries').select('id', 'account_id', 'events'),
    );
    for (const { id: deliveryId, account_id: accountId, events } of told)
      await applyWebhookJob.run({
        ctx,
        tenant: fan.tenant,
        payload: { deliveryId, accountId, events },
        attempt: 1,
        log: ctx.log,
      });
    expect((await opening(fan)).status).toBe(200);
  });

  it('open no other page for a day after many', async () => {
    const fan = await world.member();
    await decline(await opening(fan), mostDeclinedADay);
    expect((await opening(fan)).status).toBe(429);
    world.clock.advance(86_400_000);
    expect((await opening(fan)).status).toBe(200);
  });
});

it("pages of the provider's that are opened and paid on are not counted", async () => {
  const fan = await world.member();
  for (let n = 0; n < 2 * free; n += 1) {
    const page = await opening(fan);
    expect(page.status).toBe(200);
    await typeThere(page.body.data.action.url, card.good);
    await world.settle();
  }
});
