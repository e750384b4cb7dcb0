import type { StatementPayout } from '@backlot/contracts/statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { statementsOf } from './statement-books.ts';

let world: MoneyWorld;
let accountId: string;
const { buyer, reported } = openItemsOf(() => world);
const { statement } = statementsOf(() => world);
const [march, april, may] = ['2026-03', '2026-04', '2026-05'] as const;
const payout = async (month: string): Promise<StatementPayout> => (await statement(month)).payouts[0];
const enter = async (month: string, body: object): Promise<string> => {
  const figures = { fees: 0, reserve_held: 0, reserve_released: 0, paid_out: 0, ...body };
  const entered = await world.call('POST /api/reports/provider-statements', {
    as: world.people.luna.model,
    body: { account_id: accountId, month, note: 'Statement', ...figures },
  });
  expect(entered.status).toBe(200);
  return entered.body.data._id;
};

// A member and a post in March: 28.99.
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-20T12:00:00Z') });
  await buyer();
  accountId = (await world.database.tenants.read(world.tenants.luna, (db) =>
    db('provider_accounts').where({ provider: 'sandbox' }).first('id'),
  ))!.id;
}, 60_000);
afterAll(() => world.close());

describe('what a provider is expected to pay out', () => {
  it('is not known before a statement of a month that is over is entered, nor asked of a month that is over', async () => {
    expect((await payout(march)).forecast).toEqual({ expected: null, releases: [], held_until_unknown: 0 });
    world.clock.set(new Date('2026-04-10T12:00:00Z'));
    expect((await payout(march)).forecast).toBeNull();
    expect((await payout(april)).forecast!.expected).toBeNull();
  });

  it('is what it owes less its fees and reserve of what was taken since, at the rates of its statement', async () => {
    // A tenth of 28.99 and a twentieth of it.
    const entered = await enter(march, { fees: 2.9, reserve_held: 1.45, paid_out: 24.64 });
    const { attempt } = await buyer();
    const before = await payout(april);
    expect(before.owed).toBe(28.99);
    expect(before.forecast).toEqual({
      expected: { amount: 24.64, fees: -2.9, fee_rate: 10, held: -1.45, held_rate: 5, rests_on: [march] },
      releases: [],
      held_until_unknown: 1.45,
    });
    // What goes back is owed no more; the provider keeps its fee of the sale.
    await reported(attempt, { type: 'refund' });
    expect((await payout(april)).forecast!.expected).toMatchObject({ amount: 15.64, fees: -2.9 });
    // What was entered of the running month is taken off once.
    await enter(april, { fees: 2 });
    expect((await payout(april)).forecast!.expected).toMatchObject({ amount: 15.64, fees: -0.9 });
    const takenBack = await world.call('POST /api/reports/provider-statements/take-back', {
      as: world.people.luna.model,
      body: { id: entered, note: 'A wrong line' },
    });
    expect(takenBack.status).toBe(200);
    expect((await payout(april)).forecast!.expected).toBeNull();
    await enter(march, { fees: 2.9, reserve_held: 1.45, paid_out: 24.64 });
  });

  it('names the month in which a reserve is expected once one was released', async () => {
    await enter(april, { fees: 0.9, reserve_held: 1, reserve_released: 1.45 });
    world.clock.set(new Date('2026-05-10T12:00:00Z'));
    const { forecast } = await payout(may);
    // Held in March and released in April: what was held in April comes in May.
    expect(forecast).toMatchObject({ releases: [{ month: may, amount: 1 }], held_until_unknown: 0 });
    expect(forecast!.expected).toMatchObject({ rests_on: [april, march], fees: 0, held: 0 });
  });
});
