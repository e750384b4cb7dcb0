import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listUnsettled, recordVerdict } from '../../src/features/checkout/reconciliation/report-rows.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { hourMs, reconcilingOf } from './reconciling.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date() });
  await changeSettings(world, { is_sticky_io_enabled: true });
});
afterAll(() => world.close());
beforeEach(() => {
  world.twin.sticky.faults([]);
  // Nothing is told by itself.
  world.twin.sticky.setPostback(null);
  world.twin.sticky.setZone(0);
  world.clock.set(new Date());
});

const { run, read, turn, admin, days, lines, lineOf, giveBack, payByHand } = reconcilingOf(() => world);

const orders = () => world.twin.sticky.orders();
const reversalsOf = (intentId: string) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .where('a.intent_id', intentId)
      .orderBy('r.id')
      .select('r.kind', 'r.amount_minor'),
  );
const isOpenTo = async (fan: Parameters<MoneyWorld['buy']>[0], post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;

/** A member who bought a post for 9 dollars. */
async function buyer() {
  const fan = await world.member();
  const post = await world.post('luna');
  const { body } = await world.buy(fan, post);
  expect(body.data).toMatchObject({ state: 'succeeded' });
  return { fan, post, intentId: body.data.intent_id as string, orderId: body.data.transactionId as string };
}

/** Placed in the campaign by somebody else. */
async function placeUnseen(): Promise<string> {
  const { url, apiKey } = world.twin;
  const response = await fetch(new URL('/api/v1/new_order', url), {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`sandbox:${apiKey}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      campaignId: '1',
      shippingId: '1',
      ipAddress: '203.0.113.9',
      email: 'a@b.example',
      wallet_token: await world.token(),
      offers: [{ price: '12.34' }],
      C1: 'another-shop',
    }),
  });
  return ((await response.json()) as { order_id: string }).order_id;
}

/** To another campaign. */
const move = (id: string): void => {
  Object.assign(
    orders().find(({ orderId }) => orderId === id)!,
    { campaignId: '2' },
  );
};

describe('what sticky.io did and no postback told', () => {
  it('an order that was approved after all is given to its fan, and agrees from then on', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    world.twin.sticky.faults([{ kind: 'decline', count: 1 }]);
    await world.buy(fan, post);
    const { orderId } = orders().at(-1)!;
    await turn();
    expect(await isOpenTo(fan, post)).toBe(false);
    expect(await lineOf(orderId, 'sale')).toBeUndefined();
    world.twin.sticky.salvage(orderId);
    await turn(3);
    expect(await isOpenTo(fan, post)).toBe(true);
    await turn(4);
    expect(await lineOf(orderId, 'sale')).toMatchObject({
      state: 'agrees',
      theirs: { amount: 9, currency: 'USD' },
      ours: { amount: 9, currency: 'USD', user: { _id: fan.id } },
    });
    await world.booked('luna');
  });

  it('one that could not be looked at then is looked at again', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    world.twin.sticky.faults([{ kind: 'decline', count: 1 }]);
    await world.buy(fan, post);
    const { orderId } = orders().at(-1)!;
    world.twin.sticky.salvage(orderId);
    await read();
    world.twin.sticky.faults([{ kind: 'error-before' }]);
    await world.runJobs();
    expect(await isOpenTo(fan, post)).toBe(false);
    world.twin.sticky.faults([]);
    await world.runJobs({ includingFuture: true });
    expect(await isOpenTo(fan, post)).toBe(true);
    await turn(3);
    expect(await lineOf(orderId, 'sale')).toMatchObject({ state: 'agrees' });
  });

  it('refunds made there are booked for what went back, in one line that grows', async () => {
    const { intentId, orderId } = await buyer();
    world.twin.sticky.refund(orderId, 300);
    await turn();
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'refund', amount_minor: 300 }]);
    await turn(3);
    expect(await lineOf(orderId, 'refund')).toMatchObject({ state: 'agrees', theirs: { amount: 3 } });
    world.twin.sticky.refund(orderId, 200);
    await turn(4);
    expect(await lineOf(orderId, 'refund')).toMatchObject({ state: 'waiting', theirs: { amount: 5 } });
    await turn(5);
    await turn(6);
    expect(await reversalsOf(intentId)).toEqual([
      { kind: 'refund', amount_minor: 300 },
      { kind: 'refund', amount_minor: 200 },
    ]);
    const found = (await lines()).filter(({ transactionId, kind }) => transactionId === orderId && kind === 'refund');
    expect(found).toMatchObject([{ state: 'agrees', theirs: { amount: 5 }, ours: { amount: 5 } }]);
    await world.booked('luna');
  });

  it('a refund is not missed while the one that was made a day after it waits', async () => {
    const { orderId } = await buyer();
    world.twin.sticky.refund(orderId, 300);
    await turn();
    await turn(3);
    expect(await lineOf(orderId, 'refund')).toMatchObject({ state: 'agrees', theirs: { amount: 3 } });
    world.twin.sticky.refund(orderId, 200);
    await turn(33);
    const refunds = async () =>
      (await lines()).filter(({ transactionId, kind }) => transactionId === orderId && kind === 'refund');
    expect(await refunds()).toMatchObject([{ state: 'waiting', theirs: { amount: 5 } }]);
    await turn(34);
    expect(await refunds()).toMatchObject([{ state: 'agrees', theirs: { amount: 5 }, ours: { amount: 5 } }]);
  });

  it('a chargeback closes what it paid for', async () => {
    const { fan, post, intentId, orderId } = await buyer();
    world.twin.sticky.chargeback(orderId);
    await turn();
    expect(await isOpenTo(fan, post)).toBe(false);
    await turn(3);
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'chargeback', amount_minor: 900 }]);
    expect(await lineOf(orderId, 'chargeback')).toMatchObject({ state: 'agrees' });
  });

  it('an order that was undone late is listed both ways, as the books took it', async () => {
    const { orderId, intentId } = await buyer();
    world.twin.sticky.void(orderId);
    await turn();
    await turn(3);
    expect(await reversalsOf(intentId)).toEqual([{ kind: 'refund', amount_minor: 900 }]);
    expect(await lineOf(orderId, 'sale')).toMatchObject({ state: 'agrees' });
    expect(await lineOf(orderId, 'refund')).toMatchObject({ state: 'agrees' });
  });
});

describe('what staff paid past sticky.io is in no sum of its', () => {
  /** A buyer whom 3 dollars were paid by hand, as sticky.io refused to refund them. */
  async function paidByHand() {
    const bought = await buyer();
    world.twin.sticky.faults([{ kind: 'refused', on: 'order_refund', code: '902', count: 1 }]);
    await giveBack(bought.intentId, 3);
    await payByHand(bought.fan);
    return bought;
  }
  const refundOf = async (orderId: string) =>
    (await lines()).filter(({ transactionId, kind }) => transactionId === orderId && kind === 'refund');

  it('what is refunded there after it agrees, and neither is missed after a day', async () => {
    const { intentId, orderId } = await paidByHand();
    await giveBack(intentId, 4);
    await turn();
    await turn(30);
    await turn(31);
    expect(await refundOf(orderId)).toMatchObject([{ state: 'agrees', theirs: { amount: 4 }, ours: { amount: 4 } }]);
  });

  it('a refund there of the same sum is booked, as money went back twice', async () => {
    const { intentId, orderId } = await paidByHand();
    world.twin.sticky.refund(orderId, 300);
    await turn();
    await turn(3);
    expect(await reversalsOf(intentId)).toEqual([
      { kind: 'refund', amount_minor: 300 },
      { kind: 'refund', amount_minor: 300 },
    ]);
    expect(await refundOf(orderId)).toMatchObject([{ state: 'agrees', theirs: { amount: 3 }, ours: { amount: 3 } }]);
    await world.booked('luna');
  });
});

describe('what sticky.io and the books do not say alike', () => {
  it('an order of somebody else is shown until staff explain it', async () => {
    const id = await placeUnseen();
    await turn();
    const line = await lineOf(id, 'sale');
    expect(line).toMatchObject({ state: 'differs', difference: 'not_in_books', theirs: { amount: 12.34 }, ours: null });
    const body = { id: line._id, note: 'A test of the gateway' };
    expect((await world.call('POST /api/reports/reconciliation/explain', { as: admin('mars'), body })).body.code).toBe(
      'not-found',
    );
    await world.call('POST /api/reports/reconciliation/explain', { as: admin('luna'), body });
    await turn(3);
    expect(await lineOf(id, 'sale')).toMatchObject({ state: 'explained' });
  });

  it('an order of another campaign is none of the site’s', async () => {
    const [here, elsewhere] = [await placeUnseen(), await placeUnseen()];
    move(elsewhere);
    await turn();
    expect(await lineOf(here, 'sale')).toMatchObject({ difference: 'not_in_books' });
    expect(await lineOf(elsewhere, 'sale')).toBeUndefined();
  });

  it('what was refunded by us in parts is one line there, and nothing is missed after a day', async () => {
    const { intentId, orderId } = await buyer();
    for (const amount of [4, 5]) await giveBack(intentId, amount);
    await turn();
    await turn(30);
    await turn(31);
    const found = (await lines()).filter(({ transactionId }) => transactionId === orderId);
    expect(found).toHaveLength(2);
    expect(found).toMatchObject([{ state: 'agrees' }, { state: 'agrees' }]);
  });

  it('a charge and a refund of ours that are not there are shown after a day', async () => {
    const [gone, kept] = [await buyer(), await buyer()];
    await giveBack(kept.intentId, 4);
    await turn();
    await turn(23);
    move(gone.orderId);
    const { database, tenants } = world;
    await database.tenants.write(tenants.luna, (db) =>
      db('report_lines').whereIn('provider_ref', [gone.orderId, kept.orderId]).delete(),
    );
    Object.assign(
      orders().find(({ orderId }) => orderId === kept.orderId)!,
      { refundedMinor: 0, status: '2' },
    );
    await turn(30);
    const missing = { state: 'differs', difference: 'not_in_report', theirs: null };
    expect(await lineOf(gone.orderId, 'sale')).toMatchObject(missing);
    expect(await lineOf(kept.orderId, 'sale')).toMatchObject({ state: 'agrees' });
    expect(await lineOf(kept.orderId, 'refund')).toMatchObject(missing);
  });

  it('what another campaign took and gave back is listed nowhere, whatever the searches find', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, placeUnseen));
    const [foreign, own, foreignBefore, ownBefore] = ids as [string, string, string, string];
    for (const id of [foreign, foreignBefore]) move(id);
    for (const order of orders().filter(({ orderId }) => [foreignBefore, ownBefore].includes(orderId)))
      Object.assign(order, { at: order.at - 9 * 24 * hourMs });
    for (const id of ids) world.twin.sticky.refund(id, 100);
    world.twin.sticky.faults([{ kind: 'all-campaigns' }]);
    await turn();
    const listed = (await lines()).map(({ transactionId }) => transactionId).filter((id) => ids.includes(id));
    expect(new Set(listed)).toEqual(new Set([own, ownBefore]));
  });

  it.each([-11, -5, 13])('times of another zone (%i hours) lose no order', async (hours) => {
    world.twin.sticky.setZone(hours);
    await turn(0);
    const { orderId } = await buyer();
    // Nobody could ask for a day.
    await turn(24);
    await turn(25);
    expect(await lineOf(orderId, 'sale')).toMatchObject({ state: 'agrees' });
    expect((await lines()).filter(({ transactionId }) => transactionId === orderId)).toHaveLength(1);
  });
});

it('an order is one line, also after the zone of the account was changed', async () => {
  const { orderId } = await buyer();
  await turn();
  expect(await lineOf(orderId, 'sale')).toMatchObject({ state: 'agrees' });
  world.twin.sticky.setZone(-1);
  await turn(3);
  const found = (await lines()).filter(({ transactionId }) => transactionId === orderId);
  expect(found).toMatchObject([{ kind: 'sale', state: 'agrees' }]);
});

describe('lines that wait', () => {
  const rowOf = (orderId: string, type: 'refund') =>
    world.database.tenants.read(world.tenants.luna, (db) =>
      db('report_lines').where({ provider_ref: orderId, type, source: 'report' }).first(),
    );

  it('a total that was read anew while it was judged is judged again', async () => {
    const { orderId } = await buyer();
    world.twin.sticky.refund(orderId, 300);
    await turn();
    const judged = (await rowOf(orderId, 'refund'))!;
    expect(judged).toMatchObject({ state: 'waiting', amount_minor: 300 });
    const { id } = judged;
    const verdict = {
      state: 'agrees',
      difference: null,
      reversal_id: null,
      ours_minor: 300,
      ours_currency: 'USD',
    } as const;
    const record = () =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        recordVerdict(db, judged, { ...verdict, attempt_id: null }),
      );
    const set = (amount: number) =>
      world.database.tenants.write(world.tenants.luna, (db) =>
        db('report_lines').where({ id }).update({ amount_minor: amount }),
      );
    await set(500);
    await record();
    expect(await rowOf(orderId, 'refund')).toMatchObject({ state: 'waiting', amount_minor: 500 });
    await set(300);
    await record();
    expect(await rowOf(orderId, 'refund')).toMatchObject({ state: 'agrees' });
  });

  it('are judged although a thousand older ones differ', async () => {
    const { orderId } = await buyer();
    await turn(0.5);
    const since = new Date(Date.now() - 20 * 24 * hourMs);
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      const line = (await db('report_lines').where({ provider_ref: orderId }).first())!;
      await db('report_lines').where({ id: line.id }).update({ state: 'waiting' });
      const old = Array.from({ length: 1_001 }, (_, n) => ({
        id: v7(),
        account_id: line.account_id,
        source: 'report' as const,
        type: 'sale' as const,
        provider_ref: `old-${n}`,
        amount_minor: 100,
        currency: 'USD',
        occurred_at: new Date(Date.now() - 10 * 24 * hourMs),
        state: 'differs' as const,
        difference: 'not_in_books' as const,
      }));
      await db('report_lines').insert(old);
      const found = await listUnsettled(db, line.account_id, since);
      await db('report_lines')
        .whereIn(
          'id',
          old.map(({ id }) => id),
        )
        .delete();
      expect(found).toHaveLength(1_000);
      expect(found.find(({ id }) => id === line.id)).toMatchObject({ amount_minor: 900, type: 'sale' });
      expect(found[0]!.provider_ref).toMatch(/^old-/);
    });
  });
});

describe('a report that is not answered', () => {
  it.each([
    [{ kind: 'error-before', on: 'order_find' }, 'unknown', 'provider-error'],
    [{ kind: 'timeout-before', on: 'order_find_updated' }, 'unknown', 'timeout'],
    [{ kind: 'html', on: 'order_find' }, 'unknown', 'unreadable-answer'],
    [{ kind: 'cut-list', on: 'order_find' }, 'unknown', 'unreadable-answer'],
    [{ kind: 'limited', on: 'order_find' }, 'unknown', 'provider-error'],
    [{ kind: 'refused', on: 'order_find', code: '666' }, 'refused', '666'],
  ] as const)('%j is shown to staff as %s (%s), and nothing of it is kept', async (fault, outcome, code) => {
    const { orderId } = await buyer();
    world.twin.sticky.faults([fault]);
    await turn();
    expect((await days()).accounts).toMatchObject([{ outcome, code }]);
    expect(await lineOf(orderId, 'sale')).toBeUndefined();
  });

  it('is asked again after an hour, and one that was answered after six', async () => {
    await buyer();
    world.twin.sticky.faults([{ kind: 'error-before', on: 'order_find', count: 1 }]);
    await turn();
    const outcomeAfter = async (hours: number) => {
      world.clock.advance(hours * hourMs);
      await run();
      return (await days()).accounts[0].outcome;
    };
    expect(await outcomeAfter(0.9)).toBe('unknown');
    expect(await outcomeAfter(0.1)).toBe('read');
    world.twin.sticky.faults([{ kind: 'error-before', on: 'order_find' }]);
    expect(await outcomeAfter(5.9)).toBe('read');
    expect(await outcomeAfter(0.1)).toBe('unknown');
  });
});
