import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const { at, meOf, chargesOf, mailsTo, tick } = membershipsOf(() => world);

beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-01-31T10:00:00Z') });
  await changeSettings(world, {
    'migrate_subscription.is_enabled': true,
    'migrate_subscription.days_before': 7,
  });
});
afterAll(() => world.close());
beforeEach(() => {
  world.twin.sticky.faults([]);
  at('2026-01-31T10:00:00Z');
});

/** A member who paid on sticky.io, which the site leaves afterwards and which shows no order any more. */
async function left(number?: string): Promise<TestPerson> {
  await changeSettings(world, { is_sticky_io_enabled: true });
  const fan = await world.member('luna', number);
  await world.runJobs();
  return fan;
}
const close = async (): Promise<void> => {
  await changeSettings(world, { is_sticky_io_enabled: false });
  world.twin.sticky.faults([{ kind: 'refused', code: '666', on: 'order_view' }]);
};
const accountsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, async (db) =>
    (
      await db('payment_attempts as a')
        .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
        .where({ 'i.user_id': fan.id, 'a.state': 'succeeded' })
        .orderBy('a.started_at')
        .select('i.kind', 'a.provider')
    ).map(({ kind, provider }) => `${kind} ${provider}`),
  );

describe('a membership whose sticky.io account the site has closed', () => {
  it('is renewed by the account that its member went on with', async () => {
    const fan = await left();
    await close();
    at('2026-02-21T10:00:00Z');
    const quote = await world.call('GET /api/migration-data', { as: fan });
    const moved = await world.call('POST /api/migrate-subscription-for-user', {
      as: fan,
      body: { quote_id: quote.body.data.quote_id, consent: true, card: await world.cardOf() },
    });
    expect(moved.body.data).toMatchObject({ accepted: true });
    at('2026-03-31T10:00:01Z');
    await tick();
    expect(await accountsOf(fan)).toEqual(['membership sticky_io', 'migration sandbox', 'renewal sandbox']);
    expect(await meOf(fan)).toMatchObject({ expiration_date: '2026-04-30T10:00:00.000Z' });
  });

  it('is renewed by the account of the card that mended its failed renewal', async () => {
    const fan = await left(card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    await close();
    expect(await chargesOf(fan)).toBe(1);
    const added = await world.call('POST /api/user/change-payment-method', {
      as: fan,
      body: { card: await world.cardOf() },
    });
    expect(added.status).toBe(200);
    await tick();
    expect(await accountsOf(fan)).toEqual(['membership sticky_io', 'renewal sandbox']);
  });

  it('and that charges it still, has failed once the grace is over: told once, and tried on set days', async () => {
    const fan = await left();
    await close();
    at('2026-02-28T12:00:00Z');
    await tick();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false });
    at('2026-03-01T10:00:01Z');
    await tick();
    await tick();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '0',
      isRebillFailed: true,
      next_billing_date: '2026-03-02T10:00:00.000Z',
    });
    expect((await mailsTo(fan)).filter(({ subject }) => subject === 'Your renewal failed')).toHaveLength(1);
    expect(await chargesOf(fan)).toBe(1);
  });
});
