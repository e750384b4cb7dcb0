import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walletOf } from '../../src/features/ledger/index.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { subscribe } from '../../src/testing/posting.ts';
import { balancesOf, fund } from '../../src/testing/wallets.ts';
import type { Answer, CallOptions } from '../../src/testing/world.ts';

const many = 1_000;

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
const read = <R>(work: (db: TenantDb) => Promise<R>): Promise<R> =>
  world.database.tenants.read(world.tenants.luna, work);

/** A server that is full says so, and the page sends the same again. */
async function answered(options: CallOptions): Promise<Answer> {
  for (;;) {
    const answer = await world.call('POST /api/crypto/purchase-from-wallet', options);
    if (answer.body.code !== 'unavailable') return answer;
  }
}

it(`${many.toLocaleString('en')} parallel purchases from one wallet: never below zero, one charge a key, and what it covers is bought`, async () => {
  const fan = await world.fresh();
  await subscribe(world, fan);
  const posts = await Promise.all(Array.from({ length: 12 }, () => world.post('luna', 900)));
  // Enough for seven of the twelve.
  await fund(world, fan, 7 * 900 + 500);
  const keys = Array.from({ length: Math.ceil(many / 4) }, () => v7());
  const answers = await Promise.all(
    Array.from({ length: many }, (_, index) => {
      const purchase = index % keys.length;
      return answered({
        as: fan,
        key: keys[purchase]!,
        body: { payment_for: 'blog', content_id: posts[purchase % posts.length], amount: 9 },
      });
    }),
  );
  const paid = answers.filter(({ status }) => status === 200);
  expect(new Set(answers.map(({ status, body }) => (status === 200 ? 'paid' : body.code)))).toEqual(
    new Set(['paid', 'wallet-low', 'content-already-unlocked']),
  );
  expect(new Set(paid.map(({ body }) => body.data.intent_id)).size).toBe(7);
  expect(await read((db) => walletOf(db, fan.id, 'USD'))).toEqual({ balanceMinor: 500, owedMinor: 0 });
  const sold = await read((db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .select('i.idempotency_key', 'i.content_id', 'a.taken_minor'),
  );
  expect(sold).toHaveLength(7);
  expect(new Set(sold.map((row) => row.idempotency_key)).size).toBe(7);
  expect(new Set(sold.map((row) => row.content_id)).size).toBe(7);
  expect((await balancesOf(world)).sum).toBe(0);
}, 300_000);
