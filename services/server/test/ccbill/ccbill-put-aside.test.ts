import type { OpenItem } from '@backlot/contracts/open-items';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retryPutAsideJob } from '../../src/features/checkout/settle/unapplied.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { meOf } = membershipsOf(() => world);
const list = async (query: Record<string, string> = {}) =>
  (await world.call('GET /api/reports/open-items', { as: world.people.luna.admin, query })).body.data as {
    items: OpenItem[];
    open: number;
  };
const itemsOf = async (reference: string, more: Record<string, string> = {}) =>
  (await list({ search: reference, kind: 'webhook_unapplied', ...more })).items;
const settle = (body: object, as: TestPerson = world.people.luna.admin) =>
  world.call('POST /api/reports/open-items/settle', { as, body });
const deliveriesOf = (text: string) =>
  world.database.tenants.read(world.tenants.luna, async (db) =>
    (await db('webhook_deliveries').orderBy('received_at')).filter(({ raw }) => raw.includes(text)),
  );
const errorsOf = async (text: string) => (await deliveriesOf(text)).map(({ error }) => error);
/** Tried until nothing more is tried by itself. */
const runOut = async (): Promise<void> => {
  for (let tries = 0; tries < 15; tries += 1) await world.runJobs({ includingFuture: true });
};
const lastNotice = () => world.ccbill.notices().at(-1)!;

/** A member whose chargeback CCBill could not be asked about for as long as it is tried. */
async function chargedBackUnheard() {
  const { fan, sale } = await world.formMember();
  world.ccbill.faults([{ kind: 'error-before', on: 'status' }]);
  world.ccbill.chargeback(sale.subscriptionId);
  await world.settleNotices();
  await runOut();
  const transaction = lastNotice().body['transactionId']!;
  expect(await errorsOf(transaction)).toEqual(['not-confirmed']);
  world.ccbill.faults([]);
  return { fan, sale, transaction, reference: `${sale.subscriptionId}-${transaction}` };
}
const reversalsOf = (sale: { subscriptionId: string }) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .where('a.provider_ref', sale.subscriptionId)
      .select('r.kind', 'r.state', 'r.amount_minor'),
  );

