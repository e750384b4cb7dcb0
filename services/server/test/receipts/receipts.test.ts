import type { OwnPayment, Receipt } from '@backlot/contracts/receipts';
import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { card } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';
import { createCryptoWorld, type CryptoWorld } from '../wallet/crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.chain.reset();
  // No two things happen at the same instant, unless a test says so.
  world.clock.advance(1_000);
});

const { mailsTo } = membershipsOf(() => world);
const staff = () => world.people.luna;
const ask = (as: TestPerson, after?: string) =>
  world.call('GET /api/payments/mine', { as, query: after === undefined ? {} : { after } });
const listOf = async (as: TestPerson) => (await ask(as)).body.data.payments as OwnPayment[];
const askReceipt = (as: TestPerson, id: string) => world.call(`GET /api/payments/${id}/receipt`, { as });
const receiptOf = async (as: TestPerson, id: string) => (await askReceipt(as, id)).body.data as Receipt;
const refund = (id: string, amount: number, more: object = {}) =>
  world.call('POST /api/reports/refund', {
    as: staff().admin,
    body: { id, amount, currency: 'USD', reason: 'Asked for by mail', ...more },
  });

/** A member of luna who bought a post for 9 dollars by card. */
async function buyer() {
  const fan = await world.member();
  world.clock.advance(1_000);
  const post = await world.post('luna');
  const bought = await world.buy(fan, post);
  await world.settle();
  return { fan, post, id: bought.body.data.intent_id as string, reference: bought.body.data.transactionId as string };
}

/** What the books have of a purchase: what came in for it, and what went back, in minor units. */
const bookedOf = (intent: string) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    sql<{ taken: number; returned: number }>`
      select coalesce(sum(e.amount_minor) filter (where t.kind = 'sale' and e.amount_minor > 0), 0)::bigint as taken,
        coalesce(-sum(e.amount_minor) filter (where t.kind = 'refund' and e.amount_minor < 0), 0)::bigint as returned
      from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
      where t.cause_id in (select a.id from ${table('payment_attempts')} a where a.intent_id = ${intent})
        or t.cause_id in (select r.id from ${table('payment_reversals')} r join ${table('payment_attempts')} a on a.id = r.attempt_id
          where a.intent_id = ${intent})`.one(db),
  );

