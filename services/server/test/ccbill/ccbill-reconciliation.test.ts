import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { hourMs, reconcilingOf } from '../reconciliation/reconciling.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.ccbill.faults([]);
  world.ccbill.extract.limit(0);
  world.clock.set(new Date());
});

const { run, turn, days, lineOf, lines } = reconcilingOf(() => world);
const { meOf } = membershipsOf(() => world);

const paymentsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy('a.id')
      .select('i.kind', 'a.state', 'a.taken_minor', 'a.provider_ref'),
  );
const reversalsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_reversals as r')
      .join(db.table('payment_attempts as a'), 'a.id', 'r.attempt_id')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .select('r.kind', 'r.state', 'r.amount_minor', 'r.notice_id'),
  );

describe('what CCBill did and never pushed', () => {
  it('a renewal is booked by its report, and agrees from then on', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-lost' }]);
    world.ccbill.renew(sale.subscriptionId);
    await world.settleNotices();
    expect(await paymentsOf(fan)).toHaveLength(1);
    await turn();
    const [, renewal] = await paymentsOf(fan);
    expect(renewal).toMatchObject({ kind: 'renewal', state: 'succeeded', taken_minor: 1999 });
    await turn(3);
    expect(await lineOf(renewal!.provider_ref!, 'renewal')).toMatchObject({ state: 'agrees' });
    await world.booked('luna');
  });

  it('a renewal that its report tells ends when its notice says, which comes later', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-lost' }]);
    world.ccbill.renew(sale.subscriptionId);
    await turn();
    expect(await paymentsOf(fan)).toHaveLength(2);
    const nextIn = async (days: number): Promise<string> => {
      const date = new Date(Date.now() + days * 24 * hourMs).toISOString().slice(0, 10);
      const { url, body, event } = world.ccbill.notices().at(-1)!;
      expect(await world.ccbill.forge(url!, event, { ...body, nextRenewalDate: date })).toBe(200);
      await world.runJobs();
      return new Date(`${date}T00:00:00-07:00`).toISOString();
    };
    const told = await nextIn(75);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2', next_billing_date: told });
    // Once: another one of the same is nothing new.
    await nextIn(90);
    expect(await meOf(fan)).toMatchObject({ next_billing_date: told });
    expect(await paymentsOf(fan)).toHaveLength(2);
    await world.booked('luna');
  });

  it('a renewal and the cancellation after it are told in their order: what was paid is had to its end', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-lost' }]);
    world.ccbill.renew(sale.subscriptionId);
    world.ccbill.cancel(sale.subscriptionId);
    for (let turns = 0; turns < 3; turns += 1) await turn();
    expect(await paymentsOf(fan)).toMatchObject([{}, { kind: 'renewal', state: 'succeeded' }]);
    expect(await reversalsOf(fan)).toEqual([]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
    await world.booked('luna');
  });

  it('a cancellation ends the series', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-lost' }]);
    world.ccbill.cancel(sale.subscriptionId);
    await turn();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
    await turn(3);
    expect(await lineOf(sale.subscriptionId, 'cancellation')).toMatchObject({ state: 'agrees', theirs: null });
  });

  it('money that went back is shown, and booked by its notice alone: an extract does not say of which charge', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-lost' }]);
    world.ccbill.refund(sale.subscriptionId, 500);
    await turn();
    expect(await reversalsOf(fan)).toEqual([]);
    expect(await lineOf(sale.subscriptionId, 'refund')).toMatchObject({
      state: 'differs',
      difference: 'not_in_books',
      theirs: { amount: 5 },
    });
    const { url, body, event } = world.ccbill.notices().at(-1)!;
    expect(await world.ccbill.forge(url!, event, body)).toBe(200);
    await world.runJobs();
    expect(await reversalsOf(fan)).toMatchObject([
      { amount_minor: 500, notice_id: expect.stringContaining(`Refund:${body['transactionId']}`) },
    ]);
    await turn(3);
    expect(await lineOf(sale.subscriptionId, 'refund')).toMatchObject({ state: 'agrees' });
    await world.booked('luna');
  });

  it('an account whose report is first read 30 hours after it was opened is read from there on', async () => {
    const fan = await world.fresh('luna');
    const form = await world.subscribeOnForm(fan);
    world.ccbill.faults([{ kind: 'notice-lost' }]);
    await world.payOnForm(form);
    await world.settleNotices();
    const { subscriptionId } = world.lastSale();
    await world.database.tenants.write(world.tenants.luna, (db) => db('report_readings').delete());
    for (const hours of [30, 32]) {
      world.clock.set(new Date(Date.now() + hours * hourMs));
      await run();
      await world.runJobs();
    }
    // An extract does not say whose it is: staff are shown it.
    expect(await lineOf(subscriptionId, 'sale')).toMatchObject({
      state: 'differs',
      difference: 'not_in_books',
      theirs: { amount: 19.99 },
    });
  });

  it('a sale that is nobody of ours is shown, and nothing is done about it', async () => {
    await world.formMember();
    const id = world.ccbill.extract.addUnpushedSale('49.95');
    await turn();
    expect(await lineOf(id, 'sale')).toMatchObject({
      state: 'differs',
      difference: 'not_in_books',
      theirs: { amount: 49.95, currency: 'USD' },
      ours: null,
    });
    const put = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('webhook_deliveries').whereNotNull('error'),
    );
    expect(put).toEqual([]);
  });
});

