import type { SeriesEvent, Succeeded } from '@backlot/payments';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { recogniseRevenue } from '../../src/features/ledger/deferred/recognise-revenue.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { leaveAccount } from '../../src/testing/leave-account.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { balancesOf } from '../../src/testing/wallets.ts';

// What is earned is booked for the whole site and in its order, so each of these has a site that sold nothing else.
let world: MoneyWorld;
beforeEach(async () => {
  world = await createMoneyWorld({ at: new Date('2026-01-31T10:00:00Z') });
});
afterEach(() => world.close());

const { at, periodsOf } = membershipsOf(() => world);
const revenue = 'membership_revenue';
const dayMs = 86_400_000;

/** Until that morning, everything that days before it earned is booked. */
async function earnedBy(day: string): Promise<number> {
  at(`${day}T00:10:00Z`);
  await recogniseRevenue(world.ctx, world.tenants.luna, world.clock.now());
  const { sum, of } = await balancesOf(world);
  expect(sum).toBe(0);
  return 0 - of(revenue);
}
const deferred = async () => 0 - (await balancesOf(world)).of('deferred_revenue', revenue);
/** What is still to be earned, by when; the days are those of the periods. */
const open = () =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    sql<{ from: string; until: string }>`
      select to_char(starts_at at time zone 'UTC', 'MM-DD') as "from", to_char(ends_at at time zone 'UTC', 'MM-DD') as until
      from ${table('deferred_sales')} where ended_at is null order by starts_at, ends_at`.all(db),
  );
const share = (minor: number, part: number, of: number): number => Math.floor((minor * part) / of);

/** A member whose later payments the provider charges by itself. */
async function member(): Promise<TestPerson> {
  const fan = await world.member();
  await world.database.tenants.write(fan.tenant, (db) =>
    db('subscription_series').update({ provider_ref: `sub-${fan.id}` }),
  );
  return fan;
}

async function tell(fan: TestPerson, event: object, occurredAt = world.clock.now()): Promise<void> {
  const account = await world.database.tenants.read(fan.tenant, (db) => db('subscription_series').first('account_id'));
  const about = { seriesRef: `sub-${fan.id}` };
  const told = { ...event, externalId: v7(), about, occurredAt: occurredAt.toISOString() } as SeriesEvent;
  await applyWebhookJob.run({
    ctx: world.ctx,
    tenant: fan.tenant,
    payload: { deliveryId: v7(), accountId: account!.account_id!, events: [told] },
    attempt: 10,
    log: world.ctx.log,
  });
}
const charge = (): Succeeded => ({
  kind: 'succeeded',
  providerRef: `renewal-${v7()}`,
  amountMinor: 1999,
  currency: 'USD',
});

