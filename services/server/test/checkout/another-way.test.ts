import { listEventsAfter } from '@backlot/database/shared-functions';
import { table, sql } from '@backlot/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAccountLeft } from '../../src/features/checkout/index.ts';
import { settleAttempt } from '../../src/features/checkout/settle/settle-attempt.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from '../ccbill/ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
  await changeSettings(world, { second_card_provider: 'ccbill' });
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.faults());

const path = '/api/v2/purchase/another-way';
const offered = (as: TestPerson, intent_id: string) => world.call(`GET ${path}`, { as, query: { intent_id } });
const tryIt = (as: TestPerson, intent_id: string, more: object = {}) =>
  world.call(`POST ${path}`, { as, body: { intent_id, consent: true, ...more } });

async function declinedMembership(number: string = card.declined) {
  const fan = await world.fresh();
  const { body } = await world.subscribe(fan, { number });
  expect(body.code).toBe(number === card.attention ? 'card-needs-attention' : 'payment-declined');
  return { fan, id: body.intent_id as string };
}

/** The same of a site whose first provider has a page of its own, which tells of the decline. */
async function declinedOnPage() {
  const fan = await world.fresh();
  const { body } = await world.subscribe(fan, { stored: true });
  expect(body.data).toMatchObject({ state: 'pending', action: { type: 'redirect' } });
  const [first] = await rows(fan);
  const outcome = { kind: 'declined', code: '5', reason: 'declined', hard: false } as const;
  await settleAttempt(world.ctx, fan.tenant, first!.id, outcome);
  return { fan, id: body.data.intent_id as string };
}

const rows = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    sql<{ intentId: string; state: string; reason: string | null; provider: string; attempt: string; id: string }>`
      select i.id as "intentId", i.state, i.unapplied_reason as reason, a.provider, a.state as attempt, a.id
      from ${table('payment_intents')} i join ${table('payment_attempts')} a on a.intent_id = i.id
      where i.user_id = ${fan.id} order by a.started_at`.all(db),
  );
const statusOf = async (as: TestPerson) =>
  (await world.call('GET /api/users/me', { as })).body.data.ccbillSubscriptionStatus;

/** The first attempt took the money after all, as its provider tells late. */
async function firstSucceedsLate(fan: TestPerson, amountMinor = 1999) {
  const [first] = await rows(fan);
  const outcome = { kind: 'succeeded', providerRef: `late-${first!.id}`, amountMinor, currency: 'USD' } as const;
  await settleAttempt(world.ctx, fan.tenant, first!.id, outcome);
}

