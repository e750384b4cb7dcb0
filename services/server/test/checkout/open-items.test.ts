import { join } from 'node:path';
import { Mailbox } from '@backlot/notify';
import type { ReversalEvent } from '@backlot/payments';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { renewMembershipsJob } from '../../src/features/memberships/renew-memberships.ts';
import { settleAttempt } from '../../src/features/checkout/settle/settle-attempt.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const luna = () => world.tenants.luna;
const dayMs = 86_400_000;

const items = async (kind?: string) =>
  (
    await world.call('GET /api/reports/open-items', {
      as: world.people.luna.admin,
      query: kind ? { kind } : {},
    })
  ).body.data.items as Array<{ _id: string; amount: number; user: { _id: string }; reason: string; expected: object }>;
const itemOf = async (fan: TestPerson, kind?: string) => (await items(kind)).find(({ user }) => user._id === fan.id);
const settle = (body: object, as: TestPerson = world.people.luna.admin) =>
  world.call('POST /api/reports/open-items/settle', { as, body });

const attemptsOf = (fan: TestPerson) =>
  world.database.tenants.read(luna(), (db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy('a.started_at')
      .select('a.*', 'i.kind as kind', 'i.state as intent_state', 'i.id as intent'),
  );
const reversalsOf = (attemptId: string) =>
  world.database.tenants.read(luna(), (db) =>
    db('payment_reversals').where({ attempt_id: attemptId }).orderBy('created_at').orderBy('id'),
  );
const statusOf = async (fan: TestPerson) =>
  (await world.call('GET /api/users/me', { as: fan })).body.data.ccbillSubscriptionStatus as string;
const isOpenTo = async (fan: TestPerson, post: string) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;

/** A fan with a post bought, and the attempt that paid for it. */
async function buyer() {
  const fan = await world.member();
  const post = await world.post('luna');
  await world.buy(fan, post);
  await world.settle();
  const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'post')!;
  return { fan, post, attempt };
}

/** The provider's word, as its webhook's job brings it. */
const told = (
  attempt: { id: string; account_id: string; provider_ref: string | null },
  event: Partial<ReversalEvent>,
) =>
  applyWebhookJob.run({
    ctx: world.ctx,
    tenant: luna(),
    attempt: 1,
    log: world.ctx.log,
    payload: {
      deliveryId: v7(),
      accountId: attempt.account_id,
      events: [
        {
          externalId: v7(),
          type: 'refund',
          about: { reference: attempt.id, providerRef: attempt.provider_ref! },
          amountMinor: 900,
          currency: 'USD',
          occurredAt: world.clock.now().toISOString(),
          ...event,
        },
      ],
    },
  });

/** The books balance, and nobody got back more than was taken. */
async function expectBounds(): Promise<void> {
  await world.booked();
  const over = await world.database.tenants.read(luna(), (db) =>
    db
      .raw<{ rows: unknown[] }>(
        `select a.id from ?? a join ?? r on r.attempt_id = a.id and r.state = 'succeeded'
         group by a.id having sum(r.amount_minor) > max(a.taken_minor) or bool_or(r.currency <> a.taken_currency)`,
        [db.table('payment_attempts'), db.table('payment_reversals')],
      )
      .then(({ rows }) => rows),
  );
  expect(over).toEqual([]);
}

