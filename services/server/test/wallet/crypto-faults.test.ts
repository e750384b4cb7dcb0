import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lookAtPayment } from '../../src/features/crypto/look-at-payment.ts';
import { watchForgottenJob } from '../../src/features/crypto/watch-payments.ts';
import { listBalances } from '../../src/features/ledger/index.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.chain.reset());

const fails = async (answer: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

describe('what may be asked', () => {
  it.each([
    [5, 'add-funds-range'],
    [1001, 'add-funds-range'],
    [0, 'add-funds-invalid'],
  ])('WAL-23 %j is refused by the server too', async (amount, code) => {
    const fan = await world.fresh();
    expect(
      await fails(world.call('POST /api/crypto/generate-payment-id', { as: fan, body: { currency: 'BTC', amount } })),
    ).toEqual([400, code]);
  });

  it("another fan's quote, another amount or another currency is not found", async () => {
    const [fan, other] = [await world.fresh(), await world.fresh()];
    const id = await world.quote(fan);
    expect(await fails(world.start(other, id))).toEqual([404, 'not-found']);
    expect(await fails(world.start(fan, id, { amount: 60 }))).toEqual([404, 'not-found']);
    expect(await fails(world.start(fan, id, { currency: 'ETH' }))).toEqual([404, 'not-found']);
    expect((await world.start(fan, id)).status).toBe(200);
    const look = (as: typeof fan, body: object) =>
      fails(world.call('POST /api/crypto/check-transaction', { as, body: { payment_id: id, ...body } }));
    expect(await look(other, {})).toEqual([404, 'not-found']);
    expect(await look(fan, { address: 'btc-other' })).toEqual([404, 'not-found']);
  });

  it('WAL-26 WAL-27 a site that takes none lists none, and says so', async () => {
    const fan = await world.fresh('mars');
    const list = () => fails(world.call('POST /api/crypto/get-currencies', { as: fan, body: {} }));
    world.chain.faults([{ kind: 'html-403', on: 'GetCurrencyList' }]);
    expect(await list()).toEqual([409, 'crypto-unavailable']);
    world.chain.faults([]);
    expect((await world.call('POST /api/crypto/get-currencies', { as: fan, body: {} })).status).toBe(200);
    await changeSettings(world, { is_crypto_payment_enabled: false }, 'mars');
    expect(await list()).toEqual([409, 'crypto-unavailable']);
    await changeSettings(world, { is_crypto_payment_enabled: true }, 'mars');
  });

  it('WAL-31 live mode without credentials is never the stand-in', async () => {
    const fan = await world.fresh('mars');
    await changeSettings(world, { enable_forumpay_payment_live_mode: true }, 'mars');
    expect(await fails(world.call('POST /api/crypto/get-currencies', { as: fan, body: {} }))).toEqual([
      409,
      'crypto-unavailable',
    ]);
    await changeSettings(world, { enable_forumpay_payment_live_mode: false }, 'mars');
  });
});

describe('a start', () => {
  it('twice at once is one payment with one address', async () => {
    const fan = await world.fresh();
    const id = await world.quote(fan);
    const [one, two] = await Promise.all([world.start(fan, id), world.start(fan, id)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body.data.address).toBe(one.body.data.address);
    expect(world.chain.payments()).toHaveLength(1);
  });

  it('whose answer is lost is found by its reference, and its coins are credited', async () => {
    const fan = await world.fresh();
    const id = await world.quote(fan);
    world.chain.faults([{ kind: 'reset-after', on: 'StartPayment', count: 1 }]);
    const { status, body } = await world.start(fan, id);
    expect(status).toBe(200);
    // The code was in the lost answer; the address is one as well.
    expect(body.data.qr).toBe(body.data.address);
    world.chain.send(body.data.address, { share: 1 });
    world.chain.confirm(body.data.address);
    await world.settleCoins();
    expect(await world.wallet(fan)).toBe(5000);
  });

  it('of which nobody learned in time is found by our own look', async () => {
    const fan = await world.fresh();
    const id = await world.quote(fan);
    world.chain.faults([
      { kind: 'reset-after', on: 'StartPayment', count: 1 },
      { kind: 'reset-before', on: 'GetTransactions', count: 1 },
    ]);
    expect(await fails(world.start(fan, id))).toEqual([409, 'payment-failed']);
    const { address } = world.chain.payments()[0]!;
    world.chain.send(address, { share: 1 });
    world.chain.confirm(address);
    await world.runJobs({ includingFuture: true });
    expect(await world.wallet(fan)).toBe(5000);
  });

  it('WAL-28 that is refused says why, and nothing is awaited', async () => {
    const fan = await world.fresh();
    const id = await world.quote(fan);
    world.chain.faults([{ kind: 'sell-off', count: 1 }]);
    const { status, body } = await world.start(fan, id);
    expect([status, body.code, body.message]).toEqual([
      409,
      'crypto-refused',
      'The payment provider says: BTC is not available at the moment.',
    ]);
    expect((await world.call('GET /api/crypto/open-payments', { as: fan })).body.data).toEqual([]);
  });

  it('WAL-12 that never arrived fails, and may be begun again', async () => {
    const fan = await world.fresh();
    const id = await world.quote(fan);
    world.chain.faults([{ kind: 'reset-before', on: 'StartPayment', count: 1 }]);
    const { status, body } = await world.start(fan, id);
    expect([status, body.code, body.message]).toEqual([409, 'payment-failed', 'Payment failed.']);
    expect((await world.start(fan, await world.quote(fan))).status).toBe(200);
  });

  it('that wants a PIN sends one, refuses a wrong one, and goes on with the right one', async () => {
    const fan = await world.fresh();
    const id = await world.quote(fan);
    world.chain.faults([{ kind: 'pin-wanted' }]);
    expect(await fails(world.start(fan, id))).toEqual([409, 'crypto-pin-needed']);
    expect(await fails(world.start(fan, id, { payer_kyc_pin: '1' }))).toEqual([400, 'crypto-pin-wrong']);
    expect((await world.start(fan, id, { payer_kyc_pin: '42355467' })).status).toBe(200);
  });
});

describe('webhooks', () => {
  const hook = async (url: string, body: object | string) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { host: 'platform.localhost', 'content-type': 'application/json' },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() as { message?: string } };
  };

  it('that are forged credit nothing: the payment is looked at, and has no coins', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    const url = world.chain.payments().at(-1)!.webhookUrl!;
    const forged = { payment_id: payment.payment_id, state: 'confirmed', confirmed: true, payment: '9.0' };
    expect((await hook(url, forged)).status).toBe(200);
    await world.runJobs();
    expect(await world.check(fan, payment)).toMatchObject({ state: 'waiting', credited_amount: 0 });
  });

  it('to a door that nobody has are not found; what is no webhook is refused; a test is answered', async () => {
    await world.begin(await world.fresh());
    const url = world.chain.payments().at(-1)!.webhookUrl!;
    expect((await hook('http://x/api/crypto/webhook/aaaaaaaaaaaaaaaaaaaaaaaaaaaa', {})).status).toBe(404);
    expect((await hook(url, 'nonsense')).status).toBe(400);
    const test = await hook(url, { webhook_test: 1 });
    expect([test.status, test.body.message!.length > 20]).toEqual([200, true]);
  });

  it('of one site name nothing on another site', async () => {
    const [luna, mars] = [await world.fresh('luna'), await world.fresh('mars')];
    const payment = await world.begin(luna);
    const doorOfLuna = world.chain.payments().at(-1)!.webhookUrl!;
    await world.begin(mars);
    const doorOfNova = world.chain.payments().at(-1)!.webhookUrl!;
    expect(doorOfNova).not.toBe(doorOfLuna);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    expect((await hook(doorOfNova, { payment_id: payment.payment_id })).status).toBe(200);
    await world.runJobs();
    expect(await world.wallet(luna)).toBe(0);
    await hook(doorOfLuna, { payment_id: payment.payment_id });
    await world.runJobs();
    expect([await world.wallet(luna), await world.wallet(mars)]).toEqual([5000, 0]);
  });
});

