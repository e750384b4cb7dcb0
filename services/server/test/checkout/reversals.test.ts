import { join } from 'node:path';
import { Mailbox } from '@backlot/notify';
import { v7 } from 'uuid';
import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refundPaymentJob, retryOwedRefundsJob } from '../../src/features/checkout/settle/refund-payment.ts';
import { requestRefund } from '../../src/features/checkout/settle/reversal-rows.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from './open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const {
  luna,
  items,
  itemOf,
  settle,
  attemptsOf,
  reversalsOf,
  statusOf,
  isOpenTo,
  buyer,
  reported,
  expectBounds,
  toRenewal,
  renew,
} = openItemsOf(() => world);

describe('what goes back of a charge', () => {
  it('never exceeds what was taken: the rest of what a provider tells is held and seen by staff', async () => {
    const { fan, post, attempt } = await buyer();
    for (let times = 0; times < 3; times += 1) await reported(attempt, {});
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
    await reported(attempt, { amountMinor: 200 });
    expect(await isOpenTo(fan, post)).toBe(true);
    await reported(attempt, { type: 'chargeback' });
    expect((await reversalsOf(attempt.id)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'refund succeeded',
      'chargeback held',
    ]);
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });

  it('is in the currency that was taken, or held, and takes nothing away then', async () => {
    const { fan, post, attempt } = await buyer();
    await reported(attempt, { currency: 'JPY' });
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

  it("a site's role rewrites no amount and not from where or on what terms it was bought, deletes no payment, and gives nobody what another paid for", async () => {
    const { fan, attempt } = await buyer();
    const other = await buyer();
    const refused = async (write: Parameters<typeof world.database.tenants.write>[1]) =>
      expect(world.database.tenants.write(luna(), write)).rejects.toMatchObject({ code: /^(42501|23514)$/ });
    await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).update({ amount_minor: 1 }));
    await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).update({ user_id: other.fan.id }));
    for (const change of [
      { address: '198.51.100.1' },
      { user_agent: 'another' },
      { device_id: 'another' },
      { created_at: new Date(0) },
      { quote: {} as never },
    ])
      await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).update(change));
    await refused((db) => db('payment_attempts').where({ id: attempt.id }).update({ taken_minor: 1 }));
    await refused((db) => db('payment_attempts').where({ id: attempt.id }).del());
    await refused((db) => db('payment_intents').where({ id: attempt.intent_id }).del());
    await reported(attempt, { amountMinor: 100 });
    await refused((db) => db('payment_reversals').where({ attempt_id: attempt.id }).del());
    await refused((db) => db('payment_reversals').where({ attempt_id: attempt.id }).update({ amount_minor: 1 }));
    await refused((db) => db('payment_reversals').where({ attempt_id: attempt.id }).update({ fee_minor: 1 }));
    await refused((db) => db('entitlements').where({ user_id: fan.id }).update({ user_id: other.fan.id }));
  });

  it("a site's role makes nobody a member by what another paid for", async () => {
    const [fan, other] = [await world.member(), await world.member()];
    const periodOf = (of: TestPerson) =>
      world.database.tenants.read(
        luna(),
        async (db) =>
          (await db('subscription_periods')
            .whereIn('subscription_id', db('subscriptions').where({ user_id: of.id }).select('id'))
            .first())!,
      );
    const [mine, theirs] = [await periodOf(fan), await periodOf(other)];
    const written = (write: Parameters<typeof world.database.tenants.write>[1]) =>
      world.database.tenants.write(luna(), write);
    const ofAnother = { constraint: 'paid_by_its_member' };
    const paid = mine.transaction_id;
    await expect(
      written((db) =>
        db('subscription_periods').where({ id: mine.id }).update({ subscription_id: theirs.subscription_id }),
      ),
    ).rejects.toMatchObject(ofAnother);
    await written((db) => db('subscription_periods').where({ id: mine.id }).update({ transaction_id: null }));
    const next = { starts_at: theirs.ends_at!, ends_at: new Date(theirs.ends_at!.getTime() + 1) };
    await expect(
      written((db) => db('subscription_periods').insert({ ...theirs, ...next, id: v7(), transaction_id: paid })),
    ).rejects.toMatchObject(ofAnother);
    await written((db) => db('subscription_periods').where({ id: mine.id }).update({ transaction_id: paid }));
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
    await reported(first!, { type: 'chargeback', amountMinor: 1999 });
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
    await reported(attempt, { type: 'chargeback', amountMinor: 400 });
    expect(await isOpenTo(fan, post)).toBe(true);
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'chargeback', state: 'succeeded', amount_minor: 400 },
    ]);
  });

  it('takes the place of a refund that was still owed, so that nobody is paid twice', async () => {
    const { fan, attempt } = await buyer();
    await owedRefund(attempt);
    await reported(attempt, { type: 'chargeback' });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'refund', state: 'dropped', refusal_code: 'charged-back' },
      { kind: 'chargeback', state: 'succeeded' },
    ]);
    expect(await itemOf(fan)).toBeUndefined();
    await expectBounds();
  });
});

