import { join } from 'node:path';
import type { TenantDb } from '@backlot/database';
import { withOwner } from '@backlot/database/owner';
import { sql } from '@backlot/database/sql';
import { Mailbox } from '@backlot/notify';
import type { TransactionRow } from '@backlot/contracts/staff';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { refundPaymentJob, retryOwedRefundsJob } from '../../src/features/checkout/settle/refund-payment.ts';
import { lockBuyer } from '../../src/features/ledger/index.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());
beforeEach(() => world.faults());

const staff = () => world.people.luna;

/** A member who bought a post for 9 dollars, and the payment's id in the list. */
async function buyer() {
  const fan = await world.member();
  const post = await world.post('luna');
  const bought = await world.buy(fan, post);
  await world.settle();
  return { fan, post, id: bought.body.data.intent_id as string, reference: bought.body.data.transactionId as string };
}

const ask = (
  id: string,
  over: object = {},
  { as = staff().admin, key }: { as?: TestPerson; key?: string | null } = {},
) =>
  world.call('POST /api/reports/refund', {
    as,
    ...(key === undefined ? {} : { key }),
    body: { id, amount: 9, currency: 'USD', reason: 'Asked for by mail', ...over },
  });
const shown = async (id: string) =>
  (await world.call('GET /api/reports/refund', { as: staff().model, query: { id } })).body;
const listOf = async (fan: TestPerson) =>
  (await world.call('GET /api/admin/get_transactions_details', { as: staff().admin, query: { user_id: fan.id } })).body
    .data as { transactions: TransactionRow[]; sum: number };
const rowOf = async (fan: TestPerson, id: string) => (await listOf(fan)).transactions.find(({ _id }) => _id === id)!;
const reversalsOf = (id: string) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .where('a.intent_id', id)
      .orderBy('r.created_at')
      .orderBy('r.id')
      .select('r.*'),
  );
const isOpenTo = async (fan: TestPerson, post: string) =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;
const openItemOf = async (fan: TestPerson) =>
  (await world.call('GET /api/reports/open-items', { as: staff().admin, query: { search: fan.email } })).body.data
    .items;
const statusOf = async (fan: TestPerson) =>
  (await world.call('GET /api/users/me', { as: fan })).body.data.ccbillSubscriptionStatus as string;