describe('what goes back of a charge', () => {
  it('never exceeds what was taken: the rest of what a provider tells is held and seen by staff', async () => {
    const { fan, post, attempt } = await buyer();
    for (let times = 0; times < 3; times += 1) await told(attempt, {});
    expect((await reversalsOf(attempt.id)).map(({ state }) => state)).toEqual(['succeeded', 'held', 'held']);
    expect(await isOpenTo(fan, post)).toBe(false);
    const held = (await items('reversal_held')).filter(({ user }) => user._id === fan.id);
    expect(held).toMatchObject([
      { amount: 9, expected: { amount: 9, currency: 'USD' } },
      { amount: 9, expected: { amount: 9, currency: 'USD' } },
    ]);
    expect((await settle({ id: held[0]!._id, decision: 'noted' })).body.errors).toMatchObject([{ field: 'evidence' }]);
    expect((await settle({ id: held[0]!._id, decision: 'noted', evidence: 'Doubled at theirs' })).status).toBe(200);
    expect((await settle({ id: held[0]!._id, decision: 'noted', evidence: 'Again' })).body.code).toBe(
      'open-item-settled',
    );
    expect(await reversalsOf(attempt.id)).toContainEqual(
      expect.objectContaining({
        state: 'dropped',
        settled_by: world.people.luna.admin.id,
        evidence: 'Doubled at theirs',
      }),
    );
    await expectBounds();
  });

  it('is taken away with all it paid for by a chargeback of the whole after a refund of a part, though it is held', async () => {
    const { fan, post, attempt } = await buyer();
    await told(attempt, { amountMinor: 200 });
    expect(await isOpenTo(fan, post)).toBe(true);
    await told(attempt, { type: 'chargeback' });
    expect((await reversalsOf(attempt.id)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'refund succeeded',
      'chargeback held',
    ]);
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });

  it('is in the currency that was taken, or held, and takes nothing away then', async () => {
    const { fan, post, attempt } = await buyer();
    await told(attempt, { currency: 'JPY' });
    expect(await reversalsOf(attempt.id)).toMatchObject([{ state: 'held', currency: 'JPY' }]);
    expect(await isOpenTo(fan, post)).toBe(true);
    expect(await itemOf(fan)).toMatchObject({ kind: 'reversal_held', currency: 'JPY' });
    await expectBounds();
  });

  it.each([
    ['more than was taken', { amount_minor: 901 }],
    ['another currency', { currency: 'EUR' }],
  ])('is held to it by the database itself: %s', async (_what, change) => {
    const { attempt } = await buyer();
    const row = {
      id: v7(),
      attempt_id: attempt.id,
      kind: 'refund' as const,
      state: 'succeeded' as const,
      amount_minor: 900,
      currency: 'USD',
      reason: 'by hand',
      created_at: new Date(),
      ...change,
    };
    const insert = world.database.tenants.write(luna(), (db) => db('payment_reversals').insert(row));
    await expect(insert).rejects.toMatchObject({ constraint: 'reversals_within_charge' });
  });

  it("a site's role rewrites no amount, deletes no payment, and gives nobody what another paid for", async () => {
    const { fan, attempt } = await buyer();
    const other = await buyer();
    const refused = async (write: Parameters<typeof world.database.tenants.write>[1]) =>
      expect(world.database.tenants.write(luna(), write)).rejects.toMatchObject({ code: /^(42501|23514)$/ });
    await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).update({ amount_minor: 1 }));
    await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).update({ user_id: other.fan.id }));
    await refused((db) => db('payment_attempts').where({ id: attempt.id }).update({ taken_minor: 1 }));
    await refused((db) => db('payment_attempts').where({ id: attempt.id }).del());
    await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).del());
    await told(attempt, { amountMinor: 100 });
    await refused((db) => db('payment_reversals').where({ attempt_id: attempt.id }).del());
    await refused((db) => db('payment_reversals').where({ attempt_id: attempt.id }).update({ amount_minor: 1 }));
    await refused((db) => db('entitlements').where({ user_id: fan.id }).update({ user_id: other.fan.id }));
  });
});

