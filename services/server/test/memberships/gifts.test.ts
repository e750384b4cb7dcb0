import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(start));

const { at, meOf, cancel, chargesOf, periodsOf, seriesOf, tick, mailsTo } = membershipsOf(() => world);
const { reported } = openItemsOf(() => world);
const give = (fan: TestPerson, body: object, as: TestPerson = world.people.luna.model) =>
  world.call('POST /api/admin/give_complimentary_subscription', { as, body: { user_id: fan.id, ...body } });
const revoke = (fan: TestPerson, as: TestPerson = world.people.luna.model) =>
  world.call('POST /api/admin/revoke_complimentary_subscription', { as, body: { user_id: fan.id } });
const cancelGift = (fan: TestPerson, body?: object) =>
  world.call('POST /api/users/cancel_complimentary_subscription', { as: fan, ...(body ? { body } : {}) });

describe('a membership that staff give', () => {
  it('ADMIN-12 gives access for the months given, costs nothing, is told by mail and ends by itself', async () => {
    const fan = await world.fresh();
    const answer = await give(fan, { months: 1, reason: 'won the raffle' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { ccbill_subscription_status: '2', has_complimentary_subscription: true } },
    });
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      has_complimentary_subscription: true,
      expiration_date: '2026-02-28T10:00:00.000Z',
      next_billing_date: null,
    });
    expect(await periodsOf(fan)).toMatchObject([
      { cause: 'granted', granted_by: world.people.luna.model.id, reason: 'won the raffle', transaction_id: null },
    ]);
    expect(await seriesOf(fan)).toEqual([]);
    await world.runJobs();
    expect((await mailsTo(fan)).find(({ text }) => text.includes('February 28, 2026'))).toBeDefined();
    at('2026-02-28T10:00:00Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0', has_complimentary_subscription: false });
    expect(await chargesOf(fan)).toBe(0);
  });

  it('is refused to a member for ever, also where a chargeback of something else has stopped the renewals of that', async () => {
    const fan = await world.member();
    const change = (values: object) =>
      world.database.tenants.write(fan.tenant, (db) => db('subscriptions').where({ user_id: fan.id }).update(values));
    await change({ ends_at: null, status_until: null, next_billing_at: null });
    expect((await give(fan, { months: 1 })).body.code).toBe('already-subscribed');
    await change({ cancelled_at: start, stopped_by: 'chargeback', status: '1' });
    expect((await give(fan, { months: 1 })).body.code).toBe('already-subscribed');
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1', expiration_date: null });
  });

  it("given until a day, ends with that day in the site's time zone", async () => {
    const fan = await world.fresh();
    expect((await give(fan, { end_date: '2026-02-10' })).body.data.expiration_date).toBe('2026-02-10T23:59:00.000Z');
    at('2026-02-10T23:58:59Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('2');
    at('2026-02-10T23:59:00Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
  });

  it.each([
    ['neither months nor a day', {}, 'months', 'required'],
    ['a day that has passed', { end_date: '2026-01-30' }, 'end_date', 'gift-ends-early'],
    ['no day of the calendar', { end_date: '2026-02-30' }, 'end_date', 'date'],
    ['more than ten years', { end_date: '2046-01-01' }, 'end_date', 'gift-ends-late'],
  ])('is refused for %s', async (_what, body, field, code) => {
    expect(await give(await world.fresh(), body)).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', errors: [{ field, code }] },
    });
  });

  it('given again, is extended from its end; given to a cancelled member, begins when the paid time ends', async () => {
    const given = await world.fresh();
    await give(given, { months: 1 });
    expect((await give(given, { months: 2 })).body.data.expiration_date).toBe('2026-04-28T10:00:00.000Z');
    const member = await world.member();
    await cancel(member);
    expect((await give(member, { months: 1 })).body.data.expiration_date).toBe('2026-03-28T10:00:00.000Z');
    expect((await periodsOf(member)).map(({ cause, starts_at }) => [cause, starts_at.toISOString()])).toEqual([
      ['paid', '2026-01-31T10:00:00.000Z'],
      ['granted', '2026-02-28T10:00:00.000Z'],
    ]);
    at('2026-03-01T00:00:00Z');
    await tick();
    expect((await meOf(member)).ccbillSubscriptionStatus).toBe('2');
    expect(await chargesOf(member)).toBe(1);
  });

  it('is refused for a paying member, for staff and for an unknown id', async () => {
    expect(await give(await world.member(), { months: 1 })).toMatchObject({ body: { code: 'already-subscribed' } });
    for (const who of [{ ...world.people.luna.admin }, { ...world.people.luna.admin, id: v7() }])
      expect(await give(who, { months: 1 })).toMatchObject({ status: 404 });
  });

  it("cannot be given or revoked by another site's staff", async () => {
    const fan = await world.fresh();
    expect(await give(fan, { months: 1 }, world.people.mars.admin)).toMatchObject({ status: 404 });
    await give(fan, { months: 1 });
    expect(await revoke(fan, world.people.mars.admin)).toMatchObject({ status: 404 });
  });

  it('revoked, ends at once, including an extension', async () => {
    const fan = await world.fresh();
    await give(fan, { months: 1 });
    await give(fan, { months: 1 });
    at('2026-02-03T10:00:00Z');
    expect((await revoke(fan)).body.data).toMatchObject({ ccbill_subscription_status: '0' });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect((await periodsOf(fan)).every(({ cut_at }) => cut_at !== null)).toBe(true);
    expect(await revoke(fan)).toMatchObject({ status: 409, body: { code: 'not-complimentary' } });
    expect(await revoke(await world.member())).toMatchObject({ body: { code: 'not-complimentary' } });
  });

  it('revoked, leaves the time that the fan paid for before it, and nothing is charged afterwards', async () => {
    const member = await world.member();
    await cancel(member);
    await give(member, { months: 1 });
    at('2026-02-03T10:00:00Z');
    expect((await revoke(member)).body.data).toEqual({
      ccbill_subscription_status: '1',
      has_complimentary_subscription: false,
      expiration_date: '2026-02-28T10:00:00.000Z',
    });
    expect((await periodsOf(member)).map(({ cause, cut_at }) => [cause, cut_at !== null])).toEqual([
      ['paid', false],
      ['granted', true],
    ]);
    expect(await meOf(member)).toMatchObject({ ccbillSubscriptionStatus: '1', cancellation_final: true });
    expect(await world.call('POST /api/v2/subscription/undo-cancel', { as: member })).toMatchObject({
      body: { code: 'not-subscribed' },
    });
    at('2026-02-28T10:00:00Z');
    await tick();
    expect((await meOf(member)).ccbillSubscriptionStatus).toBe('0');
    expect(await chargesOf(member)).toBe(1);
  });

  it.each(['refund', 'chargeback'] as const)(
    'revoked, leaves the paid time, which a %s of that payment ends',
    async (kind) => {
      const member = await world.member();
      await cancel(member);
      await give(member, { months: 1 });
      await revoke(member);
      expect((await meOf(member)).ccbillSubscriptionStatus).toBe('1');
      const [attempt] = await world.database.tenants.read(member.tenant, async (db) =>
        db('payment_attempts as a')
          .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
          .where('i.user_id', member.id)
          .select('a.id', 'a.account_id', 'a.provider_ref', 'a.taken_minor'),
      );
      await reported(attempt!, { type: kind, amountMinor: attempt!.taken_minor! });
      expect((await meOf(member)).ccbillSubscriptionStatus).toBe('0');
    },
  );

  it('begins at once when the paid time before it is refunded', async () => {
    const member = await world.member();
    await cancel(member);
    await give(member, { months: 1 });
    at('2026-02-03T10:00:00Z');
    const [payment] = await world.database.tenants.read(member.tenant, async (db) =>
      db('payment_intents').where({ user_id: member.id }).select('id'),
    );
    const refunded = await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: payment!.id, amount: 19.99, currency: 'USD', reason: 'Asked for' },
    });
    expect(refunded.status).toBe(200);
    await world.runJobs();
    expect(await meOf(member)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      has_complimentary_subscription: true,
      expiration_date: '2026-03-03T10:00:00.000Z',
    });
    expect((await periodsOf(member)).map(({ cause, cut_at }) => [cause, cut_at !== null])).toEqual([
      ['paid', true],
      ['granted', false],
    ]);
  });

  it('SUB-25 SUB-26 can be cancelled by its own call, lasts until its date, and the cancellation can be undone', async () => {
    const fan = await world.fresh();
    expect(await cancelGift(fan)).toMatchObject({ status: 409, body: { code: 'not-complimentary' } });
    expect(await cancelGift(await world.member())).toMatchObject({ body: { code: 'not-complimentary' } });
    await give(fan, { months: 1 });
    expect(await cancelGift(fan)).toMatchObject({
      status: 200,
      body: {
        ccbill_subscription_status: '1',
        data: { cancelled: true, expiration_date: '2026-02-28T10:00:00.000Z' },
      },
    });
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('1');
    await world.runJobs();
    const mail = (await mailsTo(fan)).find(({ subject }) => subject === 'Your membership is cancelled');
    expect(mail?.text).toContain('You keep access until February 28, 2026.');
    expect(mail?.text).not.toContain('charged');
    expect(mail?.text).toContain('Keep the membership: ');
    await world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', next_billing_date: null });
    at('2026-02-28T10:00:00Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
  });
});
