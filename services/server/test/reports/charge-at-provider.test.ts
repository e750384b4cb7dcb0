import type { Answer } from '@backlot/contracts';
import type { compareCharge } from '@backlot/contracts/payment-lookup';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.twin.sticky.faults([]));

const staff = () => world.people.luna;
const ask = (number: string, as: TestPerson = staff().support) =>
  world.call('GET /api/reports/charge-at-provider', { as, query: { number } });
const compared = async (number: string) => (await ask(number)).body.data as Answer<typeof compareCharge>['data'];

/** A member who bought a post for 9 dollars, and the number of that order. */
async function buyer() {
  const fan = await world.member();
  const { body } = await world.buy(fan, await world.post('luna'));
  return { fan, intentId: body.data.intent_id as string, orderId: body.data.transactionId as string };
}

describe('an order that staff look up at the provider', () => {
  it('cannot be asked for where no account can be asked', async () => {
    await world.member();
    const { status, body } = await ask('10081');
    expect(status).toBe(409);
    expect(body.code).toBe('provider-not-asked');
    expect(body.message).toBe('This site has no account with a provider that lets us look up orders.');
  });

  describe('at a site whose cards are taken by sticky.io', () => {
    beforeAll(() => changeSettings(world, { is_sticky_io_enabled: true }));

    it('ROLE-25 is shown to support, admin and sub_admin, and to nobody else', async () => {
      const { orderId, fan } = await buyer();
      const { support, admin, sub_admin, model, content_manager, live_stream_manager } = staff();
      for (const as of [support, admin, sub_admin]) expect((await ask(orderId, as)).status).toBe(200);
      for (const as of [model, content_manager, live_stream_manager, fan])
        expect((await ask(orderId, as)).body.code).toBe('access-denied');
    });

    it('stands beside our payment, without a difference', async () => {
      const { fan, intentId, orderId } = await buyer();
      const { ours, theirs, account, differences } = await compared(orderId);
      expect(ours).toMatchObject({ _id: intentId, transactionId: orderId, amount: 9, user: { _id: fan.id } });
      expect(theirs).toMatchObject({
        number: orderId,
        state: 'taken',
        amount: 9,
        currency: 'USD',
        refunded: 0,
        charged_back: 0,
        last4: '4242',
      });
      expect(account).toEqual({ provider: 'sticky_io', currency: 'USD', is_active: true });
      expect(differences).toEqual([]);
    });

    it('that was refunded or charged back there without our knowing differs, and nothing is booked by looking', async () => {
      world.twin.sticky.setPostback(null);
      const refunded = await buyer();
      world.twin.sticky.refund(refunded.orderId, 300);
      expect(await compared(refunded.orderId)).toMatchObject({ theirs: { refunded: 3 }, differences: ['refunded'] });
      const disputed = await buyer();
      world.twin.sticky.chargeback(disputed.orderId);
      expect(await compared(disputed.orderId)).toMatchObject({
        theirs: { charged_back: 9 },
        differences: ['charged_back'],
      });
      await world.runJobs();
      expect((await compared(refunded.orderId)).ours).toMatchObject({ refunded: 0 });
    });

    it('that only one side knows is said to be so', async () => {
      expect(await compared('99999999')).toEqual({ ours: null, theirs: null, account: null, differences: [] });
      const { orderId, intentId } = await buyer();
      await world.database.tenants.write(world.tenants.luna, async (db) => {
        const attempt = await db('payment_attempts').where({ intent_id: intentId }).first();
        await db('payment_attempts').insert({
          ...attempt!,
          id: '01890000-0000-7000-8000-000000000001',
          provider_ref: '88888888',
          state: 'declined',
          taken_minor: null,
          taken_currency: null,
        });
      });
      expect(await compared('88888888')).toMatchObject({ theirs: null, differences: ['unknown_there'] });
      expect((await compared(orderId)).differences).toEqual([]);
    });

    it('of another site is nobody’s business here', async () => {
      const { orderId } = await buyer();
      expect((await ask(orderId, world.people.mars.support)).body.code).toBe('provider-not-asked');
    });

    describe('at an instance of sticky.io that sites share', () => {
      /** Placed for another site: in its campaign, with a reference of its own. */
      const ofAnotherSite = async () => {
        const { orderId } = await buyer();
        const order = world.twin.sticky.orders().find((one) => one.orderId === orderId)!;
        const reference = order.reference;
        Object.assign(order, { campaignId: '2', reference: '01890000-0000-7000-8000-00000000000a' });
        return { orderId, order, reference };
      };
      const unseen = { theirs: null, account: null };

      it.each([{ faults: [] }, { faults: [{ kind: 'campaign-untold', on: 'order_view' }] }] as const)(
        'one of another campaign is as if it were not there, by whatever number is typed (%o)',
        async ({ faults }) => {
          const { orderId, order, reference } = await ofAnotherSite();
          world.twin.sticky.faults(faults);
          expect(await compared(orderId)).toMatchObject(unseen);
          Object.assign(order, { reference: 'ord_7' });
          expect(await compared(orderId)).toMatchObject(unseen);
          Object.assign(order, { reference });
          expect(await compared(orderId)).toMatchObject({ theirs: { number: orderId }, differences: [] });
        },
      );

      it('one of the campaign that is no payment of ours is shown', async () => {
        const { orderId, order } = await ofAnotherSite();
        Object.assign(order, { campaignId: '1' });
        expect(await compared(orderId)).toMatchObject({ theirs: { number: orderId } });
      });
    });

    it('is not told while the provider is away', async () => {
      const { orderId } = await buyer();
      world.twin.sticky.faults([{ kind: 'error-before', on: 'order_view' }]);
      const { status, body } = await ask(orderId);
      expect(status).toBe(503);
      expect(body.code).toBe('provider-away');
    });

    it('is refused in the provider’s words where the account may not ask', async () => {
      const { orderId } = await buyer();
      world.twin.sticky.faults([{ kind: 'refused', on: 'order_view', code: '666' }]);
      const { status, body } = await ask(orderId);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'provider-refused',
        message: 'The provider rejected the request (code 666). Check the account in the payment settings.',
      });
    });
  });
});
