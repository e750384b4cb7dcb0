import { withOwner } from '@backlot/database/owner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refundPaymentJob } from '../../src/features/checkout/settle/refund-payment.ts';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const minuteMs = 60_000;

/** Here and at CCBill. */
const pass = (minutes: number): void => {
  const at = new Date(world.clock.now().getTime() + minutes * minuteMs);
  world.clock.set(at);
  world.ccbill.setTime(at);
};

/** CCBill's clock, so many minutes ahead of ours. */
const atCcbill = (ahead: number): void =>
  world.ccbill.setTime(new Date(world.clock.now().getTime() + ahead * minuteMs));

const reversalsOf = ({ id, tenant }: TestPerson) =>
  world.database.tenants.read(tenant, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', id)
      .orderBy('r.id')
      .select('r.id', 'r.state', 'r.amount_minor', 'r.reason', 'r.refusal_code'),
  );
const toldOf = (amountMinor: number) => ({ state: 'succeeded', amount_minor: amountMinor, reason: 'told by ccbill' });
const oursOf = (amountMinor: number, state = 'succeeded') => ({
  state,
  amount_minor: amountMinor,
  reason: 'asked for',
});

/** Staff ask for a part of what a member paid first; its job has not run. */
async function askFor({ id, tenant }: TestPerson, amount: number): Promise<void> {
  const intent = await world.database.tenants.read(tenant, (db) =>
    db('payment_intents').where({ user_id: id, kind: 'membership' }).first('id'),
  );
  const asked = await world.call('POST /api/reports/refund', {
    as: world.people.luna.admin,
    body: { id: intent!.id, amount, currency: 'USD', reason: 'asked for' },
  });
  expect(asked.status).toBe(200);
}

/** Asks CCBill, as the job of the refund does; its error while nobody knows. */
async function tryRefund(fan: TestPerson): Promise<unknown> {
  const { id } = (await reversalsOf(fan)).find(({ reason }) => reason === 'asked for')!;
  const { ctx } = world;
  // Whoever asked before has had their time.
  await ctx.database.tenants.write(fan.tenant, (db) =>
    db('payment_reversals')
      .where({ id })
      .whereNotNull('claimed_at')
      .update({ claimed_at: new Date(0) }),
  );
  return refundPaymentJob
    .run({ ctx, tenant: fan.tenant, payload: { reversalId: id }, attempt: 1, log: ctx.log })
    .catch((error: unknown) => error);
}

/** And runs no other job. */
async function applyNotices({ tenant }: TestPerson): Promise<void> {
  const { ctx, database } = world;
  const told = await database.tenants.read(tenant, (db) =>
    db('webhook_deliveries').whereNull('processed_at').select('id', 'account_id', 'events'),
  );
  for (const { id: deliveryId, account_id: accountId, events } of told)
    await applyWebhookJob.run({ ctx, tenant, payload: { deliveryId, accountId, events }, attempt: 1, log: ctx.log });
}

