import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { subscribe } from '../../src/testing/posting.ts';
import { saveSettings } from '../../src/sites/settings.ts';

let world: MoneyWorld;
let fan: TestPerson;

/** When what was sold, for whole dollars: around the midnights of days in which clocks in New York change. */
const sales = [
  ['2026-03-08T04:00:00Z', 10],
  ['2026-03-08T04:59:00Z', 1],
  ['2026-03-08T05:00:00Z', 2],
  ['2026-03-09T03:59:00Z', 4],
  ['2026-03-09T04:00:00Z', 8],
  ['2026-11-01T03:59:00Z', 16],
  ['2026-11-01T04:00:00Z', 32],
  // Twice half past one.
  ['2026-11-01T05:30:00Z', 64],
  ['2026-11-01T06:30:00Z', 128],
  ['2026-11-02T04:59:00Z', 256],
  ['2026-11-02T05:00:00Z', 300],
  // Around midnight in Kolkata.
  ['2026-11-10T18:29:00Z', 5],
  ['2026-11-10T18:30:00Z', 7],
] as const;

beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-01T12:00:00Z') });
  fan = await world.fresh();
  await subscribe(world, fan, new Date('2028-01-01T00:00:00Z'));
  for (const [at, dollars] of sales) {
    const post = await world.post('luna', dollars * 100);
    world.clock.set(new Date(at));
    const { status, text } = await world.buy(fan, post, { amount: dollars, number: card.good });
    if (status !== 200) throw new Error(text);
  }
}, 120_000);
afterAll(() => world.close());

const live = async (timezone: string): Promise<void> => {
  await world.database.tenants.write(world.tenants.luna, (db) =>
    saveSettings(db, { timezone }, null, world.clock.now()),
  );
  await expect
    .poll(async () => (await world.ctx.settings.of(world.tenants.luna)).timezone, { timeout: 20_000 })
    .toBe(timezone);
};
const ask = async (from: string, to: string) =>
  (await world.call('GET /api/reports/trends', { as: world.people.luna.model, query: { from, to } })).body.data;
/** What each day earned. */
const days = async (from: string, to: string): Promise<Array<[day: string, dollars: number]>> =>
  (await ask(from, to)).earnings.points.map((point: { from: string; membership: number; post: number }) => [
    point.from,
    point.membership + point.post,
  ]);

describe('the trends of a site far from Greenwich', () => {
  it('give a day of 23 hours and one of 25 what was sold in them', async () => {
    await live('America/New_York');
    expect(await days('2026-03-07', '2026-03-09')).toEqual([
      ['2026-03-07', 11],
      ['2026-03-08', 6],
      ['2026-03-09', 8],
    ]);
    expect(await days('2026-10-31', '2026-11-02')).toEqual([
      ['2026-10-31', 16],
      ['2026-11-01', 480],
      ['2026-11-02', 300],
    ]);
  });

  it('compare those days with as many before, by the calendar', async () => {
    await live('America/New_York');
    const spring = await ask('2026-03-08', '2026-03-09');
    expect(spring).toMatchObject({
      before: { from: '2026-03-06', to: '2026-03-07' },
      earnings: { sum: 14, before: 11, points: [{ before: 0 }, { before: 11 }] },
    });
    expect(await ask('2026-11-02', '2026-11-03')).toMatchObject({
      before: { from: '2026-10-31', to: '2026-11-01' },
      earnings: { sum: 300, before: 496, points: [{ before: 16 }, { before: 480 }] },
    });
  });

  it('compare a running day with the time that the clock showed then, also an hour further from it', async () => {
    await live('America/New_York');
    const now = world.clock.now();
    try {
      // 23:30 in summer: the day before, in winter, showed 23:00 less than a day ago.
      world.clock.set(new Date('2026-03-09T03:30:00Z'));
      expect((await ask('2026-03-08', '2026-03-08')).earnings.before).toBe(10);
      world.clock.set(new Date('2026-03-09T04:00:00Z'));
      expect((await ask('2026-03-08', '2026-03-08')).earnings.before).toBe(11);
    } finally {
      world.clock.set(now);
    }
  });

  it('begin their days at half past six in the evening of Greenwich in Kolkata', async () => {
    await live('Asia/Kolkata');
    expect(await days('2026-11-10', '2026-11-11')).toEqual([
      ['2026-11-10', 5],
      ['2026-11-11', 7],
    ]);
    expect(await days('2026-03-08', '2026-03-09')).toEqual([
      ['2026-03-08', 13],
      ['2026-03-09', 12],
    ]);
  });

  it('take what went back off the day on which it went back, which may leave less than nothing', async () => {
    await live('Asia/Kolkata');
    const post = await world.post('luna', 2_000);
    world.clock.set(new Date('2026-11-20T11:00:00Z'));
    const charge = (await world.buy(fan, post, { amount: 20, number: card.good })).body.data.transactionId as string;
    world.clock.set(new Date('2026-11-22T11:00:00Z'));
    await world.refund(charge, 2_000);
    await world.settle();
    world.clock.set(new Date('2026-11-22T12:00:00Z'));
    expect(await days('2026-11-20', '2026-11-22')).toEqual([
      ['2026-11-20', 20],
      ['2026-11-21', 0],
      ['2026-11-22', -20],
    ]);
    expect(await ask('2026-11-21', '2026-11-22')).toMatchObject({ earnings: { sum: -20, before: 20 } });
    world.clock.set(new Date('2026-11-24T12:00:00Z'));
    expect(await ask('2026-11-23', '2026-11-24')).toMatchObject({
      earnings: { sum: 0, before: -20, points: [{ before: 0 }, { before: -20 }] },
    });
  });

  it('say that something was sold also when that was more than thirty days ago', async () => {
    world.clock.set(new Date('2027-03-01T12:00:00Z'));
    const home = async (as: TestPerson) => (await world.call('GET /api/admin/home', { as })).body.data.earnings;
    expect(await home(world.people.luna.model)).toMatchObject({ has_sold: true, thirty_days: 0 });
    expect(await home(world.people.mars.model)).toMatchObject({ has_sold: false, thirty_days: 0 });
  });
});
