import type { StatementAccount, StatementMovement } from '@backlot/contracts/statement';
import { monthBounds } from '@backlot/domain/formats/dates';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSums, postTransaction, sumBooks, type NewTransaction } from '../../src/features/ledger/index.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { minorOf, signOf, statementsOf, sumOf } from './statement-books.ts';

const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu'];
/** With a month's end in winter, one in summer, and one of a year between. */
const months = ['2025-12', '2026-01', '2026-06', '2026-07'];

let world: World;
const { entries, statement, linesOf } = statementsOf(() => world);

/** Numbers that are the same at every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}
const drawn = numbers(20_260_726);
const upTo = (most: number): number => Math.floor(drawn.next().value * most);
const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!;

const kinds = ['sale', 'refund', 'chargeback', 'unapplied'] as const;
const others = [
  { kind: 'post_revenue' },
  { kind: 'deferred_revenue', detail: 'membership_revenue' },
  { kind: 'refunds', detail: 'post_revenue' },
  { kind: 'unapplied_receipts' },
  { kind: 'chargeback_fees' },
] as const;

/** Of one to three accounts on the other side of a provider's, or of the bank. */
function drawTransaction(at: Date): NewTransaction {
  const sides = others.filter(() => upTo(2) === 0);
  const entries = (sides.length === 0 ? [others[0]] : sides).map((account) => ({
    account,
    amountMinor: 1 + upTo(5_000),
  }));
  const held = oneOf([{ kind: 'provider_clearing', detail: 'sandbox' }, { kind: 'bank' }] as const);
  const cause = { type: 'attempt', id: v7() } as const;
  const rest = { account: held, amountMinor: -sumOf(entries.map(({ amountMinor }) => amountMinor)) };
  return { kind: oneOf(kinds), cause, userId: null, currency: 'USD', at, entries: [...entries, rest] };
}

/** The instants at which each zone's months begin, a millisecond before, and any others of those weeks. */
const edges = zones.flatMap((zone) => months.map((month) => monthBounds(month, zone).to.getTime()));
const instants = [
  ...edges.flatMap((edge) => [edge - 1, edge]),
  ...Array.from({ length: 80 }, () => oneOf(edges) + (upTo(2_000) - 1_000) * 60_000 + upTo(60_000)),
];

// The sums hold most of it, in parts that were added at different times; the last of it they do not hold.
beforeAll(async () => {
  world = await createWorld();
  for (const [index, instant] of instants.entries()) {
    await world.database.tenants.write(world.tenants.luna, (db) =>
      postTransaction(db, drawTransaction(new Date(instant))),
    );
    if (index % 13 === 0 && index < 90) await sumBooks(world.ctx, world.tenants.luna);
  }
});
afterAll(() => world.close());

// The zone changes from one to the next, with the same sums.
describe.each(zones)('on the calendar of %s', (zone) => {
  beforeAll(() => changeSettings(world, { timezone: zone }));

  it.each(months)('%s is what the entries add up to', async (month) => {
    const { from, to } = monthBounds(month, zone);
    const booked = await entries();
    const { accounts } = await statement(month);
    const before = booked.filter((entry) => entry.at < from);
    const until = booked.filter((entry) => entry.at < to);
    expect(new Set(accounts.map(({ _id }: StatementAccount) => _id))).toEqual(
      new Set(until.map(({ accountId }) => accountId)),
    );
    for (const account of accounts as StatementAccount[]) {
      const own = (of: typeof booked) =>
        sumOf(of.filter((one) => one.accountId === account._id).map((one) => one.minor));
      const sign = signOf(account.group);
      expect([minorOf(account.opening), minorOf(account.closing)]).toEqual([
        sign * own(before) + 0,
        sign * own(until) + 0,
      ]);
      const moved = sumOf(account.movements.map(({ amount }) => minorOf(amount)));
      expect(minorOf(account.opening) + moved).toBe(minorOf(account.closing));
    }
  });

  it.each(months)('the entries of %s are each shown once, newest first, and make each movement', async (month) => {
    const { from, to } = monthBounds(month, zone);
    const booked = (await entries()).filter(({ at }) => at >= from && at < to);
    for (const account of (await statement(month)).accounts as StatementAccount[]) {
      const all = await linesOf(month, account);
      expect(new Set(all.map(({ _id }) => _id)).size).toBe(all.length);
      expect(all.map(({ date }) => date)).toEqual(
        all
          .map(({ date }) => date)
          .toSorted()
          .toReversed(),
      );
      const own = new Set(booked.filter((one) => one.accountId === account._id).map((one) => one.transactionId));
      expect(new Set(all.map(({ _id }) => _id.split('_')[0]))).toEqual(own);
      for (const { kind, what, amount } of account.movements as StatementMovement[]) {
        const of = await linesOf(month, account, { kind, ...(what === null ? {} : { what }) });
        expect(sumOf(of.map((line) => minorOf(line.amount)))).toBe(minorOf(amount));
      }
    }
  });
});

it('the sums are those of the entries', async () => {
  expect(await checkSums(world.ctx, world.tenants.luna)).toEqual([]);
});
