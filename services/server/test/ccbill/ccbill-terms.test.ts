import { dayMs } from '@backlot/domain/formats/when';
import { mountainDate } from '@backlot/twins/ccbill/notices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { meOf } = membershipsOf(() => world);

/** The address with its values cut in other places: their digest is the same. */
function longer(url: string): string {
  const cut = new URL(url);
  expect(cut.searchParams.get('initialPeriod')).toBe('30');
  expect(cut.searchParams.get('recurringPrice')).toBe('19.99');
  cut.searchParams.set('initialPeriod', '301');
  cut.searchParams.set('recurringPrice', '9.99');
  return cut.href;
}

const moneyBackOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .select('r.kind', 'r.state', 'r.amount_minor', 'r.reason', 'i.state as bought'),
  );
const openItemsOf = async (search: string) =>
  (await world.call('GET /api/reports/open-items', { as: world.people.luna.admin, query: { search } })).body.data
    .items as { kind: string; reason: string; user: { _id: string } | null; amount: number | null }[];

it('C13 a month of which its payer made 301 days on the form buys nothing, is charged no more, goes back, and is put before staff', async () => {
  const fan = await world.fresh();
  const paid = await world.payOnForm(longer(await world.subscribeOnForm(fan)));
  expect(paid.status).toBe(303);
  const sale = world.lastSale();
  expect(sale).toMatchObject({ firstDays: 301, later: { minor: 999 }, state: 'recurring' });
  await world.settleNotices();
  await world.settleNotices();
  expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  expect(world.lastSale()).toMatchObject({ subscriptionId: sale.subscriptionId, state: 'ending', returnedMinor: 1999 });
  expect(await moneyBackOf(fan)).toEqual([
    { kind: 'refund', state: 'succeeded', amount_minor: 1999, reason: 'terms-differ', bought: 'declined' },
  ]);
  expect(await openItemsOf(sale.subscriptionId)).toMatchObject([
    { kind: 'webhook_unapplied', reason: 'for-staff', user: { _id: fan.id }, amount: 19.99 },
  ]);
  await world.booked('luna');
});

it('C13 it opens nothing while CCBill can not be asked, and what CCBill then refuses to give back is owed in the list of staff', async () => {
  const fan = await world.fresh();
  const url = longer(await world.subscribeOnForm(fan));
  world.ccbill.faults([{ kind: 'error-before', on: 'status' }]);
  await world.payOnForm(url);
  await world.settleNotices();
  expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  expect(await moneyBackOf(fan)).toEqual([]);
  world.ccbill.faults([{ kind: 'result', on: 'manage', code: '-15' }]);
  await world.runJobs({ includingFuture: true });
  await world.settleNotices();
  expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  expect(await openItemsOf(world.lastSale().subscriptionId)).toContainEqual(
    expect.objectContaining({ kind: 'refund_owed', user: expect.objectContaining({ _id: fan.id }), amount: 19.99 }),
  );
});

it.each([
  ['301 days on, which is not believed,', 301, 30],
  ['31 days on, which it lasts to,', 31, 31],
])('a notice that names no terms of a next date %s gives the month', async (_which, toldDays, givenDays) => {
  const fan = await world.fresh();
  const url = await world.subscribeOnForm(fan);
  world.ccbill.faults([{ kind: 'notice-lost', count: 1 }]);
  await world.payOnForm(url);
  const { event, body, subscriptionId } = world.ccbill.notices().at(-1)!;
  const told = mountainDate(new Date(Date.now() + toldDays * dayMs));
  const { initialPeriod: _days, subscriptionRecurringPrice: _price, ...older } = body;
  const address = new URL(url).searchParams.get('notifyUrl')!;
  expect(await world.ccbill.forge(address, event, { ...older, nextRenewalDate: told })).toBe(200);
  await world.runJobs();
  expect(world.lastSale()).toMatchObject({ subscriptionId, state: 'recurring' });
  const me = await meOf(fan);
  expect(me).toMatchObject({ ccbillSubscriptionStatus: '2' });
  const lasts = (Date.parse(me.next_billing_date) - Date.now()) / dayMs;
  expect(lasts).toBeGreaterThan(givenDays - 3);
  expect(lasts).toBeLessThan(givenDays + 2);
});
