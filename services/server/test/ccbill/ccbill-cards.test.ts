import type { DisputeRatio } from '@backlot/contracts/disputes';
import { sql, table } from '@backlot/database/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyWebhookJob } from '../../src/features/checkout/webhooks/apply-webhook.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { pdfText } from '../../src/testing/pdf-text.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { withoutColumns } from '../../src/testing/schema-before.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
});
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { mailsTo, meOf, renewalsOf } = membershipsOf(() => world);
const staff = () => world.people.luna;

/** A member of luna, where CCBill's form keeps no card, who paid with the card that ends in these digits. */
async function payer(number: string): Promise<{ fan: TestPerson; renew: () => Promise<void> }> {
  const fan = await world.fresh();
  await world.payOnForm(await world.subscribeOnForm(fan), number);
  await world.settleNotices();
  expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  const { subscriptionId } = world.lastSale();
  const renew = async () => {
    world.ccbill.renew(subscriptionId);
    await world.settleNotices();
  };
  return { fan, renew };
}
const visa = '4000000000000341';
const mastercard = '5555555555554444';

const explain = async (last4: string) => {
  const day = new Date().toISOString().slice(0, 10);
  await world.call('POST /api/charges/explain', { on: 'luna', body: { last4, amount: 19.99, day } });
  await world.runJobs();
};
const explained = async (fan: TestPerson) =>
  (await mailsTo(fan)).filter(({ subject }) => subject === 'About the charge of $19.99');
const found = async (query: Record<string, string>) =>
  (await world.call('GET /api/reports/payment-lookup', { as: staff().support, query })).body.data.payments;
const mine = async (fan: TestPerson) => (await world.call('GET /api/payments/mine', { as: fan })).body.data.payments;
const attemptsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    sql<Record<string, string | null>>`
      select t.* from ${table('payment_attempts')} t join ${table('payment_intents')} i on i.id = t.intent_id
      where i.user_id = ${fan.id} order by t.started_at`.all(db),
  );