it('a sale whose notice came agrees', async () => {
  const { sale } = await world.formMember();
  await turn();
  expect(await lineOf(sale.subscriptionId, 'sale')).toMatchObject({ state: 'agrees' });
  expect((await lines()).filter(({ transactionId }) => transactionId === sale.subscriptionId)).toHaveLength(1);
});

it('CCBill, which answers once an hour, is not believed to have listed nothing when it was asked too soon', async () => {
  await world.formMember();
  world.ccbill.extract.limit(3_600_000);
  await turn();
  const [before] = (await days()).accounts;
  expect(before).toMatchObject({ outcome: 'read' });
  await turn(5);
  expect((await days()).accounts).toMatchObject([{ outcome: 'too-soon', read_until: before.read_until }]);
});

it('a report with a line that nobody can read changes nothing', async () => {
  await world.formMember();
  await turn();
  const [before] = (await days()).accounts;
  world.ccbill.faults([{ kind: 'html', on: 'extract' }]);
  await turn(5);
  expect((await days()).accounts).toMatchObject([{ outcome: 'unknown', read_until: before.read_until }]);
});

it('a report that does not end is given up at a bound, and staff see why', async () => {
  await world.formMember();
  await turn();
  const [before] = (await days()).accounts;
  world.ccbill.faults([{ kind: 'endless', on: 'extract' }]);
  await turn(5);
  expect((await days()).accounts).toMatchObject([
    { outcome: 'unknown', code: 'too-long', read_until: before.read_until },
  ]);
});

it('an account that is used in two currencies is asked once an hour, and each line is with the currency that was asked for', async () => {
  const inDollars = await world.formMember();
  await changeSettings(world, { currency: 'EUR' });
  try {
    const inEuros = await world.formMember();
    world.ccbill.extract.limit(3_600_000);
    const unseen = world.ccbill.extract.addUnpushedSale('49.95');
    await turn();
    const { accounts } = await days();
    expect(accounts).toHaveLength(2);
    for (const account of accounts) expect(account).toMatchObject({ outcome: 'read' });
    const linesOf = async (currency: string) => {
      const found = [];
      for (const { account_id, day, account } of (await days()).days)
        if (account.currency === currency)
          found.push(
            ...(
              await world.call('GET /api/reports/reconciliation/lines', {
                as: world.people.luna.admin,
                query: { account_id, day },
              })
            ).body.data.lines,
          );
      return found.map(({ transactionId, state }: { transactionId: string; state: string }) => [transactionId, state]);
    };
    const [dollars, euros] = [await linesOf('USD'), await linesOf('EUR')];
    const [usd, eur] = [inDollars.sale.subscriptionId, inEuros.sale.subscriptionId];
    expect(dollars).toContainEqual([usd, 'agrees']);
    expect(euros).toContainEqual([eur, 'agrees']);
    // A line has one place, also one that is nothing of ours.
    const all = [...dollars, ...euros].map(([id]) => id);
    for (const id of [usd, eur, unseen]) expect(all.filter((one) => one === id)).toHaveLength(1);
  } finally {
    await changeSettings(world, { currency: 'USD' });
  }
});
