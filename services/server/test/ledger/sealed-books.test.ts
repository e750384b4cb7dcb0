import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkBooks } from '../../src/features/ledger/index.ts';
import { checkBooksJob } from '../../src/features/ledger/seal/check-books.ts';
import { digestOf, openHead } from '../../src/features/ledger/seal/seal-rows.ts';
import { sealBooks, sealBooksJob } from '../../src/features/ledger/seal/seal-books.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { bookAnySale, ownerOf } from './owned-books.ts';

const dayMs = 86_400_000;

let world: World;
let userId: string;
/** Days that the test is ahead of the database's clock: each seal closes another. */
let ahead = 0;
beforeAll(async () => {
  world = await createWorld();
  userId = (await world.person('luna', 'buyer')).id;
});
afterAll(() => world.close());
beforeEach(() => {
  ahead += 2;
});

const luna = () => world.tenants.luna;
const later = (days = 0) => new Date(Date.now() + (ahead + days) * dayMs);

const book = (db: TenantDb): Promise<string> => bookAnySale(db, userId);
const sell = () => world.database.tenants.write(luna(), book);
const sealedBy = async (id: string) =>
  (
    await world.database.tenants.read(luna(), (db) =>
      sql<{ number: number }>`
        select seal_number as number from ${table('ledger_sealed')} where transaction_id = ${id}`.first(db),
    )
  )?.number;

const asOwner = ownerOf(() => world);

it('what was booked on a day that is over is sealed once, and found as it was sealed', async () => {
  const id = await sell();
  await sealBooks(world.ctx, luna(), new Date());
  expect(await sealedBy(id)).toBeUndefined();
  const seal = await sealBooks(world.ctx, luna(), later());
  expect(await sealedBy(id)).toBe(seal!.number);
  expect(await sealBooks(world.ctx, luna(), later())).toEqual(seal);
  expect(await sealBooks(world.ctx, luna(), later(1))).toMatchObject({ number: seal!.number + 1, transactionCount: 0 });
  expect(await checkBooks(world.ctx, luna())).toEqual([]);
});

it('a transaction that was open while its day was sealed belongs to the next', async () => {
  let commit: () => void = () => {};
  let booked: (id: string) => void = () => {};
  const written = new Promise<string>((resolve) => {
    booked = resolve;
  });
  const open = world.database.tenants.write(luna(), async (db) => {
    const id = await book(db);
    booked(id);
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
  });
  const id = await written;
  const first = await sealBooks(world.ctx, luna(), later());
  commit();
  await open;
  expect(await sealedBy(id)).toBeUndefined();
  const second = await sealBooks(world.ctx, luna(), later(1));
  expect(second!.number).toBe(first!.number + 1);
  expect(await sealedBy(id)).toBe(second!.number);
  expect(await checkBooks(world.ctx, luna())).toEqual([]);
});

it('when something was recorded is the word of the database, and a tenant rewrites neither books nor seals', async () => {
  const id = await sell();
  const [row] = await world.database.tenants.write(luna(), async (db) => {
    const user = userId;
    await sql`
      with header as (
        insert into ${table('ledger_transactions')} (id, kind, cause_type, cause_id, user_id, entry_count, at, recorded_at)
        select ${v7()}::uuid, 'sale', 'attempt', ${id}::uuid, ${user}::uuid, 2, now(), '2020-01-01' returning id
      )
      insert into ${table('ledger_entries')} (transaction_id, account_id, amount_minor, currency)
      select h.id, e.account_id, e.amount_minor, e.currency from header h, ${table('ledger_entries')} e where e.transaction_id = ${id}`.run(
      db,
    );
    return db('ledger_transactions').where({ cause_id: id }).select('recorded_at');
  });
  expect(row!.recorded_at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  await sealBooks(world.ctx, luna(), later());
  for (const change of [
    (db: TenantDb) => db('ledger_seals').update({ transaction_count: 0 }),
    (db: TenantDb) => db('ledger_sealed').delete(),
    (db: TenantDb) => db('ledger_transactions').update({ entry_count: 3 }),
  ])
    await expect(world.database.tenants.write(luna(), async (db) => change(db))).rejects.toMatchObject({
      code: '42501',
    });
});

it('a row that is rewritten is named with its day, and put back it is as it was', async () => {
  const id = await sell();
  const seal = await sealBooks(world.ctx, luna(), later());
  await asOwner('update SCHEMA.ledger_entries set amount_minor = amount_minor * 2 where transaction_id = $1', [id]);
  const changed = { seal: seal!.number, day: seal!.day, transactionId: id, wrong: 'transaction-changed' };
  expect(await checkBooks(world.ctx, luna())).toEqual([changed]);
  await expect(
    checkBooksJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log }),
  ).rejects.toThrow(`not as they were sealed: 1 findings, the first of ${seal!.day}`);
  await asOwner('update SCHEMA.ledger_entries set amount_minor = amount_minor / 2 where transaction_id = $1', [id]);
  await sealBooksJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });
  expect(await checkBooks(world.ctx, luna())).toEqual([]);
});

