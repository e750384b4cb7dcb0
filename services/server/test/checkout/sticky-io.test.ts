import { dayMs } from '@backlot/domain/formats/when';
import type { TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';
import type { ProviderEvent } from '@backlot/payments';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookBackTo } from '../../src/features/checkout/reconciliation/reversal-look-rows.ts';
import { lookForReversalsJob } from '../../src/features/checkout/reconciliation/look-for-reversals.ts';
import { retryOwedRefundsJob } from '../../src/features/checkout/settle/refund-payment.ts';
import { applyEvent } from '../../src/features/checkout/webhooks/apply-event.ts';
import { lockBuyer } from '../../src/features/ledger/index.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withProvider } from '../../src/testing/with-provider.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';

let world: MoneyWorld;
const { at, meOf, cancel, chargesOf, tick, renewalsOf, mailsTo } = membershipsOf(() => world);

beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-01-31T10:00:00Z') });
  await changeSettings(world, { is_sticky_io_enabled: true });
  await world.member();
  const [account] = await world.database.tenants.read(world.tenants.luna, (db) => db('provider_accounts'));
  postback = `${world.ctx.config.webhookBase}/api/webhooks/sticky_io/${account!.webhook_path}?order_id={order_id}`;
});
afterAll(() => world.close());
let postback: string;
beforeEach(() => {
  world.twin.sticky.faults([]);
  world.twin.sticky.setPostback(postback);
});

const orders = () => world.twin.sticky.orders();
const orderOf = (id: string) => orders().find(({ orderId }) => orderId === id)!;
const isOpenTo = async (fan: TestPerson, post: string) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;

/** Waits until the postbacks were sent, and runs the jobs that they made. */
async function heard(): Promise<void> {
  await expect.poll(() => world.twin.sticky.postbacks().every(({ state }) => state !== 'waiting')).toBe(true);
  await world.runJobs();
}

/** A member who bought a post for 9 dollars. */
async function buyer() {
  const fan = await world.member();
  const post = await world.post('luna');
  const { body } = await world.buy(fan, post);
  expect(body.data).toMatchObject({ state: 'succeeded' });
  return { fan, post, intentId: body.data.intent_id as string, orderId: body.data.transactionId as string };
}

const look = () =>
  lookForReversalsJob.run({
    ctx: world.ctx,
    tenant: world.tenants.luna,
    payload: {},
    attempt: 1,
    log: world.ctx.log,
  });

const reversalsOf = (intentId: string) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .where('a.intent_id', intentId)
      .orderBy('r.id')
      .select('r.kind', 'r.state', 'r.amount_minor'),
  );

/** What each order took that was placed for us, as the books should say it. */
function taken(): Map<string, number> {
  const paid = orders().filter(({ status, isCheck }) => !isCheck && (status === '2' || status === '6'));
  return new Map(paid.map(({ reference, totalMinor }) => [reference, totalMinor]));
}

