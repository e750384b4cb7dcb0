import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks, forgetHeads } from '../../src/features/ledger/index.ts';
import { digestOf, listSealed, openHead, type SealRow } from '../../src/features/ledger/seal/seal-rows.ts';
import { sealBooks } from '../../src/features/ledger/seal/seal-books.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { bookAnySale, ownerOf } from './owned-books.ts';

const dayMs = 86_400_000;

let world: World;
let userId: string;
let days = 0;
beforeAll(async () => {
  world = await createWorld();
  userId = (await world.person('luna', 'buyer')).id;
});
afterAll(() => world.close());

/** One day for all, also at midnight. */
const begun = Date.now();
const luna = () => world.tenants.luna;
const asOwner = ownerOf(() => world);
const sell = () => world.database.tenants.write(luna(), (db) => bookAnySale(db, userId));
/** Closes one more day. */
const seal = () => sealBooks(world.ctx, luna(), new Date(begun + (days += 1) * dayMs));
/** The job's next run of the same day. */
const again = () => sealBooks(world.ctx, luna(), new Date(begun + days * dayMs));
const double = (id: string, by: '*' | '/' = '*') =>
  asOwner(`update SCHEMA.ledger_entries set amount_minor = amount_minor ${by} 2 where transaction_id = $1`, [id]);

/** Digest and head of the last seal as they follow from what stands in the books now. */
async function forge({ number, day }: SealRow, id: string): Promise<void> {
  const { rows } = await asOwner('select head from SCHEMA.ledger_seals where number = $1', [number - 1]);
  const head = openHead(number, day, (rows[0]?.head as Buffer | undefined) ?? null);
  for (const line of await world.database.tenants.read(luna(), (db) => listSealed(db, number, null, 100))) {
    const digest = digestOf(line.text!);
    if (line.id === id)
      await asOwner('update SCHEMA.ledger_sealed set digest = $2 where transaction_id = $1', [id, digest]);
    head.add(line.id, digest);
  }
  await asOwner('update SCHEMA.ledger_seals set head = $2 where number = $1', [number, head.close().head]);
}

it('a row, its digest and the newest head that are rewritten together are found, also after the next run', async () => {
  const id = await sell();
  const made = (await seal())!;
  await double(id);
  await forge(made, id);
  await again();
  expect(await checkBooks(world.ctx, luna())).toEqual([
    { seal: made.number, day: made.day, transactionId: null, wrong: 'head-differs' },
  ]);
  await double(id, '/');
  await forge(made, id);
  expect(await checkBooks(world.ctx, luna())).toEqual([]);
});

it('seals that are taken out are not made anew, and are named, until whoever restored the database says so', async () => {
  const id = await sell();
  const made = (await seal())!;
  await asOwner('delete from SCHEMA.ledger_sealed where seal_number = $1', [made.number]);
  await asOwner('delete from SCHEMA.ledger_seals where number = $1', [made.number]);
  await double(id);
  await expect(again()).rejects.toThrow(`Seal ${made.number} of the books of luna was made before and is gone.`);
  const gone = expect.objectContaining({ seal: made.number, transactionId: null, wrong: 'seal-gone' });
  expect(await checkBooks(world.ctx, luna())).toEqual([gone]);
  await double(id, '/');
  expect(await forgetHeads(world.ctx.storage, luna(), made.number)).toBe(1);
  expect(await again()).toMatchObject({ number: made.number, transactionCount: made.transactionCount });
  expect(await checkBooks(world.ctx, luna())).toEqual([]);
});

it('a transaction that is put in with a time of long ago is named', async () => {
  const like = await sell();
  const made = (await seal())!;
  const id = v7();
  await asOwner(`
    set session_replication_role = replica;
    insert into SCHEMA.ledger_transactions (id, kind, cause_type, cause_id, user_id, entry_count, at, recorded_at)
      select '${id}', kind, cause_type, '${v7()}', user_id, entry_count, at, recorded_at - interval '30 days'
      from SCHEMA.ledger_transactions where id = '${like}';
    insert into SCHEMA.ledger_entries (transaction_id, account_id, amount_minor, currency)
      select '${id}', account_id, amount_minor, currency from SCHEMA.ledger_entries where transaction_id = '${like}'`);
  await again();
  expect(await checkBooks(world.ctx, luna())).toEqual([
    { seal: made.number, day: made.day, transactionId: id, wrong: 'transaction-unsealed' },
  ]);
});
