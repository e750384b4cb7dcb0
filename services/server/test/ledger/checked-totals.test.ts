import { sql, table } from '@backlot/database/sql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkTotals } from '../../src/features/ledger/check-totals.ts';
import { nextPeople } from '../../src/features/ledger/next-people.ts';
import { checkBooksJob } from '../../src/features/ledger/seal/check-books.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';
import { bookAnySale, ownerOf } from './owned-books.ts';

let world: MoneyWorld;
const { buyer, reported } = openItemsOf(() => world);
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const luna = () => world.tenants.luna;
const asOwner = ownerOf(() => world);
const night = () => checkBooksJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });

it('what fans have spent, got back and charged back is what their transactions say', async () => {
  for (const type of ['refund', 'chargeback'] as const) await reported((await buyer()).attempt, { type });
  const { rows } = await asOwner(`select sum(spent_minor)::int as spent, sum(refunded_minor)::int as refunded,
    sum(chargeback_fees_minor)::int as fees, sum(chargebacks)::int as chargebacks from SCHEMA.user_totals`);
  // Somebody has each of them, or nothing would be compared.
  expect(rows[0].spent).toBeGreaterThan(rows[0].refunded);
  for (const sum of ['refunded', 'fees', 'chargebacks']) expect(rows[0][sum]).toBeGreaterThan(0);
  expect(await checkTotals(world.ctx, luna())).toEqual([]);
  await night();
});

it.each([
  ['spent_minor', 'update SCHEMA.user_totals set spent_minor = spent_minor + 1', ['spent_minor']],
  ['refunded_minor', 'update SCHEMA.user_totals set refunded_minor = 5', ['refunded_minor']],
  [
    'what was charged back',
    'update SCHEMA.user_totals set charged_back_minor = 5, chargebacks = 1',
    ['charged_back_minor', 'chargebacks'],
  ],
  ['chargeback_fees_minor', 'update SCHEMA.user_totals set chargeback_fees_minor = 5', ['chargeback_fees_minor']],
  ['the row', 'delete from SCHEMA.user_totals', ['spent_minor']],
])('totals of a fan of which somebody rewrote %s are named in the night', async (_what, text, differs) => {
  const fan = await world.fresh();
  await world.database.tenants.write(luna(), (db) => bookAnySale(db, fan.id));
  await night();
  await asOwner(`${text} where user_id = '${fan.id}'`);
  expect(await checkTotals(world.ctx, luna())).toEqual([{ userId: fan.id, currency: 'USD', differs }]);
  await expect(night()).rejects.toThrow('Totals of fans of luna differ from their transactions: 1.');
  await asOwner(`delete from SCHEMA.user_totals where user_id = '${fan.id}'`);
  await asOwner(`insert into SCHEMA.user_totals (user_id, currency, spent_minor) values ('${fan.id}', 'USD', 900)`);
  await night();
});

it('totals of somebody who never paid, and of another currency, are named too', async () => {
  const fan = await world.fresh();
  await world.database.tenants.write(luna(), (db) => bookAnySale(db, fan.id));
  await asOwner(`insert into SCHEMA.user_totals (user_id, currency, spent_minor) values ('${fan.id}', 'EUR', 900)`);
  const { id } = await world.fresh();
  await asOwner(`insert into SCHEMA.user_totals (user_id, currency, refunded_minor) values ('${id}', 'USD', 1)`);
  expect(await checkTotals(world.ctx, luna())).toEqual([
    { userId: fan.id, currency: 'EUR', differs: ['spent_minor'] },
    { userId: id, currency: 'USD', differs: ['refunded_minor'] },
  ]);
  await asOwner(
    `delete from SCHEMA.user_totals where user_id in ('${fan.id}', '${id}') and spent_minor + refunded_minor in (1, 900) and (currency = 'EUR' or user_id = '${id}')`,
  );
});

it('people are walked a slice after another, each once, whichever table names them', async () => {
  const all = (
    await asOwner(`select distinct user_id::text as id from SCHEMA.ledger_transactions where user_id is not null`)
  ).rows
    .map(({ id }: { id: string }) => id)
    .sort();
  expect(all.length).toBeGreaterThan(4);
  await asOwner(`delete from SCHEMA.user_totals where user_id = '${all[1]}'`);
  const walked: string[] = [];
  for (let last: string | null = null; ;) {
    const slice: Array<{ id: string }> = await world.database.tenants.read(luna(), (db) =>
      sql<{
        id: string;
      }>`with recursive ${nextPeople([sql`${table('user_totals')}`, sql`${table('ledger_transactions')}`], last, 2)}
        select id from person order by id`.all(db),
    );
    expect(slice.length).toBeLessThanOrEqual(2);
    if (slice.length === 0) break;
    walked.push(...slice.map(({ id }) => id));
    last = slice.at(-1)!.id;
  }
  expect(walked).toEqual(all);
});
