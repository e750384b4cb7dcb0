import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(() => world.clock.set(start));

const { at, cancel } = membershipsOf(() => world);
const admin = () => world.people.luna.admin;
const save = async (body: Record<string, unknown>) => {
  const answer = await world.call('PATCH /api/app_settings', { as: admin(), body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const four = (first: number, later: number, firstAgain: number, laterAgain: number) => ({
  membership_price: first,
  recurring_membership_price: later,
  returning_membership_price: firstAgain,
  returning_recurring_membership_price: laterAgain,
});
/** Until the server goes by them. */
const shows = (prices: ReturnType<typeof four>) =>
  vi.waitFor(
    async () =>
      expect((await world.call('GET /api/app_settings/get', { as: admin() })).body.data).toMatchObject(prices),
    { timeout: 20_000 },
  );
const askedOf = async (as: TestPerson) => {
  const { initial_amount, recurring_amount, is_free } = (await world.call('GET /api/v2/subscription/quote', { as }))
    .body.data;
  return [initial_amount, recurring_amount, is_free];
};

it('who returns pays what everybody pays, until the site sets a price for them', async () => {
  const fan = await world.member();
  await cancel(fan);
  at('2026-05-01T00:00:00Z');
  expect((await save({ membership_price: 9, recurring_membership_price: 8 })).data).toMatchObject(four(9, 8, 9, 8));
  await shows(four(9, 8, 9, 8));
  expect(await askedOf(fan)).toEqual([9, 8, false]);
  // A client that sends back all that it read has set none of them.
  await save(four(11, 8, 9, 8));
  await shows(four(11, 8, 11, 8));
  await save({ membership_price: 9 });
  await shows(four(9, 8, 9, 8));
  const { change_id } = await save({ returning_membership_price: 7 });
  await save({ membership_price: 10 });
  await shows(four(10, 8, 7, 8));
  expect(await askedOf(fan)).toEqual([7, 8, false]);
  const undone = await world.call('POST /api/app_settings/history/undo', { as: admin(), body: { change_id } });
  expect(undone.body.data).toMatchObject(four(10, 8, 10, 8));
  await shows(four(10, 8, 10, 8));
  expect(await askedOf(fan)).toEqual([10, 8, false]);
  await save({ membership_price: 0, recurring_membership_price: 0 });
  await shows(four(0, 0, 0, 0));
  expect(await askedOf(fan)).toEqual([0, 0, true]);
});