describe("a fan's own payments", () => {
  it('list payments by card, from the wallet and in coins, newest first, without failed attempts', async () => {
    const { fan, post, id } = await buyer();
    await fund(world, fan, 2000);
    const other = await world.post('luna');
    world.clock.advance(1_000);
    await world.call('POST /api/crypto/purchase-from-wallet', {
      as: fan,
      body: { payment_for: 'blog', content_id: other },
    });
    world.clock.advance(1_000);
    expect((await world.buy(fan, await world.post('luna'), { number: card.declined })).status).not.toBe(200);
    const coins = await world.begin(fan);
    expect(await listOf(fan)).toHaveLength(3);
    world.chain.send(coins.address, coins.amount);
    await world.check(fan, coins);
    expect((await listOf(fan))[0]).toMatchObject({ sold: null, state: 'waiting', amount: 50 });
    world.chain.confirm(coins.address);
    await world.settleCoins();
    const payments = await listOf(fan);
    const unreturned = { state: 'paid', returns: [], returning: 0, owed: 0, currency: 'USD' };
    expect(payments).toMatchObject([
      {
        ...unreturned,
        sold: null,
        title: null,
        amount: 50,
        paid_with: 'crypto',
        card: null,
        coins: { amount: coins.amount, currency: 'BTC' },
      },
      { ...unreturned, sold: 'post', content_id: other, title: 'A post', amount: 9, paid_with: 'wallet', card: null },
      {
        ...unreturned,
        _id: id,
        sold: 'post',
        content_id: post,
        title: 'A post',
        amount: 9,
        paid_with: 'card',
        card: { card_type: 'visa', last4: '4242' },
        coins: null,
      },
      { ...unreturned, sold: 'membership', title: null, amount: 19.99, paid_with: 'card' },
    ]);
    expect(payments).toHaveLength(4);
    expect((await receiptOf(fan, payments[0]!._id)).lines).toEqual([{ kind: 'base', ref: '', amount: 50 }]);
  });

  it('are waiting until the provider reports the outcome, and have a receipt afterwards', async () => {
    const fan = await world.fresh();
    await world.subscribe(fan, { number: card.pendingGood });
    const [waiting] = (await listOf(fan)) as [OwnPayment];
    expect(waiting).toMatchObject({ state: 'waiting', sold: 'membership', amount: 19.99 });
    expect((await askReceipt(fan, waiting._id)).status).toBe(404);
    await world.settle();
    await world.reconcile();
    expect(await listOf(fan)).toMatchObject([{ _id: waiting._id, state: 'paid' }]);
    expect((await askReceipt(fan, waiting._id)).status).toBe(200);
  });

  it("are only the caller's own, on the site that is asked", async () => {
    const { luna, mars } = world.people.both;
    for (const person of [luna, mars]) await world.subscribe(person);
    const [here] = (await listOf(luna)) as [OwnPayment];
    const [there] = (await listOf(mars)) as [OwnPayment];
    expect([(await listOf(luna)).length, (await listOf(mars)).length]).toEqual([1, 1]);
    expect(here._id).not.toBe(there._id);
    const { fan } = await buyer();
    // The same person on the other site, and another one of this site.
    for (const [as, id] of [
      [luna, there._id],
      [mars, here._id],
      [fan, here._id],
      [luna, v7()],
    ] as const) {
      expect((await askReceipt(as, id)).body.code).toBe('not-found');
      expect((await ask(as, id)).body.code).toBe('not-found');
    }
    expect((await askReceipt(luna, here._id)).status).toBe(200);
    for (const as of [staff().model, staff().admin, staff().support, staff().content_manager]) {
      expect((await ask(as)).body.code).toBe('access-denied');
      expect((await askReceipt(as, here._id)).body.code).toBe('access-denied');
    }
    expect((await world.call('GET /api/payments/mine', { on: 'luna' })).status).toBe(401);
  });

  it('show what was refunded and what is on its way', async () => {
    const { fan, id } = await buyer();
    const one = async () => (await listOf(fan)).find(({ _id }) => _id === id)!;
    await refund(id, 4);
    expect(await one()).toMatchObject({ state: 'paid', returning: 4, returns: [] });
    await world.settle();
    const at = world.clock.now().toISOString();
    const first = { kind: 'refund', amount: 4, currency: 'USD', date: at, to_wallet: false };
    expect(await one()).toMatchObject({ state: 'partly_refunded', amount: 9, returning: 0, returns: [first] });
    world.clock.advance(60_000);
    await refund(id, 5, { to_wallet: true });
    expect(await one()).toMatchObject({
      state: 'refunded',
      returns: [first, { amount: 5, to_wallet: true, date: world.clock.now().toISOString() }],
    });
    expect(await receiptOf(fan, id)).toMatchObject({ kept: 0, payment: { amount: 9 } });
    expect(await bookedOf(id)).toEqual({ taken: 900, returned: 900 });
  });

  it('show a refund that was refused as owed, and another one as on its way', async () => {
    const { fan, id } = await buyer();
    const one = async () => (await listOf(fan)).find(({ _id }) => _id === id)!;
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await refund(id, 4);
    expect(await one()).toMatchObject({ returning: 4, owed: 0 });
    await world.settle();
    expect(await one()).toMatchObject({ state: 'paid', returning: 0, owed: 4, returns: [] });
    await refund(id, 2);
    expect(await one()).toMatchObject({ returning: 2, owed: 4 });
    await world.settle();
    expect(await one()).toMatchObject({ state: 'partly_refunded', returning: 0, owed: 4, returns: [{ amount: 2 }] });
    expect(await receiptOf(fan, id)).toMatchObject({ kept: 7, payment: { owed: 4 } });
    expect(await bookedOf(id)).toMatchObject({ taken: 900 });
  });

  it('show a chargeback', async () => {
    const { fan, id } = await buyer();
    const attempt = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: id }).first('id'),
    );
    await world.twin.control.chargeback(attempt!.id);
    await world.settle();
    expect((await listOf(fan)).find(({ _id }) => _id === id)).toMatchObject({
      state: 'charged_back',
      returns: [{ kind: 'chargeback', amount: 9 }],
    });
  });

  it('show a voided charge as voided, not refunded', async () => {
    const { fan, id } = await buyer();
    const attempt = (await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts').where({ intent_id: id }).first(),
    ))!;
    const { ctx, clock } = world;
    const event = {
      externalId: v7(),
      type: 'void' as const,
      about: { reference: attempt.id, providerRef: attempt.provider_ref! },
      amountMinor: 900,
      currency: 'USD',
      occurredAt: clock.now().toISOString(),
    };
    const payload = { deliveryId: v7(), accountId: attempt.account_id, events: [event] };
    await applyWebhookJob.run({ ctx, tenant: world.tenants.luna, attempt: 1, log: ctx.log, payload });
    expect((await listOf(fan)).find(({ _id }) => _id === id)).toMatchObject({
      state: 'voided',
      returns: [{ kind: 'void', amount: 9 }],
    });
  });
});