describe('a refund by staff', () => {
  it('ADMIN-02 of the whole goes back once; list, books and the totals of the fan say the same, and what was bought is closed', async () => {
    const { fan, post, id, reference } = await buyer();
    expect((await shown(id)).data).toMatchObject({ taken: 9, left: 9, is_open: true, provider_refunds: 'partial' });
    expect((await ask(id)).body.data).toMatchObject({ state: 'requested', amount: 9, left: 0 });
    expect(await rowOf(fan, id)).toMatchObject({ returned: 0, returning: 9, owed: 0, left: 0 });
    expect(await isOpenTo(fan, post)).toBe(true);
    await world.settle();
    const { transactions, sum } = await listOf(fan);
    expect(transactions.map(({ kind, amount, returned, left }) => [kind, amount, returned, left])).toEqual([
      ['refund', -9, 0, 0],
      ['post', 9, 9, 0],
      ['membership', 19.99, 0, 19.99],
    ]);
    expect(sum).toBe(19.99);
    expect(await isOpenTo(fan, post)).toBe(false);
    const { users } = (
      await world.call('POST /api/users/get_users_list', { as: staff().admin, body: { search: fan.email } })
    ).body.data;
    expect(users).toMatchObject([{ total_amount_spent: 28.99, total_refund_amount: 9 }]);
    expect((await world.booked()).get((await reversalsOf(id))[0]!.attempt_id)).toBe(900);
    const charge = (await world.twin.control.charges()).find((one) => one.id === reference);
    expect(charge?.refunded).toBe(900);
    expect(await reversalsOf(id)).toMatchObject([
      { state: 'succeeded', requested_by: staff().admin.id, reason: 'Asked for by mail' },
    ]);
  });

  it('leaves open what was bought where staff say so', async () => {
    const { fan, post, id } = await buyer();
    await ask(id, { keeps_access: true });
    await world.settle();
    expect(await rowOf(fan, id)).toMatchObject({ returned: 9, left: 0 });
    expect(await isOpenTo(fan, post)).toBe(true);
  });

  it('of a part takes nothing away; the rest does, and then nothing is left', async () => {
    const { fan, post, id } = await buyer();
    await ask(id, { amount: 4 });
    await world.settle();
    expect(await rowOf(fan, id)).toMatchObject({ returned: 4, left: 5 });
    expect(await isOpenTo(fan, post)).toBe(true);
    expect((await ask(id, { amount: 5.01 })).body.code).toBe('refund-exceeds-charge');
    await ask(id, { amount: 5 });
    await world.settle();
    expect(await rowOf(fan, id)).toMatchObject({ returned: 9, left: 0 });
    expect(await isOpenTo(fan, post)).toBe(false);
    expect((await ask(id, { amount: 0.01 })).body.code).toBe('refund-exceeds-charge');
    await world.booked();
  });

  it('of a membership ends it at once, or lets it run and renew', async () => {
    const [ended, kept] = [await world.member(), await world.member()];
    await world.settle();
    for (const fan of [ended, kept]) {
      const [{ _id: id }] = (await listOf(fan)).transactions as [TransactionRow];
      expect((await shown(id)).data).toMatchObject({ is_open: true, renews_at: expect.any(String) });
      await ask(id, { amount: 19.99, keeps_access: fan === kept });
    }
    await world.settle();
    expect([await statusOf(ended), await statusOf(kept)]).toEqual(['0', '2']);
  });

  it.each([
    ['nothing', { amount: 0 }, 'invalid-request'],
    ['less than nothing', { amount: -1 }, 'invalid-request'],
    ['half a cent', { amount: 1.005 }, 'invalid-request'],
    ['more than was taken', { amount: 9.01 }, 'refund-exceeds-charge'],
    ['another currency', { currency: 'EUR' }, 'invalid-request'],
    ['no reason', { reason: ' ' }, 'invalid-request'],
  ])('is refused for %s, and nothing is asked for', async (_what, over, code) => {
    const { id } = await buyer();
    expect((await ask(id, over)).body.code).toBe(code);
    expect(await reversalsOf(id)).toEqual([]);
  });

  it('is not possible where nothing was taken', async () => {
    const fan = await world.fresh();
    await world.subscribe(fan, { number: card.declined });
    const [{ _id: id, left }] = (await listOf(fan)).transactions as [TransactionRow];
    expect(left).toBe(0);
    expect((await ask(id)).body.code).toBe('not-refundable');
    expect((await shown(id)).code).toBe('not-refundable');
    expect((await ask(v7())).body.code).toBe('not-found');
  });
});