describe('coins', () => {
  it('whose webhooks are lost are credited by our own look', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.runJobs();
    expect(await world.wallet(fan)).toBe(0);
    await world.runJobs({ includingFuture: true });
    expect(await world.wallet(fan)).toBe(5000);
  });

  it('whose own look is overdue are found by the net below', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    world.minutes(10);
    const { ctx, tenants } = world;
    await watchForgottenJob.run({ ctx, tenant: tenants.luna, payload: {}, attempt: 1, log: ctx.log });
    await world.runJobs();
    expect(await world.wallet(fan)).toBe(5000);
  });

  it('WAL-11 that come to a cancelled payment hours later are credited by our own look', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.closeWindow(payment.address);
    world.minutes(16);
    expect(await world.check(fan, payment)).toMatchObject({ state: 'cancelled' });
    world.chain.faults([{ kind: 'webhook-lost' }]);
    world.minutes(20 * 60);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.runJobs({ includingFuture: true });
    expect(await world.wallet(fan)).toBe(5000);
  });

  it('of a blocked payment are not credited, and staff are told; confirmed and blocked counts as paid', async () => {
    const fan = await world.fresh();
    const [blocked, paid] = [await world.begin(fan), await world.begin(fan)];
    world.chain.send(blocked.address, blocked.amount);
    world.chain.block(blocked.address);
    expect(await world.check(fan, blocked)).toMatchObject({ state: 'blocked', credited_amount: 0 });
    world.chain.faults([{ kind: 'confirmed-but-blocked' }]);
    world.chain.send(paid.address, paid.amount);
    world.chain.confirm(paid.address);
    expect(await world.check(fan, paid)).toMatchObject({ state: 'confirmed', credited_amount: 50 });
    const rows = await world.database.tenants.read(fan.tenant, (db) =>
      db('crypto_payments').where({ user_id: fan.id }).orderBy('quoted_at').orderBy('id'),
    );
    expect(rows.map(({ alarm }) => alarm)).toEqual(['blocked', null]);
    expect(await world.openItems(fan)).toMatchObject([
      {
        _id: blocked.transaction_id,
        kind: 'crypto_blocked',
        sold: 'wallet',
        amount: 50,
        currency: 'USD',
        reason: 'blocked',
      },
    ]);
  });

  it('of a block that was taken back after they were credited stay credited, and coins spent twice raise an alarm', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    world.chain.reorganise(payment.address);
    world.chain.doubleSpend(payment.address);
    await world.settleCoins();
    expect(await world.check(fan, payment)).toMatchObject({ state: 'confirmed', credited_amount: 50 });
    const row = await world.database.tenants.read(fan.tenant, (db) =>
      db('crypto_payments').where({ id: payment.transaction_id }).first(),
    );
    expect(row?.alarm).toBe('double-spent');
    expect(await world.openItems(fan)).toMatchObject([{ kind: 'crypto_double_spent', reason: null }]);
  });

  it('are credited once by looks that meet', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, { share: 1.5 });
    world.chain.confirm(payment.address);
    await Promise.all(
      Array.from({ length: 8 }, () => lookAtPayment(world.ctx, world.tenants.luna, payment.transaction_id)),
    );
    expect(await world.wallet(fan)).toBe(7500);
  });

  it('are in the books: the provider holds them, the fan is owed them', async () => {
    const before = await world.database.tenants.read(world.tenants.mars, listBalances);
    const fan = await world.fresh('mars');
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    const after = await world.database.tenants.read(world.tenants.mars, listBalances);
    const moved = (kind: string, detail = '') =>
      [after, before]
        .map((all) => all.find((one) => one.kind === kind && one.detail === detail)?.balanceMinor ?? 0)
        .reduce((now, then) => now - then);
    expect([moved('provider_clearing', 'forumpay'), moved('fan_wallet')]).toEqual([5000, -5000]);
    expect(after.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0)).toBe(0);
  });
});
