import { dayMs } from '@backlot/domain/formats/when';
import { mountainDate } from '@backlot/twins/ccbill/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { isOrderToldOf } from '../../src/features/checkout/settle/told.ts';
import { reconcilePayment } from '../../src/features/checkout/settle/reconcile-payment.ts';
import { refundPaymentJob } from '../../src/features/checkout/settle/refund-payment.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.ccbill.faults([]));

const { meOf, cancel, seriesOf, renewalsOf } = membershipsOf(() => world);
const attemptsOf = (fan: TestPerson) =>
  world.database.tenants.read(fan.tenant, (db) =>
    db('payment_attempts as a')
      .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
      .where('i.user_id', fan.id)
      .orderBy('a.started_at')
      .select('a.id', 'a.intent_id', 'a.state', 'a.provider_ref', 'a.account_id', 'a.taken_minor'),
  );
const reversalsOf = async (fan: TestPerson) => {
  const ids = (await attemptsOf(fan)).map(({ id }) => id);
  return world.database.tenants.read(fan.tenant, (db) =>
    db('payment_reversals').whereIn('attempt_id', ids).orderBy('created_at'),
  );
};
const errorsOf = (fan: TestPerson, text: string) =>
  world.database.tenants.read(fan.tenant, async (db) =>
    (await db('webhook_deliveries')).filter(({ raw }) => raw.includes(text)).map(({ error }) => error),
  );
/** Tried until it is put aside. */
const putAside = async (fan: TestPerson, text: string): Promise<string | null | undefined> => {
  for (let tries = 0; tries < 15; tries += 1) await world.runJobs({ includingFuture: true });
  return (await errorsOf(fan, text)).at(-1);
};

