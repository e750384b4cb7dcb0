import { sql, table } from '@backlot/database/sql';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipOf } from '../../src/features/memberships/index.ts';
import { subscriptionOf } from '../../src/features/memberships/subscription-rows.ts';
import { statusAt } from '@backlot/domain/memberships/subscription';
import type { TestPerson } from '../../src/testing/people.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
const day = 86_400_000;
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(start);
});

const meOf = async (person: TestPerson) => (await world.call('GET /api/users/me', { as: person })).body.data;
const at = (iso: string): void => world.clock.set(new Date(iso));
const cancel = (person: TestPerson, body: object = {}) =>
  world.call('POST /api/cancel-subscription', { as: person, body });
const chargesOf = async (person: TestPerson) => {
  const rows = await world.database.tenants.read(person.tenant, (db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', person.id)
      .where('a.state', 'succeeded')
      .select('a.id'),
  );
  return rows.length;
};
/** A tick of the schedules, and what it enqueues. */
async function tick(): Promise<void> {
  const { renewMembershipsJob } = await import('../../src/features/memberships/renew-memberships.ts');
  const { expireMembershipsJob } = await import('../../src/features/memberships/expire-memberships.ts');
  for (const tenant of Object.values(world.tenants)) {
    for (const { run } of [renewMembershipsJob, expireMembershipsJob])
      await run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
  }
  await world.runJobs();
}
async function settings(values: Record<string, unknown>): Promise<void> {
  await world.database.tenants.write(world.tenants.luna, (db) =>
    db('settings')
      .insert(Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) as never })))
      .onConflict('key')
      .merge(),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
}
const mailsTo = async (person: TestPerson) =>
  (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000))
    .filter(({ to }) => to === person.email)
    .map(({ subject, text }) => ({ subject, text }));