describe('a chargeback in another currency', () => {
  it('is held, and what was promised to go back stays owed until staff have dealt with it', async () => {
    const { fan, attempt } = await buyer();
    await owedRefund(attempt);
    await reported(attempt, { type: 'chargeback', currency: 'JPY' });
    expect(await itemOf(fan)).toMatchObject({ kind: 'refund_owed', amount: 9 });
    expect(await itemOf(fan, 'reversal_held')).toMatchObject({ currency: 'JPY' });
    const retry = async () => {
      await retryOwedRefundsJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
      await world.runJobs();
    };
    await retry();
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'refund', state: 'owed', refusal_code: 'chargeback-held' },
      { kind: 'chargeback', state: 'held', currency: 'JPY' },
    ]);
    const held = (await itemOf(fan, 'reversal_held'))!;
    await settle({ id: held._id, decision: 'noted', evidence: 'The bank has what it took' });
    await retry();
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'refund', state: 'succeeded', amount_minor: 900 },
      { kind: 'chargeback', state: 'dropped', currency: 'JPY' },
    ]);
    await expectBounds();
  });
});

describe('a refund that the provider makes while a bank takes the money', () => {
  /** Asks for it as its job does; the provider makes it, and tells of the chargeback before it answers. */
  async function crossed(refundMinor: number, takenMinor: number) {
    const bought = await buyer();
    const id = await askRefund(bought.attempt, refundMinor);
    const open: typeof world.ctx.providers.open = (...of) => {
      const provider = world.ctx.providers.open(...of);
      if (provider === null) return null;
      const refund: NonNullable<typeof provider.refund> = async (input) => {
        const outcome = await provider.refund!(input);
        await reported(bought.attempt, { type: 'chargeback', amountMinor: takenMinor });
        return outcome;
      };
      return Object.assign(Object.create(provider) as typeof provider, { refund });
    };
    await refundPaymentJob.run({
      ctx: { ...world.ctx, providers: { ...world.ctx.providers, open } },
      tenant: luna(),
      payload: { reversalId: id },
      attempt: 1,
      log: world.ctx.log,
    });
    const answered = await reversalsOf(bought.attempt.id);
    // Its webhook, and the jobs of what was dropped meanwhile.
    await world.settle();
    const charge = (await world.twin.control.charges()).find(({ reference }) => reference === bought.attempt.id)!;
    return { ...bought, answered, refundedMinor: charge.refunded };
  }

  it('is booked beside what the bank took, and what was to go back in its place does not go as well', async () => {
    const { fan, post, attempt, refundedMinor } = await crossed(400, 300);
    expect(refundedMinor).toBe(400);
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { kind: 'refund', state: 'dropped', refusal_code: 'given-back', amount_minor: 400 },
      { kind: 'chargeback', state: 'succeeded', amount_minor: 300 },
      { kind: 'refund', state: 'dropped', refusal_code: 'given-back', amount_minor: 100 },
      { kind: 'refund', state: 'succeeded', amount_minor: 400 },
    ]);
    expect(await isOpenTo(fan, post)).toBe(true);
    await expectBounds();
  });

  it('is held for staff where the bank took all of it, once also when its webhook tells of it', async () => {
    const { fan, post, attempt, answered, refundedMinor } = await crossed(900, 900);
    expect(refundedMinor).toBe(900);
    const held = [
      { kind: 'refund', state: 'dropped', amount_minor: 900 },
      { kind: 'chargeback', state: 'succeeded', amount_minor: 900 },
      { kind: 'refund', state: 'held', amount_minor: 900 },
    ];
    expect(answered).toMatchObject(held);
    expect(await reversalsOf(attempt.id)).toMatchObject(held);
    expect(await itemOf(fan)).toMatchObject({ kind: 'reversal_held', amount: 9 });
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });
});

