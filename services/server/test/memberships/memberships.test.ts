import { sql, table } from '@backlot/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleAttempt } from '../../src/features/checkout/settle/settle-attempt.ts';
import { membershipOf } from '../../src/features/memberships/index.ts';
import { subscriptionOf } from '../../src/features/memberships/subscription-rows.ts';
import { statusAt } from '@backlot/domain/memberships/subscription';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';

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

const { at, meOf, cancel, chargesOf, tick, mailsTo } = membershipsOf(() => world);

const lastAttemptOf = async ({ id, tenant }: TestPerson) =>
  (await world.database.tenants.read(tenant, (db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where({ 'i.user_id': id, 'i.kind': 'membership' })
      .orderBy('a.started_at', 'desc')
      .first('a.id'),
  ))!;

describe('cancelling', () => {
  it('SUB-02 SUB-05 SUB-06 stops renewal; the membership stays until its expiration date', async () => {
    const fan = await world.member();
    const answer = await cancel(fan);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Subscription Cancelled',
        ccbill_subscription_status: '1',
        data: { cancelled: true, expiration_date: '2026-02-28T10:00:00.000Z' },
      },
    });
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '1',
      next_billing_date: null,
      payment: { membership: true },
    });
    at('2026-02-28T09:59:59.999Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('1');
    at('2026-02-28T10:00:00Z');
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0', payment: { membership: false } });
  });

  it('SUB-03 C16 nothing is charged after it, not even what was due', async () => {
    const fan = await world.member();
    at('2026-02-28T10:00:01Z');
    await cancel(fan);
    await tick();
    at('2026-06-01T00:00:00Z');
    await tick();
    expect(await chargesOf(fan)).toBe(1);
  });

  it('C16 stops the retries of a failed renewal', async () => {
    const fan = await world.member('luna', card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect((await cancel(fan)).body.data.cancelled).toBe(true);
    expect(await meOf(fan)).toMatchObject({ isRebillFailed: false });
    at('2026-03-05T00:00:00Z');
    await tick();
    expect(
      await world.database.tenants.read(fan.tenant, (db) =>
        db('payment_intents').where({ user_id: fan.id, kind: 'renewal' }),
      ),
    ).toHaveLength(1);
  });

  it('while a renewal is under way: the fan is out, and money that still comes is given back', async () => {
    const fan = await world.member();
    at('2026-02-28T10:00:01Z');
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    await tick();
    await cancel(fan);
    await world.reconcile();
    await world.settle();
    const refunds = (await world.twin.control.charges()).filter(({ refunded }) => refunded > 0);
    expect(refunds).toMatchObject([{ amount: 1999, refunded: 1999 }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    await world.booked();
  });

  it('C16 also stops the membership whose payment is awaited: it runs to the end of what was paid, and renews no more', async () => {
    const fan = await world.member('luna', card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    expect((await world.subscribe(fan)).body.data).toMatchObject({ state: 'pending' });
    at('2026-02-28T10:05:00Z');
    expect((await cancel(fan)).body.data.cancelled).toBe(true);
    await world.reconcile();
    await world.settle();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '1',
      next_billing_date: null,
      payment: { membership: true },
    });
    const charges = await chargesOf(fan);
    at('2026-06-01T00:00:00Z');
    await tick();
    expect(await chargesOf(fan)).toBe(charges);
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
    await world.booked();
  });

  it('C16 stops it also where a chargeback of an earlier month came after the cancellation', async () => {
    const fan = await world.member('luna', card.noRenewal);
    const [first] = (await world.twin.control.charges()).slice(-1);
    at('2026-02-28T10:00:01Z');
    await tick();
    await world.faults({ kind: 'webhook-lost' });
    await world.subscribe(fan, { number: card.pendingGood });
    const awaited = await lastAttemptOf(fan);
    await settleAttempt(world.ctx, fan.tenant, awaited.id, { kind: 'absent', certainty: 'final' });
    at('2026-02-28T10:01:00Z');
    expect((await world.subscribe(fan)).body.data).toMatchObject({ state: 'succeeded' });
    at('2026-02-28T10:05:00Z');
    await cancel(fan);
    await world.faults();
    await world.twin.control.chargeback(first!.reference);
    await world.settle();
    at('2026-04-10T10:00:00Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');

    const came = (await world.twin.control.charges()).find(({ reference }) => reference === awaited.id)!;
    const { amount: amountMinor, currency, id: providerRef } = came;
    await settleAttempt(world.ctx, fan.tenant, awaited.id, { kind: 'succeeded', providerRef, amountMinor, currency });
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1', next_billing_date: null });
    const charges = await chargesOf(fan);
    at('2026-08-01T00:00:00Z');
    await tick();
    expect(await chargesOf(fan)).toBe(charges);
    await world.booked();
  });

  it('races with renewal: afterwards either was first, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      at('2026-01-31T10:00:00Z');
      const fan = await world.member();
      at('2026-02-28T10:00:01Z');
      const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
      await Promise.all([
        renewMembershipJob.run({
          ctx: world.ctx,
          tenant: world.tenants.luna,
          payload: { userId: fan.id },
          attempt: 1,
          log: world.ctx.log,
        }),
        new Promise((resolve) => setTimeout(resolve, round * 3)).then(() => cancel(fan)),
      ]);
      await world.settle();
      await world.settle();
      const me = await meOf(fan);
      const taken = (await world.database.tenants.read(fan.tenant, (db) =>
        db('user_totals').where({ user_id: fan.id }).first(),
      ))!;
      const kept = taken.spent_minor - taken.refunded_minor;
      expect([me.ccbillSubscriptionStatus, kept]).toEqual(kept === 1999 ? ['0', 1999] : ['1', 3998]);
    }
  });

  it('SUB-22 SUB-27 SUB-29 SUB-30 asks for a reason where the site wants one', async () => {
    await changeSettings(world, { is_cancel_subscription_reason_enabled: true });
    const fan = await world.member();
    const codes = async (body: object) => (await cancel(fan, body)).body;
    expect(await codes({})).toMatchObject({
      code: 'cancel-reason-required',
      message: 'Please Select Reason for Cancellation',
    });
    expect(await codes({ reason: 'Other' })).toMatchObject({
      code: 'cancel-reason-text-required',
      message: 'Please Write Reason for cancellation',
    });
    expect(await codes({ reason: 'Other', other_reason: '  ' })).toMatchObject({
      code: 'cancel-reason-text-blank',
      message: 'Please enter valid reason for cancellation',
    });
    expect(await codes({ reason: 'no reason of ours' })).toMatchObject({ code: 'cancel-reason-required' });
    expect(await codes({ reason: 'Other', other_reason: ' too busy ' })).toMatchObject({
      ccbill_subscription_status: '1',
    });
    const row = await world.database.tenants.read(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).first(),
    );
    expect(row).toMatchObject({ cancel_reason: 'other', cancel_other: 'too busy' });
    await changeSettings(world, { is_cancel_subscription_reason_enabled: false });
  });

  it.each([
    ["Can't Afford Right Now, But I'll Be Back!", 'cancel-reason-afford'],
    ['Not Enough Content', 'cancel-reason-content'],
    ["Content Isn't Sexy Enough", 'cancel-reason-quality'],
    ['cancel-reason-quality', 'cancel-reason-quality'],
  ])('SUB-28 takes the usual reason %j and keeps %s', async (reason, kept) => {
    await changeSettings(world, { is_cancel_subscription_reason_enabled: true });
    const fan = await world.member();
    expect(await cancel(fan, { reason })).toMatchObject({ status: 200 });
    const row = await world.database.tenants.read(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).first(),
    );
    expect(row).toMatchObject({ cancel_reason: kept, cancel_other: null });
    await changeSettings(world, { is_cancel_subscription_reason_enabled: false });
  });

  it('twice is as once, and without a membership it is refused', async () => {
    const fan = await world.member();
    await cancel(fan);
    expect((await cancel(fan)).body).toMatchObject({ success: true, ccbill_subscription_status: '1' });
    expect(await cancel(await world.fresh())).toMatchObject({ status: 409, body: { code: 'not-subscribed' } });
    expect(
      await world.database.tenants.read(fan.tenant, (db) =>
        db('subscription_events as e')
          .join(db.table('subscriptions as s'), 's.id', 'e.subscription_id')
          .where('s.user_id', fan.id)
          .where('e.kind', 'cancelled'),
      ),
    ).toHaveLength(1);
  });

  it('is taken back by the fan before the end, and then renews', async () => {
    const fan = await world.member();
    await cancel(fan);
    const undo = () => world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    expect((await undo()).body.data).toEqual({
      ccbill_subscription_status: '2',
      next_billing_date: '2026-02-28T10:00:00.000Z',
    });
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await chargesOf(fan)).toBe(2);
    await cancel(fan);
    at('2026-04-02T00:00:00Z');
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'not-subscribed' } });
  });
});