describe('a chargeback', () => {
  it('of an earlier month stops the next renewal, bars the card, and leaves what else was paid for open', async () => {
    const fan = await world.member();
    await world.settle();
    const [first] = await attemptsOf(fan);
    await toRenewal(fan);
    await renew();
    expect(await statusOf(fan)).toBe('2');
    await told(first!, { type: 'chargeback', amountMinor: 1999 });
    expect(await statusOf(fan)).toBe('1');
    expect((await world.call('GET /api/ccbill/get-payment-card', { as: fan })).body.data).toEqual([]);
    const before = (await attemptsOf(fan)).length;
    world.clock.set(new Date(world.clock.now().getTime() + 40 * dayMs));
    await renew();
    expect((await attemptsOf(fan)).length).toBe(before);
    expect(await statusOf(fan)).toBe('0');
    await expectBounds();
  });

  it('of a part stops the renewal too, and takes nothing away that the rest paid for', async () => {
    const { fan, post, attempt } = await buyer();
    await told(attempt, { type: 'chargeback', amountMinor: 400 });
    expect(await isOpenTo(fan, post)).toBe(true);
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'chargeback', state: 'succeeded', amount_minor: 400 },
    ]);
  });

  it('takes the place of a refund that was still owed, so that nobody is paid twice', async () => {
    const { fan, attempt } = await buyer();
    await owedRefund(attempt);
    await told(attempt, { type: 'chargeback' });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'refund', state: 'dropped', refusal_code: 'charged-back' },
      { kind: 'chargeback', state: 'succeeded' },
    ]);
    expect(await itemOf(fan)).toBeUndefined();
    await expectBounds();
  });
});

describe('a refund that the provider refuses', () => {
  it('is owed: staff see it, the fan is told once, and it is asked for again every day until it is paid', async () => {
    const { fan, attempt } = await buyer();
    await owedRefund(attempt);
    expect(await itemOf(fan)).toMatchObject({ kind: 'refund_owed', amount: 9 });
    const { retryOwedRefundsJob } = await import('../../src/features/checkout/settle/refund-payment.ts');
    const work = { ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log };
    await retryOwedRefundsJob.run(work);
    await world.runJobs();
    expect(await reversalsOf(attempt.id)).toMatchObject([{ state: 'succeeded', refusals: 1 }]);
    expect(await itemOf(fan)).toBeUndefined();
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list(1000);
    expect(mails.filter(({ to, subject }) => to.includes(fan.email) && subject === 'We owe you a refund')).toHaveLength(
      1,
    );
    await expectBounds();
  });

  it('is owed no more once the provider gave back the whole of the charge by itself, and what that paid for is closed', async () => {
    const { fan, post, attempt } = await buyer();
    await owedRefund(attempt, 600);
    await told(attempt, { type: 'void' });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { state: 'dropped', refusal_code: 'given-back', amount_minor: 600 },
      { state: 'succeeded', amount_minor: 900 },
    ]);
    expect(await itemOf(fan)).toBeUndefined();
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });

  it('is owed no more once the provider gave back the whole of the charge in parts, and what that paid for is closed', async () => {
    const { fan, post, attempt } = await buyer();
    await owedRefund(attempt);
    await told(attempt, { amountMinor: 300 });
    expect(await isOpenTo(fan, post)).toBe(true);
    await told(attempt, { amountMinor: 600 });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { state: 'dropped', refusal_code: 'given-back', amount_minor: 900 },
      { state: 'succeeded', amount_minor: 300 },
      { state: 'succeeded', amount_minor: 600 },
    ]);
    expect([await itemOf(fan), await itemOf(fan, 'reversal_held')]).toEqual([undefined, undefined]);
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });

  it('is paid by hand with what shows it, once, and leaves the provider’s account of the books alone', async () => {
    const { fan, post, attempt } = await buyer();
    await owedRefund(attempt);
    const item = (await itemOf(fan))!;
    expect((await settle({ id: item._id, decision: 'paid_by_hand', evidence: ' ' })).status).toBe(400);
    const support = await settle({ id: item._id, decision: 'paid_by_hand', evidence: 'x' }, world.people.luna.support);
    expect(support.status).toBe(403);
    const both = await Promise.all(
      [1, 2].map(() => settle({ id: item._id, decision: 'paid_by_hand', evidence: 'Bank transfer 77' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await isOpenTo(fan, post)).toBe(false);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ state: 'succeeded', evidence: 'Bank transfer 77' }]);
    await world.runJobs();
    await expectBounds();
  });
});

