import { recordStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { hourMs, reconcilingOf } from './reconciling.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date() });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.faults();
  world.clock.set(new Date());
});

const { run, turn, admin, days, lines, lineOf, reversalsOf, giveBack, payByHand, chargeUnseen } = reconcilingOf(
  () => world,
);

/** A post that a fan bought, and its charge at the provider. */
const bought = async (site: 'luna' | 'mars' = 'luna') => {
  const fan = await world.member(site);
  const post = await world.post(site);
  const { body } = await world.buy(fan, post);
  await world.settle();
  return { fan, post, body, charge: (await world.twin.control.charges()).at(-1)! };
};
const isOpenTo = async (fan: Parameters<MoneyWorld['buy']>[0], post: string): Promise<boolean> =>
  (await world.call('GET /api/blog/get-blog-data-by-id', { as: fan, query: { id: post } })).body.data.purchased ===
  true;

describe('a webhook that was lost', () => {
  it('of a charge: the report gives the fan what was paid for', async () => {
    const fan = await world.member();
    const post = await world.post('luna');
    await world.faults(
      { kind: 'timeout-after', count: 1 },
      { kind: 'webhook-lost', count: 1 },
      { kind: 'error-before', on: 'find' },
    );
    expect((await world.buy(fan, post)).body.data.state).toBe('pending');
    const charge = (await world.twin.control.charges()).at(-1)!;
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(false);
    await turn();
    expect(await isOpenTo(fan, post)).toBe(true);
    await turn();
    expect(await lineOf(charge.id, 'sale')).toMatchObject({
      state: 'agrees',
      theirs: { amount: 9, currency: 'USD' },
      ours: { amount: 9, currency: 'USD', user: { _id: fan.id } },
    });
    await world.booked('luna');
  });

  it('of a refund: the report books it, once however often it is read', async () => {
    const { fan, post, charge } = await bought();
    await world.faults({ kind: 'webhook-lost', count: 1 });
    await world.refund(charge.id, charge.amount);
    await world.settle();
    expect(await isOpenTo(fan, post)).toBe(true);
    await turn();
    expect(await isOpenTo(fan, post)).toBe(false);
    await turn(3);
    await turn(4);
    expect(await reversalsOf(charge.reference)).toMatchObject([{ kind: 'refund', amount_minor: 900 }]);
    expect(await lineOf(charge.id, 'refund')).toMatchObject({ state: 'agrees' });
    await world.booked('luna');
  });

  it('of a refund of the sum that staff paid by hand before: it is booked, as money went back twice', async () => {
    const { fan, body, charge } = await bought();
    await world.faults({ kind: 'decline', on: 'refund', code: 'funds-not-settled', count: 1 });
    await giveBack(body.data.intent_id, 3);
    await payByHand(fan);
    await world.faults({ kind: 'webhook-lost', count: 1 });
    await world.refund(charge.id, 300);
    await world.settle();
    await turn();
    await turn(3);
    const reversals = await reversalsOf(charge.reference);
    expect(reversals.map((row) => [row.amount_minor, row.state, row.settled_by !== null])).toEqual([
      [300, 'succeeded', true],
      [300, 'succeeded', false],
    ]);
    expect(await lineOf(charge.id, 'refund')).toMatchObject({ state: 'agrees', theirs: { amount: 3 } });
    await world.booked('luna');
  });

  it('has an hour to come by itself', async () => {
    const { charge } = await bought();
    await world.faults({ kind: 'webhook-lost', count: 1 });
    await world.refund(charge.id, charge.amount);
    await turn(0.5);
    expect(await reversalsOf(charge.reference)).toEqual([]);
    expect(await lineOf(charge.id, 'refund')).toMatchObject({ state: 'waiting', difference: null });
    await turn(1.5);
    expect(await reversalsOf(charge.reference)).toMatchObject([{ kind: 'refund' }]);
  });
});

