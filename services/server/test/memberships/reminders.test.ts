import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remindMembersJob } from '../../src/features/memberships/rebill/remind-members.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(start));

const { at, cancel, tick, mailsTo } = membershipsOf(() => world);

async function remind(): Promise<void> {
  for (const tenant of Object.values(world.tenants))
    await remindMembersJob.run({ ctx: world.ctx, tenant, payload: {}, attempt: 1, log: world.ctx.log });
  await world.runJobs();
}
const remindersTo = async (fan: TestPerson) =>
  (await mailsTo(fan)).filter(({ subject }) => /^Your (price changes|membership renews) on/.test(subject));
const prices = (first: number, later: number) =>
  changeSettings(world, { membership_price: first, recurring_membership_price: later });

describe('before a price rises', () => {
  it('C14 the member is told seven days before, once, with the amounts, the date and a way to cancel', async () => {
    await prices(4.99, 19.99);
    const fan = await world.member();
    at('2026-02-21T09:59:59Z');
    await remind();
    expect(await remindersTo(fan)).toEqual([]);
    at('2026-02-21T10:00:00Z');
    await remind();
    await remind();
    const [mail, ...more] = await remindersTo(fan);
    expect(more).toEqual([]);
    for (const part of ['February 28, 2026', '$4.99', '$19.99', '/profile/cancel-subscription'])
      expect(`${mail!.subject} ${mail!.text}`).toContain(part);
    at('2026-02-28T10:00:01Z');
    await tick();
    at('2026-03-25T10:00:00Z');
    await remind();
    expect(await remindersTo(fan)).toHaveLength(1);
  });

  it('nobody is told of a price that stays or falls, nor who cancelled', async () => {
    await prices(19.99, 19.99);
    const same = await world.member();
    await prices(4.99, 19.99);
    const gone = await world.member();
    await cancel(gone);
    at('2026-02-25T10:00:00Z');
    await remind();
    expect([...(await remindersTo(same)), ...(await remindersTo(gone))]).toEqual([]);
  });
});

describe('before free months of a resubscribe offer end', () => {
  it('C14 the member who took it up is told seven days before the first charge that follows', async () => {
    await prices(19.99, 19.99);
    const as = world.people.luna.model;
    const terms = {
      for_subscribers_only: true,
      give_free_month_subscription: 2,
      recurring_price: 9,
      promo_banner_text: '',
    };
    await world.call('PUT /api/resubscribe-offer/save-offer', { as, body: terms });
    await world.call('PUT /api/resubscribe-offer/save-settings', { as, body: { is_enabled: true } });
    const fan = await world.member();
    await cancel(fan);
    const offered = async () => (await world.call('POST /api/resubscribe-offer/check', { as: fan })).body.data;
    await expect.poll(async () => (await offered())?.quote?.quote_id ?? null, { timeout: 20_000 }).not.toBeNull();
    const body = { quote_id: (await offered()).quote.quote_id, consent: true };
    expect((await world.call('POST /api/resubscribe-offer/resubscribe', { as: fan, body })).status).toBe(200);
    at('2026-04-23T09:59:59Z');
    await remind();
    expect(await remindersTo(fan)).toEqual([]);
    at('2026-04-23T10:00:00Z');
    await remind();
    await remind();
    const [mail, ...more] = await remindersTo(fan);
    expect(more).toEqual([]);
    for (const part of ['Your free time', 'April 30, 2026', '$9.00', '/profile/cancel-subscription'])
      expect(`${mail!.subject} ${mail!.text}`).toContain(part);
    // Paid since: the charge after that is no news.
    at('2026-04-30T10:00:01Z');
    await tick();
    at('2026-05-28T10:00:00Z');
    await remind();
    expect(await remindersTo(fan)).toHaveLength(1);
    await world.call('PUT /api/resubscribe-offer/save-settings', { as, body: { is_enabled: false } });
  });
});

describe('before each renewal', () => {
  it('members are told where the site has set it, once a charge', async () => {
    await prices(19.99, 19.99);
    await changeSettings(world, { renewal_reminder_days: 3 });
    const fan = await world.member();
    at('2026-02-25T09:59:59Z');
    await remind();
    expect(await remindersTo(fan)).toEqual([]);
    at('2026-02-25T10:00:00Z');
    await remind();
    expect((await remindersTo(fan)).map(({ subject }) => subject)).toEqual([
      'Your membership renews on February 28, 2026',
    ]);
    at('2026-02-28T10:00:01Z');
    await tick();
    at('2026-03-29T10:00:00Z');
    await remind();
    expect(await remindersTo(fan)).toHaveLength(2);
    await changeSettings(world, { renewal_reminder_days: 0 });
  });
});
