import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const deliveriesOf = (reference: string) =>
  world.database.tenants.read(world.tenants.luna, async (db) =>
    (await db('webhook_deliveries')).filter(({ raw }) => raw.includes(reference)),
  );
const isOpenTo = async (fan: Parameters<MoneyWorld['buy']>[0], post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;

it('a webhook that was put aside because its payment was not known is taken up again when it is', async () => {
  const fan = await world.member();
  const post = await world.post('luna');
  // The answer and the news of the charge are lost; only the news that it was given back comes.
  await world.faults({ kind: 'timeout-after', count: 1 }, { kind: 'webhook-lost', count: 1 });
  const answer = await world.buy(fan, post);
  expect(answer.body.data.state).toBe('pending');
  const charge = (await world.twin.control.charges()).at(-1)!;
  await world.faults({ kind: 'error-before', on: 'find' });
  await world.refund(charge.id, charge.amount);
  await expect.poll(async () => (await deliveriesOf(charge.reference)).length).toBe(1);
  // Tried until it is put aside: no job of its own is left.
  await expect
    .poll(
      async () => {
        await world.runJobs({ includingFuture: true });
        return (await deliveriesOf(charge.reference))[0]!.error;
      },
      { timeout: 60_000 },
    )
    .toBe('not-settled');

  await world.faults();
  await world.reconcile();
  await world.settle();
  expect((await deliveriesOf(charge.reference))[0]!.error).toBeNull();
  expect(await isOpenTo(fan, post)).toBe(false);
  const reversals = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_reversals').where({ attempt_id: charge.reference }),
  );
  expect(reversals).toMatchObject([{ kind: 'refund', state: 'succeeded', amount_minor: charge.amount }]);
  await world.booked();
});