describe('a site whose cards are taken by sticky.io', () => {
  it('sells by a token of the field, and once more by the card that it kept', async () => {
    const { fan, post, orderId } = await buyer();
    expect(await isOpenTo(fan, post)).toBe(true);
    const [first, second] = orders().slice(-2);
    expect(first).toMatchObject({ totalMinor: 1999, status: '2', previousOrderId: null });
    expect(second).toMatchObject({ orderId, totalMinor: 900, previousOrderId: first!.orderId });
    await heard();
    expect(await world.booked('luna')).toEqual(taken());
  });

  it('leads to the field of its own account, and shows where a card is typed', async () => {
    const field = await world.call('GET /api/v2/card-field', { as: await world.fresh() });
    expect(field.body.data.src).toMatch(new RegExp(`^${world.twin.url}/field\\?origin=`));
  });

  it('renews with the card of the first order, and not after the membership was cancelled', async () => {
    const [fan, leaving] = [await world.member(), await world.member()];
    expect((await cancel(leaving)).body.data.cancelled).toBe(true);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect([await chargesOf(fan), await chargesOf(leaving)]).toEqual([2, 1]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    expect(await meOf(leaving)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await world.booked('luna')).toEqual(taken());
  });

  it('C16 charges no card again whose chargeback nobody told us of: it is looked for before the renewal', async () => {
    at('2026-06-01T10:00:00Z');
    const [fan, other] = [await world.member(), await world.member()];
    const mine = orders().at(-2)!;
    await heard();
    world.twin.sticky.setPostback(null);
    world.twin.sticky.chargeback(mine.orderId);
    await heard();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    at('2026-07-01T10:00:01Z');
    await tick();
    expect([await chargesOf(fan), await chargesOf(other)]).toEqual([1, 2]);
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
    expect(await world.booked('luna')).toEqual(taken());
  });

  it('the look after a charge that settled days late reaches back to when it was sent', async () => {
    const fan = await world.member();
    await heard();
    world.twin.sticky.setPostback(null);
    await look();
    world.twin.sticky.faults([{ kind: 'error-after', on: 'new_order_card_on_file', count: 1 }]);
    const { body } = await world.buy(fan, await world.post('luna'));
    expect(body.data).toMatchObject({ state: 'pending' });
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('payment_attempts')
        .where({ intent_id: body.data.intent_id })
        .update({ started_at: new Date(Date.now() - 3 * dayMs), ready_at: new Date(Date.now() - 3 * dayMs) }),
    );
    const [order] = orders().slice(-1);
    world.twin.sticky.refund(order!.orderId, 900);
    await look();
    expect(await reversalsOf(body.data.intent_id)).toEqual([]);
    await world.reconcile();
    const [known] = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_attempts as a')
        .join(db.table('reversal_looks as l'), 'l.account_id', 'a.account_id')
        .where('a.intent_id', body.data.intent_id)
        .select('a.state', 'l.looked_until'),
    );
    expect(known).toMatchObject({ state: 'succeeded' });
    expect(world.clock.now().getTime() - known!.looked_until.getTime()).toBeGreaterThanOrEqual(3 * dayMs - 60_000);
    await look();
    expect(await reversalsOf(body.data.intent_id)).toEqual([{ kind: 'refund', state: 'succeeded', amount_minor: 900 }]);
  });

  it.each([1, 5])('a look that began %i days back does not pass over a charge that settles meanwhile', async (days) => {
    await buyer();
    await look();
    const { tenants } = world.database;
    const lookOf = () => tenants.read(world.tenants.luna, async (db) => (await db('reversal_looks').first())!);
    const { account_id: accountId } = await lookOf();
    const begun = new Date(world.clock.now().getTime() - days * dayMs);
    await tenants.write(world.tenants.luna, (db) => db('reversal_looks').update({ looked_until: begun }));
    const settling = async () => {
      const sent = { account_id: accountId, started_at: new Date(Date.now() - 3 * dayMs) };
      await tenants.write(world.tenants.luna, (db) => lookBackTo(db, sent, world.clock.now()));
    };
    const ctx = withProvider(world.ctx, (provider) => ({
      listReversed: async (sinceMs) => {
        const listed = await provider.listReversed!(sinceMs);
        await settling();
        return listed;
      },
    }));
    await lookForReversalsJob.run({ ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: world.ctx.log });
    const sentAt = world.clock.now().getTime() - 3 * dayMs;
    expect((await lookOf()).looked_until.getTime()).toBeLessThanOrEqual(sentAt + 1_000);
    await look();
    expect((await lookOf()).looked_until).toEqual(world.clock.now());
  });

  it('a post whose chargeback nobody told us of is closed by the next look, and so is what the next look finds', async () => {
    const [first, second, kept] = [await buyer(), await buyer(), await buyer()];
    await heard();
    world.twin.sticky.setPostback(null);
    world.twin.sticky.chargeback(first.orderId);
    await look();
    expect(await reversalsOf(first.intentId)).toEqual([{ kind: 'chargeback', state: 'succeeded', amount_minor: 900 }]);
    world.twin.sticky.refund(second.orderId, 900);
    // One that is not answered loses nothing: the next one goes on where it began.
    world.twin.sticky.faults([{ kind: 'error-before', on: 'order_view', count: 1 }]);
    await look();
    expect(await reversalsOf(second.intentId)).toEqual([]);
    await look();
    await look();
    expect(await reversalsOf(second.intentId)).toEqual([{ kind: 'refund', state: 'succeeded', amount_minor: 900 }]);
    expect(await Promise.all([first, second, kept].map(({ fan, post }) => isOpenTo(fan, post)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await world.booked('luna')).toEqual(taken());
  });

  it('no renewal is made while the provider does not say what went back', async () => {
    at('2026-06-02T10:00:00Z');
    const fan = await world.member();
    await heard();
    world.twin.sticky.faults([{ kind: 'reset-before', on: 'order_view' }]);
    at('2026-07-02T10:00:01Z');
    await tick();
    expect(await chargesOf(fan)).toBe(1);
    world.twin.sticky.faults([]);
    at('2026-07-02T10:10:00Z');
    await tick();
    expect(await chargesOf(fan)).toBe(2);
    at('2026-02-28T10:00:01Z');
  });

  it('a declined renewal that is salvaged is found by its postback, and counts', async () => {
    const fan = await world.member('luna', card.noRenewal);
    at('2026-03-31T12:00:01Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0', isRebillFailed: true });
    const [renewal] = await renewalsOf(fan);
    expect(renewal).toMatchObject({ state: 'declined' });
    const declined = orders().findLast(({ status }) => status === '7')!;
    expect(declined.declineReason).toBe('Insufficient Funds');
    world.twin.sticky.salvage(declined.orderId);
    await heard();
    expect(await chargesOf(fan)).toBe(2);
    expect((await world.booked('luna')).get(declined.reference)).toBe(1999);
  });

  it.each(['timeout-after', 'reset-after', 'error-after'] as const)(
    'an answer that is lost (%s) is looked for by our reference, and nobody pays twice',
    async (kind) => {
      const { fan } = await buyer();
      world.twin.sticky.setPostback(null);
      world.twin.sticky.faults([{ kind, on: 'new_order_card_on_file', count: 1 }]);
      const post = await world.post('luna');
      const before = orders().length;
      expect((await world.buy(fan, post)).body.data.state).toBe('pending');
      await world.reconcile();
      expect(await isOpenTo(fan, post)).toBe(true);
      expect(orders()).toHaveLength(before + 1);
      expect(await world.booked('luna')).toEqual(taken());
    },
  );

  it('an order that no search finds yet is looked for again', async () => {
    const { fan } = await buyer();
    world.twin.sticky.setPostback(null);
    world.twin.sticky.faults([
      { kind: 'reset-after', on: 'new_order_card_on_file', count: 1 },
      { kind: 'index-lag', delayMs: 2_500, count: 1 },
    ]);
    const post = await world.post('luna');
    await world.buy(fan, post);
    await world.reconcile();
    expect(await isOpenTo(fan, post)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await world.reconcile();
    expect(await isOpenTo(fan, post)).toBe(true);
  });

  it('a product that bills again by itself is kept from it', async () => {
    world.twin.sticky.faults([{ kind: 'recurring', count: 1 }]);
    await world.member();
    expect(orders().at(-1)).toMatchObject({ status: '2', isRecurring: false });
  });

  it.each(['timeout-before', 'error-before', 'timeout-after'] as const)(
    'one that is not answered when it is to be kept from it (%s) is stopped in the end, and sold once',
    async (kind) => {
      world.twin.sticky.faults([
        { kind: 'recurring', count: 1 },
        { kind, on: 'membership', count: 1 },
      ]);
      const fan = await world.member();
      const order = orders().at(-1)!;
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
      await heard();
      expect(orderOf(order.orderId)).toMatchObject({ status: '2', isRecurring: false, refundedMinor: 0 });
      expect(await chargesOf(fan)).toBe(1);
      const [ended] = await world.database.tenants.read(world.tenants.luna, (db) =>
        db('orphaned_series').where({ provider_ref: order.orderId }),
      );
      expect(ended).toMatchObject({ ended_at: expect.any(Date), end_refusal: null });
      expect(await world.booked('luna')).toEqual(taken());
    },
  );

  const keep = async (fan: TestPerson) =>
    world.call('POST /api/user/change-payment-method', { as: fan, body: { card: await world.cardOf(card.good) } });

  /** A card of a fan is checked by an order that bills again and is not stopped for so many tries. */
  const keepBilled = async (tries: number) => {
    world.twin.sticky.faults([
      { kind: 'recurring', count: 1 },
      { kind: 'error-before', on: 'membership', count: tries },
    ]);
    const fan = await world.fresh();
    expect((await keep(fan)).status).toBe(200);
    const { orderId, ...order } = orders().at(-1)!;
    expect(order).toMatchObject({ isCheck: true, isRecurring: true });
    return { fan, orderId };
  };
  const shown = async (orderId: string) =>
    (
      await world.call('GET /api/reports/open-items', {
        as: world.people.luna.admin,
        query: { kind: 'series_unended', search: orderId },
      })
    ).body.data.items;

  it('one by which a card is checked is stopped as well, however long that is not answered, and staff see whose it is', async () => {
    const { fan, orderId } = await keepBilled(1_000);
    expect(await shown(orderId)).toEqual([]);
    // A slow run tries more than once.
    for (let runs = 0; (await shown(orderId)).length === 0; runs += 1) {
      expect(runs).toBeLessThan(3);
      await world.runJobs({ includingFuture: true });
    }
    expect(orderOf(orderId).isRecurring).toBe(true);
    expect(await shown(orderId)).toMatchObject([
      { kind: 'series_unended', user: { _id: fan.id }, sold: 'membership', amount: null, transactionId: orderId },
    ]);
    world.twin.sticky.faults([]);
    await world.runJobs({ includingFuture: true });
    expect(orderOf(orderId).isRecurring).toBe(false);
    expect(await shown(orderId)).toEqual([]);
  });

  it('one by which a card is checked is stopped on the schema of the version before', async () => {
    await withoutColumns(world.databaseUrl, world.tenants.luna, 'orphaned_series', ['user_id'], async () => {
      const { orderId } = await keepBilled(2);
      await world.runJobs({ includingFuture: true });
      expect(await shown(orderId)).toEqual([]);
      await world.runJobs({ includingFuture: true });
      expect(orderOf(orderId).isRecurring).toBe(false);
    });
  });

  it('one by which a card is checked and that can not be looked at is stopped all the same', async () => {
    world.twin.sticky.faults([
      { kind: 'recurring', count: 1 },
      { kind: 'error-before', on: 'order_view', count: 1 },
    ]);
    expect((await keep(await world.fresh())).body.code).toBe('payment-method-error');
    expect(orders().at(-1)).toMatchObject({ isCheck: true, isRecurring: false });
  });

  it('a charge is explained to its payer and found by staff by the digits that its order shows', async () => {
    const fan = await world.member();
    const { body } = await world.buy(fan, await world.post('luna', 1313), { amount: 13.13 });
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('payment_instruments').where({ user_id: fan.id }).update({ last4: '0000' }),
    );
    const [last4, day] = ['4242', world.clock.now().toISOString().slice(0, 10)];
    await world.call('POST /api/charges/explain', { on: 'luna', body: { last4, amount: 13.13, day } });
    await world.runJobs();
    expect((await mailsTo(fan)).map(({ subject }) => subject)).toContain('About the charge of $13.13');
    const query = { last4, amount: '13.13' };
    const found = await world.call('GET /api/reports/payment-lookup', { as: world.people.luna.support, query });
    expect(found.body.data.payments).toMatchObject([{ _id: body.data.intent_id }]);
  });

  it('another currency than was asked for buys nothing and goes back', async () => {
    const fan = await world.member();
    world.twin.sticky.faults([{ kind: 'other-currency', count: 1 }]);
    const post = await world.post('luna');
    await world.buy(fan, post);
    await heard();
    expect(await isOpenTo(fan, post)).toBe(false);
    expect(orders().at(-1)).toMatchObject({ currency: 'EUR', refundedMinor: 900 });
  });
});

