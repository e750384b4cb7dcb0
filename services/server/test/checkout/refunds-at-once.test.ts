import { withOwner } from '@backlot/database/owner';
import type { RefundInput, RefundOutcome } from '@backlot/payments';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refundPaymentJob } from '../../src/features/checkout/settle/refund-payment.ts';
import { requestRefund } from '../../src/features/checkout/settle/reversal-rows.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { openItemsOf } from './open-items-of.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const { luna, buyer, reported, reversalsOf } = openItemsOf(() => world);

/** A refund of four dollars of the nine that a post cost; its job has not run. */
async function asked() {
  const { attempt, ...bought } = await buyer();
  const id = await another(attempt);
  return { ...bought, attempt, id };
}
const another = (attempt: { readonly id: string }): Promise<string> =>
  world.database.tenants.write(luna(), (db) =>
    requestRefund(db, {
      attemptId: attempt.id,
      amountMinor: 400,
      currency: 'USD',
      reason: 'asked for',
      now: world.clock.now(),
    }),
  );

type Refund = (input: RefundInput) => Promise<RefundOutcome>;

/** Asks the provider as the job of the refund does, past or through `way`; its error while nobody knows. */
function ask(id: string, way: (input: RefundInput, really: Refund) => Promise<RefundOutcome>): Promise<unknown> {
  const sandbox = world.ctx.providers.open('sandbox', { id: v7(), currency: 'USD', credentials: {} })!;
  const provider = { ...sandbox, refund: (input: RefundInput) => way(input, sandbox.refund!) };
  const ctx = { ...world.ctx, providers: { ...world.ctx.providers, open: () => provider } };
  return refundPaymentJob
    .run({ ctx, tenant: luna(), payload: { reversalId: id }, attempt: 1, log: ctx.log })
    .catch((error: unknown) => error);
}
const refuses = async (): Promise<RefundOutcome> => ({ kind: 'refused', code: 'funds-not-settled' });
const refundedOf = async ({ provider_ref: ref }: { readonly provider_ref: string | null }) =>
  (await world.twin.control.charges()).find((charge) => charge.id === ref)!.refunded;

/** A call that reached the provider and waits there; its answer is lost. */
function lost() {
  const references: string[] = [];
  let go = (): void => {};
  const gone = new Promise<void>((resolve) => (go = resolve));
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const way = async (input: RefundInput, really: Refund): Promise<RefundOutcome> => {
    references.push(input.reference);
    arrive();
    await gone;
    await really(input);
    return { kind: 'unknown', cause: 'timeout' };
  };
  return { way, go, arrived, references };
}

describe('a refund that two ask their provider for at the same moment', () => {
  it('is asked for by one of them, and made once though one try would be refused and the answer of the other is lost', async () => {
    const { attempt, id } = await asked();
    const slow = lost();
    const first = ask(id, slow.way);
    await slow.arrived;
    const second = await ask(id, refuses);
    slow.go();
    const ends = [await first, second];
    const tried: string[] = [];
    await ask(id, (input, really) => {
      tried.push(input.reference);
      return really(input);
    });
    expect(await refundedOf(attempt)).toBe(400);
    expect(tried).toEqual(slow.references);
    expect(ends).toEqual([expect.any(Error), undefined]);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ state: 'succeeded', refusals: 0, claimed_by: null }]);
  });

  it('waits for another refund of the same charge as well, and is made after it', async () => {
    const { attempt, id } = await asked();
    await ask(id, refuses);
    const newer = await another(attempt);
    const slow = lost();
    const first = ask(newer, slow.way);
    await slow.arrived;
    const second = await ask(id, (input, really) => really(input));
    slow.go();
    expect([await first, second]).toEqual([expect.any(Error), undefined]);
    expect(await refundedOf(attempt)).toBe(400);
    await world.settle();
    for (const one of [id, newer]) await ask(one, (input, really) => really(input));
    expect(await refundedOf(attempt)).toBe(800);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ state: 'succeeded' }, { state: 'succeeded' }]);
  });

  it('is asked for by another once whoever had it died', async () => {
    const { attempt, id } = await asked();
    const claimed = (since: string) =>
      withOwner(world.databaseUrl, (owner) =>
        owner.query(
          `update tenant_${luna().id}.payment_reversals
           set claimed_by = gen_random_uuid(), claimed_at = clock_timestamp() - $2::interval where id = $1`,
          [id, since],
        ),
      );
    const really = (input: RefundInput, refund: Refund) => refund(input);
    await claimed('140 seconds');
    await ask(id, really);
    expect(await refundedOf(attempt)).toBe(0);
    await claimed('151 seconds');
    await ask(id, really);
    expect(await refundedOf(attempt)).toBe(400);
  });
});

