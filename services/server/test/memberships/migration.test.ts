import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { leaveAccount } from '../../src/testing/leave-account.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
const asking = '2026-02-21T10:00:00Z';
const on = { 'migrate_subscription.is_enabled': true, 'migrate_subscription.days_before': 7 };
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
  await changeSettings(world, on);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(start);
});

const { at, cancel, chargesOf, meOf, renewalsOf, seriesOf, periodsOf, tick } = membershipsOf(() => world);

const useAnotherAccount = (): Promise<string> => leaveAccount(world);
const askedOf = async (fan: TestPerson) => (await meOf(fan)).showMigrationPopup;
const quoteOf = async (fan: TestPerson) => (await world.call('GET /api/migration-data', { as: fan })).body.data;

async function goOn(fan: TestPerson, body: object = {}, key?: string) {
  const quote = await quoteOf(fan);
  return world.call('POST /api/migrate-subscription-for-user', {
    as: fan,
    ...(key ? { key } : {}),
    body: { quote_id: quote.quote_id, consent: true, ...body },
  });
}
const spans = async (fan: TestPerson) =>
  (await periodsOf(fan)).map(({ starts_at, ends_at, cut_at }) => [
    starts_at.toISOString().slice(0, 10),
    ends_at?.toISOString().slice(0, 10) ?? null,
    cut_at?.toISOString().slice(0, 10) ?? null,
  ]);

describe('who is asked to go on with another account', () => {
  it('SUB-32 members whose account the site has left, from some days before their next payment on', async () => {
    const stays = await world.member();
    at(asking);
    expect(await askedOf(stays)).toBe(false);
    await useAnotherAccount();
    expect(await askedOf(stays)).toBe(true);
    world.clock.set(new Date(Date.parse(asking) - 1));
    expect(await askedOf(stays)).toBe(false);
    expect(await quoteOf(stays)).toBeNull();
    await changeSettings(world, { 'migrate_subscription.is_enabled': false });
    at(asking);
    expect(await askedOf(stays)).toBe(false);
    await changeSettings(world, on);
  });

  it('SUB-32 not who joined by the account in use, cancelled, or was given a membership', async () => {
    await useAnotherAccount();
    const [joined, cancelled, left] = [await world.member(), await world.member(), await world.member()];
    at(asking);
    expect(await askedOf(joined)).toBe(false);
    await useAnotherAccount();
    await cancel(cancelled);
    expect([await askedOf(left), await askedOf(cancelled)]).toEqual([true, false]);
  });

  it('ADMIN-13 staff ask one member at once, or never', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    const ask = (isAsked: boolean | null) =>
      world.call('POST /api/admin/update_user_migration_subscription', {
        as: world.people.luna.admin,
        body: { user_id: fan.id, migration_subscription: isAsked },
      });
    const shown = async () =>
      (await world.call(`GET /api/reports/fans/${fan.id}`, { as: world.people.luna.admin })).body.data.migration;
    expect(await shown()).toEqual({ migration_subscription: null, is_shown: false });
    expect((await ask(true)).body.data).toEqual({ migration_subscription: true });
    expect(await shown()).toEqual({ migration_subscription: true, is_shown: true });
    expect(await askedOf(fan)).toBe(true);
    await ask(false);
    at(asking);
    expect(await askedOf(fan)).toBe(false);
    await ask(null);
    expect(await askedOf(fan)).toBe(true);
  });

  it('settings say what members read and when they are asked, by their own calls', async () => {
    const admin = world.people.luna.admin;
    const saved = await world.call('POST /api/migrate-subscription', {
      as: admin,
      body: { message_content: 'We have moved.' },
    });
    expect(saved.status).toBe(200);
    await world.call('POST /api/save-condition', { as: admin, body: { is_enabled: true, days_before: 9 } });
    // What a process remembers is told by news.
    const read = async () => (await world.call('GET /api/migrate-subscription', { as: admin })).body.data;
    await expect.poll(read).toEqual({
      message_content: 'We have moved.',
      is_enabled: true,
      days_before: 9,
    });
    await changeSettings(world, on);
  });
});