describe("a membership paid on CCBill's form", () => {
  it('C13 is quoted with the day and the rhythm of CCBill, thirty days, and with the month that a wallet is charged by', async () => {
    const fan = await world.fresh();
    const year = new Date().getUTCFullYear() + 1;
    world.clock.set(new Date(`${year}-01-05T12:00:00Z`));
    const quotes = [];
    for (const as of [fan, await world.fresh('mars')])
      quotes.push((await world.call('GET /api/v2/subscription/quote', { as })).body.data);
    // There it is still the day before.
    world.clock.set(new Date(`${year}-01-06T06:59:00Z`));
    const late = (await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data;
    world.clock.set(new Date());
    const [byForm, byRest] = quotes;
    expect(late.next_charge_at).toBe(`${year}-02-04T07:00:00.000Z`);
    expect(byForm).toMatchObject({
      next_charge_at: `${year}-02-04T07:00:00.000Z`,
      wallet_next_charge_at: `${year}-02-05T12:00:00.000Z`,
      renewal_days: 30,
    });
    expect(byRest).toMatchObject({
      next_charge_at: `${year}-02-05T12:00:00.000Z`,
      wallet_next_charge_at: `${year}-02-05T12:00:00.000Z`,
      renewal_days: null,
    });
  });

  it.each(['luna', 'mars'] as const)(
    'is not paid with a card that was typed in a field, which CCBill has none of (%s)',
    async (site) => {
      const fan = await world.fresh(site);
      const sent = vi.spyOn(globalThis, 'fetch');
      const { status, body } = await world.subscribe(fan);
      const calls = sent.mock.calls.map(([url]) => String(url)).filter((url) => !url.includes('/v1/tokens'));
      sent.mockRestore();
      expect([status, body.code, calls]).toEqual([409, 'card-required', []]);
      expect(await attemptsOf(fan)).toEqual([]);
      expect((await world.subscribe(fan, { stored: true })).body.data.action).toMatchObject({ type: 'redirect' });
    },
  );

  it('C13 keeps no card, says so, and has the sentence that its payer read', async () => {
    const field = async (as: TestPerson) => (await world.call('GET /api/v2/card-field', { as })).body.data;
    const fan = await world.fresh();
    expect(await field(fan)).toMatchObject({ entry: 'hosted', keeps_cards: false });
    expect(await field(await world.fresh('mars'))).toMatchObject({ entry: 'hosted', keeps_cards: true });
    const quote = (await world.call('GET /api/v2/subscription/quote', { as: fan })).body.data;
    const read = { text: 'card-not-kept-consent-1', language: 'en' };
    await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: { quote_id: quote.quote_id, consent: true, another_card: true, card_consent: read },
    });
    const [intent] = await world.database.tenants.read(fan.tenant, (db) =>
      db('payment_intents').where({ user_id: fan.id }),
    );
    expect(intent!.quote.cardConsent).toMatchObject({
      textId: read.text,
      text: expect.stringContaining('luna does not keep your card and charges nothing else to it.'),
    });
  });

  it('begins when its notice comes, and is charged again by CCBill', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    expect(new URL(url).searchParams.get('initialPrice')).toBe('19.99');
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    const back = await world.payOnForm(url);
    expect(back.headers.get('location')).toMatch(/\/payment\/[\w-]+$/);
    await world.settleNotices();
    const sale = world.lastSale();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
    expect(await attemptsOf(fan)).toMatchObject([
      { state: 'succeeded', provider_ref: sale.subscriptionId, taken_minor: 1999 },
    ]);
    expect(await seriesOf(fan)).toMatchObject([{ state: 'billing', provider_ref: sale.subscriptionId }]);
    expect((await meOf(fan)).next_billing_date.slice(0, 10)).toBe(mountainDate(sale.nextAt!));

    world.ccbill.renew(sale.subscriptionId);
    await world.settleNotices();
    expect(await renewalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 1999 }]);
    expect((await meOf(fan)).next_billing_date.slice(0, 10)).toBe(mountainDate(world.lastSale().nextAt!));
    await world.booked('luna');
  });

  it('whose page is over is not given up while a notice about it is stored and not applied yet', async () => {
    const fan = await world.fresh();
    await world.payOnForm(await world.subscribeOnForm(fan));
    await world.sendNotices();
    const [{ id }] = (await attemptsOf(fan)) as [{ id: string }];
    await world.database.tenants.write(fan.tenant, async (db) => {
      const { provider_state: state } = (await db('payment_attempts').where({ id }).first('provider_state'))!;
      const until = new Date(Date.now() - 60_000).toISOString();
      await db('payment_attempts')
        .where({ id })
        .update({ provider_state: JSON.stringify({ ...state, until }) as never });
    });
    await reconcilePayment(world.ctx, fan.tenant, id);
    expect(await attemptsOf(fan)).not.toMatchObject([{ state: 'absent' }]);
    // Nor does the series before go on where it was given up before the notice came.
    const isTold = (state: 'open' | 'abandoned') =>
      world.database.tenants.write(fan.tenant, async (db) => {
        await db('payment_intents').where({ user_id: fan.id }).update({ state });
        return isOrderToldOf(db, fan.id, 'membership');
      });
    expect([await isTold('abandoned'), await isTold('open')]).toEqual([true, false]);
    await world.runJobs();
    expect(await attemptsOf(fan)).toMatchObject([{ state: 'succeeded', taken_minor: 1999 }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  });

  it('of which is told after its next date has the time that was paid for from then on', async () => {
    const fan = await world.fresh();
    await world.payOnForm(await world.subscribeOnForm(fan));
    await world.sendNotices();
    const told = Date.now() + 40 * dayMs;
    world.clock.set(new Date(told));
    await world.runJobs();
    const { ccbillSubscriptionStatus: status, expiration_date: end } = await meOf(fan);
    world.clock.set(new Date());
    expect(status).toBe('2');
    expect(Date.parse(end) - told).toBeGreaterThan(27 * dayMs);
  });

  it('that the fan cancels ends at CCBill, which confirms it', async () => {
    const { fan, sale } = await world.formMember();
    expect((await cancel(fan)).status).toBe(200);
    await world.runJobs();
    expect(world.lastSale()).toMatchObject({ subscriptionId: sale.subscriptionId, state: 'ending' });
    await world.settleNotices();
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended', end_refusal: null }]);
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
  });

  it('whose cancellation could not be taken back says so while it runs', async () => {
    const { fan } = await world.formMember();
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '2',
      cancellation_final: true,
      renews_at_provider: true,
    });
    await cancel(fan);
    const undone = await world.call('POST /api/v2/subscription/undo-cancel', { as: fan });
    expect([undone.status, undone.body.code]).toEqual([409, 'cancellation-final']);
  });

  it('that ended there is no hindrance to a gift, which is charged to nobody and can be kept after all', async () => {
    const { fan } = await world.formMember();
    await cancel(fan);
    await world.runJobs();
    await world.settleNotices();
    world.clock.set(new Date(Date.now() + 40 * dayMs));
    expect((await meOf(fan)).ccbillSubscriptionStatus).toBe('0');
    const as = world.people.luna.admin;
    const body = { user_id: fan.id, months: 1 };
    expect((await world.call('POST /api/admin/give_complimentary_subscription', { as, body })).status).toBe(200);
    await cancel(fan);
    expect(await meOf(fan)).toMatchObject({
      ccbillSubscriptionStatus: '1',
      cancellation_final: false,
      renews_at_provider: false,
    });
    expect((await world.call('POST /api/v2/subscription/undo-cancel', { as: fan })).status).toBe(200);
    world.clock.set(new Date());
  });

  it('that the payer cancels at CCBill runs to its date', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.cancel(sale.subscriptionId);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '1' });
    expect(await seriesOf(fan)).toMatchObject([{ state: 'ended' }]);
  });

  it('whose renewal fails is told, and one that is moved has the new date', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.move(sale.subscriptionId, 3);
    await world.settleNotices();
    expect((await meOf(fan)).next_billing_date.slice(0, 10)).toBe(mountainDate(world.lastSale().nextAt!));
    world.ccbill.renew(sale.subscriptionId, { failing: '51' });
    await world.settleNotices();
    expect(await errorsOf(fan, 'RenewalFailure')).toEqual([null]);
  });

  it('that is charged back ends at once, is booked once, and the card may not be used again', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'notice-doubled' }]);
    world.ccbill.chargeback(sale.subscriptionId);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await reversalsOf(fan)).toMatchObject([
      { kind: 'chargeback', state: 'succeeded', amount_minor: 1999, fee_minor: 2500 },
    ]);
    await world.booked('luna');
  });

  it('that is charged back while CCBill can not be asked is paused at once, and booked when it can', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.faults([{ kind: 'error-before', on: 'status' }]);
    world.ccbill.chargeback(sale.subscriptionId);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await reversalsOf(fan)).toEqual([]);
    world.ccbill.faults([]);
    await world.runJobs({ includingFuture: true });
    expect(await reversalsOf(fan)).toMatchObject([{ kind: 'chargeback', state: 'succeeded', amount_minor: 1999 }]);
    await world.booked('luna');
  });

  it('that CCBill voids late, after it was given, is taken back', async () => {
    const { fan, sale } = await world.formMember();
    world.ccbill.voidSale(sale.subscriptionId);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await reversalsOf(fan)).toMatchObject([{ kind: 'refund', state: 'succeeded', amount_minor: 1999 }]);
  });
});

