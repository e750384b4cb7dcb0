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