describe('the same refund asked for again', () => {
  it('is one refund under one key, however often and parallel, and another under the same key is refused', async () => {
    const { id } = await buyer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(id, { amount: 2 }, { key: 'refund-1' })));
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
    expect((await ask(id, { amount: 3 }, { key: 'refund-1' })).body.code).toBe('idempotency-key-reused');
    await world.settle();
    expect((await ask(id, { amount: 2 }, { key: 'refund-1' })).body.data).toMatchObject({
      state: 'succeeded',
      left: 7,
    });
    expect(await reversalsOf(id)).toHaveLength(1);
  });

  it('without a key is one within ten seconds of its end, and a second one later', async () => {
    const { id } = await buyer();
    const twice = await Promise.all([1, 2].map(() => ask(id, { amount: 2 }, { key: null })));
    expect(new Set(twice.map(({ body }) => body.data._id)).size).toBe(1);
    await world.settle();
    world.clock.advance(9_000);
    await ask(id, { amount: 2 }, { key: null });
    expect(await reversalsOf(id)).toHaveLength(1);
    world.clock.advance(2_000);
    await ask(id, { amount: 2 }, { key: null });
    expect(await reversalsOf(id)).toHaveLength(2);
  });

  it('without a key is one of a purchase, which the database lets be paid for once', async () => {
    const { id } = await buyer();
    const again = world.database.tenants.write(world.tenants.luna, async (db) => {
      const first = (await db('payment_attempts').where({ intent_id: id }).first())!;
      await db('payment_attempts').insert({ ...first, id: v7(), provider_ref: `again ${v7()}` });
    });
    await expect(again).rejects.toThrow('one_paid_attempt');
    const answers = [await ask(id, {}, { key: null }), await ask(id, {}, { key: null })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await reversalsOf(id)).toHaveLength(1);
  });

  it('by several people at once never gives back more than was taken', async () => {
    const { id } = await buyer();
    const { admin, sub_admin, model } = staff();
    const answers = await Promise.all(
      [admin, sub_admin, model].flatMap((as) => [5, 6].map((amount) => ask(id, { amount }, { as }))),
    );
    expect(answers.map(({ body }) => body.code ?? 'asked').filter((code) => code === 'asked')).toHaveLength(1);
    await world.settle();
    expect(await reversalsOf(id)).toHaveLength(1);
    await world.booked();
  });
});

it('a refund needs no second connection while it holds the buyer, also where settings have just changed', async () => {
  const { fan, id } = await buyer();
  const { database, ctx, tenants } = world;
  const held = gate();
  const full = gate();
  const holding = gate();
  const holder = database.tenants.write(tenants.luna, async (db) => {
    await lockBuyer(db, fan.id);
    holding.open();
    await held.opened;
  });
  await holding.opened;
  const asked = ask(id, { amount: 2 });
  const waiting = (db: TenantDb) =>
    sql`select 1 from pg_catalog.pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_catalog.pg_database where datname = current_database())`.run(db);
  await vi.waitUntil(() => database.tenants.read(tenants.luna, waiting), { timeout: 20_000 });
  // It has been let in; from here on nobody remembers the settings, and every other connection is taken.
  const forgotten = new Promise<void>((resolve) => ctx.settings.onChange(() => resolve()));
  await database.notify('settings_changed', tenants.luna.id);
  await forgotten;
  const others = Array.from({ length: 5 }, () => database.tenants.read(tenants.luna, () => full.opened));
  await vi.waitUntil(() => database.poolStats().waiting > 0, { timeout: 20_000 });
  held.open();
  expect((await asked).status).toBe(200);
  full.open();
  await Promise.all([holder, ...others]);
});