describe('a refund that the provider refuses', () => {
  it('is owed: staff see it, the fan is told once, and it is asked for again every day until it is paid', async () => {
    const { fan, attempt } = await buyer();
    await owedRefund(attempt);
    expect(await itemOf(fan)).toMatchObject({ kind: 'refund_owed', amount: 9 });
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
    await reported(attempt, { type: 'void' });
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
    await reported(attempt, { amountMinor: 300 });
    expect(await isOpenTo(fan, post)).toBe(true);
    await reported(attempt, { amountMinor: 600 });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { state: 'dropped', refusal_code: 'given-back', amount_minor: 900 },
      { state: 'succeeded', amount_minor: 300 },
      { state: 'succeeded', amount_minor: 600 },
    ]);
    expect([await itemOf(fan), await itemOf(fan, 'reversal_held')]).toEqual([undefined, undefined]);
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });

  it.each([
    ['is told before ours is asked for', false],
    ['is told after ours was refused', true],
  ])('goes on as its rest once the provider gave back a part by itself, which %s', async (_when, isRefused) => {
    const { fan, post, attempt } = await buyer();
    await atProvider(attempt, 300);
    await askRefund(attempt, 900);
    if (isRefused) {
      // What the twin tells of it is on its way.
      await refundJobs();
      expect(await itemOf(fan)).toMatchObject({ kind: 'refund_owed', amount: 9 });
    }
    await world.settle();
    await world.runJobs();
    await world.settle();
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { state: 'dropped', refusal_code: 'given-back', amount_minor: 900 },
      { state: 'succeeded', amount_minor: 300 },
      { state: 'succeeded', amount_minor: 600 },
    ]);
    const charge = (await world.twin.control.charges()).find(({ reference }) => reference === attempt.id)!;
    expect(charge.refunded).toBe(900);
    expect([await itemOf(fan), await itemOf(fan, 'reversal_held')]).toEqual([undefined, undefined]);
    expect(await isOpenTo(fan, post)).toBe(false);
    await expectBounds();
  });

  it('goes on as its rest also where no provider was ever asked for it, as staff have to make it in its console', async () => {
    const { attempt } = await buyer();
    const id = await askRefund(attempt, 900);
    await world.database.tenants.write(luna(), (db) =>
      db('payment_reversals')
        .where({ id })
        .update({ state: 'owed', refusal_code: 'renewed-by-hand', refused_at: world.clock.now() }),
    );
    await reported(attempt, { amountMinor: 300 });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { state: 'dropped', refusal_code: 'given-back', amount_minor: 900 },
      { state: 'succeeded', amount_minor: 300 },
      { state: 'requested', amount_minor: 600 },
    ]);
    await world.settle();
    await expectBounds();
  });

  it('is not paid otherwise while the provider is being asked for it', async () => {
    const { fan, attempt } = await buyer();
    await owedRefund(attempt);
    const item = (await itemOf(fan))!;
    const claimed = (by: string | null) =>
      world.database.tenants.write(luna(), (db) =>
        db('payment_reversals')
          .where({ id: item._id })
          .update({ claimed_by: by, claimed_at: by === null ? null : new Date() }),
      );
    await claimed(v7());
    for (const decision of ['paid_by_hand', 'to_wallet'])
      expect((await settle({ id: item._id, decision, evidence: 'Bank transfer 78' })).body.code).toBe(
        'refund-under-way',
      );
    await claimed(null);
    expect((await settle({ id: item._id, decision: 'paid_by_hand', evidence: 'Bank transfer 78' })).status).toBe(200);
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

/** A refund that the provider refuses at first. */
async function owedRefund(attempt: { id: string }, amountMinor = 900): Promise<void> {
  await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
  await askRefund(attempt, amountMinor);
  await world.runJobs();
}

/** The job of a refund alone, as no webhook is applied meanwhile. */
async function refundJobs(): Promise<void> {
  const { ctx, database } = world;
  const asked = await database.tenants.read(luna(), (db) => db('payment_reversals').where({ state: 'requested' }));
  for (const { id: reversalId } of asked)
    await refundPaymentJob.run({ ctx, tenant: luna(), payload: { reversalId }, attempt: 1, log: ctx.log });
}

/** In the provider's console. Its webhook comes, and is applied by a job. */
async function atProvider(attempt: { provider_ref: string | null }, amount: number): Promise<void> {
  const response = await fetch(new URL('/v1/refunds', world.twin.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${world.twin.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ charge: attempt.provider_ref, reference: `console-${v7()}`, amount }),
  });
  expect(response.ok).toBe(true);
}

/** Its job has not run. */
const askRefund = ({ id: attemptId }: { id: string }, amountMinor: number): Promise<string> =>
  world.database.tenants.write(luna(), (db) =>
    requestRefund(db, { attemptId, amountMinor, currency: 'USD', reason: 'test', now: world.clock.now() }),
  );