describe('a refund by staff', () => {
  const refund = (id: string, amount: number) =>
    world.call('POST /api/reports/refund', {
      as: world.people.luna.admin,
      body: { id, amount, currency: 'USD', reason: 'asked for' },
    });

  it('is made at CCBill once, also when its answer was lost', async () => {
    const { fan, sale } = await world.formMember();
    const [attempt] = await attemptsOf(fan);
    world.ccbill.faults([{ kind: 'reset-after', on: 'manage', count: 1 }]);
    expect((await refund(attempt!.intent_id, 19.99)).status).toBe(200);
    await world.runJobs();
    world.ccbill.faults([]);
    const [reversal] = await reversalsOf(fan);
    for (let tries = 0; tries < 2; tries += 1)
      await refundPaymentJob.run({
        ctx: world.ctx,
        tenant: fan.tenant,
        payload: { reversalId: reversal!.id },
        attempt: 2,
        log: world.ctx.log,
      });
    await world.settleNotices();
    expect(world.ccbill.sales().find(({ subscriptionId }) => subscriptionId === sale.subscriptionId)).toMatchObject({
      refunds: 1,
      returnedMinor: 1999,
    });
    expect(await reversalsOf(fan)).toMatchObject([{ kind: 'refund', state: 'succeeded', amount_minor: 1999 }]);
    await world.booked('luna');
  });
});