describe('a receipt', () => {
  it('C9 names the seller, the buyer, the card and what was bought', async () => {
    const merchant = { merchant_legal_name: 'Luna Works Ltd', merchant_address: '1 Crater Road, Dublin' };
    await changeSettings(world, { ...merchant, statement_descriptor: 'LUNA*CLUB' });
    const { fan, id, reference } = await buyer();
    const name = 'Ada “Bug” <b>Ño</b> عادل';
    await world.database.tenants.write(fan.tenant, (db) => db('users').where({ id: fan.id }).update({ name }));
    expect(await receiptOf(fan, id)).toEqual({
      payment: (await listOf(fan)).find(({ _id }) => _id === id),
      number: reference,
      merchant: {
        name: merchant.merchant_legal_name,
        address: merchant.merchant_address,
        descriptor: 'LUNA*CLUB',
      },
      buyer: { name, email: fan.email },
      lines: [{ kind: 'base', ref: '', amount: 9 }],
      kept: 9,
      is_cancellable: false,
    });
    // As the buyer was told, whatever the site calls itself today.
    await changeSettings(world, { statement_descriptor: 'LUNA*NEW' });
    expect((await receiptOf(fan, id)).merchant.descriptor).toBe('LUNA*CLUB');
  });

  it('is linked from the mail about the payment', async () => {
    const { fan, id } = await buyer();
    const mailed = (await mailsTo(fan)).map(({ text }) => text);
    expect(mailed.filter((text) => text.includes(`/profile/payments/${id}`))).toHaveLength(1);
  });

  it('names the coupon that reduced the price, and agrees with the ledger', async () => {
    await world.call('POST /api/coupon/add', {
      as: staff().model,
      body: { code: 'HALF', discount_type: 'flat', discount_value_for_initial: 5, discount_value_for_recurring: 0 },
    });
    const fan = await world.fresh();
    const checked = await world.call('POST /api/coupon/check', { as: fan, body: { code: 'HALF' } });
    await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: {
        quote_id: checked.body.data.quote.quote_id,
        consent: true,
        coupon_code: 'HALF',
        card: await world.cardOf(),
      },
    });
    const [{ _id: id }] = (await listOf(fan)) as [OwnPayment];
    await refund(id, 2.5);
    await world.settle();
    const told = await receiptOf(fan, id);
    expect(told).toMatchObject({
      lines: [
        { kind: 'base', ref: '', amount: 19.99 },
        { kind: 'coupon', ref: 'HALF', amount: -5 },
      ],
      payment: { amount: 14.99, state: 'partly_refunded' },
      kept: 12.49,
      is_cancellable: true,
    });
    expect(await bookedOf(id)).toEqual({ taken: 1499, returned: 250 });
  });
});

describe('many payments', () => {
  it('are paged without repeats, along an index of the fan’s payments', async () => {
    const fan = await world.member();
    const [{ _id: like }] = (await listOf(fan)) as [OwnPayment];
    const at = world.clock.now().getTime();
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      const intent = (await db('payment_intents').where({ id: like }).first())!;
      const attempt = (await db('payment_attempts').where({ intent_id: like }).first())!;
      const made = Array.from({ length: 60 }, (_, n) => ({
        ...intent,
        quote: JSON.stringify(intent.quote) as never,
        id: v7(),
        idempotency_key: `paged-${n}`,
        // Three at each instant.
        created_at: new Date(at - Math.floor(n / 3) * 60_000),
        ...(n % 4 === 3 ? { state: 'declined' as const } : {}),
      }));
      await db('payment_intents').insert(made);
      await db('payment_attempts').insert(
        made.map(({ id, state }, n) => ({
          ...attempt,
          provider_state: JSON.stringify(attempt.provider_state) as never,
          id: v7(),
          intent_id: id,
          state: state === 'declined' ? ('declined' as const) : attempt.state,
          provider_ref: `paged-${n}`,
        })),
      );
    });
    const all: OwnPayment[] = [];
    for (let after: string | undefined; after !== (null as never);) {
      const { payments, next } = (await ask(fan, after)).body.data;
      expect(payments.length).toBeLessThanOrEqual(25);
      all.push(...payments);
      after = next;
    }
    expect(all).toHaveLength(46);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(46);
    const dates = all.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
    const recorder = recordStatements();
    await ask(fan, all[20]!._id);
    const page = recorder.stop().filter(({ text }) => /limit \$\d+\s*$/.test(text.trim()));
    expect(page).toHaveLength(2);
    expect(await indexesAskedBy(world.databaseUrl, page[0]!)).toContain('payments_of_fan');
    expect(await indexesAskedBy(world.databaseUrl, page[1]!)).toContain('crypto_payments_of_fan');
  });
});