describe('what happened', () => {
  it('is mailed: a receipt with amounts, dates and how to cancel; the cancellation with its end', async () => {
    await changeSettings(world, { statement_descriptor: 'CLAY*STUDIO' });
    const fan = await world.member();
    await cancel(fan);
    await world.runJobs();
    const mails = await mailsTo(fan);
    const receipt = mails.find(({ subject }) => subject.startsWith('Your receipt'))!;
    expect(receipt.subject).toContain('$19.99');
    for (const part of [
      'January 31, 2026',
      'CLAY*STUDIO',
      'The next payment of $19.99 is on February 28, 2026.',
      'http://luna.test:8000/profile',
    ])
      expect(receipt.text).toContain(part);
    expect(mails.find(({ subject }) => subject === 'Your membership is cancelled')?.text).toContain(
      'February 28, 2026',
    );
    for (const { text } of mails) expect(text).not.toMatch(/mail-|\{\{|backlot/i);
  });

  it('is told to open pages, once', async () => {
    const fan = await world.member();
    await cancel(fan);
    at('2026-03-01T00:00:00Z');
    await tick();
    await tick();
    const { listEventsAfter } = await import('@backlot/database/shared-functions');
    const events = await world.database.tenants.read(fan.tenant, (db) => listEventsAfter(db, `user:${fan.id}`, 0));
    expect(events.map(({ event, data }) => [event, (data as { status?: string }).status])).toEqual([
      ['MEMBERSHIP_CHANGED', '2'],
      ['PURCHASE_SETTLED', undefined],
      ['MEMBERSHIP_CHANGED', '1'],
      ['MEMBERSHIP_CHANGED', '0'],
    ]);
  });

  it("LIMIT-18 the status in SQL is the rule's at every instant", async () => {
    const fans = [await world.member(), await world.member(), await world.member('luna', card.noRenewal)];
    await cancel(fans[1]!);
    at('2026-02-28T10:00:01Z');
    const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
    await renewMembershipJob.run({
      ctx: world.ctx,
      tenant: world.tenants.luna,
      payload: { userId: fans[2]!.id },
      attempt: 1,
      log: world.ctx.log,
    });
    const { membershipsAt } = await import('../../src/features/memberships/index.ts');
    for (const iso of [
      '2026-02-28T10:00:01Z',
      '2026-03-01T09:59:59.999Z',
      '2026-03-01T10:00:00Z',
      '2026-06-01T00:00:00Z',
    ]) {
      const now = new Date(iso);
      await world.database.tenants.read(world.tenants.luna, async (db) => {
        const rows = await sql<Parameters<typeof subscriptionOf>[0] & { now_status: string }>`
          select s.*, n.status as now_status from ${table('subscriptions')} s join ${membershipsAt(now)} n on n.user_id = s.user_id`.all(
          db,
        );
        expect(rows.length).toBeGreaterThan(3);
        for (const row of rows) {
          if (row.updated_at > now) continue;
          expect([iso, row.user_id, row.now_status]).toEqual([iso, row.user_id, statusAt(subscriptionOf(row), now)]);
        }
      });
    }
    expect(
      (
        await world.database.tenants.read(world.tenants.luna, (db) =>
          membershipOf(db, fans[0]!.id, new Date('2026-03-01T09:00:00Z')),
        )
      ).status,
    ).toBe('2');
  });
});
