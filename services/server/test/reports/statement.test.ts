import type { StatementAccount, StatementMovement, StatementSums } from '@backlot/contracts/statement';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recogniseRevenue } from '../../src/features/ledger/deferred/recognise-revenue.ts';
import { bookSales } from '../../src/features/ledger/index.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { fund } from '../../src/testing/wallets.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { cellsOf, minorOf, signOf, statementsOf, sumOf } from './statement-books.ts';

const timeZone = 'America/New_York';
/** The first instants of the months by that clock. */
const starts: Readonly<Record<string, Date>> = {
  '2026-02': new Date('2026-02-01T05:00:00Z'),
  '2026-03': new Date('2026-03-01T05:00:00Z'),
  '2026-04': new Date('2026-04-01T04:00:00Z'),
  '2026-05': new Date('2026-05-01T04:00:00Z'),
};
const [march, april] = ['2026-03', '2026-04'] as const;

let world: MoneyWorld;
let lastOfMarch: Awaited<ReturnType<typeof buyer>>;
let firstOfApril: Awaited<ReturnType<typeof buyer>>;
const { buyer, reported } = openItemsOf(() => world);
const { entries, ask, statement, askLines, linesOf } = statementsOf(() => world);
const at = (instant: string): void => world.clock.set(new Date(instant));

/** Gives a part of what somebody paid back. */
async function refund(fan: TestPerson, kind: string, amount: number): Promise<void> {
  const as = world.people.luna.admin;
  const { transactions } = (
    await world.call('GET /api/admin/get_transactions_details', { as, query: { user_id: fan.id } })
  ).body.data;
  const id = transactions.find((one: { kind: string }) => one.kind === kind)._id;
  const body = { id, amount, currency: 'USD', reason: 'Asked for' };
  expect((await world.call('POST /api/reports/refund', { as, body })).status).toBe(200);
  await world.settle();
}

// Sales, refunds and a chargeback over the end of March, with what is earned a share a day.
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-28T12:00:00Z') });
  await changeSettings(world, { timezone: timeZone });
  const member = await world.member();
  const charged = await buyer();
  const ofWallet = await world.member();
  await world.settle();
  await fund(world, ofWallet, 3000);
  const body = { payment_for: 'blog', content_id: await world.post('luna') };
  await world.call('POST /api/crypto/purchase-from-wallet', { as: ofWallet, body });
  await refund(member, 'membership', 5);
  await reported(charged.attempt, { type: 'chargeback' });
  at('2026-03-29T12:00:00Z');
  await recogniseRevenue(world.ctx, world.tenants.luna, world.clock.now());
  at('2026-04-01T03:30:00Z');
  lastOfMarch = await buyer();
  at('2026-04-01T04:30:00Z');
  firstOfApril = await buyer();
  at('2026-04-04T12:00:00Z');
  await recogniseRevenue(world.ctx, world.tenants.luna, world.clock.now());
  await refund(firstOfApril.fan, 'post', 4);
}, 120_000);
afterAll(() => world.close());

const accountOf = (accounts: readonly StatementAccount[], kind: string, detail = ''): StatementAccount =>
  accounts.find((one) => one.kind === kind && one.detail === detail)!;
const movementOf = ({ movements }: StatementAccount, kind: string, what: string | null = null): number | undefined =>
  movements.find((one) => one.kind === kind && one.what === what)?.amount;