const unknownThen = ['claimed_by', 'claimed_at', 'asked_at', 'returns_before'];

describe('on the schema of the version before', () => {
  it('a refund is made, and one that is refused is owed', async () => {
    const [made, refused] = [await asked(), await asked()];
    await withoutColumns(world.databaseUrl, luna(), 'payment_reversals', unknownThen, async () => {
      expect(await ask(made.id, (input, really) => really(input))).toBeUndefined();
      expect(await ask(refused.id, refuses)).toBeUndefined();
      expect(await reversalsOf(refused.attempt.id)).toMatchObject([{ state: 'owed', refusals: 1 }]);
      await world.settle();
    });
    expect(await reversalsOf(made.attempt.id)).toMatchObject([{ state: 'succeeded', notice_id: expect.any(String) }]);
    expect(await refundedOf(made.attempt)).toBe(400);
  });
});

it('jobs of refunds of one charge run one after another, on any schema, and those of another charge beside them', async () => {
  const [one, other] = [await buyer(), await buyer()];
  const ids = [await another(one.attempt), await another(one.attempt), await another(other.attempt)];
  const queues = await withOwner(world.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; queue: string }>(
      `select j.payload ->> 'reversalId' as id, q.queue_name as queue from graphile_worker._private_jobs j
       join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.payload ->> 'reversalId' = any ($1)`,
      [ids],
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.queue);
  });
  expect(queues[0]).toContain(one.attempt.id);
  expect(queues[1]).toBe(queues[0]);
  expect(queues[2]).toContain(other.attempt.id);
  await world.settle();
});

describe('a refund that its provider tells of', () => {
  it('in another currency is not ours of the same amount', async () => {
    const { attempt, id } = await asked();
    await reported(attempt, { amountMinor: 400, currency: 'JPY' });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { id, state: 'requested', currency: 'USD', notice_id: null },
      { state: 'held', currency: 'JPY' },
    ]);
  });

  it('as one that was made in its console is not ours of the same amount, and ours is made besides', async () => {
    const { attempt, id } = await asked();
    await reported(attempt, { amountMinor: 400, refundReference: 'typed in the console' });
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { id, state: 'requested', notice_id: null },
      { state: 'succeeded', reason: 'told by sandbox' },
    ]);
    await world.settle();
    expect(await reversalsOf(attempt.id)).toMatchObject([
      { id, state: 'succeeded', notice_id: expect.any(String) },
      { state: 'succeeded' },
    ]);
    expect(await refundedOf(attempt)).toBe(400);
  });

  it('under the reference of a later try is ours', async () => {
    const { attempt, id } = await asked();
    await ask(id, refuses);
    await ask(id, async (input, really) => {
      await really(input);
      return { kind: 'unknown', cause: 'timeout' };
    });
    await world.settle();
    expect(await reversalsOf(attempt.id)).toMatchObject([{ id, state: 'succeeded', notice_id: expect.any(String) }]);
    expect(await refundedOf(attempt)).toBe(400);
    const told = await world.database.tenants.read(luna(), (db) => db('webhook_deliveries').select('events'));
    expect(told.flatMap(({ events }) => events)).toContainEqual(
      expect.objectContaining({ type: 'refund', refundReference: `${id}-1` }),
    );
  });
});
