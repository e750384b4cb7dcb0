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

const { meOf, renewalsOf, tick } = membershipsOf(() => world);
const isOpenTo = async (fan: TestPerson, post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;
const nextCharge = async (fan: TestPerson): Promise<Date> => new Date((await meOf(fan)).next_billing_date);

describe('an account with the REST interface', () => {
  it('keeps the card of the form and charges it for a post, at once', async () => {
    const { fan } = await world.formMember('mars');
    const post = await world.post('mars');
    const answer = await world.buy(fan, post);
    expect(answer.body.data).toMatchObject({ state: 'succeeded', amount: 9 });
    expect(await isOpenTo(fan, post)).toBe(true);
    await world.settleNotices();
    expect(world.ccbill.sales().filter(({ amountMinor }) => amountMinor === 900)).toHaveLength(1);
    await world.booked('mars');
  });

  it('that has just replaced another is never sent a card of the one before', async () => {
    const { fan } = await world.formMember('mars');
    const isChargeable = async (): Promise<boolean> =>
      (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data[0].is_chargeable;
    const { subAccount } = world.ccbill.account;
    expect(await isChargeable()).toBe(true);
    const sales = world.ccbill.sales().length;
    await world.save({ 'ccbill_settings.sub_account': '0099' }, 'mars');
    await expect.poll(isChargeable).toBe(false);
    const { body } = await world.buy(fan, await world.post('mars'));
    expect(body.data).toMatchObject({ state: 'pending', action: { url: expect.stringContaining('0099') } });
    expect(world.ccbill.sales()).toHaveLength(sales);
    await world.save({ 'ccbill_settings.sub_account': subAccount }, 'mars');
    await expect.poll(async () => (await world.buy(fan, await world.post('mars'))).body.data.state).toBe('succeeded');
    expect(await isChargeable()).toBe(true);
  });

  it('renews with the card on file by a charge of its own', async () => {
    const { fan } = await world.formMember('mars');
    expect(world.lastSale().later).toBeNull();
    // It can be cancelled and taken up again: the card is here.
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      cancellation_final: false,
      renews_at_provider: false,
    });
    world.clock.set(new Date((await nextCharge(fan)).getTime() + 60_000));
    await tick();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 1999 }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    world.clock.set(new Date());
  });

  it("CARD-01 codes of CCBill's limits on a renewal mean a later try, never the end of the membership", async () => {
    const fan = await world.fresh('mars');
    await world.payOnForm(await world.subscribeOnForm(fan), '4000000000002230');
    await world.settleNotices();
    world.clock.set(new Date((await nextCharge(fan)).getTime() + 60_000));
    await tick();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'declined' }]);
    expect((await meOf(fan)).next_billing_date).not.toBeNull();
    expect((await meOf(fan)).ccbillSubscriptionStatus).not.toBe('0');
    world.clock.set(new Date());
  });

  it.each(['timeout-after', 'reset-after', 'error-after'] as const)(
    'a charge whose answer was lost (%s) is found by its token and made once',
    async (kind) => {
      const { fan } = await world.formMember('mars');
      const post = await world.post('mars', 1100);
      world.ccbill.faults([{ kind, count: 1 }, { kind: 'notice-lost' }]);
      expect((await world.buy(fan, post, { amount: 11 })).body.data.state).toBe('pending');
      await world.reconcile();
      expect(await isOpenTo(fan, post)).toBe(true);
      const ofPost = world.ccbill.sales().filter(({ amountMinor }) => amountMinor === 1100);
      expect(new Set(ofPost.map(({ passed }) => passed['reference'])).size).toBe(ofPost.length);
    },
  );

  it('a charge that never arrived is not made, and the purchase can be made again', async () => {
    const { fan } = await world.formMember('mars');
    const post = await world.post('mars', 1200);
    world.ccbill.faults([{ kind: 'reset-before', count: 1 }]);
    expect((await world.buy(fan, post, { amount: 12 })).body.data.state).toBe('pending');
    await world.reconcile();
    expect((await world.buy(fan, post, { amount: 12 })).body.data.state).toBe('succeeded');
    expect(world.ccbill.sales().filter(({ amountMinor }) => amountMinor === 1200)).toHaveLength(1);
  });

  it('a payer whose bank has to ask is led to the form, which asks', async () => {
    const { fan } = await world.formMember('mars');
    const post = await world.post('mars', 1300);
    world.ccbill.faults([{ kind: 'challenge', count: 1 }]);
    const { body } = await world.buy(fan, post, { amount: 13 });
    expect(body.data).toMatchObject({ state: 'pending', action: { type: 'redirect' } });
    await world.payOnForm(body.data.action.url);
    await world.settleNotices();
    expect(await isOpenTo(fan, post)).toBe(true);
  });

  it('an ended bearer token is renewed once, without the fan noticing', async () => {
    const { fan } = await world.formMember('mars');
    const post = await world.post('mars', 1400);
    world.ccbill.faults([{ kind: 'unauthorized', on: 'charge', count: 1 }]);
    expect((await world.buy(fan, post, { amount: 14 })).body.data.state).toBe('succeeded');
  });

  it.each([
    [2.5, 250],
    [101, 10_100],
  ])('what costs %d is not sold: it is outside of what CCBill bills', async (amount, minor) => {
    const { fan } = await world.formMember('mars');
    const post = await world.post('mars', minor);
    expect((await world.buy(fan, post, { amount })).body.code).toBe('amount-not-billable');
  });
});