describe('going on with another account', () => {
  it('SUB-33 SUB-34 pays the period after the one that runs, once: no day is lost, none is paid twice', async () => {
    const fan = await world.member();
    const account = await useAnotherAccount();
    at(asking);
    expect(await quoteOf(fan)).toMatchObject({
      reason: 'migration',
      initial_amount: 19.99,
      recurring_amount: 19.99,
      next_charge_at: '2026-03-31T10:00:00.000Z',
    });
    const card = await world.cardOf();
    const answer = await goOn(fan, { card });
    expect(answer.body.data).toMatchObject({ accepted: true, amount: 19.99, ccbill_subscription_status: '2' });
    expect(answer.body.data.transactionId).toEqual(expect.any(String));
    expect(await askedOf(fan)).toBe(false);
    expect(await spans(fan)).toEqual([
      ['2026-01-31', '2026-02-28', null],
      ['2026-02-28', '2026-03-31', null],
    ]);
    expect(await seriesOf(fan)).toMatchObject([
      { state: 'ended' },
      { state: 'billing', account_id: account, next_at: new Date('2026-03-31T10:00:00Z') },
    ]);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await renewalsOf(fan)).toEqual([]);
    at('2026-03-31T10:00:01Z');
    await tick();
    expect(await chargesOf(fan)).toBe(3);
    const attempts = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where('i.user_id', fan.id)
        .orderBy('a.started_at')
        .select('a.account_id', 'i.kind'),
    );
    expect(attempts.slice(1)).toEqual([
      { account_id: account, kind: 'migration' },
      { account_id: account, kind: 'renewal' },
    ]);
  });

  it('SUB-38 asks for a card where the account has none of this member', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    const refused = await goOn(fan);
    expect([refused.status, refused.body.code]).toEqual([409, 'card-required']);
    expect((await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data).toMatchObject({
      reason: 'migration',
      initial_amount: 19.99,
    });
    expect((await goOn(fan, { card: await world.cardOf() })).status).toBe(200);
  });

  it('SUB-36 says that it is over when the membership was cancelled meanwhile, and takes nothing', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    const quote = await quoteOf(fan);
    await cancel(fan);
    const body = { quote_id: quote.quote_id, consent: true, card: await world.cardOf() };
    const answer = await world.call('POST /api/migrate-subscription-for-user', { as: fan, body });
    expect([answer.status, answer.body.code]).toEqual([409, 'migration-over']);
    expect(await chargesOf(fan)).toBe(1);
  });

  it('another price than the one that was confirmed is refused, and consent has to be said', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    const card = await world.cardOf();
    const send = (body: object) => world.call('POST /api/migrate-subscription-for-user', { as: fan, body });
    expect((await send({ quote_id: 'another', consent: true, card })).body.code).toBe('price-changed');
    expect((await send({ quote_id: (await quoteOf(fan)).quote_id, card })).body.code).toBe('consent-required');
    expect(await chargesOf(fan)).toBe(1);
  });

  it('SUB-35 pays from the wallet, and says what is missing, rounded up', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    await fund(world, fan, 1500);
    const short = await goOn(fan, { from_wallet: true });
    expect([short.status, short.body.code, short.body.shortfall]).toEqual([409, 'wallet-low', 5]);
    await fund(world, fan, 500);
    expect((await goOn(fan, { from_wallet: true })).body.data.accepted).toBe(true);
    expect((await meOf(fan)).wallet_amount).toBe(0.01);
    expect(await spans(fan)).toEqual([
      ['2026-01-31', '2026-02-28', null],
      ['2026-02-28', '2026-03-31', null],
    ]);
  });

  it('many presses at once and the renewal beside them take one payment for the period', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at('2026-02-28T09:59:59Z');
    const cards = await Promise.all(Array.from({ length: 6 }, () => world.cardOf()));
    const quote = await quoteOf(fan);
    world.clock.set(new Date('2026-02-28T09:59:59.900Z'));
    const sent = cards.map((card) =>
      world.call('POST /api/migrate-subscription-for-user', {
        as: fan,
        body: { quote_id: quote.quote_id, consent: true, card },
      }),
    );
    at('2026-02-28T10:00:01Z');
    await Promise.all([...sent, tick()]);
    await world.reconcile();
    expect(await chargesOf(fan)).toBe(2);
    expect((await spans(fan)).map(([from]) => from)).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('money given back before the paid period begins leaves the one that runs, and nothing is charged any more', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    await goOn(fan, { card: await world.cardOf() });
    const [charge] = (await world.twin.control.charges()).slice(-1);
    await world.refund(charge!.id, 1999);
    await world.settle();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '1',
      expiration_date: '2026-02-28T10:00:00.000Z',
      next_billing_date: null,
    });
    at('2026-02-28T10:00:01Z');
    await tick();
    expect([(await meOf(fan)).ccbillSubscriptionStatus, await chargesOf(fan)]).toEqual(['0', 2]);
  });

  it.each(['refund', 'chargeback'] as const)(
    'a %s of the period that runs has the one that is paid ahead begin at once, and no day of either is given away',
    async (kind) => {
      const fan = await world.member();
      const [first] = (await world.twin.control.charges()).slice(-1);
      await useAnotherAccount();
      at(asking);
      expect((await goOn(fan, { card: await world.cardOf() })).status).toBe(200);
      if (kind === 'refund') await world.refund(first!.id, 1999);
      else await world.twin.control.chargeback(first!.reference);
      await world.settle();
      expect(await spans(fan)).toEqual([
        ['2026-01-31', '2026-02-28', '2026-02-21'],
        ['2026-02-21', '2026-03-24', null],
      ]);
      const isOver = kind === 'chargeback';
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: isOver ? '1' : '2' });
      at('2026-03-24T09:00:00Z');
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: isOver ? '1' : '2' });
      at('2026-03-24T11:00:00Z');
      await tick();
      expect(await chargesOf(fan)).toBe(isOver ? 2 : 3);
    },
  );

  it.each(['refund', 'chargeback'] as const)(
    'a %s of the period that runs gives none of it away where the member had cancelled what is paid ahead',
    async (kind) => {
      const fan = await world.member();
      const [first] = (await world.twin.control.charges()).slice(-1);
      await useAnotherAccount();
      at(asking);
      expect((await goOn(fan, { card: await world.cardOf() })).status).toBe(200);
      await cancel(fan);
      if (kind === 'refund') await world.refund(first!.id, 1999);
      else await world.twin.control.chargeback(first!.reference);
      await world.settle();
      expect(await spans(fan)).toEqual([
        ['2026-01-31', '2026-02-28', '2026-02-21'],
        ['2026-02-21', '2026-03-24', null],
      ]);
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
      at('2026-03-24T11:00:00Z');
      expect([(await meOf(fan)).ccbillSubscriptionStatus, await chargesOf(fan)]).toEqual(['0', 2]);
    },
  );

  it('a refund of what was paid ahead takes its time, and what was given after it begins in its place', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    expect((await goOn(fan, { card: await world.cardOf() })).status).toBe(200);
    const [ahead] = (await world.twin.control.charges()).slice(-1);
    await cancel(fan);
    const body = { user_id: fan.id, months: 2 };
    const given = await world.call('POST /api/admin/give_complimentary_subscription', {
      as: world.people.luna.admin,
      body,
    });
    expect(given.status).toBe(200);
    expect(await spans(fan)).toEqual([
      ['2026-01-31', '2026-02-28', null],
      ['2026-02-28', '2026-03-31', null],
      ['2026-03-31', '2026-05-31', null],
    ]);
    await world.refund(ahead!.id, 1999);
    await world.settle();
    expect(await spans(fan)).toEqual([
      ['2026-01-31', '2026-02-28', null],
      ['2026-02-28', '2026-03-31', '2026-02-21'],
      ['2026-02-28', '2026-04-30', null],
    ]);
    expect((await meOf(fan)).expiration_date).toBe('2026-04-30T10:00:00.000Z');
  });

  it('a chargeback that is told twice of what was paid ahead takes nothing of the period that runs', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at(asking);
    await goOn(fan, { card: await world.cardOf() });
    const { soldMigration } = await import('../../src/features/memberships/migration/sold-migration.ts');
    const paid = (await periodsOf(fan)).at(-1)!.transaction_id!;
    const chargeBack = () =>
      world.database.tenants.write(fan.tenant, async (db) => {
        const intent = await db('payment_intents').where({ user_id: fan.id, kind: 'migration' }).first();
        await soldMigration.withdraw(db, intent!, {
          transactionId: paid,
          kind: 'chargeback',
          isWhole: true,
          now: world.clock.now(),
        });
      });
    await chargeBack();
    await chargeBack();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '1',
      expiration_date: '2026-02-28T10:00:00.000Z',
    });
  });

  it('an account that was left and is chosen again asks nobody to leave it', async () => {
    const fan = await world.member();
    const another = await useAnotherAccount();
    at(asking);
    expect(await askedOf(fan)).toBe(true);
    await world.database.tenants.write(fan.tenant, (db) =>
      db('provider_accounts').where({ id: another }).update({ state: 'draining' }),
    );
    expect(await askedOf(fan)).toBe(false);
  });

  it('who is charged by the provider itself is not asked in the last day, when it charges anyway', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, async (db) => {
      const [series] = await seriesOf(fan);
      await db('subscription_series')
        .where({ id: series!.id })
        .update({ provider_ref: `sub-${fan.id}` });
    });
    await useAnotherAccount();
    at('2026-02-27T10:00:00Z');
    expect(await askedOf(fan)).toBe(true);
    at('2026-02-27T10:00:01Z');
    expect(await askedOf(fan)).toBe(false);
  });

  it('access stays while the payment is not known to have come, also past the end', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at('2026-02-28T09:00:00Z');
    await world.faults({ kind: 'timeout-before' }, { kind: 'webhook-lost' });
    const quote = await quoteOf(fan);
    await world.call('POST /api/migrate-subscription-for-user', {
      as: fan,
      body: { quote_id: quote.quote_id, consent: true, card: await world.cardOf() },
    });
    at('2026-03-02T10:00:01Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('2');
    // Nothing was taken: the account before charges as if nobody had been asked.
    await world.faults();
    await world.reconcile();
    await tick();
    expect([await chargesOf(fan), await renewalsOf(fan)]).toMatchObject([2, [{ state: 'succeeded' }]]);
  });

  it('another amount than the one confirmed goes back, moves nobody and keeps nothing open', async () => {
    const fan = await world.member();
    await useAnotherAccount();
    at('2026-02-28T09:00:00Z');
    await world.faults({ kind: 'other-amount', by: 100, count: 1 });
    await goOn(fan, { card: await world.cardOf() });
    await world.faults();
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('2');
    at('2026-03-02T10:00:01Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
    expect(await spans(fan)).toEqual([['2026-01-31', '2026-02-28', null]]);
  });

  it('a renewal long after the end begins a new month, also where access was kept open', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, (db) =>
      db('subscriptions').where({ user_id: fan.id }).update({ renewal_open: true, status_until: null }),
    );
    at('2026-03-27T10:00:01Z');
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('2');
    await tick();
    at('2026-03-29T10:00:00Z');
    await tick();
    expect(await chargesOf(fan)).toBe(2);
    expect(await spans(fan)).toEqual([
      ['2026-01-31', '2026-02-28', null],
      ['2026-03-27', '2026-04-27', null],
    ]);
  });

  it('a series that a provider drives is ended there, and the new one charges', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, async (db) => {
      const [series] = await seriesOf(fan);
      await db('subscription_series')
        .where({ id: series!.id })
        .update({ provider_ref: `sub-${fan.id}` });
    });
    await useAnotherAccount();
    at(asking);
    await goOn(fan, { card: await world.cardOf() });
    expect((await seriesOf(fan)).map(({ state }) => state)).toEqual(['ending', 'billing']);
  });
});

describe('many members who move', () => {
  it('are each charged once a period and lose no day, whatever the provider does', async () => {
    await useAnotherAccount();
    const fans: TestPerson[] = [];
    // One by one: on a busy machine a charge among twenty may wait longer than it is sent at all.
    while (fans.length < 20) fans.push(await world.member());
    await useAnotherAccount();
    at(asking);
    await world.faults({ kind: 'timeout-after', probability: 0.4 }, { kind: 'webhook-lost', probability: 0.5 });
    await Promise.all(
      fans.map(async (fan, place) => {
        if (place % 4 === 3) return;
        await goOn(fan, { card: await world.cardOf() });
      }),
    );
    await world.faults();
    await world.reconcile();
    at('2026-02-28T10:00:01Z');
    await tick();
    await world.reconcile();
    at('2026-03-31T10:00:01Z');
    await tick();
    await world.reconcile();
    for (const fan of fans) {
      expect((await spans(fan)).map(([from]) => from)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
      expect(await chargesOf(fan)).toBe(3);
    }
  });
});
