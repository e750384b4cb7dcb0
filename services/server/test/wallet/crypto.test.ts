import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCryptoWorld, type CryptoWorld } from './crypto-world.ts';

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.chain.reset());

describe('funds by crypto currency', () => {
  it('currencies that can be sent are listed with their bounds', async () => {
    const fan = await world.fresh();
    const answer = await world.call('POST /api/crypto/get-currencies', { as: fan, body: {} });
    expect(answer.body.data).toEqual([
      { currency: 'BTC', description: 'Bitcoin', minimum_amount: 1, maximum_amount: 20_000 },
      { currency: 'ETH', description: 'Ethereum', minimum_amount: 1, maximum_amount: 20_000 },
      { currency: 'LTC', description: 'Litecoin', minimum_amount: 1, maximum_amount: 650 },
      { currency: 'USDT', description: 'Tether', minimum_amount: 1, maximum_amount: 20_000 },
    ]);
  });

  it('WAL-14 WAL-07 WAL-08 WAL-10 a quote is started: address, code, reference, and 15 minutes', async () => {
    const fan = await world.fresh();
    world.chain.faults([{ kind: 'notices', count: 1 }]);
    const begun = world.clock.now().getTime();
    const payment = await world.begin(fan);
    expect(payment).toMatchObject({
      currency: 'BTC',
      amount: '0.001002',
      fund_amount: 50,
      state: 'waiting',
      credited_amount: 0,
      wallet_balance: 0,
      pos_id: world.tenants.luna.slug,
    });
    expect(payment.address).toMatch(/^btc-[0-9a-f]{32}$/);
    expect(payment.qr_img).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(Date.parse(payment.expires_at) - begun).toBe(15 * 60_000);
    expect(payment.notices.map(({ code }) => code)).toEqual(['slowNetwork', 'sameNetwork']);
    expect(payment.reference_no).toBe(world.chain.payments().at(-1)!.reference);
    expect((await world.call('GET /api/crypto/open-payments', { as: fan })).body.data).toMatchObject([
      { payment_id: payment.payment_id },
    ]);
  });

  it('WAL-32 WAL-20 what is asked is credited once, whoever looks first', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    expect(await world.check(fan, payment)).toMatchObject({ state: 'processing', credited_amount: 0 });
    world.chain.confirm(payment.address);
    const looks = await Promise.all([world.check(fan, payment), world.check(fan, payment), world.settleCoins()]);
    expect(looks[0]).toMatchObject({ state: 'confirmed', credited_amount: 50, wallet_balance: 50 });
    expect(await world.wallet(fan)).toBe(5000);
    const answer = await world.call('POST /api/crypto/check-transaction', {
      as: fan,
      body: { ...payment, payment_id: payment.payment_id },
    });
    expect([answer.status, answer.body.message]).toEqual([200, 'Amount Successfully Added.']);
  });

  it('a webhook alone is enough, and pages hear of it', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.faults([{ kind: 'webhook-tenfold' }, { kind: 'webhook-unknown' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    expect(await world.wallet(fan)).toBe(5000);
    const events = await world.database.tenants.read(fan.tenant, (db) =>
      import('@backlot/database/shared-functions').then(({ listEventsAfter }) =>
        listEventsAfter(db, `user:${fan.id}`, 0),
      ),
    );
    expect(events.map(({ event }) => event)).toContain('WALLET_CHANGED');
    expect(events.filter(({ event }) => event === 'CRYPTO_PAYMENT_CHANGED').at(-1)?.data).toEqual({
      payment_id: payment.payment_id,
      state: 'confirmed',
      credited_amount: 50,
    });
  });

  it('WAL-11 what is short waits for the rest with a code of its own, and is credited when the window closes', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, { share: 0.98 });
    world.chain.confirm(payment.address);
    const short = await world.check(fan, payment);
    expect(short).toMatchObject({
      state: 'underpayment',
      credited_amount: 0,
      missing: { amount: '0.00002004', fund_amount: 1 },
    });
    expect(short.missing!.qr_img).toMatch(/^data:image\/svg/);
    expect(short.missing!.qr).not.toBe(payment.qr);
    world.chain.closeWindow(payment.address);
    world.minutes(15);
    expect(await world.check(fan, payment)).toMatchObject({ state: 'confirmed', credited_amount: 49, missing: null });
    expect(await world.wallet(fan)).toBe(4900);
  });

  it('WAL-11 the rest from a second transfer makes it whole', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, { share: 0.4 });
    world.chain.confirm(payment.address);
    await world.settleCoins();
    world.chain.send(payment.address, (await world.check(fan, payment)).missing!.amount);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    expect(await world.check(fan, payment)).toMatchObject({ state: 'confirmed', credited_amount: 50 });
  });

  it('WAL-11 what is too much is credited too, also what comes after it was confirmed', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, { share: 1.2 });
    world.chain.confirm(payment.address);
    await world.settleCoins();
    expect(await world.wallet(fan)).toBe(6000);
    world.chain.send(payment.address, { share: 0.5 });
    world.chain.confirm(payment.address);
    await world.settleCoins();
    await world.settleCoins();
    expect(await world.wallet(fan)).toBe(8500);
    const credits = await world.database.tenants.read(fan.tenant, (db) =>
      db('crypto_credits').where({ payment_id: payment.transaction_id }).orderBy('from_coins'),
    );
    expect(credits.map(({ amount_minor: minor, rate_kind: kind }) => [minor, kind])).toEqual([
      [6000, 'quote'],
      [2500, 'quote'],
    ]);
  });

  it('WAL-10 WAL-11 what comes late is credited at the rate of its moment', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.minutes(15);
    world.chain.closeWindow(payment.address);
    expect(await world.check(fan, payment)).toMatchObject({ state: 'cancelled', credited_amount: 0 });
    world.minutes(60);
    world.chain.setRate('BTC', 25_000);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    // 0.001002 where 50 takes 0.002002 by now.
    expect(await world.check(fan, payment)).toMatchObject({ state: 'confirmed', credited_amount: 25.02 });
  });

  it('WAL-10 what was seen in time keeps its quote, however long the chain takes', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.chain.send(payment.address, payment.amount);
    await world.settleCoins();
    world.minutes(300);
    world.chain.setRate('BTC', 10);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    expect(await world.wallet(fan)).toBe(5000);
  });

  it('a rate that cannot be told now keeps late coins waiting, and loses none', async () => {
    const fan = await world.fresh();
    const payment = await world.begin(fan);
    world.minutes(15);
    world.chain.closeWindow(payment.address);
    await world.check(fan, payment);
    world.minutes(1);
    await world.check(fan, payment);
    world.chain.faults([{ kind: 'html-403', on: 'GetRate' }]);
    world.chain.send(payment.address, payment.amount);
    world.chain.confirm(payment.address);
    await world.settleCoins();
    expect(await world.wallet(fan)).toBe(0);
    world.chain.faults([]);
    await world.check(fan, payment);
    expect(await world.wallet(fan)).toBe(5000);
  });
});
