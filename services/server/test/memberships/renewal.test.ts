import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';

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

const { at, meOf, cancel, chargesOf, renewalsOf, seriesOf, tick, mailsTo } = membershipsOf(() => world);

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
          new Date('2026-02-28T10:00:00Z'),
          new Date('2026-02-28T10:00:00Z'),
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
      [13.9, 4],
      [14.01, 5],
      [29.9, 5],
      [40, 5],
    ] as const) {
      world.clock.set(new Date(Date.parse('2026-02-28T10:00:00Z') + wait * day));
      await tick();
      expect([wait, await tries()]).toEqual([wait, expected]);
    }
    expect(await chargesOf(fan)).toBe(1);
    expect((await mailsTo(fan)).filter(({ subject }) => subject === 'Your renewal failed')).toHaveLength(5);
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

  it('C20 SUB-46 is not tried again after a hard decline, until there is a new card', async () => {
    const fan = await world.member('luna', card.stolenLater);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '0',
      isRebillFailed: true,
      cardAuthorizedByAllGateway: true,
      next_billing_date: null,
    });
    at('2026-03-20T10:00:00Z');
    await tick();
    expect(await renewalsOf(fan)).toHaveLength(1);
  });

  it('DECISIONS 23 codes -23 and -24 mean a later try and keep the membership for three days', async () => {
    const fan = await world.member('luna', card.needsAttentionLater);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      next_billing_date: '2026-03-01T10:00:00.000Z',
    });
    at('2026-03-03T09:59:59Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('2');
    at('2026-03-03T10:00:00Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
    await tick();
    expect((await meOf(fan)).next_billing_date).toBe('2026-03-05T10:00:00.000Z');
  });

  it('is given up after thirty days; then nothing waits for a card any more', async () => {
    const fan = await world.member('luna', card.stolenLater);
    at('2026-02-28T10:00:01Z');
    await tick();
    at('2026-03-30T09:59:59Z');
    await tick();
    expect((await seriesOf(fan)).map(({ state }) => state)).toEqual(['billing']);
    at('2026-03-30T10:00:00Z');
    await tick();
    expect((await seriesOf(fan)).map(({ state }) => state)).toEqual(['ended']);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0', isRebillFailed: true });
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
    await changeSettings(world, { returning_membership_price: 12, returning_recurring_membership_price: 14 });
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
