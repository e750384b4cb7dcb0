import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeferredDifferences, type DeferredDifference } from '../../src/features/ledger/deferred/deferred-rows.ts';
import { recogniseRevenue } from '../../src/features/ledger/deferred/recognise-revenue.ts';
import { earningsByDay } from '../../src/features/ledger/index.ts';
import { checkBooksJob } from '../../src/features/ledger/seal/check-books.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { balancesOf } from '../../src/testing/wallets.ts';

const dayMs = 86_400_000;
let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-01T00:00:00Z') });
});
afterAll(() => world.close());

const revenue = 'membership_revenue';
/** Minor units as an accountant writes them: what is owed as service, what was earned, what went back of it. */
async function books() {
  const { sum, of } = await balancesOf(world);
  expect(sum).toBe(0);
  return { deferred: 0 - of('deferred_revenue', revenue), earned: 0 - of(revenue), refunds: of('refunds', revenue) };
}
const recognise = (now = world.clock.now()) => recogniseRevenue(world.ctx, world.tenants.luna, now);
const later = (days: number) => world.clock.set(new Date(world.clock.now().getTime() + days * dayMs));
const bookings = () =>
  world.database.tenants.read(world.tenants.luna, (db) => db('ledger_transactions').where({ kind: 'recognition' }));
const refundOf = async (fan: TestPerson, amount: number, body: object = {}) => {
  const admin = world.people.luna.admin;
  const { transactions } = (
    await world.call('GET /api/admin/get_transactions_details', { as: admin, query: { user_id: fan.id } })
  ).body.data;
  const id = transactions.find(({ kind }: { kind: string }) => kind === 'membership')._id;
  await world.call('POST /api/reports/refund', {
    as: admin,
    body: { id, amount, currency: 'USD', reason: 'Asked for', ...body },
  });
  await world.settle();
};

describe('what a membership pays', () => {
  let fan: TestPerson;

  it('is owed as service when it comes, and a sale of that day on every screen', async () => {
    fan = await world.member();
    await world.settle();
    expect(await books()).toEqual({ deferred: 1999, earned: 0, refunds: 0 });
    const sales = await world.database.tenants.read(world.tenants.luna, (db) =>
      earningsByDay(db, new Date('2026-02-28T00:00:00Z'), 'UTC', 'USD'),
    );
    expect(sales).toEqual([{ date: '2026-03-01', revenue, minor: 1999 }]);
  });

  it('is earned a share a day, in one booking a day, however often the job runs', async () => {
    later(1);
    await Promise.all([recognise(), recognise(), recognise()]);
    const { earned, deferred } = await books();
    // March has 31 days: 1999 / 31, to the cent below.
    expect([earned, deferred]).toEqual([64, 1935]);
    expect(await bookings()).toHaveLength(1);
    await recognise();
    expect(await bookings()).toHaveLength(1);
  });

  it('is booked day by day for days that were missed, and nobody stands on such a booking', async () => {
    later(3);
    await recognise();
    const booked = await bookings();
    expect(booked).toHaveLength(4);
    expect(booked.every(({ user_id: userId }) => userId === null)).toBe(true);
    expect((await books()).earned).toBe(Math.floor((1999 * 4) / 31));
    const sales = await world.database.tenants.read(world.tenants.luna, (db) =>
      earningsByDay(db, new Date('2026-02-28T00:00:00Z'), 'UTC', 'USD'),
    );
    expect(sales).toEqual([{ date: '2026-03-01', revenue, minor: 1999 }]);
  });

  it('and a part of which goes back is taken from what was not earned yet; the rest goes on to be earned to the cent', async () => {
    const before = await books();
    await refundOf(fan, 5);
    expect(await books()).toEqual({ deferred: before.deferred - 500, earned: before.earned, refunds: 0 });
    later(40);
    await recognise();
    expect(await books()).toEqual({ deferred: 0, earned: 1499, refunds: 0 });
  });

  it('goes back from a contra account as far as it was earned, and is not earned afterwards', async () => {
    const other = await world.member();
    await world.settle();
    const before = await books();
    later(10);
    await recognise();
    const { earned } = await books();
    const own = earned - before.earned;
    await refundOf(other, 19.99);
    expect(await books()).toEqual({ deferred: before.deferred - 1999, earned, refunds: own });
    later(40);
    await recognise();
    expect(await books()).toEqual({ deferred: before.deferred - 1999, earned, refunds: own });
  });
});

it('what is owed as service and is not left to be earned is named in the night', async () => {
  const fan = await world.member();
  await world.settle();
  const differences = () => world.database.tenants.read(world.tenants.luna, listDeferredDifferences);
  expect(await differences()).toEqual([]);
  const [{ paid_by_id: sale }] = (await world.database.tenants.read(world.tenants.luna, (db) =>
    db('subscriptions').where({ user_id: fan.id }).select('paid_by_id'),
  )) as [{ paid_by_id: string }];
  const end = (ended: Date | null) =>
    withOwner(world.databaseUrl, (owner) =>
      owner.query(
        `alter table tenant_${world.tenants.luna.id}.deferred_sales disable trigger user;
         update tenant_${world.tenants.luna.id}.deferred_sales set ended_at = ${ended === null ? 'null' : `'${ended.toISOString()}'`} where transaction_id = '${sale}';
         alter table tenant_${world.tenants.luna.id}.deferred_sales enable trigger user`,
      ),
    );
  await end(world.clock.now());
  const [{ bookedMinor, openMinor, ...lost }, ...others] = (await differences()) as [DeferredDifference];
  expect([lost, bookedMinor - openMinor, others]).toEqual([{ revenue, currency: 'USD' }, 1999, []]);
  const night = () =>
    checkBooksJob.run({ ctx: world.ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: world.ctx.log });
  await expect(night()).rejects.toThrow('What luna owes as service differs from what is left to be earned: 1.');
  await end(null);
  await night();
});

it("a site's role rewrites nothing of what is earned when, nor takes it away", async () => {
  const refused = async (write: Parameters<typeof world.database.tenants.write>[1]) =>
    expect(world.database.tenants.write(world.tenants.luna, write)).rejects.toMatchObject({ code: '42501' });
  await refused((db) => db('deferred_sales').update({ amount_minor: 1 }));
  await refused((db) => db('deferred_sales').update({ ends_at: new Date() }));
  await refused((db) => db('deferred_sales').delete());
  await refused((db) => db('withdrawals').delete());
  await refused((db) => db('photo_id_openings').update({ opened_at: new Date() } as never));
});

it('a post is earned when it is sold', async () => {
  const before = (await balancesOf(world)).of('post_revenue');
  const fan = await world.member();
  await world.buy(fan, await world.post('luna'));
  await world.settle();
  expect(before - (await balancesOf(world)).of('post_revenue')).toBe(900);
});