/** Shut until somebody opens it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a refund that the provider does not make', () => {
  it('is owed: an open item, told to the fan, counted against what is left, until somebody pays it', async () => {
    const { fan, post, id } = await buyer();
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await ask(id);
    await world.settle();
    expect(await rowOf(fan, id)).toMatchObject({ returned: 0, returning: 9, owed: 9, left: 0 });
    expect(await isOpenTo(fan, post)).toBe(true);
    const [item] = await openItemOf(fan);
    expect(item).toMatchObject({ kind: 'refund_owed', amount: 9, reason: 'funds-not-settled', withdraws: true });
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list(1000);
    expect(mails.filter(({ to, subject }) => to.includes(fan.email) && subject === 'We owe you a refund')).toHaveLength(
      1,
    );
    await world.call('POST /api/reports/open-items/settle', {
      as: staff().model,
      body: { id: item._id, decision: 'paid_by_hand', evidence: 'Bank transfer 12' },
    });
    expect(await openItemOf(fan)).toEqual([]);
    expect(await rowOf(fan, id)).toMatchObject({ returned: 9, returning: 0, owed: 0, left: 0 });
    expect(await isOpenTo(fan, post)).toBe(false);
    await world.booked();
  });

  it.each([
    ['cannot refund', 'none', 9, 'refund-unsupported'],
    ['can only refund the whole', 'full', 4, 'part-unsupported'],
  ] as const)('is owed without asking a provider that %s', async (_what, refunds, amount, reason) => {
    const { fan, id } = await buyer();
    await ask(id, { amount });
    const [reversal] = await reversalsOf(id);
    const sandbox = world.ctx.providers.open('sandbox', { id: v7(), currency: 'USD', credentials: {} })!;
    const provider = {
      ...sandbox,
      capabilities: { ...sandbox.capabilities, refunds },
      refund: () => Promise.reject(new Error('It was asked.')),
    };
    const ctx = { ...world.ctx, providers: { ...world.ctx.providers, open: () => provider } };
    const payload = { reversalId: reversal!.id };
    await refundPaymentJob.run({ ctx, tenant: world.tenants.luna, payload, attempt: 1, log: world.ctx.log });
    expect(await openItemOf(fan)).toMatchObject([{ kind: 'refund_owed', amount, reason }]);
  });
});

it('a refund that nobody asks its provider for any more is asked for again the next day', async () => {
  const { fan, post, id } = await buyer();
  await ask(id);
  // As after the last of its tries, none of which was answered.
  await withOwner(world.databaseUrl, (owner) =>
    owner.query(`update graphile_worker._private_jobs j set attempts = max_attempts
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'refund-payment'`),
  );
  const retryOwed = () =>
    retryOwedRefundsJob.run({
      ctx: world.ctx,
      tenant: world.tenants.luna,
      payload: {},
      attempt: 1,
      log: world.ctx.log,
    });
  await retryOwed();
  await world.settle();
  expect(await reversalsOf(id)).toMatchObject([{ state: 'requested' }]);
  world.clock.advance(86_400_000);
  await retryOwed();
  await world.settle();
  expect(await reversalsOf(id)).toMatchObject([{ state: 'succeeded' }]);
  expect(await isOpenTo(fan, post)).toBe(false);
  await world.booked();
});

describe('who may give money back', () => {
  it('ROLE-25 the creator, admin and sub-admin do; everyone else is refused, and so is a look at it', async () => {
    const { id } = await buyer();
    const { model, admin, sub_admin, support, content_manager, live_stream_manager } = staff();
    for (const as of [model, admin, sub_admin]) {
      expect((await ask(id, { amount: 1 }, { as })).status).toBe(200);
      expect((await world.call('GET /api/reports/refund', { as, query: { id } })).status).toBe(200);
    }
    for (const as of [support, content_manager, live_stream_manager, await world.fresh()]) {
      expect((await ask(id, { amount: 1 }, { as })).body.code).toBe('access-denied');
      expect((await world.call('GET /api/reports/refund', { as, query: { id } })).body.code).toBe('access-denied');
    }
    const body = { id, amount: 1, currency: 'USD', reason: 'x' };
    expect((await world.call('POST /api/reports/refund', { body })).body.code).toBe('session-required');
    expect(await reversalsOf(id)).toHaveLength(3);
  });
});

it('a payment that took another amount than asked stands in the list with what was taken, as in the books', async () => {
  const fan = await world.member();
  await world.settle();
  const post = await world.post('luna');
  await world.faults(
    { kind: 'timeout-after', count: 1 },
    { kind: 'webhook-lost' },
    { kind: 'error-before', on: 'find' },
  );
  const bought = await world.buy(fan, post);
  const id = bought.body.data.intent_id as string;
  const { settleAttempt } = await import('../../src/features/checkout/settle/settle-attempt.ts');
  const attempt = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_attempts').where({ intent_id: id }).first(),
  );
  await settleAttempt(world.ctx, world.tenants.luna, attempt!.id, {
    kind: 'succeeded',
    providerRef: `ch_${attempt!.id}`,
    amountMinor: 1000,
    currency: 'USD',
  });
  expect(await rowOf(fan, id)).toMatchObject({ state: 'succeeded', amount: 10, returning: 10, left: 0 });
});