describe('what a membership pays', () => {
  it('is earned until the day to which its provider moves the next charge, and what is booked stays', async () => {
    const fan = await member();
    // Ten days and the afternoon of the first, of 28 days until 28 February.
    const before = await earnedBy('2026-02-10');
    expect(before).toBe(share(1999, 9 * 24 + 14, 28 * 24));
    await tell(fan, { type: 'series-moved', nextAt: '2026-03-20T10:00:00.000Z' });
    expect(await earnedBy('2026-02-10')).toBe(before);
    expect(await open()).toEqual([{ from: '02-10', until: '03-20' }]);
    // The rest over 38 days and ten hours: on the day that was its end, 19 of them are over.
    expect(await earnedBy('2026-03-01')).toBe(before + share(1999 - before, 19 * 24, 38 * 24 + 10));
    expect(await earnedBy('2026-03-21')).toBe(1999);
    expect(await deferred()).toBe(0);
  });

  it('is earned sooner where the next charge comes sooner', async () => {
    const fan = await member();
    const before = await earnedBy('2026-02-10');
    await tell(fan, { type: 'series-moved', nextAt: '2026-02-14T10:00:00.000Z' });
    expect(await earnedBy('2026-02-12')).toBe(before + share(1999 - before, 2 * 24, 4 * 24 + 10));
    expect(await earnedBy('2026-02-15')).toBe(1999);
  });

  it('stays as it is where the date that is told is the one that was known', async () => {
    const fan = await member();
    await earnedBy('2026-02-10');
    const rows = () => world.database.tenants.read(fan.tenant, (db) => db('deferred_sales').orderBy('id'));
    const before = await rows();
    await tell(fan, { type: 'series-moved', nextAt: '2026-02-28T10:00:00.000Z' });
    expect(await rows()).toEqual(before);
  });

  it('that went back is earned by no move', async () => {
    const fan = await member();
    const [paid] = (await world.twin.control.charges()).slice(-1);
    const before = await earnedBy('2026-02-10');
    await world.refund(paid!.id, 1000);
    await world.settle();
    await tell(fan, { type: 'series-moved', nextAt: '2026-03-20T10:00:00.000Z' });
    expect(await deferred()).toBe(1999 - before - 1000);
    expect(await earnedBy('2026-03-21')).toBe(999);
    expect(await deferred()).toBe(0);
  });

  it('ahead is earned from the end of the period that runs', async () => {
    const fan = await member();
    const before = await earnedBy('2026-02-26');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-03-30T10:00:00.000Z' });
    expect(await open()).toEqual([
      { from: '01-31', until: '02-28' },
      { from: '02-28', until: '03-30' },
    ]);
    expect(await earnedBy('2026-02-28')).toBe(share(1999, 27 * 24 + 14, 28 * 24));
    expect(before).toBe(share(1999, 25 * 24 + 14, 28 * 24));
  });

  it('begins to be earned where its stretch does, once an earlier charge is told after it', async () => {
    const fan = await member();
    await earnedBy('2026-02-28');
    at('2026-02-28T10:30:00Z');
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-04-29T10:00:00.000Z' });
    const earlier = new Date(world.clock.now().getTime() - 60_000);
    await tell(fan, { type: 'series-renewed', charge: charge(), nextAt: '2026-03-30T10:00:00.000Z' }, earlier);
    expect((await periodsOf(fan)).map(({ ends_at: until }) => until!.toISOString().slice(5, 10))).toEqual([
      '02-28',
      '03-30',
      '04-29',
    ]);
    expect(await open()).toEqual([
      { from: '01-31', until: '02-28' },
      { from: '02-28', until: '03-30' },
      { from: '03-30', until: '04-29' },
    ]);
    // All of the first two, and the afternoon of the day on which the third began.
    expect(await earnedBy('2026-03-31')).toBe(2 * 1999 + share(1999, 14, 30 * 24));
    expect(await earnedBy('2026-04-30')).toBe(3 * 1999);
  });

  it('paid ahead is earned from the day on which it begins at once, as the one before was given back', async () => {
    await changeSettings(world, { 'migrate_subscription.is_enabled': true, 'migrate_subscription.days_before': 7 });
    const fan = await world.member();
    const [paid] = (await world.twin.control.charges()).slice(-1);
    await leaveAccount(world);
    const before = await earnedBy('2026-02-21');
    at('2026-02-21T10:00:00Z');
    const { quote_id: quote } = (await world.call('GET /api/migration-data', { as: fan })).body.data;
    const card = await world.cardOf();
    const body = { quote_id: quote, consent: true, card };
    expect((await world.call('POST /api/migrate-subscription-for-user', { as: fan, body })).status).toBe(200);
    expect(await open()).toEqual([
      { from: '01-31', until: '02-28' },
      { from: '02-28', until: '03-31' },
    ]);
    await world.refund(paid!.id, 1999);
    await world.settle();
    const period = (await periodsOf(fan)).find(({ cut_at: cut }) => cut === null)!;
    expect(await open()).toEqual([{ from: '02-21', until: '03-24' }]);
    // Nothing is left of the first, whose earned part stands in refunds; the other runs 31 days.
    expect(period.ends_at!.getTime() - period.starts_at.getTime()).toBe(31 * dayMs);
    expect(await earnedBy('2026-02-22')).toBe(before + share(1999, 14, 31 * 24));
    expect(await earnedBy('2026-03-25')).toBe(before + 1999);
    expect(await deferred()).toBe(0);
  });
});
