import type { TenantDb } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';
import { sql, table, type Sql } from '@backlot/database/sql';
import { tenantSchema } from '@backlot/database/tenant-id';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  bookProviderStatement,
  bookSale,
  checkSums,
  sumBooks,
  unsummedMovesBefore,
} from '../../src/features/ledger/index.ts';
import { checkBooksJob } from '../../src/features/ledger/seal/check-books.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
/** Two fans: what each has spent is a row of each, for which sales of one fan wait. */
let buyers: [string, string];
beforeAll(async () => {
  world = await createWorld();
  buyers = [(await world.person('luna', 'one')).id, (await world.person('luna', 'other')).id];
  // The first use of an account makes it, for which others wait.
  await sell();
  await sumBooks(world.ctx, luna());
});
afterAll(() => world.close());

const luna = () => world.tenants.luna;
const schema = () => `"${tenantSchema(luna().id)}"`;
const asOwner = (text: string) =>
  withOwner(world.databaseUrl, (owner) => owner.query(text.replaceAll('SCHEMA', schema())));

const book = (db: TenantDb, userId = buyers[0]): Promise<string> =>
  bookSale(db, 'post_revenue', {
    attemptId: v7(),
    provider: 'sandbox',
    userId,
    amountMinor: 900,
    currency: 'USD',
    at: world.clock.now(),
  });
const write = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> => world.database.tenants.write(luna(), work);
const sell = () => write((db) => book(db));
/** How many sales the sums hold and how many they do not yet. */
const held = () =>
  world.database.tenants.read(luna(), (db) =>
    sql<{ summed: number; left: number }>`
      select (select coalesce(sum(entry_count), 0)::int from ${table('ledger_sums')} s
          join ${table('ledger_accounts')} a on a.id = s.account_id where a.kind = 'post_revenue' and span = 'month') as summed,
        (select count(*)::int from ${table('ledger_unsummed')}) as left`.one(db),
  );

/** A sale that is written and stays open until it is told to end. */
async function openSale(): Promise<{ commit: () => Promise<void> }> {
  let end: () => void = () => {};
  let written: () => void = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = write(async (db) => {
    await book(db, buyers[1]);
    written();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await isWritten;
  return {
    commit: async () => {
      end();
      await done;
    },
  };
}

it('a sale that is open while the books are summed is in the sums of the next time, once', async () => {
  const before = await held();
  const open = await openSale();
  await sell();
  await sumBooks(world.ctx, luna());
  expect(await held()).toEqual({ summed: before.summed + 1, left: 0 });
  await open.commit();
  expect(await held()).toEqual({ summed: before.summed + 1, left: 1 });
  await sumBooks(world.ctx, luna());
  await sumBooks(world.ctx, luna());
  expect(await held()).toEqual({ summed: before.summed + 2, left: 0 });
  expect(await checkSums(world.ctx, luna())).toEqual([]);
});

it('what the sums do not hold yet moves what the books say that it moves, before an instant and no later', async () => {
  await sumBooks(world.ctx, luna());
  await sell();
  const figures = { provider_fees: 100, reserve_held: 200, reserve_released: 50, paid_out: 300 };
  const [id, at, since] = [v7(), new Date(world.clock.now().getTime() + 1), sql`'2000-01-01'::timestamptz`];
  await write((db) =>
    bookProviderStatement(db, { id, provider: 'sandbox', currency: 'USD', figures, at, takesBackId: null }),
  );
  const movesOf = (moves: Sql) =>
    world.database.tenants.read(luna(), (db) =>
      sql<{ kind: string; minor: number }>`
        select kind, account_id, about_id, amount_minor::int as minor from (${moves}) m order by 1, 2, 3, 4`.all(db),
    );
  const listed = sql`select * from ${table('ledger_moves')} where at >= ${since}
    and transaction_id in (select transaction_id from ${table('ledger_unsummed')})`;

  const moves = await movesOf(unsummedMovesBefore(new Date(at.getTime() + 1)));
  expect(moves).toEqual(await movesOf(listed));
  expect(new Set(moves.map(({ kind }) => kind))).toEqual(new Set(['sale', ...Object.keys(figures)]));
  const earlier = await movesOf(unsummedMovesBefore(at));
  expect(earlier).toEqual(moves.filter(({ kind }) => kind === 'sale'));
  await sumBooks(world.ctx, luna());
  expect(await movesOf(unsummedMovesBefore(new Date(at.getTime() + 1)))).toEqual([]);
});

it('no sale waits for another, nor for the sums', async () => {
  const open = await openSale();
  await sell();
  await withOwner(world.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query(`select ${schema()}.sum_ledger(1000)`);
    await sell();
    await owner.query('commit');
  });
  await open.commit();
  expect((await held()).left).toBe(2);
  await sumBooks(world.ctx, luna());
  expect(await checkSums(world.ctx, luna())).toEqual([]);
});

it('what is summed three times at once is summed once', async () => {
  for (let n = 0; n < 7; n += 1) await sell();
  await Promise.all([sumBooks(world.ctx, luna()), sumBooks(world.ctx, luna()), sumBooks(world.ctx, luna())]);
  expect((await held()).left).toBe(0);
  expect(await checkSums(world.ctx, luna())).toEqual([]);
});

it.each<[string, (db: TenantDb) => Promise<unknown>]>([
  ['change a sum', async (db) => db('ledger_sums').update({ amount_minor: 1 })],
  ['remove a sum', async (db) => db('ledger_sums').delete()],
  ['add a sum', (db) => sql`insert into ${table('ledger_sums')} select * from ${table('ledger_sums')} limit 1`.run(db)],
  ['take a transaction off the list', async (db) => db('ledger_unsummed').delete()],
  [
    'list a transaction again',
    (db) => sql`insert into ${table('ledger_unsummed')} select id from ${table('ledger_transactions')} limit 1`.run(db),
  ],
])('a tenant cannot %s', async (_, change) => {
  await sell();
  await sumBooks(world.ctx, luna());
  await expect(write(change)).rejects.toMatchObject({ code: '42501' });
});

it('a tenant cannot rebuild the sums, nor stop what lists a sale', async () => {
  for (const text of [
    `select ${schema()}.resum_ledger()`,
    `drop trigger list_unsummed on ${schema()}.ledger_transactions`,
    `alter table ${schema()}.ledger_transactions disable trigger list_unsummed`,
  ])
    await expect(write((db) => db.raw(text, []))).rejects.toMatchObject({ code: '42501' });
});

it.each([
  [
    'an amount',
    'quarter_hour',
    `update SCHEMA.ledger_sums set amount_minor = amount_minor + 1 where span = 'quarter_hour'`,
  ],
  ['a day', 'day', `update SCHEMA.ledger_sums set entry_count = entry_count + 1 where span = 'day'`],
  ['a month', 'month', `delete from SCHEMA.ledger_sums where span = 'month'`],
])('%s that its owner rewrites is found in the night, and mended from the entries', async (_, span, text) => {
  await sell();
  await sumBooks(world.ctx, luna());
  await asOwner(text);
  expect((await checkSums(world.ctx, luna())).map((one) => one.span)).toContain(span);
  const night = () =>
    checkBooksJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
  await expect(night()).rejects.toThrow('are not those of the entries');
  await sell();
  await asOwner('select SCHEMA.resum_ledger()');
  expect(await checkSums(world.ctx, luna())).toEqual([]);
  expect((await held()).left).toBe(0);
  await night();
});
