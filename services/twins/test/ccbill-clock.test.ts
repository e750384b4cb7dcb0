import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCcbillDriver } from '@backlot/payments/ccbill/driver';
import { chargeInput } from '@backlot/payments/testing/charge-inputs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TwinSale } from '../src/ccbill/books.ts';
import { startSandboxTwin, type SandboxTwin } from '../src/index.ts';

const dayMs = 86_400_000;
const start = new Date('2026-01-31T20:00:00Z');
const good = '4242424242424242';
/** CCBill's days are those of a clock seven hours behind. */
const day = (days: number): string =>
  new Date(start.getTime() + days * dayMs - 7 * 3_600_000).toISOString().slice(0, 10);

interface Heard {
  readonly event: string;
  readonly body: Readonly<Record<string, string>>;
}
let twin: SandboxTwin;
let heard: Heard[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const event = new URL(request.url ?? '/', 'http://here').searchParams.get('eventType') ?? '';
    heard.push({ event, body: JSON.parse(Buffer.concat(parts).toString('utf8')) });
    response.writeHead(200).end();
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  twin = await startSandboxTwin({ retryMs: 10 });
});
afterAll(async () => {
  await twin.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  twin.ccbill.reset();
  twin.ccbill.setTime(start);
});

/** A subscription for 19.99 every 30 days that a payer began on the form. What is told of it so far is forgotten. */
async function subscription(number = good): Promise<TwinSale> {
  const provider = createCcbillDriver({ url: twin.url }).open({
    id: 'account-1',
    currency: 'USD',
    credentials: { ...twin.ccbill.account },
  });
  const input = {
    ...chargeInput({ kind: 'hosted' }),
    amountMinor: 1999,
    series: { firstDays: 30, laterMinor: 1999, laterDays: 30 },
    notifyUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notices`,
  };
  const outcome = await provider.submit(provider.prepare(input), input);
  if (outcome.kind !== 'action') throw new Error(`There is no form: ${JSON.stringify(outcome)}`);
  await fetch(outcome.action.url, {
    method: 'POST',
    body: new URLSearchParams({ act: 'card', number, month: '12', year: '2031', cvv: '123' }),
    redirect: 'manual',
  });
  await hear();
  heard = [];
  return twin.ccbill.sales().at(-1)!;
}

/** Everything that was sent, once all of it has arrived. */
async function hear(): Promise<readonly Heard[]> {
  await expect.poll(() => twin.ccbill.notices().filter(({ state }) => state === 'waiting')).toEqual([]);
  return heard;
}

const advance = async (days: number): Promise<readonly Heard[]> => {
  twin.ccbill.advance(days * dayMs);
  return hear();
};

describe("time at CCBill's twin", () => {
  it('renews a subscription each time that it falls due, dated by that moment, and not before', async () => {
    const sale = await subscription();
    expect(await advance(29.9)).toEqual([]);
    const told = await advance(31);
    expect(told.map(({ event }) => event)).toEqual(['RenewalSuccess', 'RenewalSuccess']);
    expect(
      told.map(({ body }) => [body['renewalDate'], body['nextRenewalDate'], body['billedAmount']]).toSorted(),
    ).toEqual([
      [day(30), day(60), '19.99'],
      [day(60), day(90), '19.99'],
    ]);
    expect(told.map(({ body }) => body['timestamp']!.slice(0, 10)).toSorted()).toEqual([day(30), day(60)]);
    expect(sale).toMatchObject({ timesRebilled: 2, state: 'recurring' });
    expect(sale.charges.map(({ amountMinor }) => amountMinor)).toEqual([1999, 1999, 1999]);
    expect(new Set(sale.charges.map(({ transactionId }) => transactionId)).size).toBe(3);
  });

  it('tries a renewal that a bank declined again on the date that it tells, and goes on from there', async () => {
    const sale = await subscription();
    twin.ccbill.faults([{ kind: 'renewal-declined', code: '51', count: 1 }]);
    expect(await advance(31)).toMatchObject([
      { event: 'RenewalFailure', body: { failureCode: '51', renewalDate: day(30), nextRetryDate: day(32) } },
    ]);
    heard = [];
    expect(await advance(1)).toMatchObject([
      { event: 'RenewalSuccess', body: { renewalDate: day(32), nextRenewalDate: day(62) } },
    ]);
    expect(sale).toMatchObject({ timesRebilled: 1, failures: 0 });
  });

  it('gives up after four declines in a row: the subscription is cancelled and expires', async () => {
    const sale = await subscription('4000000000000341');
    const told = await advance(60);
    const count = (name: string): number => told.filter(({ event }) => event === name).length;
    expect([count('RenewalFailure'), count('Cancellation'), count('Expiration'), count('RenewalSuccess')]).toEqual([
      4, 1, 1, 0,
    ]);
    expect(told.filter(({ body }) => body['nextRetryDate'] !== undefined)).toHaveLength(3);
    expect(sale).toMatchObject({ state: 'inactive', timesRebilled: 0 });
  });

  it('expires one that was cancelled at the end of what was paid for, and charges it no more', async () => {
    const sale = await subscription();
    await advance(10);
    twin.ccbill.cancel(sale.subscriptionId);
    expect(await advance(19.9)).toMatchObject([{ event: 'Cancellation', body: { source: 'consumer' } }]);
    expect((await advance(60)).map(({ event }) => event)).toEqual(['Cancellation', 'Expiration']);
    expect(sale.charges).toHaveLength(1);
  });

  it('gives money back of the newest charge, or of the one that is named, and a chargeback ends the renewals', async () => {
    const sale = await subscription();
    await advance(31);
    twin.ccbill.refund(sale.subscriptionId, 500);
    twin.ccbill.refund(sale.subscriptionId, 300, sale.subscriptionId);
    expect(sale.charges.map(({ returnedMinor }) => returnedMinor)).toEqual([300, 500]);
    twin.ccbill.chargeback(sale.subscriptionId, 1499);
    const told = await advance(60);
    expect(told.map(({ event }) => event).toSorted()).toEqual(['Chargeback', 'Refund', 'Refund', 'RenewalSuccess']);
    expect(sale).toMatchObject({ refunds: 2, chargebacks: 1, state: 'inactive' });
  });

  it('sends what happens with the faults that are switched on: lost, three times at once, late, after the next', async () => {
    await subscription();
    twin.ccbill.faults([{ kind: 'notice-lost', count: 1 }]);
    expect(await advance(31)).toEqual([]);
    twin.ccbill.faults([{ kind: 'notice-doubled', count: 1 }]);
    expect(await advance(30)).toHaveLength(3);
    heard = [];
    twin.ccbill.faults([{ kind: 'notice-reordered', count: 1 }]);
    twin.ccbill.advance(60 * dayMs);
    await expect.poll(() => heard.map(({ body }) => body['renewalDate'])).toEqual([day(120), day(90)]);
    heard = [];
    twin.ccbill.faults([{ kind: 'notice-late', delayMs: 50, count: 1 }]);
    twin.ccbill.advance(60 * dayMs);
    await expect.poll(() => heard.map(({ body }) => body['renewalDate'])).toEqual([day(180), day(150)]);
  });
});