describe('a refund by staff of a CCBill sale', () => {
  it('is made though another was made in the console of which no notice came', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-lost', count: 1 }]);
    world.ccbill.refund(sale.subscriptionId, 300);
    await askFor(fan, 5);
    await world.settleNotices();
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 800 });
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500)]);
    await world.booked('luna');
  });

  it('is made once though its answer was lost and another was made in the console before', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([
      { kind: 'notice-lost', count: 2 },
      { kind: 'reset-after', on: 'manage', count: 1 },
    ]);
    world.ccbill.refund(sale.subscriptionId, 300);
    await askFor(fan, 5);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    expect(await tryRefund(fan)).toBeUndefined();
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 800 });
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500)]);
  });

  it('is made once though its answer was lost and CCBill then refused to say what went back', async () => {
    const { fan, sale } = await world.formMember();
    await askFor(fan, 5);
    world.ccbill.faults([{ kind: 'notice-lost' }, { kind: 'reset-after', on: 'manage', count: 1 }]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    world.ccbill.faults([{ kind: 'notice-lost' }, { kind: 'result', on: 'status', code: '-5', count: 1 }]);
    expect(await tryRefund(fan)).toBeUndefined();
    expect(await reversalsOf(fan)).toMatchObject([{ ...oursOf(500, 'owed'), refusal_code: '-5' }]);
    expect(await tryRefund(fan)).toBeUndefined();
    expect(sale).toMatchObject({ refunds: 1, returnedMinor: 500 });
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500)]);
  });

  it('is not settled by the notice of one that was made in the console before it was asked for', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.refund(sale.subscriptionId, 500);
    await world.sendNotices();
    pass(10);
    await askFor(fan, 5);
    world.ccbill.faults([{ kind: 'error-before', on: 'manage' }]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500, 'requested'), toldOf(500)]);
    world.ccbill.faults([]);
    await tryRefund(fan);
    await world.settleNotices();
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 1000 });
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500), toldOf(500)]);
    await world.booked('luna');
  });

  it('is made though another was made in the console while nobody knew whether ours was', async () => {
    const { fan, sale } = await world.formMember();
    await askFor(fan, 5);
    world.ccbill.faults([{ kind: 'error-before', on: 'manage' }]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    pass(10);
    world.ccbill.refund(sale.subscriptionId, 300);
    await world.sendNotices();
    await applyNotices(fan);
    world.ccbill.faults([]);
    await tryRefund(fan);
    await world.settleNotices();
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 800 });
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500), toldOf(300)]);
    await world.booked('luna');
  });

  it.each([
    ['behind ours', -3],
    ['ahead of ours', 3],
  ])('is made though another was made in the console meanwhile, and CCBill’s clock is %s', async (_how, minutes) => {
    const { fan, sale } = await world.formMember();
    await askFor(fan, 5);
    world.ccbill.faults([{ kind: 'error-before', on: 'manage' }]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    pass(1);
    atCcbill(minutes);
    world.ccbill.refund(sale.subscriptionId, 300);
    await world.sendNotices();
    await applyNotices(fan);
    world.ccbill.faults([]);
    await tryRefund(fan);
    atCcbill(0);
    await world.settleNotices();
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 800 });
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500), toldOf(300)]);
  });

  it('is made once and left to staff where clocks do not tell whether another was made before it was asked for', async () => {
    const { fan, sale } = await world.formMember();
    atCcbill(3);
    world.ccbill.refund(sale.subscriptionId, 300);
    await world.sendNotices();
    pass(1);
    await askFor(fan, 5);
    world.ccbill.faults([{ kind: 'reset-after', on: 'manage', count: 1 }]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    await applyNotices(fan);
    await tryRefund(fan);
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 800 });
    expect(await reversalsOf(fan)).toMatchObject([
      { ...oursOf(500, 'owed'), refusal_code: 'returns-unclear' },
      toldOf(300),
    ]);
    const items = await world.call('GET /api/reports/open-items', {
      as: world.people.luna.admin,
      query: { kind: 'refund_owed' },
    });
    const { _id: id } = items.body.data.items.find((item: { user: { _id: string } }) => item.user._id === fan.id);
    const intoWallet = await world.call('POST /api/reports/open-items/settle', {
      as: world.people.luna.admin,
      body: { id, decision: 'to_wallet', evidence: 'It may have been made' },
    });
    expect(intoWallet.body.errors).toMatchObject([{ field: 'decision' }]);
    // The notice of ours was late.
    await world.settleNotices();
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500), toldOf(300)]);
    atCcbill(0);
    await world.booked('luna');
  });

  it('that was made is known to be, though its answer was lost and CCBill charged again since', async () => {
    const { fan, sale } = await world.formMember();
    await askFor(fan, 5);
    world.ccbill.faults([
      { kind: 'reset-after', on: 'manage', count: 1 },
      { kind: 'notice-lost', count: 1 },
    ]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    world.ccbill.renew(sale.subscriptionId);
    await world.sendNotices();
    expect(await tryRefund(fan)).toBeUndefined();
    expect(sale.refunds).toBe(1);
    expect(await reversalsOf(fan)).toMatchObject([oursOf(500)]);
  });

  it('that was not made before CCBill charged again is left to staff', async () => {
    const { fan, sale } = await world.formMember();
    await askFor(fan, 5);
    world.ccbill.faults([{ kind: 'reset-before', on: 'manage', count: 1 }]);
    expect(await tryRefund(fan)).toBeInstanceOf(Error);
    world.ccbill.renew(sale.subscriptionId);
    await world.sendNotices();
    await tryRefund(fan);
    expect(sale.refunds).toBe(0);
    expect(await reversalsOf(fan)).toMatchObject([{ ...oursOf(500, 'owed'), refusal_code: 'renewed-by-hand' }]);
  });

  it('waits on a schema of before it could be counted, two of one sale as well, and each is made once it can', async () => {
    const { fan, sale } = await world.formMember();
    for (const amount of [5, 3]) await askFor(fan, amount);
    const reversals = `tenant_${fan.tenant.id}.payment_reversals`;
    const inOwnersWords = (...changes: string[]) =>
      withOwner(world.databaseUrl, async (owner) => {
        for (const change of changes) await owner.query(`alter table ${reversals} rename column ${change}`);
      });
    const columns = ['claimed_by', 'claimed_at', 'asked_at', 'returns_before'];
    await inOwnersWords(...columns.map((column) => `${column} to later_${column}`));
    const ids = (await reversalsOf(fan)).map(({ id }) => id);
    const { ctx } = world;
    const run = (id: string) =>
      refundPaymentJob
        .run({ ctx, tenant: fan.tenant, payload: { reversalId: id }, attempt: 1, log: ctx.log })
        .catch((error: Error) => error.message);
    expect(await Promise.all(ids.map(run))).toContain('The site’s schema is not up to date.');
    expect(sale.refunds).toBe(0);
    await inOwnersWords(...columns.map((column) => `later_${column} to ${column}`));
    for (const id of ids) expect(await run(id)).toBeUndefined();
    expect(sale).toMatchObject({ refunds: 2, returnedMinor: 800 });
  });
});

describe('a part that was given back in the console', () => {
  it('is not taken for the whole when its notice is applied again by whoever died at it, and CCBill can not be asked', async () => {
    const { fan } = await world.formMember();
    const post = await world.post('luna', 900);
    const bought = await world.buy(fan, post, { amount: 9 });
    await world.payOnForm(bought.body.data.action.url);
    await world.settleNotices();
    const isOpen = () =>
      world.database.tenants.read(
        fan.tenant,
        async (db) =>
          (await db('entitlements')
            .where({ user_id: fan.id, content_id: post })
            .whereNull('revoked_at')
            .first('id')) !== undefined,
      );
    expect(await isOpen()).toBe(true);
    world.ccbill.refund(world.lastSale().subscriptionId, 500);
    await world.settleNotices();
    await world.database.tenants.write(fan.tenant, (db) =>
      db('webhook_deliveries').where('external_id', 'like', 'Refund:%').update({ processed_at: null }),
    );
    world.ccbill.faults([{ kind: 'error-before', on: 'status' }]);
    await expect(applyNotices(fan)).rejects.toThrow('not-confirmed');
    expect([await isOpen(), await reversalsOf(fan)]).toMatchObject([true, [toldOf(500)]]);
    world.ccbill.faults([]);
    await world.settleNotices();
  });
});
