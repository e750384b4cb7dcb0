import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimalText } from '@backlot/domain/money/decimal';
import { createForumpayClient, isPinWanted, type ForumpayClient, type Told } from '@backlot/payments/forumpay/client';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandboxTwin } from '../src/index.ts';

const twin = await startSandboxTwin({ retryMs: 20 });
const account = { url: twin.url, user: 'sandbox', secret: twin.apiKey, posId: 'web' };
const client = createForumpayClient(account, 400);
const { crypto } = twin;

const knocked: unknown[] = [];
const receiver = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  knocked.push(JSON.parse(Buffer.concat(parts).toString()));
  response.end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

afterAll(async () => {
  await twin.close();
  receiver.close();
});
beforeEach(() => {
  crypto.reset();
  knocked.length = 0;
});

const told = <T>(answer: Told<T>): T => {
  if (answer.kind !== 'told') throw new Error(JSON.stringify(answer));
  return answer.value;
};
const wanted = { invoiceAmount: '20.00', invoiceCurrency: 'USD', currency: 'BTC' };
const payer = { id: 'p', email: 'fan@luna.example', address: '203.0.113.7', userAgent: 'test' };
const startWith = (client: ForumpayClient, paymentId: string, reference = 'ref-1', pin?: string) =>
  client.start({ ...wanted, paymentId, reference, payer, webhookUrl, ...(pin ? { pin } : {}) });
async function start(reference?: string) {
  const rate = told(await client.rate(wanted));
  const { address } = told(await startWith(client, rate.paymentId, reference));
  return { paymentId: rate.paymentId, currency: 'BTC', address };
}
const check = async (key: { paymentId: string; currency: string; address: string }) => {
  const { told: answer, missing, invoiceAmount } = told(await client.check(key));
  return {
    state: answer.state,
    isConfirmed: answer.isConfirmed,
    paid: decimalText(answer.paid),
    missing: missing && decimalText(missing.amount),
    invoice: invoiceAmount && decimalText(invoiceAmount),
  };
};