describe('a renewal that took another amount than was asked for', () => {
  it('is held: nothing is charged again, and access lasts until staff decide', async () => {
    const { fan } = await oneCentMore();
    for (let day = 0; day < 5; day += 1) {
      world.clock.set(new Date(world.clock.now().getTime() + dayMs));
      await renew();
      await world.runJobs();
    }
    expect((await attemptsOf(fan)).filter(({ kind }) => kind === 'renewal')).toHaveLength(1);
    expect(await statusOf(fan)).toBe('2');
    expect(await itemOf(fan)).toMatchObject({
      kind: 'payment_held',
      amount: 20,
      expected: { amount: 19.99, currency: 'USD' },
    });
  });

  it('is accepted as it is: a period more, a sale of what was taken, and the list says the same', async () => {
    const { fan } = await oneCentMore();
    const item = (await itemOf(fan))!;
    expect((await settle({ id: item._id, decision: 'accept', evidence: 'Their rounding' })).status).toBe(200);
    expect(await statusOf(fan)).toBe('2');
    const list = await world.call('GET /api/admin/get_transactions_details', {
      as: world.people.luna.admin,
      query: { user_id: fan.id, kind: 'renewal' },
    });
    expect(list.body.data).toMatchObject({ sum: 20, transactions: [{ state: 'succeeded', amount: 20 }] });
    expect((await settle({ id: item._id, decision: 'give_back', evidence: 'x' })).body.code).toBe('open-item-settled');
    await world.booked();
  });

  it('is given back, and the renewal is tried again later, not at once', async () => {
    const { fan, attempt } = await oneCentMore();
    await settle({ id: (await itemOf(fan))!._id, decision: 'give_back', evidence: 'Not ours' });
    expect(await reversalsOf(attempt.id)).toMatchObject([{ kind: 'refund', amount_minor: 2000, state: 'requested' }]);
    await renew();
    expect((await attemptsOf(fan)).filter(({ kind }) => kind === 'renewal')).toHaveLength(1);
  });
});

describe('a payment that waits for staff and went back meanwhile', () => {
  it.each([
    ['by its bank', 'chargeback'],
    ['at its provider', 'refund'],
  ] as const)('%s is not accepted, and nothing more of it is given back', async (_how, type) => {
    const { fan, attempt } = await oneCentMore();
    const [held] = (await attemptsOf(fan)).filter(({ id }) => id === attempt.id);
    await told(held!, { type, amountMinor: 2000 });
    const id = (await itemOf(fan, 'payment_held'))!._id;
    const accepted = await settle({ id, decision: 'accept', evidence: 'Their rounding' });
    expect(accepted).toMatchObject({ status: 400, body: { errors: [{ field: 'decision' }] } });
    expect((await settle({ id, decision: 'give_back', evidence: 'Gone already' })).status).toBe(200);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ kind: type, amount_minor: 2000, state: 'succeeded' }]);
    expect(await itemOf(fan)).toBeUndefined();
    await expectBounds();
  });

  it('in part is given back with the rest of it alone', async () => {
    const { fan, attempt } = await oneCentMore();
    const [held] = (await attemptsOf(fan)).filter(({ id }) => id === attempt.id);
    await told(held!, { amountMinor: 500 });
    const id = (await itemOf(fan, 'payment_held'))!._id;
    expect((await settle({ id, decision: 'give_back', evidence: 'Not ours' })).status).toBe(200);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ amount_minor: 500 }, { amount_minor: 1500 }]);
  });
});