/** Whoever asked for a refund and heard nothing has had their time. */
const claimsLapse = () =>
  world.database.tenants.write(world.tenants.luna, (db) =>
    db('payment_reversals')
      .whereNotNull('claimed_at')
      .update({ claimed_at: new Date(0) }),
  );

describe('money that goes back by sticky.io', () => {
  it('a refund that sticky.io may still be making is not asked for again', async () => {
    const { intentId, orderId } = await buyer();
    world.twin.sticky.faults([{ kind: 'timeout-before', on: 'order_refund', count: 1 }]);
    await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: intentId, amount: 4, currency: 'USD', reason: 'Asked for by mail' },
    });
    for (let times = 0; times < 3; times += 1) await world.runJobs({ includingFuture: true });
    expect(orderOf(orderId).refundedMinor).toBe(0);
    await claimsLapse();
    await world.runJobs({ includingFuture: true });
    await heard();
    expect(orderOf(orderId).refundedMinor).toBe(400);
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'refund', state: 'succeeded', amount_minor: 400 }]);
  });

  it('a refund by staff is made once, also when its answer is lost', async () => {
    const { fan, post, intentId, orderId } = await buyer();
    world.twin.sticky.faults([{ kind: 'error-after', on: 'order_refund', count: 1 }]);
    const ask = (amount: number) =>
      world.call('POST /api/reports/refund', {
        as: world.people.luna.admin,
        body: { id: intentId, amount, currency: 'USD', reason: 'Asked for by mail' },
      });
    expect((await ask(4)).status).toBe(200);
    await world.runJobs({ includingFuture: true });
    await claimsLapse();
    await world.runJobs({ includingFuture: true });
    await heard();
    expect(orderOf(orderId).refundedMinor).toBe(400);
    await ask(5);
    await world.runJobs({ includingFuture: true });
    await heard();
    expect(orderOf(orderId).refundedMinor).toBe(900);
    expect(await reversalsOf(intentId)).toEqual([
      { kind: 'refund', state: 'succeeded', amount_minor: 400 },
      { kind: 'refund', state: 'succeeded', amount_minor: 500 },
    ]);
    expect(await isOpenTo(fan, post)).toBe(false);
  });

  it('what sticky.io gave back by itself is looked up after its postback, and booked once', async () => {
    const { fan, post, intentId, orderId } = await buyer();
    world.twin.sticky.faults([{ kind: 'postback-doubled', count: 1 }]);
    world.twin.sticky.refund(orderId, 300);
    await heard();
    world.twin.sticky.knock(orderId);
    await heard();
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'refund', state: 'succeeded', amount_minor: 300 }]);
    expect(await isOpenTo(fan, post)).toBe(true);
  });

  it('what it gave back by itself is booked beside a refund of ours of the same amount', async () => {
    const { intentId, orderId } = await buyer();
    await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: intentId, amount: 4, currency: 'USD', reason: 'Asked for by mail' },
    });
    await world.runJobs();
    await heard();
    world.twin.sticky.refund(orderId, 400);
    await heard();
    expect(orderOf(orderId).refundedMinor).toBe(800);
    expect(await reversalsOf(intentId)).toEqual([
      { kind: 'refund', state: 'succeeded', amount_minor: 400 },
      { kind: 'refund', state: 'succeeded', amount_minor: 400 },
    ]);
  });

  it('two refunds that are looked up at the same moment are booked for what went back, and no more', async () => {
    const { fan, intentId, orderId } = await buyer();
    const { ctx, database, tenants } = world;
    const [account] = await database.tenants.read(tenants.luna, (db) => db('provider_accounts'));
    const event: ProviderEvent = {
      type: 'look',
      externalId: v7(),
      about: { providerRef: orderId },
      occurredAt: world.clock.now().toISOString(),
    };
    const waiting = (db: TenantDb) =>
      sql`select 1 from pg_catalog.pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_catalog.pg_database where datname = current_database())`.run(db);
    const looks: Array<Promise<unknown>> = [];
    await database.tenants.write(tenants.luna, async (db) => {
      await lockBuyer(db, fan.id);
      for (const minor of [300, 200]) {
        world.twin.sticky.refund(orderId, minor);
        looks.push(applyEvent(ctx, tenants.luna, { accountId: account!.id, event, newsId: event.externalId }));
        await vi.waitUntil(async () => (await waiting(db)) === looks.length, { timeout: 20_000 });
      }
    });
    await Promise.all(looks);
    await heard();
    const booked = (await reversalsOf(intentId)).map(({ amount_minor: amount }) => amount);
    expect(booked.reduce((sum, amount) => sum + amount)).toBe(orderOf(orderId).refundedMinor);
  });

  it('a refund that sticky.io can not even be asked about is paid otherwise meanwhile', async () => {
    const { fan, intentId } = await buyer();
    const as = world.people.luna.admin;
    world.twin.sticky.faults(
      ['order_refund', 'order_void'].map((on) => ({ kind: 'refused', on, code: '666' }) as const),
    );
    const asked = { id: intentId, amount: 9, currency: 'USD', reason: 'Asked for by mail' };
    await world.call('POST /api/reports/refund', { as, body: asked });
    await world.runJobs();
    world.twin.sticky.faults([{ kind: 'error-before', on: 'order_view' }]);
    const { items } = (await world.call('GET /api/reports/open-items', { as, query: { kind: 'refund_owed' } })).body
      .data;
    const { _id: id } = items.find(({ user }: { user: { _id: string } }) => user._id === fan.id);
    const settle = (body: object) => world.call('POST /api/reports/open-items/settle', { as, body: { id, ...body } });
    expect((await settle({ decision: 'try_again' })).status).toBe(200);
    await world.runJobs({ includingFuture: true });
    expect((await settle({ decision: 'paid_by_hand', evidence: 'Bank transfer 79' })).status).toBe(200);
    world.twin.sticky.faults([]);
  });

  it('parts that were given back there do not make a refund of ours that waits seem made', async () => {
    const { intentId, orderId } = await buyer();
    const refusing = ['order_refund', 'order_void'].map((on) => ({ kind: 'refused', on, code: '666' }) as const);
    world.twin.sticky.faults(refusing);
    await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: intentId, amount: 9, currency: 'USD', reason: 'Asked for by mail' },
    });
    await world.runJobs();
    world.twin.sticky.refund(orderId, 400);
    await heard();
    expect(await reversalsOf(intentId)).toMatchObject([
      { state: 'dropped', amount_minor: 900 },
      { state: 'succeeded', amount_minor: 400 },
      { state: 'owed', amount_minor: 500 },
    ]);
    // Asked for again before anybody here has heard of the second part.
    world.twin.sticky.faults([...refusing, { kind: 'postback-lost', count: 1 }]);
    world.twin.sticky.refund(orderId, 500);
    const { ctx, tenants } = world;
    await retryOwedRefundsJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    await world.runJobs();
    world.twin.sticky.knock(orderId);
    await heard();
    const booked = (await reversalsOf(intentId)).filter(({ state }) => state !== 'dropped');
    expect(booked).toMatchObject([
      { state: 'succeeded', amount_minor: 400 },
      { state: 'succeeded', amount_minor: 500 },
    ]);
  });

  it('an order that is undone late takes away what it bought', async () => {
    const { fan, post, intentId, orderId } = await buyer();
    world.twin.sticky.void(orderId);
    await heard();
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'refund', state: 'succeeded', amount_minor: 900 }]);
    expect(await isOpenTo(fan, post)).toBe(false);
    const query = { user_id: fan.id, kind: 'void' };
    const as = world.people.luna.admin;
    expect((await world.call('GET /api/admin/get_transactions_details', { as, query })).body.data).toMatchObject({
      transactions: [{ amount: -9 }],
    });
  });

  it('a chargeback takes away what it paid for, and its card is charged no more', async () => {
    const { fan, post, intentId, orderId } = await buyer();
    world.twin.sticky.chargeback(orderId);
    await heard();
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'chargeback', state: 'succeeded', amount_minor: 900 }]);
    expect(await isOpenTo(fan, post)).toBe(false);
    expect((await world.buy(fan, await world.post('luna'))).body.code).toBe('card-required');
  });
});

describe('postbacks, which nobody signs', () => {
  const send = (path: string, method: 'GET' | 'POST' = 'GET') => world.app.inject({ method, url: path });
  const pathFor = (orderId: string) =>
    new URL(postback.replace('{order_id}', orderId)).pathname + `?order_id=${orderId}`;

  it('one that is forged makes nothing true, and one about nobody changes nothing', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    const before = await world.booked('luna');
    world.twin.sticky.faults([{ kind: 'decline', reason: '', count: 1 }]);
    expect((await world.buy(fan, post)).body.code).toBe('payment-declined');
    const declined = orders().at(-1)!;
    for (const path of [pathFor(declined.orderId), pathFor('99999999')])
      for (const method of ['GET', 'POST'] as const) expect((await send(path, method)).statusCode).toBe(200);
    await world.runJobs();
    expect(await isOpenTo(fan, post)).toBe(false);
    expect(await world.booked('luna')).toEqual(before);
  });

  it('one whose token was not replaced is refused', async () => {
    expect((await send(`${new URL(postback).pathname}?order_id=%7Border_id%7D`)).statusCode).toBe(400);
    expect((await send(new URL(postback).pathname)).statusCode).toBe(400);
  });
});
