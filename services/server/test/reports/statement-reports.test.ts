import type { StatementReport } from '@backlot/contracts/statement';
import { dayIn } from '@backlot/domain/formats/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOf } from '../../src/features/reports/statement/report-states.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { reconcilingOf } from '../reconciliation/reconciling.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date() });
});
afterAll(() => world.close());
const { turn, admin, chargeUnseen, lines } = reconcilingOf(() => world);

const reports = async (): Promise<StatementReport[]> =>
  (
    await world.call('GET /api/reports/statement', {
      as: admin('luna'),
      // Of the charge, also where the turns have gone on into another month.
      query: { month: dayIn(new Date(), 'UTC').slice(0, 7) },
    })
  ).body.data.reports;

it('a month says of each account whether the provider’s report was read, and how many lines differ', async () => {
  const fan = await world.member();
  await world.buy(fan, await world.post('luna'));
  await world.settle();
  expect(await reports()).toMatchObject([
    { account: { provider: 'sandbox' }, read: 'none', read_until: null, open: 0 },
  ]);
  await turn();
  const [read] = await reports();
  // All of it where the turn has gone on into another month.
  expect(['part', 'all']).toContain(read!.read);
  expect(read).toMatchObject({ open: 0, read_until: expect.any(String) });
  const charge = await chargeUnseen('luna', 1234);
  await turn(4);
  expect((await reports())[0]).toMatchObject({ open: 1 });
  const line = (await lines()).find(({ transactionId }) => transactionId === charge);
  const body = { id: line._id, note: 'a test of the bank' };
  await world.call('POST /api/reports/reconciliation/explain', { as: admin('luna'), body });
  expect((await reports())[0]).toMatchObject({ open: 0 });
});

it('what was read of a month stays read after a gap of weeks', async () => {
  const [before] = await reports();
  expect(before!.read).not.toBe('none');
  await turn(90 * 24);
  const [after] = await reports();
  expect(after!.read).toBe(before!.read);
  // The reading went on past the gap.
  expect(new Date(after!.read_until!).getTime()).toBeGreaterThan(Date.now() + 80 * 86_400_000);
});

describe('of a month was read', () => {
  const day = (text: string): Date => new Date(`2026-${text}T00:00:00Z`);
  const month = { from: day('03-01'), to: day('04-01') };
  it.each([
    ['nothing before the first answer', '01-01', null, null, 'none'],
    ['nothing where reading ended before it', '01-01', '02-01', '03-01', 'none'],
    ['nothing where reading began after it', '01-01', '04-01', '04-10', 'none'],
    ['a part where reading goes on', '01-01', '02-01', '03-02', 'part'],
    ['a part where reading began in it', '01-01', '03-02', '04-10', 'part'],
    ['all of it from end to end', '01-01', '03-01', '04-01', 'all'],
    ['all that an account has which came in it', '03-10', '03-05', '04-01', 'all'],
    ['a part of what such an account has', '03-10', '03-11', '04-01', 'part'],
    ['nothing where the account came after it', '05-01', '04-30', '05-10', 'none'],
  ] as const)('%s', (_name, createdAt, readFrom, readUntil, read) => {
    const instant = (text: string | null): Date | null => (text === null ? null : day(text));
    const [from, until] = [instant(readFrom), instant(readUntil)].map((at) => at?.toISOString());
    const readings = from === undefined || until === undefined ? [] : [{ from, until }];
    expect(readOf({ createdAt: day(createdAt), readings }, month)).toBe(read);
  });

  it.each([
    ['all of it that was read before a gap', '03-01', '04-01', 'all'],
    ['a part where the gap begins in it', '03-01', '03-20', 'part'],
  ] as const)('%s', (_name, readFrom, readUntil, read) => {
    const before = { from: day(readFrom).toISOString(), until: day(readUntil).toISOString() };
    const now = { from: day('05-20').toISOString(), until: day('05-21').toISOString() };
    expect(readOf({ createdAt: day('01-01'), readings: [now, before] }, month)).toBe(read);
  });
});