describe('a month of the books', () => {
  it.each(['2026-02', march, april, '2026-05'])(
    'is in %s, account by account, what the entries of the books add up to: where it stood, what moved it, where it stands',
    async (month) => {
      const from = starts[month]!;
      const to = starts[`2026-0${Number(month.at(-1)) + 1}`] ?? new Date('2026-06-01T04:00:00Z');
      const booked = await entries();
      const { accounts } = await statement(month);
      const before = booked.filter((entry) => entry.at < from);
      const within = booked.filter((entry) => entry.at >= from && entry.at < to);
      for (const account of accounts as StatementAccount[]) {
        const own = (of: typeof booked) => sumOf(of.filter((one) => one.accountId === account._id).map((e) => e.minor));
        const sign = signOf(account.group);
        expect(minorOf(account.opening)).toBe(sign * own(before) + 0);
        expect(minorOf(account.closing)).toBe(sign * own([...before, ...within]) + 0);
        const moved = sumOf(account.movements.map(({ amount }) => minorOf(amount)));
        expect(minorOf(account.opening) + moved).toBe(minorOf(account.closing));
      }
      // No account with an entry is left out, and all of them together balance.
      const named = accounts.map(({ _id }: StatementAccount) => _id);
      expect(new Set(named)).toEqual(new Set([...before, ...within].map(({ accountId }) => accountId)));
      expect(sumOf(accounts.map((one: StatementAccount) => signOf(one.group) * minorOf(one.closing))) + 0).toBe(0);
    },
  );

  it('begins where the month before ended', async () => {
    const [before, after] = [(await statement(march)).accounts, (await statement(april)).accounts];
    expect(before.length).toBeGreaterThan(5);
    for (const { _id, closing } of before as StatementAccount[])
      expect(after.find((one: StatementAccount) => one._id === _id).opening).toBe(closing);
  });

  it('says what was taken and what went back by what it was for, as the provider’s account moved', async () => {
    const { sums, accounts } = await statement(march);
    const [sum] = sums as [StatementSums];
    // Two posts by card, and a third from a wallet, whose money was taken when it was added.
    expect(sum.taken).toEqual([
      { what: 'membership_revenue', amount: 4 * 19.99 },
      { what: 'fan_wallet', amount: 30 },
      { what: 'post_revenue', amount: 18 },
    ]);
    expect([sum.refunds, sum.chargebacks, sum.chargeback_fees]).toEqual([-5, -9, -25]);
    const moved = ['sandbox', 'forumpay'].map((provider) => {
      const { opening, closing } = accountOf(accounts, 'provider_clearing', provider);
      return minorOf(closing) - minorOf(opening);
    });
    expect(minorOf(sum.net_taken)).toBe(sumOf(moved));
    expect(minorOf(sum.net_taken)).toBe(4 * 1999 + 3000 + 1800 - 500 - 900 - 2500);
  });

  it('takes a sale by the site’s clock, also where it is another month elsewhere', async () => {
    const { accounts } = await statement(april);
    const clearing = accountOf(accounts, 'provider_clearing', 'sandbox');
    const sold = await linesOf(april, clearing, { kind: 'sale', what: 'post_revenue' });
    expect(sold.map(({ user }) => user?._id)).toEqual([firstOfApril.fan.id]);
    const inMarch = await linesOf(march, clearing, { kind: 'sale', what: 'post_revenue' });
    expect(inMarch.map(({ user }) => user?._id)).toContain(lastOfMarch.fan.id);
  });

  it('says what was earned in it, and what is still deferred and held in wallets at its end', async () => {
    const [first, second] = [await statement(march), await statement(april)];
    const deferred = accountOf(second.accounts, 'deferred_revenue', 'membership_revenue');
    const recognised = movementOf(deferred, 'recognition')!;
    expect(recognised).toBeLessThan(0);
    expect(movementOf(accountOf(second.accounts, 'membership_revenue'), 'recognition')).toBe(-recognised);
    const [sum] = second.sums as [StatementSums];
    expect(sum.earned.find(({ what }) => what === 'membership_revenue')?.amount).toBe(-recognised);
    // One post was sold for 9, and 4 of it went back.
    expect(sum.earned.find(({ what }) => what === 'post_revenue')?.amount).toBe(5);
    expect(minorOf(sum.net_earned)).toBe(sumOf(sum.earned.map(({ amount }) => minorOf(amount))));
    expect(sum.deferred).toBe(deferred.closing);
    expect(first.sums[0].in_wallets).toBe(21);
    expect(movementOf(accountOf(first.accounts, 'fan_wallet'), 'sale')).toBe(-9);
  });

  it('says up to when shares are booked while the month is not', async () => {
    expect((await statement(march)).earned_until).toBeNull();
    expect((await statement(april)).earned_until).toBe('2026-04-04T04:00:00.000Z');
  });
});

