import type { ProviderStatement } from '@backlot/contracts/provider-statements';
import type { StatementAccount, StatementPayout } from '@backlot/contracts/statement';
import { cellsOf, minorOf, signOf, statementsOf, sumOf } from './statement-books.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { balancesOf } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
let accountId: string;
const { buyer } = openItemsOf(() => world);
const { statement, linesOf } = statementsOf(() => world);
const creator = () => world.people.luna.model;
const month = '2026-03';
const columns = [
  'platform_share_minor',
  'tax_withheld_minor',
  'exchange_minor',
  'dispute_held_minor',
  'dispute_released_minor',
];

beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-20T12:00:00Z') });
  await buyer();
  accountId = await accountIn('USD');
});
afterAll(() => world.close());

const accountIn = async (currency: string): Promise<string> =>
  (await world.database.tenants.read(world.tenants.luna, (db) =>
    db('provider_accounts').where({ provider: 'sandbox', currency }).first('id'),
  ))!.id;
const none = { fees: 0, reserve_held: 0, reserve_released: 0, paid_out: 0 };
const send = (body: object) =>
  world.call('POST /api/reports/provider-statements', {
    as: creator(),
    body: { account_id: accountId, month, ...none, note: 'Statement 17', ...body },
  });
const enter = async (body: object): Promise<string> => {
  const answer = await send(body);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.data._id;
};
const takeBack = (id: string) =>
  world.call('POST /api/reports/provider-statements/take-back', { as: creator(), body: { id, note: 'A wrong line' } });
const payoutIn = async (of: string, currency = 'USD'): Promise<StatementPayout> =>
  (await statement(of)).payouts.find((one: StatementPayout) => one.currency === currency);
const payout = () => payoutIn(month);
const listed = async (id: string): Promise<ProviderStatement> =>
  (
    await world.call('GET /api/reports/provider-statements', { as: creator(), query: { month } })
  ).body.data.statements.find((one: ProviderStatement) => one._id === id);
const account = async (kind: string): Promise<StatementAccount | undefined> =>
  (await statement(month)).accounts.find((one: StatementAccount) => one.kind === kind);