describe("a card that was typed on CCBill's form, which keeps none", () => {
  it('explains a charge to its payer, and a renewal that CCBill made by itself too', async () => {
    const { fan, renew } = await payer('4242424242424242');
    await explain('9999');
    expect(await explained(fan)).toHaveLength(0);
    await explain('4242');
    expect(await explained(fan)).toHaveLength(1);
    await renew();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'succeeded' }]);
    await explain('4242');
    const texts = (await explained(fan)).map(({ text }) => text).join();
    for (const told of ['You are a member of luna.', 'Your membership was renewed.']) expect(texts).toContain(told);
  });

  it('ROLE-25 is what staff find its sale and its renewals by, and what they, receipts and lists show', async () => {
    const { fan, renew } = await payer(visa);
    await renew();
    const card = { card_type: 'visa', last4: '0341' };
    const all = await found({ last4: '0341' });
    expect(all).toMatchObject([
      { kind: 'renewal', user: { _id: fan.id }, card },
      { kind: 'membership', user: { _id: fan.id }, card },
    ]);
    const own = await mine(fan);
    expect(own).toMatchObject([{ card }, { card }]);
    for (const { _id } of own)
      expect((await world.call(`GET /api/payments/${_id}/receipt`, { as: fan })).body.data).toMatchObject({
        payment: { card },
      });
  });

  it('is kept as brand and last four digits, without first digits or a number', async () => {
    const { fan, renew } = await payer(mastercard);
    await renew();
    const attempts = await attemptsOf(fan);
    expect(attempts).toMatchObject([
      { card_brand: 'mastercard', card_last4: '4444', instrument_id: null },
      { card_brand: 'mastercard', card_last4: '4444', instrument_id: null },
    ]);
    expect(JSON.stringify(attempts)).not.toContain(mastercard.slice(0, 6));
  });

  it('of a renewal is told by the notice also where a report came before it', async () => {
    const { fan, renew } = await payer(mastercard);
    await renew();
    const [, renewal] = await attemptsOf(fan);
    const notice = await world.database.tenants.write(fan.tenant, async (db) => {
      // As a report leaves it.
      await db('payment_attempts').where({ id: renewal!['id']! }).update({ card_brand: null, card_last4: null });
      return (await db('webhook_deliveries').orderBy('received_at', 'desc')).find(({ events }) =>
        events.some(({ type, about }) => type === 'series-renewed' && about.providerRef === renewal!['provider_ref']),
      )!;
    });
    const payload = { deliveryId: notice.id, accountId: notice.account_id, events: notice.events };
    await applyWebhookJob.run({ ctx: world.ctx, tenant: fan.tenant, attempt: 1, log: world.ctx.log, payload });
    expect((await attemptsOf(fan))[1]).toMatchObject({ card_brand: 'mastercard', card_last4: '4444' });
  });

  it('C10 C11 counts its sales and disputes for its own scheme alone', async () => {
    const before = await counts();
    const { renew } = await payer(mastercard);
    const sale = world.lastSale();
    await renew();
    world.ccbill.chargeback(sale.subscriptionId);
    await world.settleNotices();
    const after = await counts();
    expect(after.visa).toEqual(before.visa);
    expect(after.mastercard.disputes).toBe(before.mastercard.disputes + 1);
  });

  it('C12 stands in the evidence about its dispute, with how its bank asked and why it took the money back', async () => {
    const { fan } = await payer('378282246310005');
    world.ccbill.chargeback(world.lastSale().subscriptionId);
    await world.settleNotices();
    const text = await evidenceOf(fan);
    expect(text).toContain('American Express, ending in 0005');
    expect(text).toMatch(/3-D Secure result\s+true/);
    expect(text).toMatch(/Reason told by the payment provider\s+as a test asked/);
  });

  it('on the schema of the version before is told nowhere, and the charge is booked all the same', async () => {
    const columns = ['card_brand', 'card_last4', 'three_d_secure'];
    const { fan } = await withoutColumns(
      world.databaseUrl,
      world.tenants.luna,
      'payment_attempts',
      columns,
      async () => {
        const paid = await payer('4000000000002230');
        await paid.renew();
        await explain('2230');
        expect(await found({ last4: '2230' })).toEqual([]);
        expect(await mine(paid.fan)).toMatchObject([{ card: null }, { card: null }]);
        expect((await counts()).visa.sales).toBeGreaterThan(0);
        await withoutColumns(world.databaseUrl, world.tenants.luna, 'payment_reversals', ['told_reason'], async () => {
          world.ccbill.chargeback(world.lastSale().subscriptionId);
          await world.settleNotices();
          expect(await evidenceOf(paid.fan)).toMatch(/Reason told by the payment provider\s+not recorded/);
        });
        return paid;
      },
    );
    expect(await explained(fan)).toHaveLength(0);
    expect(await attemptsOf(fan)).toMatchObject([{ card_last4: null }, { card_last4: null }]);
  });
});

async function evidenceOf(fan: TestPerson): Promise<string> {
  const { id } = await world.database.tenants.read(fan.tenant, (db) =>
    sql<{ id: string }>`
      select r.id from ${table('payment_reversals')} r join ${table('payment_attempts')} t on t.id = r.attempt_id
        join ${table('payment_intents')} i on i.id = t.intent_id where i.user_id = ${fan.id}`.one(db),
  );
  const as = staff().admin;
  const { body } = await world.call('POST /api/reports/disputes/open-evidence', { as, body: { id } });
  const headers = { host: 'luna.test', cookie: `session=${await world.tokenOf(as)}` };
  return pdfText((await world.app.inject({ url: body.data.address, headers })).rawPayload);
}

async function counts() {
  const { body } = await world.call('GET /api/reports/dispute-ratio', { as: staff().admin });
  const of = (scheme: string) => {
    const { sales = 0, disputes = 0 } =
      (body.data.ratios as DisputeRatio[]).find((one) => one.scheme === scheme && one.account.provider === 'ccbill') ??
      {};
    return { sales, disputes };
  };
  return { visa: of('visa'), mastercard: of('mastercard') };
}
