import { sql, table } from '@backlot/database/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPendingPayments } from '../../src/features/checkout/index.ts';
import { earningsByDay, spentBy } from '../../src/features/ledger/index.ts';
import { listPayments, type PaymentFilters } from '../../src/features/reports/list-payments.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
let fan: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
  fan = await world.member();
  world.clock.advance(1000);
  const post = await world.post('luna');
  const bought = await world.buy(fan, post);
  world.clock.advance(86_400_000);
  other = await world.fresh();
  await world.subscribe(other, { number: card.declined });
  world.clock.advance(1000);
  await world.faults({ kind: 'timeout-before', count: 1 });
  await world.subscribe(other);
  world.clock.advance(1000);
  await fetch(new URL('/v1/refunds', world.twin.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${world.twin.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: crypto.randomUUID(),
      charge: bought.body.data.transactionId,
      amount: 900,
      currency: 'USD',
    }),
  });
  await world.settle();
});
afterAll(() => world.close());

const list = (filters: Partial<PaymentFilters> = {}) =>
  world.database.tenants.read(world.tenants.luna, (db) => listPayments(db, { limit: 20, ...filters }));
const dollars = (minor: number) => new Map([['USD', minor]]);

describe('the list of payments', () => {
  it('shows purchases and what went back, newest first, with their sum', async () => {
    const page = await list();
    expect(page.lines.map(({ kind, state, amountMinor }) => [kind, state, amountMinor])).toEqual([
      ['refund', 'succeeded', -900],
      ['membership', 'pending', 1999],
      ['membership', 'declined', 1999],
      ['post', 'succeeded', 900],
      ['membership', 'succeeded', 1999],
    ]);
    expect(page).toMatchObject({ totalRows: 5, sums: dollars(1999) });
    expect(page.lines[3]).toMatchObject({
      userId: fan.id,
      title: 'A post',
      card: { brand: 'visa', last4: '4242' },
      declineCode: null,
    });
    expect(page.lines[2]).toMatchObject({ userId: other.id, declineCode: '5', card: null });
  });

  it('is filtered, sorted and paged, and the sum follows the filters', async () => {
    expect(await list({ kind: 'post' })).toMatchObject({ totalRows: 1, sums: dollars(900) });
    expect(await list({ state: 'declined' })).toMatchObject({ totalRows: 1, sums: dollars(0) });
    expect(await list({ userId: fan.id })).toMatchObject({ totalRows: 3, sums: dollars(1999) });
    expect((await list({ from: new Date('2026-03-11T00:00:00Z') })).totalRows).toBe(3);
    expect((await list({ to: new Date('2026-03-11T00:00:00Z') })).totalRows).toBe(2);
    expect((await list({ sort: 'amount', direction: 'asc' })).lines[0]?.amountMinor).toBe(-900);
    expect((await list({ limit: 2, offset: 2 })).lines.map(({ state }) => state)).toEqual(['declined', 'succeeded']);
    const [, second] = (await list()).lines;
    expect((await list({ after: second! })).lines).toEqual((await list()).lines.slice(2));
    const reference = (await list({ kind: 'post' })).lines[0]!.reference!;
    expect((await list({ reference })).lines.map(({ kind }) => kind)).toEqual(['refund', 'post']);
    const users = sql<{ id: string }>`select id from ${table('users')} where email = ${other.email}`;
    expect((await list({ users })).totalRows).toBe(2);
  });

  it('on the other site there is none of it', async () => {
    const page = await world.database.tenants.read(world.tenants.mars, (db) => listPayments(db, { limit: 20 }));
    expect(page).toEqual({ lines: [], totalRows: 0, sums: new Map(), topUps: new Map() });
  });
});

it('earnings by day come from the books, what went back on its own day', async () => {
  const days = await world.database.tenants.read(world.tenants.luna, (db) =>
    earningsByDay(db, new Date('2026-01-01T00:00:00Z'), 'UTC', 'USD'),
  );
  expect(days).toEqual([
    { date: '2026-03-10', revenue: 'membership_revenue', minor: 1999 },
    { date: '2026-03-10', revenue: 'post_revenue', minor: 900 },
    { date: '2026-03-11', revenue: 'post_revenue', minor: -900 },
  ]);
});

it('fans can be sorted by what they have spent', async () => {
  const rows = await world.database.tenants.read(world.tenants.luna, (db) => {
    return sql<{ id: string }>`
      select u.id from ${table('users')} u where u.id = any (${[fan.id, other.id]}::uuid[])
      order by ${spentBy(sql`u.id`, 'USD')} desc`.all(db);
  });
  expect(rows.map(({ id }) => id)).toEqual([fan.id, other.id]);
});

it('counts purchases whose end is not known', async () => {
  expect(await world.database.tenants.read(world.tenants.luna, countPendingPayments)).toBe(1);
});

it('a purchase stands on the day on which it was settled, as in the books, whenever it was begun', async () => {
  const late = await world.fresh();
  await world.faults({ kind: 'timeout-after', count: 1 });
  await world.subscribe(late);
  world.clock.advance(86_400_000);
  await world.settle();
  const [line, ...more] = (await list({ userId: late.id, from: new Date('2026-03-12T00:00:00Z') })).lines;
  expect([line?.state, line?.at, more]).toEqual(['succeeded', world.clock.now(), []]);
  expect((await list({ userId: late.id, to: new Date('2026-03-12T00:00:00Z') })).lines).toEqual([]);
  expect((await list()).lines[0]).toEqual(line);
  const months = (await list({ state: 'succeeded', from: new Date('2026-03-12T00:00:00Z') })).sums;
  const booked = await world.database.tenants.read(world.tenants.luna, (db) =>
    earningsByDay(db, new Date('2026-03-12T00:00:00Z'), 'UTC', 'USD'),
  );
  expect(months.get('USD')).toBe(booked.reduce((sum, { minor }) => sum + minor, 0));
});
