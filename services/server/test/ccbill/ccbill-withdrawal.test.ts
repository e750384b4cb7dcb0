import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { meOf, seriesOf } = membershipsOf(() => world);
const shown = async (fan: TestPerson) =>
  (await world.call('GET /api/v2/subscription/withdrawal', { as: fan })).body.data;
const withdraw = (fan: TestPerson, id: string) =>
  world.call('POST /api/v2/subscription/withdraw', { as: fan, body: { id } });
const reversalsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy(['i.kind', 'r.id'])
      .select('r.state', 'r.amount_minor', 'r.reason', 'r.refusal_code', 'i.kind as of'),
  );
const openItems = async (fan: TestPerson) => {
  const { body } = await world.call('GET /api/reports/open-items', { as: world.people.luna.admin });
  return body.data.items.filter(({ user }: { user: { _id: string } | null }) => user?._id === fan.id);
};

describe('who withdraws from a membership that CCBill charged', () => {
  it('C15 once: it is given back there, and CCBill charges nothing more', async () => {
    const { fan, sale } = await world.formMember();
    const { contract } = await shown(fan);
    expect((await withdraw(fan, contract._id)).status).toBe(200);
    await world.settleNotices();
    expect(sale).toMatchObject({ refunds: 1, returnedMinor: 1999, later: expect.anything() });
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended' }]);
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 1999, reason: 'withdrawn' }]);
    await world.booked('luna');
  });

  it('C15 twice: both are owed, staff see both, and what they give back in the console settles each once', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.renew(sale.subscriptionId);
    await world.settleNotices();
    const { contract } = await shown(fan);
    expect(contract.comes_back).toEqual([{ amount: 39.98, currency: 'USD', to: 'card' }]);
    expect((await withdraw(fan, contract._id)).body.data.comes_back).toEqual(contract.comes_back);
    await world.settleNotices();
    // CCBill's interface names no charge of a subscription that was charged again: one guess would give back the wrong one.
    const owed = { state: 'owed', amount_minor: 1999, reason: 'withdrawn' };
    expect(await reversalsOf(fan)).toMatchObject([
      { ...owed, of: 'membership', refusal_code: 'renewed-by-hand' },
      { ...owed, of: 'renewal', refusal_code: 'renewal-by-hand' },
    ]);
    expect((await openItems(fan)).map(({ kind }: { kind: string }) => kind)).toEqual(['refund_owed', 'refund_owed']);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended' }]);
    world.ccbill.refund(sale.subscriptionId);
    world.ccbill.refund(sale.subscriptionId);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([
      { state: 'succeeded', amount_minor: 1999, of: 'membership' },
      { state: 'succeeded', amount_minor: 1999, of: 'renewal' },
    ]);
    expect(await openItems(fan)).toEqual([]);
    await world.booked('luna');
  });
});