describe('the crypto twin', () => {
  it('tells currencies that can be sent, and a rate that is the same twice', async () => {
    expect(told(await client.currencies('USD')).map(({ currency }) => currency)).toEqual(['BTC', 'ETH', 'LTC', 'USDT']);
    const [one, two] = [told(await client.rate(wanted)), told(await client.rate(wanted))];
    expect(decimalText(one.amount)).toBe('0.000402');
    expect(two.amount).toEqual(one.amount);
    expect(two.paymentId).not.toBe(one.paymentId);
  });

  it('a payment goes from waiting to confirmed, and the shop is told of each step', async () => {
    const key = await start();
    expect(await check(key)).toMatchObject({ state: 'waiting', isConfirmed: false });
    crypto.send(key.address, '0.00040200');
    expect(await check(key)).toMatchObject({ state: 'processing', isConfirmed: false });
    crypto.confirm(key.address);
    expect(await check(key)).toMatchObject({ state: 'confirmed', isConfirmed: true, paid: '0.000402' });
    await vi.waitFor(() => expect(knocked).toHaveLength(2));
    expect(knocked[0]).toMatchObject({ payment_id: key.paymentId, reference_no: 'ref-1' });
  });

  it('what is short waits for the rest, and is accepted when the window closes', async () => {
    const key = await start();
    crypto.send(key.address, { share: 0.95 });
    crypto.confirm(key.address);
    expect(await check(key)).toMatchObject({ state: 'underpayment', isConfirmed: false, missing: '0.0000201' });
    crypto.closeWindow(key.address);
    expect(await check(key)).toMatchObject({ state: 'confirmed', isConfirmed: true, paid: '0.0003819', invoice: '19' });
  });

  it('the rest makes a short payment whole; too much is taken as well', async () => {
    const key = await start();
    crypto.send(key.address, { share: 0.5 });
    crypto.send(key.address, { share: 0.75 });
    crypto.confirm(key.address);
    expect(await check(key)).toMatchObject({ state: 'confirmed', paid: '0.0005025', missing: null, invoice: '25' });
  });

  it('what comes late is confirmed after it was cancelled, at the rate of then', async () => {
    const key = await start();
    crypto.closeWindow(key.address);
    expect(await check(key)).toMatchObject({ state: 'cancelled' });
    crypto.setRate('BTC', 25_000);
    crypto.send(key.address, '0.00040000');
    expect(await check(key)).toMatchObject({ state: 'processing' });
    crypto.confirm(key.address);
    expect(await check(key)).toMatchObject({ state: 'confirmed', isConfirmed: true, invoice: '10' });
  });

  it('a block that is taken back takes the confirmation with it', async () => {
    const key = await start();
    crypto.send(key.address, { share: 1 });
    crypto.confirm(key.address);
    crypto.reorganise(key.address);
    expect(await check(key)).toMatchObject({ state: 'processing', isConfirmed: false });
  });

  it('blocked is not paid, unless it was confirmed before', async () => {
    const key = await start();
    crypto.send(key.address, { share: 1 });
    crypto.block(key.address);
    crypto.confirm(key.address);
    expect(await check(key)).toMatchObject({ state: 'blocked', isConfirmed: false });
    const other = await start('ref-2');
    crypto.send(other.address, { share: 1 });
    crypto.confirm(other.address);
    crypto.faults([{ kind: 'confirmed-but-blocked' }]);
    expect(await check(other)).toMatchObject({ state: 'blocked', isConfirmed: true });
  });

  it('a start whose answer is lost is found by its reference, and refused a second time', async () => {
    const rate = told(await client.rate(wanted));
    crypto.faults([{ kind: 'reset-after', on: 'StartPayment', count: 1 }]);
    expect(await startWith(client, rate.paymentId)).toEqual({ kind: 'unknown', cause: 'connection' });
    expect(told(await client.transactions('ref-1'))).toMatchObject([{ paymentId: rate.paymentId, currency: 'BTC' }]);
    expect(await startWith(client, rate.paymentId)).toMatchObject({ kind: 'refused', code: 'paymentAlreadyStarted' });
  });

  it('lists all payments page after page, until there is nothing more', async () => {
    const ids = [await start('a'), await start('b'), await start('c')].map(({ paymentId }) => paymentId);
    const page = async (offset: number, limit = 2) =>
      told(await client.list(offset, limit)).payments.map(({ paymentId }) => paymentId);
    expect([await page(0), await page(2), await page(3)]).toEqual([ids.slice(0, 2), ids.slice(2), []]);
    crypto.faults([{ kind: 'short-pages' }]);
    expect(await page(1, 50)).toEqual([ids[1]]);
  });

  it.each([
    [{ kind: 'refused', code: 'busy' } as const, { kind: 'refused', code: 'busy' }],
    [{ kind: 'html-403' } as const, { kind: 'unknown', cause: 'provider-error' }],
    [{ kind: 'reset-before' } as const, { kind: 'unknown', cause: 'connection' }],
    [{ kind: 'slow', delayMs: 1_000 } as const, { kind: 'unknown', cause: 'timeout' }],
  ])('under the fault %j a rate is %j', async (fault, answer) => {
    crypto.faults([{ ...fault, on: 'GetRate' }]);
    expect(await client.rate(wanted)).toMatchObject(answer);
  });

  it('a currency may go between the rate and the start', async () => {
    const rate = told(await client.rate(wanted));
    crypto.faults([{ kind: 'sell-off', count: 1 }]);
    expect(await startWith(client, rate.paymentId)).toMatchObject({ kind: 'refused', code: 'currencyNotAvailable' });
  });

  it('a PIN from the mailbox lets a payer through who has to prove themselves', async () => {
    const rate = told(await client.rate(wanted));
    crypto.faults([{ kind: 'pin-wanted' }]);
    const refused = await startWith(client, rate.paymentId);
    expect(refused.kind === 'refused' && isPinWanted(refused)).toBe(true);
    await client.askForPin(payer.email);
    expect(await startWith(client, rate.paymentId, 'ref-1', '00000000')).toMatchObject({ code: 'payerKYCNotVerified' });
    expect(await startWith(client, rate.paymentId, 'ref-1', '42355467')).toMatchObject({ kind: 'told' });
  });

  it('the wrong key is refused', async () => {
    expect(await createForumpayClient({ ...account, secret: 'other' }).currencies('USD')).toMatchObject({
      kind: 'refused',
    });
  });

  it('a webhook may come ten times, about nothing, or not at all', async () => {
    const key = await start();
    crypto.faults([
      { kind: 'webhook-tenfold', count: 1 },
      { kind: 'webhook-unknown', count: 1 },
    ]);
    crypto.send(key.address, { share: 1 });
    await vi.waitFor(() => expect(knocked).toHaveLength(11));
    crypto.faults([{ kind: 'webhook-lost' }]);
    crypto.confirm(key.address);
    expect(crypto.webhooks().at(-1)).toMatchObject({ state: 'lost' });
  });

  it('a person sends coins and confirms them on its page', async () => {
    const key = await start();
    const page = `${twin.url}/coins`;
    expect(await (await fetch(page)).text()).toContain(key.address);
    const send = (act: string, amount = '') =>
      fetch(page, { method: 'POST', body: new URLSearchParams({ act, address: key.address, amount }) });
    expect((await send('send', 'much')).status).toBe(400);
    expect((await send('send', '0.00040200')).status).toBe(200);
    await send('confirm');
    expect(await check(key)).toMatchObject({ state: 'confirmed' });
  });

  it('payments outlive the process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crypto-'));
    const dataFile = join(folder, 'sandbox.jsonl');
    const first = await startSandboxTwin({ dataFile });
    const before = createForumpayClient({ ...account, url: first.url });
    const { paymentId } = told(await before.rate(wanted));
    const { address } = told(await startWith(before, paymentId));
    first.crypto.send(address, { share: 1 });
    await first.close();
    const second = await startSandboxTwin({ dataFile });
    const key = { paymentId, currency: 'BTC', address };
    expect(told(await createForumpayClient({ ...account, url: second.url }).check(key)).told.state).toBe('processing');
    await second.close();
    await rm(folder, { recursive: true });
  });
});