describe('notices, which CCBill does not sign', () => {
  it('of a sale that waits open it while CCBill can not be asked, as they carry its reservation', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    world.ccbill.faults([{ kind: 'error-before', on: 'status' }]);
    await world.payOnForm(url);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  });

  it('with our reference, of a sale that CCBill does not know, open nothing', async () => {
    const fan = await world.fresh();
    const url = new URL(await world.subscribeOnForm(fan));
    const [attempt] = await attemptsOf(fan);
    const path = await world.database.tenants.read(
      fan.tenant,
      async (db) => (await db('provider_accounts').where({ id: attempt!.account_id }).first())!.webhook_path!,
    );
    const body = {
      subscriptionId: '126002101000000999',
      transactionId: '126002101000000999',
      clientAccnum: world.ccbill.account.account,
      timestamp: '2026-01-02 03:04:05',
      billedInitialPrice: '19.99',
      billedCurrency: 'USD',
      'X-reference': attempt!.id,
      'X-reservation': url.searchParams.get('reservation') ?? '',
    };
    const address = `/api/webhooks/ccbill/${path}?eventType=NewSaleSuccess`;
    // From an address that is none of CCBill's it is not even read.
    expect((await world.call(`POST ${address}`, { body })).status).toBe(400);
    const inject = await world.app.inject({
      method: 'POST',
      url: address,
      headers: { host: 'platform.localhost', 'content-type': 'application/json' },
      payload: body,
    });
    expect(inject.statusCode).toBe(200);
    expect(await putAside(fan, body.subscriptionId)).toBe('not-confirmed');
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
  });

  it('keep nothing that the payer typed', async () => {
    const { fan } = await world.formMember();
    expect(await errorsOf(fan, 'typed-on-the-form')).toEqual([]);
  });

  it.each(['notice-doubled', 'notice-late', 'notice-forged', 'notice-unmatched'] as const)(
    'that are %s give one membership for one payment',
    async (kind) => {
      const fan = await world.fresh();
      const url = await world.subscribeOnForm(fan);
      world.ccbill.faults([{ kind, count: 1, delayMs: 300 }]);
      await world.payOnForm(url);
      await world.settleNotices();
      expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
      expect((await attemptsOf(fan)).map(({ state }) => state)).toEqual(['succeeded']);
    },
  );

  it('of a refusal leave the form open, and the next card on it is taken', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    await world.payOnForm(url, '4000000000000002');
    await world.settleNotices();
    expect(await attemptsOf(fan)).toMatchObject([{ state: 'action' }]);
    await world.payOnForm(url);
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '2' });
  });

  it('of a form that was paid twice tell staff of the second', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    await world.payOnForm(url);
    await world.settleNotices();
    await world.payOnForm(url);
    await world.settleNotices();
    // Besides, its series was ended, which CCBill tells too.
    expect((await errorsOf(fan, world.lastSale().subscriptionId)).toSorted()).toEqual(['for-staff', null]);
    expect((await attemptsOf(fan)).length).toBe(1);
  });

  it('of another amount than was asked for give nothing, and the money goes back', async () => {
    const fan = await world.fresh();
    const url = await world.subscribeOnForm(fan);
    world.ccbill.faults([{ kind: 'other-amount', by: 100, count: 1 }]);
    await world.payOnForm(url);
    await world.settleNotices();
    await world.settleNotices();
    expect(await meOf(fan)).toMatchObject({ ccbillSubscriptionStatus: '0' });
    expect(await reversalsOf(fan)).toMatchObject([{ state: 'succeeded', amount_minor: 2099 }]);
  });
});
