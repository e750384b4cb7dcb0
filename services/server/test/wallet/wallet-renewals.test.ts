import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewMembershipsJob } from '../../src/features/memberships/renew-memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const me = async (as: TestPerson) => (await world.call('GET /api/users/me', { as })).body.data;
const { mailsTo } = membershipsOf(() => world);
const hour = 3_600_000;

/** A member by the wallet, with so much left in it. */
async function member(leftMinor: number): Promise<TestPerson> {
  const fan = await world.fresh();
  await fund(world, fan, 1999 + leftMinor);
  const bought = await world.call('POST /api/crypto/purchase-from-wallet', {
    as: fan,
    body: { payment_for: 'membership', amount: 19.99, consent: true },
  });
  expect(bought.status).toBe(200);
  return fan;
}

async function renewAt(at: Date): Promise<void> {
  world.clock.set(at);
  await renewMembershipsJob.run({
    ctx: world.ctx,
    tenant: world.tenants.luna,
    payload: {},
    attempt: 1,
    log: world.ctx.log,
  });
  await world.runJobs();
}
const whenDue = async (fan: TestPerson) => new Date(new Date((await me(fan)).next_billing_date).getTime() + hour);

describe('a membership that was bought from the wallet', () => {
  it('renews from it once a period while it covers the price, and the receipt says so', async () => {
    const fan = await member(2500);
    const { next_billing_date: first } = await me(fan);
    await renewAt(await whenDue(fan));
    const renewed = await me(fan);
    expect(renewed).toMatchObject({ ccbillSubscriptionStatus: '2', wallet_amount: 5.01, isRebillFailed: false });
    expect(new Date(renewed.next_billing_date).getTime()).toBeGreaterThan(new Date(first).getTime());
    await renewAt(new Date(world.clock.now().getTime() + hour));
    expect((await me(fan)).wallet_amount).toBe(5.01);
    expect((await balancesOf(world)).sum).toBe(0);
  });

  it('is at risk in the week before, as long as the wallet does not cover it, whatever cards there are', async () => {
    const fan = await member(1000);
    const due = new Date((await me(fan)).next_billing_date).getTime();
    world.clock.set(new Date(due - 6 * 24 * hour));
    expect((await me(fan)).rebill_notification).toMatchObject({ reason: 'wallet-low', amount: 19.99, last4: null });
    // Put off, it is short all the same.
    await world.call('POST /api/users/updateRebillNotificationDate', { as: fan });
    expect(await me(fan)).toMatchObject({ rebill_notification: null, subscription_detail: { wallet_short: true } });
    await fund(world, fan, 999);
    world.clock.set(new Date(due - 4 * 24 * hour));
    expect((await me(fan)).rebill_notification).toBeNull();
    expect((await me(fan)).subscription_detail).not.toHaveProperty('wallet_short');
  });

  it('SUB-47 that the wallet does not cover is due with amount and date, and is tried again', async () => {
    const fan = await member(1000);
    await renewAt(await whenDue(fan));
    const failed = await me(fan);
    expect(failed).toMatchObject({
      isRebillFailed: true,
      wallet_amount: 10,
      payment_gateway: 'forumpay',
      subscription_detail: { rebill_decline_reason: 'wallet-low', recurring_price: 19.99 },
      next_billing_date: expect.any(String),
    });
    const told = (await mailsTo(fan)).find(({ text }) => text.includes('/profile/wallet'))!;
    expect(told.text).toContain('$19.99. Please add funds to your wallet.');
    await fund(world, fan, 1000);
    await renewAt(await whenDue(fan));
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', isRebillFailed: false, wallet_amount: 0.01 });
  });

  it('SUB-25 is not charged once it is cancelled', async () => {
    const fan = await member(5000);
    const due = await whenDue(fan);
    expect((await world.call('POST /api/cancel-subscription', { as: fan, body: { reason: 'Other' } })).status).toBe(
      200,
    );
    await renewAt(due);
    expect(await me(fan)).toMatchObject({ ccbillSubscriptionStatus: '0', wallet_amount: 50 });
  });
});

describe('SUB-49 what is paid with usually', () => {
  const choose = (as: TestPerson, method: string) =>
    world.call('POST /user/change-payment-method', {
      as,
      headers: { host: 'api.luna.test' },
      body: { default_payment_method: method },
    });

  it('is a card at first; the wallet where there is something in it or it can be filled; a card again once there is one', async () => {
    const fan = await world.fresh();
    expect((await me(fan)).default_payment_method).toBe('card');
    expect((await choose(fan, 'crypto_currency')).body.code).toBe('payments-not-configured');
    await fund(world, fan, 100);
    expect((await choose(fan, 'crypto_currency')).status).toBe(200);
    expect((await me(fan)).default_payment_method).toBe('crypto_currency');
    expect((await choose(fan, 'card')).body.code).toBe('card-required');
    await world.call('POST /api/user/change-payment-method', { as: fan, body: { card: await world.cardOf() } });
    expect((await me(fan)).default_payment_method).toBe('card');
    await choose(fan, 'crypto_currency');
    expect((await choose(fan, 'card')).status).toBe(200);
    expect((await choose(fan, 'coins')).status).toBe(400);
  });
});