describe('a declined membership with a second provider', () => {
  it('is shown once more, with the terms of the provider that would charge it', async () => {
    const { fan, id } = await declinedMembership();
    expect((await offered(fan, id)).body.data).toMatchObject({
      entry: 'hosted',
      keeps_cards: false,
      src: null,
      kind: 'membership',
      amount: 19.99,
      currency: 'USD',
      later: { amount: 19.99, days: 30 },
    });
  });

  it('is bought on the second account for the same amount, and renewed by it', async () => {
    const { fan, id } = await declinedMembership();
    const { body } = await tryIt(fan, id);
    expect(body.data).toMatchObject({ intent_id: id, state: 'pending', action: { type: 'redirect' }, amount: 19.99 });
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    expect(await statusOf(fan)).toBe('2');
    expect(await rows(fan)).toMatchObject([
      { intentId: id, state: 'succeeded', provider: 'sandbox', attempt: 'declined' },
      { intentId: id, state: 'succeeded', provider: 'ccbill', attempt: 'succeeded' },
    ]);
    const series = await world.database.tenants.read(fan.tenant, (db) =>
      sql<{ id: string; provider: string }>`
        select p.id, p.provider from ${table('subscriptions')} s join ${table('provider_accounts')} p on p.id = s.account_id
        where s.user_id = ${fan.id}`.one(db),
    );
    expect(series.provider).toBe('ccbill');
    // Its members are not asked to move, until it is the second no more.
    const isLeft = async () =>
      world.database.tenants.read(fan.tenant, async (db) =>
        isAccountLeft(world.ctx, db, await world.ctx.settings.of(fan.tenant), series.id),
      );
    expect(await isLeft()).toBe(false);
    await changeSettings(world, { second_card_provider: 'sticky_io', 'ccbill_settings.account_number': '' });
    expect(await isLeft()).toBe(true);
    await world.save({
      second_card_provider: 'ccbill',
      'ccbill_settings.account_number': world.ccbill.account.account,
    });
    await expect.poll(isLeft).toBe(false);
  });

  it('is one attempt however often it is pressed at once', async () => {
    const { fan, id } = await declinedMembership();
    const answers = await Promise.all([tryIt(fan, id), tryIt(fan, id), tryIt(fan, id)]);
    const urls = answers.map(({ body }) => body.data.action.url as string);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(urls).size).toBe(1);
    expect(await rows(fan)).toHaveLength(2);
  });

  it('wants the consent to what is charged afterwards', async () => {
    const { fan, id } = await declinedMembership();
    expect((await tryIt(fan, id, { consent: false })).body.code).toBe('consent-required');
    expect(await rows(fan)).toMatchObject([{ state: 'declined' }]);
  });

  it('C20 is not offered after a hard decline', async () => {
    for (const number of [card.stolen, card.attention]) {
      const { fan, id } = await declinedMembership(number);
      expect((await offered(fan, id)).body.data).toBeNull();
      expect((await tryIt(fan, id)).body.code).toBe('another-way-gone');
      expect(await rows(fan)).toHaveLength(1);
    }
  });

  it('is not offered where its payer refused it, its end is unknown, or its price is past', async () => {
    const { fan, id } = await declinedMembership();
    const set = (values: object) =>
      world.database.tenants.write(fan.tenant, (db) => db('payment_attempts').where({ intent_id: id }).update(values));
    await set({ decline_reason: 'not-completed' });
    expect((await offered(fan, id)).body.data).toBeNull();
    await set({ decline_reason: 'declined', state: 'absent' });
    expect((await offered(fan, id)).body.data).toBeNull();
    await set({ state: 'declined' });
    expect((await offered(fan, id)).body.data).not.toBeNull();
    const start = world.clock.now();
    world.clock.set(new Date(start.getTime() + 30 * 60_000 + 1));
    expect((await offered(fan, id)).body.data).toBeNull();
    expect((await tryIt(fan, id)).body.code).toBe('another-way-gone');
    world.clock.set(start);
  });

  it('is nobody else’s, here or on the other site', async () => {
    const { id } = await declinedMembership();
    for (const as of [await world.fresh(), await world.fresh('mars')]) {
      expect((await offered(as, id)).status).toBe(404);
      expect((await tryIt(as, id)).status).toBe(404);
    }
  });

  it('gives back what the first takes late, after the second has paid, and says nothing else of the purchase', async () => {
    const { fan, id } = await declinedMembership();
    const { body } = await tryIt(fan, id);
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    await firstSucceedsLate(fan);
    const [late, paid] = await rows(fan);
    expect(paid).toMatchObject({ intentId: id, state: 'succeeded', reason: null, provider: 'ccbill' });
    expect(late).toMatchObject({ state: 'declined', reason: 'paid-another-way', attempt: 'succeeded' });
    expect(late!.intentId).not.toBe(id);
    const returned = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_reversals').where({ attempt_id: late!.id }),
    );
    expect(returned).toMatchObject([{ kind: 'refund', amount_minor: 1999, reason: 'paid-another-way' }]);
    expect(await statusOf(fan)).toBe('2');
    expect(
      (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: id } })).body.data,
    ).toMatchObject({ state: 'succeeded' });
    expect((await world.booked('luna')).get(late!.id)).toBe(1999);
  });

  it('is bought by the first where that takes it late, and what is paid on the page then is given back', async () => {
    const { fan, id } = await declinedMembership();
    const { body } = await tryIt(fan, id);
    await firstSucceedsLate(fan);
    expect(await statusOf(fan)).toBe('2');
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    const [first, second] = await rows(fan);
    expect(first).toMatchObject({ intentId: id, state: 'succeeded', reason: null, provider: 'sandbox' });
    expect(second).toMatchObject({ state: 'declined', reason: 'paid-another-way', provider: 'ccbill' });
    expect(second!.intentId).not.toBe(id);
  });

  it('goes on where the first takes another amount late', async () => {
    const { fan, id } = await declinedMembership();
    const { body } = await tryIt(fan, id);
    await firstSucceedsLate(fan, 500);
    expect((await rows(fan))[0]).toMatchObject({ reason: 'amount-differs' });
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    expect((await rows(fan))[1]).toMatchObject({ intentId: id, state: 'succeeded', reason: null });
  });

  it('says what went back and not that nothing was charged, where one way took another amount and none paid', async () => {
    const { fan, id } = await declinedMembership();
    const standing = async () =>
      (await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: id } })).body.data;
    const told = async () => {
      await world.runJobs();
      const events = await world.database.tenants.read(fan.tenant, (db) => listEventsAfter(db, `user:${fan.id}`, 0));
      return events.filter(({ event }) => event === 'PURCHASE_SETTLED').map(({ data }) => data);
    };
    expect(await standing()).not.toHaveProperty('taken');
    const { body } = await tryIt(fan, id);
    await firstSucceedsLate(fan, 500);
    // The other way may still pay for it.
    expect(await standing()).toMatchObject({ state: 'pending' });
    expect(await standing()).not.toHaveProperty('taken');
    const [, second] = await rows(fan);
    const declined = { kind: 'declined', code: '9', reason: 'declined', hard: false } as const;
    await settleAttempt(world.ctx, fan.tenant, second!.id, declined);
    expect(await standing()).toMatchObject({ state: 'declined', taken: { amount: 5, currency: 'USD' } });
    expect((await told()).at(-1)).toMatchObject({ intentId: id, state: 'declined', goesBack: true });
    const again = (await tryIt(fan, id)).body;
    expect(again).toMatchObject({ code: 'payment-failed', intent_id: id, taken: { amount: 5, currency: 'USD' } });
    expect(body.data.state).toBe('pending');
    // Nor does it say so of another purchase of the same person.
    const other = (await world.subscribe(fan, { number: card.declined })).body;
    expect(other.code).toBe('payment-declined');
    expect(other).not.toHaveProperty('taken');
  });

  it('is not tried where another purchase of it has begun, or it is had already', async () => {
    const { fan, id } = await declinedMembership();
    expect((await world.subscribe(fan)).status).toBe(200);
    expect((await tryIt(fan, id)).body.code).toBe('already-subscribed');
  });
});