/** What somebody posts to luna's address, from where CCBill's notices come. */
async function postNotice(event: string | null, payload: string): Promise<number> {
  const path = await world.database.tenants.read(
    world.tenants.luna,
    async (db) => (await db('provider_accounts').where({ provider: 'ccbill' }).first())!.webhook_path!,
  );
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/webhooks/ccbill/${path}${event === null ? '' : `?eventType=${event}`}`,
    headers: { host: 'platform.localhost', 'content-type': 'application/json' },
    payload,
  });
  return answer.statusCode;
}

describe('a notice that could not be applied', () => {
  it('is an open item with what it is about, counted, and noted with evidence by staff of its own site', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    await world.payOnForm(url);
    await world.settleNotices();
    const { open } = await list();
    await world.payOnForm(url);
    await world.settleNotices();
    const reference = world.lastSale().subscriptionId;
    const [item, ...others] = await itemsOf(reference);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      kind: 'webhook_unapplied',
      user: { _id: fan.id },
      sold: 'membership',
      amount: 19.99,
      currency: 'USD',
      event: 'charge',
      reason: 'for-staff',
      transactionId: reference,
      settled: null,
    });
    expect((await list()).open).toBe(open + 1);
    expect((await world.call('GET /api/users/me', { as: world.people.luna.admin })).body.data.openItemsCount).toBe(
      open + 1,
    );

    const id = item!._id;
    expect(await settle({ id, decision: 'noted', evidence: 'x' }, world.people.mars.admin)).toMatchObject({
      status: 404,
    });
    expect(await settle({ id, decision: 'noted' })).toMatchObject({ status: 400 });
    expect(await settle({ id, decision: 'accept', evidence: 'x' })).toMatchObject({ status: 400 });
    expect(await settle({ id, decision: 'noted', evidence: 'Refunded in the console' })).toMatchObject({ status: 200 });
    expect((await settle({ id, decision: 'noted', evidence: 'again' })).body.code).toBe('open-item-settled');
    expect((await list()).open).toBe(open);
    expect(await itemsOf(reference)).toEqual([]);
    expect(await itemsOf(reference, { state: 'settled' })).toMatchObject([
      {
        settled: {
          decision: 'noted',
          evidence: 'Refunded in the console',
          by: { _id: world.people.luna.admin.id },
        },
      },
    ]);
  });

  it('is applied when staff try again and it can be by now', async () => {
    const { sale, reference } = await chargedBackUnheard();
    const [item] = await itemsOf(reference);
    expect(item).toMatchObject({ event: 'chargeback', reason: 'not-confirmed', amount: 19.99 });
    expect(await settle({ id: item!._id, decision: 'try_again' })).toMatchObject({ status: 200 });
    await world.runJobs();
    expect(await itemsOf(reference)).toEqual([]);
    expect(await reversalsOf(sale)).toMatchObject([{ kind: 'chargeback', state: 'succeeded', amount_minor: 1999 }]);
    await world.booked('luna');
  });

  it('is taken up again every day for a month', async () => {
    const { sale, transaction } = await chargedBackUnheard();
    const { transaction: old } = await chargedBackUnheard();
    const { id } = (await deliveriesOf(old))[0]!;
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('webhook_deliveries')
        .where({ id })
        .update({ received_at: new Date(Date.now() - 31 * 86_400_000) }),
    );
    const { ctx, tenants } = world;
    await retryPutAsideJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    await world.runJobs();
    expect(await errorsOf(transaction)).toEqual([null]);
    expect(await errorsOf(old)).toEqual(['not-confirmed']);
    expect(await reversalsOf(sale)).toMatchObject([{ kind: 'chargeback', state: 'succeeded' }]);
  });

  it('is taken up and shown to staff where errors used up the tries of its job', async () => {
    const { sale, transaction, reference } = await chargedBackUnheard();
    const { id } = (await deliveriesOf(transaction))[0]!;
    const received = (daysAgo: number) =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        db('webhook_deliveries')
          .where({ id })
          .update({ processed_at: null, error: null, received_at: new Date(Date.now() - daysAgo * 86_400_000) }),
      );
    const { ctx, tenants } = world;
    const sweep = () => retryPutAsideJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    await received(4);
    await sweep();
    expect(await itemsOf(reference)).toEqual([]);
    await received(6);
    await sweep();
    expect(await itemsOf(reference)).toMatchObject([{ event: 'chargeback', reason: 'not-confirmed' }]);
    await world.runJobs();
    expect(await reversalsOf(sale)).toMatchObject([{ kind: 'chargeback', state: 'succeeded' }]);
  });

  it('is applied when CCBill sends it again, once', async () => {
    const { sale, transaction } = await chargedBackUnheard();
    const { url, event, body } = lastNotice();
    for (let times = 0; times < 2; times += 1) {
      expect(await world.ccbill.forge(url!, event, body)).toBe(200);
      await world.runJobs();
    }
    expect(await errorsOf(transaction)).toEqual([null]);
    expect(await reversalsOf(sale)).toMatchObject([{ kind: 'chargeback', state: 'succeeded' }]);
    await world.booked('luna');
  });

  it('is not tried again when it comes again after somebody saw to it', async () => {
    const { sale, reference } = await chargedBackUnheard();
    const [item] = await itemsOf(reference);
    await settle({ id: item!._id, decision: 'noted', evidence: 'Booked by hand' });
    const { url, event, body } = lastNotice();
    await world.ccbill.forge(url!, event, body);
    await world.runJobs();
    expect(await reversalsOf(sale)).toEqual([]);
  });
});

describe('what is no reason to ask anybody', () => {
  it('is that a single sale expires', async () => {
    const { fan } = await world.formMember();
    const bought = await world.buy(fan, await world.post('luna'));
    await world.payOnForm(bought.body.data.action.url);
    await world.settleNotices();
    const sale = world.lastSale();
    expect(sale.later).toBeNull();
    world.ccbill.expire(sale.subscriptionId);
    await world.settleNotices();
    const expired = (await deliveriesOf(sale.subscriptionId)).filter(({ raw }) => raw.includes('Expiration'));
    expect(expired).toMatchObject([{ error: null, processed_at: expect.any(Date) }]);
  });
});

describe('a subscription that was taken up again at CCBill', () => {
  it('is for staff to judge', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.cancel(sale.subscriptionId);
    await world.settleNotices();
    world.ccbill.reactivate(sale.subscriptionId);
    await world.settleNotices();
    expect(await errorsOf('UserReactivation')).toEqual(['for-staff']);
    expect(await itemsOf(sale.subscriptionId)).toMatchObject([
      { event: 'look', reason: 'for-staff', user: { _id: fan.id }, amount: null },
    ]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
  });
});

describe("a notice that can't be read", () => {
  it('is answered and kept without what the payer typed, and staff see it', async () => {
    const { fan, sale } = await world.formMember();
    const notice = {
      subscriptionId: sale.subscriptionId,
      transactionId: '126002101000000998',
      clientAccnum: world.ccbill.account.account,
      timestamp: 'soon',
      amount: '19.99',
      firstName: 'typed-by-the-payer',
    };
    expect(await postNotice('Chargeback', JSON.stringify(notice))).toBe(200);
    expect(await postNotice('Chargeback', JSON.stringify(notice))).toBe(200);
    await world.runJobs();
    expect(await errorsOf(notice.transactionId)).toEqual(['unreadable']);
    expect(await errorsOf('typed-by-the-payer')).toEqual([]);
    const [item] = await itemsOf(`${sale.subscriptionId}-${notice.transactionId}`);
    expect(item).toMatchObject({ event: 'Chargeback', reason: 'unreadable', user: { _id: fan.id } });
    expect(await settle({ id: item!._id, decision: 'try_again' })).toMatchObject({ status: 400 });
    expect(await settle({ id: item!._id, decision: 'noted', evidence: 'Seen in the console' })).toMatchObject({
      status: 200,
    });
  });

  it('is kept also where it is no list of fields, or names no event', async () => {
    expect(await postNotice('Refund', '{"subscriptionId": ')).toBe(200);
    expect(await postNotice(null, '{"subscriptionId":"126002101000000555"}')).toBe(200);
    await world.runJobs();
    const open = (await list({ kind: 'webhook_unapplied' })).items;
    expect(open).toContainEqual(
      expect.objectContaining({ event: 'Refund', reason: 'unreadable', user: null, sold: null, amount: null }),
    );
    expect(open).toContainEqual(
      expect.objectContaining({ event: 'unread', reason: 'unreadable', transactionId: '126002101000000555' }),
    );
  });

  it("of another account of CCBill's is still refused", async () => {
    expect(await postNotice('Refund', '{"clientAccnum":"1","subscriptionId":"2"}')).toBe(400);
  });
});
