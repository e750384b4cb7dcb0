import type { TenantDb } from '@backlot/database';
import { sql } from '@backlot/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { lockBuyer, walletOf } from '../../src/features/ledger/index.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { meOf, cancel } = membershipsOf(() => world);

/** A member whom CCBill charged twice: on the form, and once more by itself. */
const renewedMember = async () => {
  const member = await world.formMember();
  world.ccbill.renew(member.sale.subscriptionId);
  await world.settleNotices();
  return member;
};

const intentOf = ({ id, tenant }: TestPerson, kind: string) =>
  world.database.tenants.read(
    tenant,
    async (db) => (await db('payment_intents').where({ user_id: id, kind }).first('id'))!.id,
  );

/** What went back, each with the charge that it is booked on. */
const reversalsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy(['i.kind', 'r.id'])
      .select('r.kind', 'r.state', 'r.amount_minor', 'i.kind as of'),
  );

const periodsOf = ({ id, tenant }: TestPerson) =>
  world.database.tenants.read(tenant, (db) =>
    db('subscription_periods as p')
      .join(db.table('subscriptions as s'), 's.id', 'p.subscription_id')
      .where('s.user_id', id)
      .orderBy('p.starts_at')
      .select('p.id', 'p.ends_at', 'p.cut_at'),
  );

/** Applies what was told and waits, so that each has chosen a charge before any of them is booked. */
const applyAtOnce = async ({ id, tenant }: TestPerson): Promise<void> => {
  const { ctx, database } = world;
  const told = await database.tenants.read(tenant, (db) =>
    db('webhook_deliveries').whereNull('processed_at').select('id', 'account_id', 'events'),
  );
  const waiting = (db: TenantDb) =>
    sql`select 1 from pg_catalog.pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_catalog.pg_database where datname = current_database())`.run(db);
  let applied: Array<Promise<void>> = [];
  await database.tenants.write(tenant, async (db) => {
    await lockBuyer(db, id);
    applied = told.map(({ id: deliveryId, account_id: accountId, events }) =>
      applyWebhookJob.run({
        ctx,
        tenant,
        payload: { deliveryId, accountId, events },
        attempt: 1,
        log: ctx.log,
      }),
    );
    await vi.waitUntil(async () => (await waiting(db)) === told.length, { timeout: 20_000 });
  });
  await Promise.all(applied);
};