describe('a declined post with a second provider', () => {
  it('is unlocked on the second account, and not offered at a price that it can’t bill', async () => {
    const fan = await world.member();
    const [post, dear] = [await world.post('luna', 900), await world.post('luna', 20_000)];
    const declined = (await world.buy(fan, post, { number: card.declined })).body;
    const { body } = await tryIt(fan, declined.intent_id);
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    const query = { intent_id: declined.intent_id as string };
    expect((await world.call('GET /api/v2/purchase/state', { as: fan, query })).body.data).toMatchObject({
      state: 'succeeded',
      content_id: post,
      amount: 9,
    });
    const refused = (await world.buy(fan, dear, { amount: 200, number: card.declined })).body;
    expect(refused.code).toBe('payment-declined');
    expect((await offered(fan, refused.intent_id)).body.data).toBeNull();
  });
});

describe('a second provider with a field of its own', () => {
  beforeAll(() => changeSettings(world, { second_card_provider: 'sticky_io' }));
  afterAll(() => changeSettings(world, { second_card_provider: 'ccbill' }));

  it('takes the card there, keeps it with its account, and has the site renew by months', async () => {
    const { fan, id } = await declinedOnPage();
    const { data } = (await offered(fan, id)).body;
    expect(data).toMatchObject({ entry: 'field', keeps_cards: true, later: { days: null } });
    expect(data.src).toContain(data.origin);
    expect((await tryIt(fan, id)).body.code).toBe('card-required');
    expect(await rows(fan)).toMatchObject([{ state: 'declined' }]);
    const card_consent = { text: 'card-kept-consent-1', language: 'en' };
    const { body } = await tryIt(fan, id, { card: await world.cardOf(), card_consent });
    expect(body.data).toMatchObject({ intent_id: id, state: 'succeeded', ccbill_subscription_status: '2' });
    const kept = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_instruments').where({ user_id: fan.id }),
    );
    expect(kept).toMatchObject([{ provider: 'sticky_io', last4: '4242', consent_text_id: card_consent.text }]);
    expect((await rows(fan))[1]).toMatchObject({ intentId: id, provider: 'sticky_io', attempt: 'succeeded' });
  });

  it('has no third way where it declines too, and gives the same answer again', async () => {
    const { fan, id } = await declinedOnPage();
    for (const number of [card.declined, card.good]) {
      const { body } = await tryIt(fan, id, { card: await world.cardOf(number) });
      expect(body).toMatchObject({ code: 'payment-declined', intent_id: id });
    }
    expect((await offered(fan, id)).body.data).toBeNull();
    expect(await rows(fan)).toHaveLength(2);
    expect(await statusOf(fan)).toBe('0');
  });
});