describe('renewal', () => {
  it('keeps the day of the month: 31 January, last of February, 31 March', async () => {
    const fan = await world.member();
    expect((await meOf(fan)).expiration_date).toBe('2026-02-28T10:00:00.000Z');
    at('2026-02-28T10:00:01Z');
    await tick();
    expect((await meOf(fan)).expiration_date).toBe('2026-03-31T10:00:00.000Z');
    at('2026-03-31T10:00:01Z');
    await tick();
    expect((await meOf(fan)).expiration_date).toBe('2026-04-30T10:00:00.000Z');
    expect(await chargesOf(fan)).toBe(3);
    await world.settle();
    expect(await world.booked()).toEqual(await world.charged());
  });

  it('does not wait for those of a provider that the site has no more', async () => {
    const fan = await world.member();
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await db.raw(
        `insert into ?? (id, email, email_key, name, role, password_hash) select md5('stuck' || n)::uuid, n || '@stuck.example', n || '@stuck.example', '', 'user', 'x' from generate_series(1, 510) n`,
        [db.table('users')],
      );
      const gone = v7();
      await db('provider_accounts').insert({ id: gone, provider: 'gone', currency: 'USD' });
      await db.raw(
        `insert into ?? (id, user_id, anchor_at, months, started_at, ends_at, initial_minor, recurring_minor, currency, status, next_billing_at, provider, account_id, updated_at)
         select gen_random_uuid(), md5('stuck' || n)::uuid, ?::timestamptz, 1, ?, ?, 900, 900, 'USD', '0', ?, 'gone', ?, now() from generate_series(1, 510) n`,
        [
          db.table('subscriptions'),
          start,
          start,
          new Date(start.getTime() + day),
          new Date(start.getTime() + day),
          gone,
        ] as never,
      );
    });
    at('2026-02-28T10:00:01Z');
    await tick();
    expect((await meOf(fan)).expiration_date).toBe('2026-03-31T10:00:00.000Z');
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await db('subscriptions').where({ provider: 'gone' }).delete();
      await db('users').where('email_key', 'like', '%@stuck.example').delete();
      await db('provider_accounts').where({ provider: 'gone' }).delete();
    });
  });

  it('is not early, and is once however often the jobs run', async () => {
    const fan = await world.member();
    at('2026-02-28T09:59:59Z');
    await tick();
    expect(await chargesOf(fan)).toBe(1);
    at('2026-02-28T10:00:00Z');
    const { renewMembershipJob } = await import('../../src/features/memberships/renew-memberships.ts');
    await Promise.all(
      Array.from({ length: 10 }, () =>
        renewMembershipJob.run({
          ctx: world.ctx,
          tenant: world.tenants.luna,
          payload: { userId: fan.id },
          attempt: 1,
          log: world.ctx.log,
        }),
      ),
    );
    await tick();
    expect(await chargesOf(fan)).toBe(2);
  });

  it('of an unknown outcome is not charged again; the truth is found', async () => {
    const fan = await world.member();
    at('2026-02-28T10:00:01Z');
    await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost' });
    await tick();
    await tick();
    expect(await chargesOf(fan)).toBe(1);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    await world.reconcile();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      expiration_date: '2026-03-31T10:00:00.000Z',
    });
    expect(await chargesOf(fan)).toBe(2);
  });

  it('SUB-40 that is declined is tried on the set days, tells the fan, and ends in no membership', async () => {
    const fan = await world.member('luna', card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '0',
      isRebillFailed: true,
      subscription_detail: { is_rebill_failed: true },
    });
    const tries = async () =>
      (
        await world.database.tenants.read(fan.tenant, (db) =>
          db('payment_intents').where({ user_id: fan.id, kind: 'renewal' }),
        )
      ).length;
    expect(await tries()).toBe(1);
    for (const [wait, expected] of [
      [0.9, 1],
      [1.01, 2],
      [2.9, 2],
      [3.01, 3],
      [6.9, 3],
      [7.01, 4],
      [9, 4],
      [40, 4],
    ] as const) {
      world.clock.set(new Date(Date.parse('2026-02-28T10:00:00Z') + wait * day));
      await tick();
      expect([wait, await tries()]).toEqual([wait, expected]);
    }
    expect(await chargesOf(fan)).toBe(1);
    expect((await mailsTo(fan)).filter(({ subject }) => subject === 'Your renewal failed')).toHaveLength(4);
    expect((await meOf(fan)).next_billing_date).toBeNull();
  });

  it('SUB-43 the fan may renew at once with another card', async () => {
    const fan = await world.member('luna', card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    at('2026-03-01T00:00:00Z');
    expect((await world.subscribe(fan)).status).toBe(200);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      isRebillFailed: false,
      expiration_date: '2026-04-01T00:00:00.000Z',
    });
    at('2026-03-03T11:00:00Z');
    await tick();
    expect(await chargesOf(fan)).toBe(2);
  });

  it('C20 is not tried again after a hard decline', async () => {
    const fan = await world.member('luna', card.needsAttentionLater);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '0',
      isRebillFailed: true,
      next_billing_date: null,
    });
    at('2026-03-20T10:00:00Z');
    await tick();
    expect(
      await world.database.tenants.read(fan.tenant, (db) =>
        db('payment_intents').where({ user_id: fan.id, kind: 'renewal' }),
      ),
    ).toHaveLength(1);
  });

  it('a provider that is away costs nobody the membership', async () => {
    const fan = await world.member();
    at('2026-02-28T10:00:01Z');
    await world.faults({ kind: 'reset-before', count: 1 });
    await tick();
    await world.reconcile();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
    await tick();
    expect(await meOf(fan)).toMatchObject({ expiration_date: '2026-03-31T10:00:00.000Z' });
    expect(await chargesOf(fan)).toBe(2);
  });

  it('SUB-10 a returning fan pays the returning price', async () => {
    await settings({ returning_membership_price: 12, returning_recurring_membership_price: 14 });
    const fan = await world.member();
    await cancel(fan);
    at('2026-05-01T00:00:00Z');
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    expect(quote.body.data).toMatchObject({ initial_amount: 12, recurring_amount: 14 });
    expect((await world.subscribe(fan, { stored: true })).body.data).toMatchObject({ state: 'succeeded', amount: 12 });
    at('2026-06-01T00:00:01Z');
    await tick();
    const intents = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_intents').where({ user_id: fan.id }).orderBy('created_at'),
    );
    expect(intents.map(({ kind, amount_minor, state }) => [kind, amount_minor, state])).toEqual([
      ['membership', 1999, 'succeeded'],
      ['membership', 1200, 'succeeded'],
      ['renewal', 1400, 'succeeded'],
    ]);
  });
});

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
    await settings({ is_cancel_subscription_reason_enabled: true });
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
    await settings({ is_cancel_subscription_reason_enabled: false });
  });

  it('SUB-23 twice is as once, and without a membership it is refused', async () => {
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
    await settings({ statement_descriptor: 'CLAY*STUDIO' });
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
