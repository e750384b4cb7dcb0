import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
const start = new Date('2026-01-31T10:00:00Z');
beforeAll(async () => {
  world = await createMoneyWorld({ at: start });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(start);
});

const { at, cancel, renewalsOf, seriesOf, periodsOf, tick } = membershipsOf(() => world);

const spans = async (fan: TestPerson) =>
  (await periodsOf(fan)).map(({ cause, starts_at, ends_at, cut_at }) => [
    cause,
    starts_at.toISOString().slice(0, 10),
    ends_at?.toISOString().slice(0, 10) ?? null,
    cut_at?.toISOString().slice(0, 10) ?? null,
  ]);
const states = async (fan: TestPerson) => (await seriesOf(fan)).map(({ state }) => state);

describe('what a membership is made of', () => {
  it('each payment is a period that begins where the one before ends', async () => {
    const fan = await world.member();
    at('2026-02-28T10:00:01Z');
    await tick();
    at('2026-03-31T12:00:00Z');
    await tick();
    expect(await spans(fan)).toEqual([
      ['paid', '2026-01-31', '2026-02-28', null],
      ['paid', '2026-02-28', '2026-03-31', null],
      ['paid', '2026-03-31', '2026-04-30', null],
    ]);
    const transactions = (await periodsOf(fan)).map(({ transaction_id: id }) => id);
    expect(new Set(transactions).size).toBe(3);
    expect(transactions).not.toContain(null);
    expect(await seriesOf(fan)).toMatchObject([{ state: 'billing', next_at: new Date('2026-04-30T10:00:00Z') }]);
  });

  it('a period that was paid back is cut, and its series charges no more', async () => {
    const fan = await world.member();
    const [charge] = (await world.twin.control.charges()).slice(-1);
    at('2026-02-10T10:00:00Z');
    await world.refund(charge!.id, 1999);
    await world.settle();
    expect(await spans(fan)).toEqual([['paid', '2026-01-31', '2026-02-28', '2026-02-10']]);
    expect(await states(fan)).toEqual(['ended']);
  });

  it('a renewal that comes through after days without access begins then', async () => {
    const fan = await world.member('luna', card.noRenewal);
    at('2026-02-28T10:00:01Z');
    await tick();
    at('2026-03-03T10:00:00Z');
    expect((await world.subscribe(fan)).status).toBe(200);
    expect(await spans(fan)).toEqual([
      ['paid', '2026-01-31', '2026-02-28', null],
      ['paid', '2026-03-03', '2026-04-03', null],
    ]);
  });
});

describe('who charges it', () => {
  it('one series at a time: a cancellation ends it, and taking it back begins another', async () => {
    const fan = await world.member();
    await cancel(fan);
    expect(await states(fan)).toEqual(['ended']);
    await world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    expect((await states(fan)).toSorted()).toEqual(['billing', 'ended']);
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'succeeded' }]);
  });

  it('the database refuses a second one that charges', async () => {
    const fan = await world.member();
    const [series] = await seriesOf(fan);
    await expect(
      world.database.tenants.write(fan.tenant, (db) => db('subscription_series').insert({ ...series!, id: v7() })),
    ).rejects.toThrow('one_billing_series');
  });

  it('what a provider drives is never charged by us', async () => {
    const fan = await world.member();
    await world.database.tenants.write(fan.tenant, async (db) => {
      const [series] = await seriesOf(fan);
      await db('subscription_series')
        .where({ id: series!.id })
        .update({ provider_ref: `sub-${fan.id}` });
    });
    at('2026-02-28T10:00:01Z');
    await tick();
    expect(await renewalsOf(fan)).toEqual([]);
  });
});