describe('the entries behind a row', () => {
  it('are those of the books, each once, and add up to each movement', async () => {
    const { accounts } = await statement(march);
    const booked = new Set((await entries()).map(({ transactionId }) => transactionId));
    for (const account of accounts as StatementAccount[]) {
      const all = await linesOf(march, account);
      expect(new Set(all.map(({ _id }) => _id)).size).toBe(all.length);
      expect(all.every(({ _id }) => booked.has(_id.split('_')[0]!))).toBe(true);
      expect(minorOf(account.opening) + sumOf(all.map(({ amount }) => minorOf(amount)))).toBe(minorOf(account.closing));
      for (const { kind, what, amount } of account.movements as StatementMovement[]) {
        const of = await linesOf(march, account, { kind, ...(what === null ? {} : { what }) });
        expect(sumOf(of.map((line) => minorOf(line.amount)))).toBe(minorOf(amount));
      }
    }
  });

  it('lead to the payment in the list of transactions', async () => {
    const { accounts } = await statement(march);
    const [line] = await linesOf(march, accountOf(accounts, 'provider_clearing', 'sandbox'), { kind: 'chargeback' });
    const { transactions } = (
      await world.call('GET /api/admin/get_transactions_details', {
        as: world.people.luna.model,
        query: { search: line!.payment!._id },
      })
    ).body.data;
    expect(transactions.map(({ _id }: { _id: string }) => _id)).toContain(line!.payment!._id);
    expect(line!.user?._id).toBe(transactions[0].user._id);
  });

  it('come in pages, along the sums of the account and the index of the kind', async () => {
    at('2026-05-10T12:00:00Z');
    const fan = await world.fresh();
    await world.database.tenants.write(world.tenants.luna, (db) =>
      bookSales(
        db,
        Array.from({ length: 45 }, () => ({
          attemptId: v7(),
          provider: 'sandbox',
          userId: fan.id,
          amountMinor: 100,
          currency: 'USD',
          at: world.clock.now(),
          revenue: 'post_revenue' as const,
          earning: 'at-once' as const,
        })),
      ),
    );
    const { accounts } = await statement('2026-05');
    const revenue = accountOf(accounts, 'post_revenue');
    const query = { month: '2026-05', account_id: revenue._id };
    const first = (await askLines(query)).body.data;
    const recorder = recordStatements();
    const second = (await askLines({ ...query, after: first.next })).body.data;
    const asked = recorder.stop().find(({ text }) => text.includes('"causeId"'));
    expect([first.lines.length, second.lines.length]).toEqual([20, 20]);
    expect(await linesOf('2026-05', revenue)).toHaveLength(45);
    expect(await indexesAskedBy(world.databaseUrl, asked!)).toEqual(
      expect.arrayContaining(['one_sum_a_span', 'ledger_transactions_by_kind']),
    );
    expect(minorOf(revenue.closing) - minorOf(revenue.opening)).toBe(4500);
  });
});

describe('the file of a month', () => {
  const take = (month: string, as: TestPerson = world.people.luna.model) =>
    world.call('POST /api/reports/exports', { as, body: { list: 'statement', statement: { month } } });

  it('holds every entry of the month, whose debits are its credits and move each account as the screen says', async () => {
    const { csv, rows } = (await take(april)).body.data;
    const { accounts } = await statement(april);
    const [head, ...lines] = (csv as string).trim().split('\r\n').map(cellsOf);
    const column = (name: string): number => head!.findIndex((one) => one === name);
    const amount = (line: readonly string[], name: string): number => minorOf(Number(line[column(name)] || 0));
    const within = (await entries()).filter((one) => one.at >= starts[april]! && one.at < starts['2026-05']!);
    expect([rows, lines.length]).toEqual([within.length, within.length]);
    expect(new Set(lines.map((line) => line[column('Transaction ID')]))).toEqual(
      new Set(within.map(({ transactionId }) => transactionId)),
    );
    expect(sumOf(lines.map((line) => amount(line, 'Debit')))).toBe(sumOf(lines.map((line) => amount(line, 'Credit'))));
    const wallets = accountOf(accounts, 'deferred_revenue', 'membership_revenue');
    const own = lines.filter((line) => line.includes('Paid, not earned yet'));
    expect(sumOf(own.map((line) => amount(line, 'Credit') - amount(line, 'Debit')))).toBe(
      minorOf(wallets.closing) - minorOf(wallets.opening),
    );
  });

  it('needs a month', async () => {
    const body = { list: 'statement' };
    const answer = await world.call('POST /api/reports/exports', { as: world.people.luna.model, body });
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ field: 'statement' }] });
  });

  it('is, as the screen, for the creator and the admins alone', async () => {
    const { model, admin, sub_admin: second, support, content_manager: writer, fan } = world.people.luna;
    for (const as of [model, admin, second]) {
      expect((await ask(april, as)).status).toBe(200);
      expect((await take(april, as)).status).toBe(200);
    }
    for (const as of [support, writer, fan]) {
      expect((await ask(april, as)).body.code).toBe('access-denied');
      expect((await take(april, as)).body.code).toBe('access-denied');
    }
  });
});

it.each(['2026-13', '2026-3', '1999-12', 'now'])('there is no month %s', async (month) => {
  expect((await ask(month)).body.code).toBe('invalid-request');
});

it('there are no entries of an account that is none', async () => {
  expect((await askLines({ month: march, account_id: v7() })).body.code).toBe('not-found');
});

it.each(['', 'x', `${v7()}_${v7()}`])('no page ended at %s', async (after) => {
  const [account] = (await statement(march)).accounts;
  const { code, errors } = (await askLines({ month: march, account_id: account._id, after })).body;
  expect([code, errors?.[0]?.field]).toEqual(['invalid-request', 'after']);
});