describe('money that goes back of a subscription which CCBill charged again, and which no notice says the charge of', () => {
  it.each(['chargeback', 'refund'] as const)(
    'is booked on the newest charge; while the period before still runs, a %s leaves it to its end, as the last',
    async (kind) => {
      const { fan, sale } = await renewedMember();
      const [first, second] = await periodsOf(fan);
      world.ccbill[kind](sale.subscriptionId);
      await world.settleNotices();
      expect(await reversalsOf(fan)).toMatchObject([{ kind, state: 'succeeded', of: 'renewal' }]);
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1', next_billing_date: null });
      expect(await periodsOf(fan)).toMatchObject([
        { id: first!.id, ends_at: first!.ends_at, cut_at: null },
        { id: second!.id, cut_at: expect.any(Date) },
      ]);
      expect((await meOf(fan)).expiration_date).toBe(first!.ends_at!.toISOString());
      await world.booked('luna');
    },
  );

  it('ends the membership where what the running period had been paid with went back before', async () => {
    const { fan, sale } = await renewedMember();
    const refund = async (kind: string) => {
      const body = { id: await intentOf(fan, kind), amount: 19.99, currency: 'USD', reason: 'asked for' };
      expect((await world.call('POST /api/reports/refund', { as: world.people.luna.admin, body })).status).toBe(200);
      await world.runJobs();
      world.ccbill.refund(sale.subscriptionId);
      await world.settleNotices();
    };
    const closes = async (kind: string) =>
      (
        await world.call('GET /api/reports/refund', {
          as: world.people.luna.admin,
          query: { id: await intentOf(fan, kind) },
        })
      ).body.data;
    const [first] = await periodsOf(fan);
    expect(await closes('renewal')).toMatchObject({ is_open: true, closes_at: first!.ends_at!.toISOString() });
    await refund('membership');
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    expect(await closes('renewal')).toMatchObject({ is_open: true, closes_at: null });
    await refund('renewal');
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    await world.booked('luna');
  });

  it('is booked on the newest charge, and a chargeback ends the membership once its period runs', async () => {
    const { fan, sale } = await renewedMember();
    world.clock.advance(31 * 86_400_000);
    world.ccbill.setTime(world.clock.now());
    world.ccbill.chargeback(sale.subscriptionId);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([{ kind: 'chargeback', state: 'succeeded', of: 'renewal' }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    await world.booked('luna');
  });

  it('is booked on the charge before where nothing is left of the newest, and once however often it is told', async () => {
    const { fan, sale } = await renewedMember();
    world.ccbill.faults([{ kind: 'notice-doubled' }]);
    world.ccbill.refund(sale.subscriptionId);
    await world.settleNotices();
    const ofRenewal = { kind: 'refund', state: 'succeeded', amount_minor: 1999, of: 'renewal' };
    expect(await reversalsOf(fan)).toMatchObject([ofRenewal]);
    world.ccbill.refund(sale.subscriptionId);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([{ ...ofRenewal, of: 'membership' }, ofRenewal]);
    await world.booked('luna');
  });

  it('is booked on a charge each where two refunds are told at the same moment', async () => {
    const { fan, sale } = await renewedMember();
    world.ccbill.refund(sale.subscriptionId);
    world.ccbill.refund(sale.subscriptionId);
    await world.sendNotices();
    await applyAtOnce(fan);
    const refund = { kind: 'refund', state: 'succeeded', amount_minor: 1999 };
    expect(await reversalsOf(fan)).toMatchObject([
      { ...refund, of: 'membership' },
      { ...refund, of: 'renewal' },
    ]);
    await world.booked('luna');
  });

  it('settles the refund that staff asked for and had to make in the console', async () => {
    const { fan, sale } = await renewedMember();
    const asked = await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: await intentOf(fan, 'membership'), amount: 5, currency: 'USD', reason: 'asked for' },
    });
    expect(asked.status).toBe(200);
    await world.runJobs();
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'owed', of: 'membership' }]);
    world.ccbill.refund(sale.subscriptionId, 500);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([{ kind: 'refund', state: 'succeeded', of: 'membership' }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    await world.booked('luna');
  });

  it('is booked on the newest charge when a bank takes back what had been refunded to the wallet, which leaves it', async () => {
    await changeSettings(world, { is_crypto_payment_enabled: true });
    const { fan, sale } = await renewedMember();
    const renewal = await intentOf(fan, 'renewal');
    const refunded = await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: renewal, amount: 19.99, currency: 'USD', reason: 'asked for', to_wallet: true, keeps_access: true },
    });
    expect(refunded.status).toBe(200);
    world.ccbill.chargeback(sale.subscriptionId);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([
      { kind: 'refund', state: 'succeeded', of: 'renewal' },
      { kind: 'chargeback', state: 'succeeded', of: 'renewal' },
    ]);
    const wallet = await world.database.tenants.read(fan.tenant, (db) => walletOf(db, fan.id, 'USD'));
    expect(wallet).toMatchObject({ balanceMinor: 0, owedMinor: 0 });
    await changeSettings(world, { is_crypto_payment_enabled: false });
  });

  it('leaves the rest of a charge that bought nothing to be given back, where a bank takes only a part of it', async () => {
    const { fan, sale } = await world.formMember();
    await cancel(fan);
    await world.runJobs();
    world.ccbill.renew(sale.subscriptionId);
    await world.settleNotices();
    const owed = { kind: 'refund', state: 'owed', amount_minor: 1999, of: 'renewal' };
    expect(await reversalsOf(fan)).toMatchObject([owed]);
    world.ccbill.chargeback(sale.subscriptionId, 500);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([
      { ...owed, state: 'dropped' },
      { kind: 'chargeback', state: 'succeeded', amount_minor: 500, of: 'renewal' },
      { ...owed, amount_minor: 1499 },
    ]);
    await world.booked('luna');
  });

  it('is booked where it was asked for though a bank took a part first, and the rest does not go back as well', async () => {
    const { fan, sale } = await renewedMember();
    const asked = await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: await intentOf(fan, 'renewal'), amount: 10, currency: 'USD', reason: 'asked for' },
    });
    expect(asked.status).toBe(200);
    await world.runJobs();
    const owed = { kind: 'refund', state: 'owed', amount_minor: 1000, of: 'renewal' };
    expect(await reversalsOf(fan)).toMatchObject([owed]);
    world.ccbill.chargeback(sale.subscriptionId, 400);
    await world.settleNotices();
    const taken = { kind: 'chargeback', state: 'succeeded', amount_minor: 400, of: 'renewal' };
    const dropped = { ...owed, state: 'dropped' };
    expect(await reversalsOf(fan)).toMatchObject([dropped, taken, { ...owed, amount_minor: 600 }]);
    // Staff had paid it in CCBill's console, whose webhook is late.
    world.ccbill.refund(sale.subscriptionId, 1000);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([
      dropped,
      taken,
      { ...dropped, amount_minor: 600 },
      { ...owed, state: 'succeeded' },
    ]);
    await world.booked('luna');
  });

  it('is not taken for a refund of another charge that staff ask for afterwards', async () => {
    const { fan, sale } = await renewedMember();
    world.ccbill.refund(sale.subscriptionId);
    await world.settleNotices();
    const asked = await world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id: await intentOf(fan, 'membership'), amount: 19.99, currency: 'USD', reason: 'asked for' },
    });
    expect(asked.status).toBe(200);
    await world.runJobs();
    expect(await reversalsOf(fan)).toMatchObject([
      { kind: 'refund', state: 'owed', of: 'membership' },
      { kind: 'refund', state: 'succeeded', of: 'renewal' },
    ]);
  });

  it('stops the newest where CCBill can not be asked, and is booked on it when it can', async () => {
    const { fan, sale } = await renewedMember();
    world.ccbill.faults([{ kind: 'error-before', on: 'status' }]);
    world.ccbill.chargeback(sale.subscriptionId);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
    expect(await reversalsOf(fan)).toEqual([]);
    world.ccbill.faults([]);
    await world.runJobs({ includingFuture: true });
    expect(await reversalsOf(fan)).toMatchObject([{ kind: 'chargeback', state: 'succeeded', of: 'renewal' }]);
  });
});