describe('a site with one provider', () => {
  it('offers none', async () => {
    const { fan, id } = await declinedMembership();
    expect((await offered(fan, id)).body.data).not.toBeNull();
    for (const none of ['none', 'sandbox']) {
      await changeSettings(world, { second_card_provider: none });
      expect((await offered(fan, id)).body.data).toBeNull();
    }
    await changeSettings(world, { second_card_provider: 'ccbill' });
  });
});

describe('naming the second provider', () => {
  const refusal = async (body: object, site: 'luna' | 'mars' = 'luna') => {
    const answer = await world.save(body, site);
    return answer.status === 200 ? null : [answer.body.code, answer.body.errors[0].field];
  };
  const field = 'second_card_provider';

  it('is the admin’s alone', async () => {
    const body = { [field]: 'none' };
    expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.model, body })).status).toBe(403);
  });

  it('is refused where it is the first, or lacks its account', async () => {
    expect(await refusal({ [field]: 'ccbill' }, 'mars')).toEqual(['second-provider-same', field]);
    const { account, form } = world.ccbill.account;
    const whole = { 'ccbill_settings.account_number': account, 'ccbill_settings.form_name': form, [field]: 'ccbill' };
    await changeSettings(world, { [field]: 'none', 'ccbill_settings.account_number': '' });
    expect(await refusal({ ...whole, 'ccbill_settings.form_name': '' })).toEqual(['second-provider-incomplete', field]);
    const sticky = { 'sticky_io_settings.user_name': 'half an account', [field]: 'sticky_io' };
    expect(await refusal(sticky)).toEqual(['second-provider-incomplete', field]);
    // With the account that it needs: the sandbox stays the first.
    expect(await refusal(whole)).toBeNull();
  });

  it('is refused where its account takes the site’s cards, and the first stays what it is', async () => {
    const providerOf = async (site: 'luna' | 'mars') =>
      (await world.call('GET /api/app_settings/card-provider', { as: world.people[site].admin })).body.data;
    // What was saved by a call reaches the settings of this process a moment later.
    await expect.poll(() => providerOf('luna')).toMatchObject({ provider: 'sandbox', second: { provider: 'ccbill' } });
    for (const payment_api_version of ['v1', 'v2']) {
      await changeSettings(world, { [field]: 'none', payment_api_version });
      expect(await refusal({ [field]: 'ccbill' })).toEqual(['second-provider-same', field]);
      expect(await providerOf('luna')).toMatchObject({ provider: 'ccbill', second: null });
    }
    await changeSettings(world, { [field]: 'ccbill', payment_api_version: 'v1' });
  });

  it('is shown beside the first with the address that it has to be told', async () => {
    const { body } = await world.call('GET /api/app_settings/card-provider', { as: world.people.luna.admin });
    expect(body.data).toMatchObject({ provider: 'sandbox', second: { provider: 'ccbill', state: 'ready' } });
    expect(body.data.second.webhook_url).toMatch(/\/api\/webhooks\/ccbill\/[\w-]{43}$/);
  });

  it('leaves the choice of a site as it is that names none', async () => {
    const { body } = await world.call('GET /api/app_settings/card-provider', { as: world.people.mars.admin });
    expect(body.data).toMatchObject({ provider: 'ccbill', second: null });
  });
});