describe('what the report and the books do not say alike', () => {
  it('a charge that is not in the books is shown until staff explain it, with who and when', async () => {
    await bought();
    const id = await chargeUnseen('luna', 1234);
    await turn();
    const line = await lineOf(id, 'sale');
    expect(line).toMatchObject({ state: 'differs', difference: 'not_in_books', theirs: { amount: 12.34 }, ours: null });
    expect((await days()).days[0]).toMatchObject({ state: 'differs', difference: 12.34 });

    const explain = (body: object, as = admin('luna')) =>
      world.call('POST /api/reports/reconciliation/explain', { as, body });
    expect((await explain({ id: line._id, note: ' ' })).body.code).toBe('invalid-request');
    expect((await explain({ id: line._id, note: 'a test of the bank' }, admin('mars'))).body.code).toBe('not-found');
    expect((await explain({ id: line._id, note: 'a test of the bank' })).status).toBe(200);
    expect((await explain({ id: line._id, note: 'again' })).body.code).toBe('open-item-settled');
    await turn(3);
    expect(await lineOf(id, 'sale')).toMatchObject({
      state: 'explained',
      explained: { note: 'a test of the bank', by: { _id: admin('luna').id } },
    });
  });

  it('a charge of ours that the report has not is shown after a day', async () => {
    const { charge } = await bought();
    // The provider lists it elsewhere.
    const kept = world.twin.books.charges.get(charge.reference)!;
    world.twin.books.charges.set(charge.reference, { ...kept, account: 'another' });
    await turn(2);
    await turn(23);
    expect(await lineOf(charge.id, 'sale')).toBeUndefined();
    await turn(30);
    expect(await lineOf(charge.id, 'sale')).toMatchObject({
      state: 'differs',
      difference: 'not_in_report',
      theirs: null,
      ours: { amount: 9 },
    });
    await turn(31);
    expect((await lines()).filter(({ transactionId }) => transactionId === charge.id)).toHaveLength(1);
  });

  it('another amount is shown', async () => {
    const { charge } = await bought();
    await world.faults({ kind: 'other-amount', on: 'report', by: 100 });
    await turn();
    expect(await lineOf(charge.id, 'sale')).toMatchObject({
      state: 'differs',
      difference: 'other_amount',
      theirs: { amount: 10 },
      ours: { amount: 9 },
    });
  });
});

it('a line that is read many times is there once, and its day agrees', async () => {
  const { charge } = await bought();
  await turn();
  await turn(3);
  const found = (await lines()).filter(({ transactionId }) => transactionId === charge.id);
  expect(found).toMatchObject([{ kind: 'sale', state: 'agrees' }]);
});

it('an account is asked once an hour, however often the clock comes', async () => {
  await bought();
  await turn();
  const { accounts } = await days();
  await world.faults({ kind: 'error-before', on: 'report' });
  world.clock.advance(0.9 * hourMs);
  const recorder = recordStatements();
  await run();
  // Before the hour is over there is nothing to take or to write.
  expect(recorder.stop().filter(({ text }) => /\b(insert|update|delete)\b/i.test(text))).toEqual([]);
  expect((await days()).accounts).toEqual(accounts);
  world.clock.advance(0.1 * hourMs);
  await run();
  expect((await days()).accounts).toMatchObject([
    { outcome: 'unknown', code: 'provider-error', read_until: accounts[0].read_until },
  ]);
});

it('two sites see their own lines alone', async () => {
  const ofLuna = await bought('luna');
  const ofMars = await bought('mars');
  await turn(2, 'luna');
  await turn(2, 'mars');
  expect(await lineOf(ofLuna.charge.id, 'sale', 'luna')).toMatchObject({ state: 'agrees' });
  expect(await lineOf(ofMars.charge.id, 'sale', 'mars')).toMatchObject({ state: 'agrees' });
  expect(await lineOf(ofMars.charge.id, 'sale', 'luna')).toBeUndefined();
  expect(await lineOf(ofLuna.charge.id, 'sale', 'mars')).toBeUndefined();
  const [{ account_id, day }] = (await days('mars')).days;
  const asked = await world.call('GET /api/reports/reconciliation/lines', {
    as: admin('luna'),
    query: { account_id, day },
  });
  expect(asked.body.data.lines).toEqual([]);
});

it("only those who see all of a site's money see it", async () => {
  const { admin: chief, sub_admin: second, content_manager: writer, support, model, fan } = world.people.luna;
  for (const [as, status] of [
    [chief, 200],
    [second, 200],
    [model, 200],
    [writer, 403],
    [support, 403],
    [fan, 403],
  ] as const)
    expect((await world.call('GET /api/reports/reconciliation', { as })).status).toBe(status);
});

it('its lines are taken away as a file by those who see them, and by nobody else', async () => {
  const { charge } = await bought();
  const unseen = await chargeUnseen('luna', 4321);
  await turn();
  const take = (as = admin('luna'), reconciliation = {}) =>
    world.call('POST /api/reports/exports', { as, body: { list: 'reconciliation', reconciliation } });
  const all = (await take()).body.data.csv as string;
  expect(all).toContain(charge.id);
  const differing = (await take(admin('luna'), { state: 'differs' })).body.data.csv as string;
  expect(differing).toContain(unseen);
  expect(differing).toContain('43.21');
  expect(differing).not.toContain(charge.id);
  const { content_manager: writer, support } = world.people.luna;
  for (const as of [writer, support]) expect((await take(as)).body.code).toBe('access-denied');
});