describe('a charge whose end nobody finds out', () => {
  /** The answer and the webhook are lost, and the provider cannot be asked. */
  async function unknown() {
    const fan = await world.member();
    await world.settle();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-lost' },
      { kind: 'error-before', on: 'find' },
    );
    await world.buy(fan, post);
    const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'post')!;
    expect((await settle({ id: attempt.id, decision: 'not_charged', evidence: 'x' })).body.code).toBe(
      'open-item-settled',
    );
    await world.database.tenants.write(luna(), (db) =>
      db.raw("update ?? set started_at = started_at - interval '20 minutes' where id = ?", [
        db.table('payment_attempts'),
        attempt.id,
      ]),
    );
    return { fan, post, attempt };
  }

  it('is settled by staff with evidence: charged opens what was paid for', async () => {
    const { fan, post, attempt } = await unknown();
    expect(await itemOf(fan)).toMatchObject({ kind: 'payment_unknown', _id: attempt.id, amount: 9 });
    const evidence = 'In the console of the provider';
    expect((await settle({ id: attempt.id, decision: 'charged', evidence })).status).toBe(400);
    const taken = (await buyer()).attempt.provider_ref!;
    expect((await settle({ id: attempt.id, decision: 'charged', evidence, transactionId: taken })).body.code).toBe(
      'transaction-known',
    );
    const done = await settle({ id: attempt.id, decision: 'charged', evidence, transactionId: 'ch_seen' });
    expect(done.status).toBe(200);
    expect(await isOpenTo(fan, post)).toBe(true);
    expect(await itemOf(fan)).toBeUndefined();
    expect((await attemptsOf(fan)).find(({ id }) => id === attempt.id)).toMatchObject({
      state: 'succeeded',
      provider_ref: 'ch_seen',
      evidence,
    });
  });

  it('or not charged, and then the fan may buy again; if the money shows up after all, it goes back', async () => {
    const { fan, post, attempt } = await unknown();
    await settle({ id: attempt.id, decision: 'not_charged', evidence: 'Not in the console' });
    await world.faults();
    expect((await world.buy(fan, post)).body.data.state).toBe('succeeded');
    await settleAttempt(world.ctx, luna(), attempt.id, {
      kind: 'succeeded',
      providerRef: 'ch_late',
      amountMinor: 900,
      currency: 'USD',
    });
    expect(await reversalsOf(attempt.id)).toMatchObject([{ reason: 'owned-already', amount_minor: 900 }]);
  });
});

/** A member whose renewal's answer is lost, and which the provider says took one cent more. */
async function oneCentMore() {
  const fan = await world.member();
  await world.settle();
  await toRenewal(fan);
  await world.faults({ kind: 'error-before' }, { kind: 'error-before', on: 'find' });
  await renew();
  const attempt = (await attemptsOf(fan)).find(({ kind }) => kind === 'renewal')!;
  await settleAttempt(world.ctx, luna(), attempt.id, {
    kind: 'succeeded',
    providerRef: `ch_${attempt.id}`,
    amountMinor: 2000,
    currency: 'USD',
  });
  await world.faults();
  return { fan, attempt };
}

/** An hour after what was paid for ended: the renewal is due, and the grace lasts. */
async function toRenewal(fan: TestPerson): Promise<void> {
  const row = await world.database.tenants.read(luna(), (db) => db('subscriptions').where({ user_id: fan.id }).first());
  world.clock.set(new Date(row!.ends_at!.getTime() + 3_600_000));
}

/** The renewals that are due, as their jobs make them. */
async function renew(): Promise<void> {
  await renewMembershipsJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
  await world.runJobs();
}

/** A refund that the provider refuses at first. */
async function owedRefund(attempt: { id: string }, amountMinor = 900): Promise<void> {
  const { requestRefund } = await import('../../src/features/checkout/settle/reversal-rows.ts');
  await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
  await world.database.tenants.write(luna(), (db) =>
    requestRefund(db, {
      attemptId: attempt.id,
      amountMinor,
      currency: 'USD',
      reason: 'test',
      now: world.clock.now(),
    }),
  );
  await world.runJobs();
}