it('a digest that is rewritten with its row is named by the seal, and so is a line that was taken out', async () => {
  const ids = [await sell(), await sell()];
  const seal = await sealBooks(world.ctx, luna(), later());
  const before = await asOwner('select * from SCHEMA.ledger_sealed where transaction_id = $1', [ids[0]]);
  await asOwner("update SCHEMA.ledger_sealed set digest = sha256('x') where transaction_id = $1", [ids[0]]);
  expect((await checkBooks(world.ctx, luna())).map(({ wrong }) => wrong)).toEqual([
    'transaction-changed',
    'seal-changed',
  ]);
  await asOwner('update SCHEMA.ledger_sealed set digest = $2 where transaction_id = $1', [
    ids[0],
    before.rows[0].digest,
  ]);
  await asOwner('delete from SCHEMA.ledger_sealed where transaction_id = $1', [ids[1]]);
  expect(await checkBooks(world.ctx, luna())).toEqual([
    { seal: seal!.number, day: seal!.day, transactionId: null, wrong: 'seal-changed' },
  ]);
  const { text } = await lineOf(ids[1]!);
  await asOwner('insert into SCHEMA.ledger_sealed (transaction_id, seal_number, digest) values ($1, $2, $3)', [
    ids[1],
    seal!.number,
    digestOf(text),
  ]);
  expect(await checkBooks(world.ctx, luna())).toEqual([]);
});

it('rows and chain that are rewritten together are found by the head that is kept elsewhere', async () => {
  const id = await sell();
  const seal = (await sealBooks(world.ctx, luna(), later()))!;
  await asOwner('update SCHEMA.ledger_entries set amount_minor = amount_minor * 2 where transaction_id = $1', [id]);
  const forged = digestOf((await lineOf(id)).text);
  const { rows } = await asOwner('select head from SCHEMA.ledger_seals where number = $1', [seal.number - 1]);
  const open = openHead(seal.number, seal.day, rows[0].head as Buffer);
  const { rows: sealed } = await asOwner(
    'select transaction_id as id, digest from SCHEMA.ledger_sealed where seal_number = $1 order by transaction_id',
    [seal.number],
  );
  for (const line of sealed) open.add(line.id as string, line.id === id ? forged : (line.digest as Buffer));
  await asOwner('update SCHEMA.ledger_sealed set digest = $2 where transaction_id = $1', [id, forged]);
  await asOwner('update SCHEMA.ledger_seals set head = $2 where number = $1', [seal.number, open.close().head]);
  expect(await checkBooks(world.ctx, luna())).toEqual([
    { seal: seal.number, day: seal.day, transactionId: null, wrong: 'head-differs' },
  ]);
});

it('a transaction that is gone is named', async () => {
  const id = await sell();
  const seal = (await sealBooks(world.ctx, luna(), later()))!;
  await asOwner(`
    set session_replication_role = replica;
    delete from SCHEMA.ledger_entries where transaction_id = '${id}';
    delete from SCHEMA.ledger_transactions where id = '${id}'`);
  expect(await checkBooks(world.ctx, luna())).toContainEqual({
    seal: seal.number,
    day: seal.day,
    transactionId: id,
    wrong: 'transaction-gone',
  });
});

const lineOf = async (id: string): Promise<{ text: string }> => {
  const { rows } = await asOwner(
    `select concat_ws('|', t.id, t.kind, t.cause_type, t.cause_id, coalesce(t.reverses_id::text, '-'), t.user_id, t.entry_count,
       extract(epoch from t.at), extract(epoch from t.recorded_at), (
         select string_agg(concat_ws(':', e.account_id, a.kind, a.detail, a.currency, e.amount_minor, e.currency), '|' order by e.account_id)
         from SCHEMA.ledger_entries e left join SCHEMA.ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id)) as text
     from SCHEMA.ledger_transactions t where t.id = $1`,
    [id],
  );
  return rows[0] as { text: string };
};