describe('a provider’s statement', () => {
  it.each([
    // What is said, what the provider owes more by, and what stands where: in the books, and as the creator reads it.
    ['the platform’s share', { platform_share: 2.5 }, -250, ['platform_share', '', 250, 'costs', 2.5]],
    ['tax that was withheld', { tax_withheld: 1.2 }, -120, ['tax', '', 120, 'owed', -1.2]],
    ['a loss of exchange', { exchange: -0.35 }, -35, ['exchange', '', 35, 'costs', 0.35]],
    ['a gain of exchange', { exchange: 0.4 }, 40, ['exchange', '', -40, 'costs', -0.4]],
    ['money held for disputes', { dispute_held: 9 }, -900, ['disputes', 'sandbox', 900, 'held', 9]],
  ] as const)(
    'says %s: it is booked, read in the statement, and taken back without a trace',
    async (_, said, more, at) => {
      const [kind, detail, minor, group, amount] = at;
      const before = await payout();
      const id = await enter(said);
      const after = await payout();
      expect(minorOf(after.owed)).toBe(minorOf(before.owed) + more);
      const [name] = Object.keys(said) as [keyof typeof after];
      expect(minorOf(after[name] as number)).toBe(more);
      // It is no part of what was taken.
      expect([after.net_taken, after.entered]).toEqual([before.net_taken, 1]);
      const { sum, of } = await balancesOf(world);
      expect([sum, of(kind, detail)]).toEqual([0, minor]);
      expect(await account(kind)).toMatchObject({ detail, group, opening: 0, closing: amount });
      expect(await listed(id)).toMatchObject({ ...none, ...said, taken_back: null });

      expect((await takeBack(id)).status).toBe(200);
      expect(await payout()).toEqual(before);
      expect((await balancesOf(world)).of(kind, detail)).toBe(0);
      expect((await takeBack(id)).body.code).toBe('open-item-settled');
    },
  );

  it('that says everything adds up, line by line and in the file, and is taken back whole', async () => {
    const before = await payout();
    const said = {
      fees: 1,
      reserve_held: 2,
      reserve_released: 0.5,
      paid_out: 3,
      platform_share: 2.5,
      tax_withheld: 1.2,
      exchange: -0.35,
      dispute_held: 9,
      dispute_released: 4,
    };
    const id = await enter(said);
    const after = await payout();
    expect(minorOf(after.owed) - minorOf(before.owed)).toBe(-100 - 200 + 50 - 300 - 250 - 120 - 35 - 900 + 400);
    const { opening, net_taken: taken, fees, reserve_held: held, reserve_released: freed, paid_out: paid } = after;
    const { platform_share: share, tax_withheld: tax, exchange, dispute_held: kept, dispute_released: given } = after;
    expect(sumOf([opening, taken, fees, held, freed, paid, share!, tax!, exchange!, kept!, given!].map(minorOf))).toBe(
      minorOf(after.owed),
    );
    expect([after.in_reserve, after.in_disputes]).toEqual([1.5, 5]);
    const { accounts } = await statement(month);
    expect(sumOf(accounts.map((one: StatementAccount) => signOf(one.group) * minorOf(one.closing))) + 0).toBe(0);
    for (const one of accounts as StatementAccount[]) {
      const lines = await linesOf(month, one);
      expect([one.kind, sumOf(lines.map(({ amount }) => minorOf(amount)))]).toEqual([
        one.kind,
        minorOf(one.closing) - minorOf(one.opening),
      ]);
    }
    const file = await world.call('POST /api/reports/exports', {
      as: creator(),
      body: { list: 'statement', statement: { month } },
    });
    const rows = (file.body.data.csv as string).split('\r\n').map(cellsOf);
    const told = (name: string) => rows.filter((cells) => cells[3] === name).length;
    // Each with its two sides: of what was entered and taken back before, too.
    expect([told('Tax withheld'), told('Given back after disputes'), told('Other')]).toEqual([6, 2, 0]);
    expect((await takeBack(id)).status).toBe(200);
    expect(await payout()).toEqual(before);
    const { sum, of } = await balancesOf(world);
    expect([sum, of('tax'), of('exchange'), of('platform_share'), of('disputes', 'sandbox')]).toEqual([0, 0, 0, 0, 0]);
  });

  it('that says the same as another in all but one of its figures is another', async () => {
    const first = await enter({ platform_share: 7 });
    expect((await send({ platform_share: 7, note: 'Statement 18' })).body.code).toBe('statement-entered');
    const others = [await enter({ platform_share: 7, exchange: 0.01 }), await enter({ platform_share: 7.01 })];
    for (const id of [first, ...others]) await takeBack(id);
  });

  it.each([
    ['a share below zero', { platform_share: -1 }, 'platform_share'],
    ['less tax than none', { tax_withheld: -0.01 }, 'tax_withheld'],
    ['parts of a cent', { exchange: -0.005 }, 'exchange'],
    ['nothing at all', { platform_share: 0, exchange: 0 }, 'fees'],
  ])('that says %s is refused, and books nothing', async (_, body, field) => {
    const before = await payout();
    expect((await send(body)).body).toMatchObject({ code: 'invalid-request', errors: [{ field }] });
    expect(await payout()).toEqual(before);
  });

  it('is of its account’s currency', async () => {
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      const { id: _, ...row } = (await db('provider_accounts').where({ id: accountId }).first())!;
      await db('provider_accounts').insert({
        ...row,
        id: '0198c5d2-0000-7000-8000-0000000000e0',
        currency: 'EUR',
        webhook_path: `${row.webhook_path}e`,
      });
    });
    const before = await payout();
    const id = await enter({ account_id: await accountIn('EUR'), platform_share: 2, exchange: -0.5, dispute_held: 1 });
    const { accounts } = await statement(month);
    const euros = (accounts as StatementAccount[]).filter(({ currency }) => currency === 'EUR');
    expect(euros.map(({ kind, closing }) => [kind, closing]).sort()).toEqual([
      ['disputes', 1],
      ['exchange', 0.5],
      ['platform_share', 2],
      ['provider_clearing', -3.5],
    ]);
    expect(await payoutIn(month, 'EUR')).toMatchObject({
      owed: -3.5,
      platform_share: -2,
      exchange: -0.5,
      in_disputes: 1,
    });
    expect(await payout()).toEqual(before);
    expect((await takeBack(id)).status).toBe(200);
  });

  it('waits with them for the schema on the version before, where all else goes on', async () => {
    await withoutColumns(world.databaseUrl, world.tenants.luna, 'provider_statements', columns, async () => {
      const before = await payout();
      expect((await send({ fees: 0.5, platform_share: 2 })).body.code).toBe('unavailable');
      const id = await enter({ fees: 0.5, platform_share: 0 });
      expect((await payout()).owed).toBe((minorOf(before.owed) - 50) / 100);
      expect(await listed(id)).toMatchObject({ fees: 0.5, platform_share: 0, exchange: 0 });
      expect((await send({ fees: 0.5, note: 'Statement 18' })).body.code).toBe('statement-entered');
      expect((await takeBack(id)).status).toBe(200);
      expect(await payout()).toEqual(before);
    });
  });
});

it('the next payout is expected to be less by the platform’s share and by tax, as the last statement says', async () => {
  // A month that is over: 28.99 were taken.
  await enter({ fees: 2.9, platform_share: 5.8, tax_withheld: 1.45, dispute_held: 3, exchange: -1, paid_out: 14.84 });
  world.clock.set(new Date('2026-04-10T12:00:00Z'));
  await buyer();
  const now = await payoutIn('2026-04');
  expect(now).toMatchObject({ owed: 28.99, in_disputes: 3 });
  expect(now.forecast!.expected).toMatchObject({ amount: 18.84, fees: -2.9, share: -5.8, tax: -1.45, tax_rate: 5 });
});
