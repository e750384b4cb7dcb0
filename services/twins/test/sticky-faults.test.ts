import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChargeInput } from '@backlot/payments';
import { createStickyDriver } from '@backlot/payments/sticky/driver';
import { chargeInput, renewalOf } from '@backlot/payments/testing/charge-inputs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxTwin, type SandboxTwin } from '../src/index.ts';

const good = '4242424242424242';
const minuteMs = 60_000;
let twin: SandboxTwin;
let aheadMs = 0;
const heard: string[] = [];
const receiver = createServer((request, response) => {
  heard.push(new URL(request.url ?? '/', 'http://here').searchParams.get('order_id') ?? '');
  request.resume();
  response.writeHead(200).end();
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
  aheadMs = 0;
  heard.length = 0;
  twin.sticky.faults([]);
  twin.sticky.setPostback(null);
});

const open = (timeLimitMs = 1_000, now = () => Date.now() + aheadMs) =>
  createStickyDriver({
    twin: { url: twin.url, user: 'sandbox', password: twin.apiKey, cardFieldUrl: `${twin.url}/field` },
    timeLimitMs,
    now,
  }).open({ id: 'account-1', currency: 'USD', credentials: {} });
const provider = () => open();
const withCard = async (number = good): Promise<ChargeInput> =>
  chargeInput({ kind: 'token', token: await twin.control.token(number) });
const charge = (input: ChargeInput) => provider().submit(provider().prepare(input), input);
const sent = (input: ChargeInput) => ({ reference: input.reference, state: provider().prepare(input) });
const find = (input: ChargeInput, ageMs = 0) => provider().find!(sent(input), ageMs);
const ordersOf = ({ reference }: ChargeInput) => twin.sticky.orders().filter((order) => order.reference === reference);

describe('sticky.io when it fails', () => {
  it.each([429, 430])('a limit (%i) is a refusal that passes, and nothing is placed', async (status) => {
    twin.sticky.faults([{ kind: 'limited', status, on: 'new_order' }]);
    const input = await withCard();
    expect(await charge(input)).toMatchObject({ kind: 'declined', code: String(status), reason: 'try-later' });
    expect(ordersOf(input)).toEqual([]);
  });

  it('a page in place of an answer is not an answer', async () => {
    twin.sticky.faults([{ kind: 'html', on: 'new_order' }]);
    expect(await charge(await withCard())).toEqual({ kind: 'unknown', cause: 'unreadable-answer' });
  });

  it('a permission that is missing for one method is not the fault of the card', async () => {
    twin.sticky.faults([{ kind: 'refused', code: '666', on: 'new_order' }]);
    expect(await charge(await withCard())).toMatchObject({ kind: 'declined', code: '666', reason: 'request-refused' });
  });

  it.each([
    ['', 'declined', false],
    ['Insufficient Funds', 'insufficient-funds', false],
    ['Pick up card - SF', 'new-card-needed', true],
    ['Expired Card', 'new-card-needed', true],
    ['Issuer unavailable, try again', 'try-later', false],
    ['Transaction not permitted to cardholder', 'declined', true],
  ])('a decline for %j is %s', async (reason, meaning, hard) => {
    twin.sticky.faults([{ kind: 'decline', reason }]);
    expect(await charge(await withCard())).toMatchObject({ kind: 'declined', reason: meaning, hard });
  });

  it('a slow answer within the limit is an answer, and one after it is found later', async () => {
    twin.sticky.faults([{ kind: 'slow', on: 'new_order', delayMs: 200 }]);
    expect(await charge(await withCard())).toMatchObject({ kind: 'succeeded' });
    const input = await withCard();
    const late = await open(50).submit(open().prepare(input), input);
    expect(late).toEqual({ kind: 'unknown', cause: 'timeout' });
    await expect.poll(async () => (await find(input)).kind).toBe('succeeded');
  });

  it('another amount or currency is told as it was taken', async () => {
    twin.sticky.faults([{ kind: 'other-amount', by: 100, count: 1 }]);
    expect(await charge(await withCard())).toMatchObject({ kind: 'succeeded', amountMinor: 1334 });
    twin.sticky.faults([{ kind: 'other-currency', count: 1 }]);
    expect(await charge(await withCard())).toMatchObject({ kind: 'succeeded', currency: 'EUR' });
  });

  it('the test card, which is approved without money, buys nothing', async () => {
    twin.sticky.faults([{ kind: 'test-card' }]);
    expect(await charge(await withCard())).toMatchObject({ kind: 'declined', code: 'test-card', hard: true });
  });

  it("an order's number that is another's proves nothing", async () => {
    twin.sticky.faults([{ kind: 'colliding-number' }]);
    expect(await charge(await withCard())).toEqual({ kind: 'unknown', cause: 'reference-conflict' });
  });

  it('an approved order that can not be viewed yet is pending, and found by its number', async () => {
    twin.sticky.faults([{ kind: 'error-before', on: 'order_view', count: 1 }]);
    const input = await withCard();
    const outcome = await charge(input);
    if (outcome.kind !== 'pending') throw new Error(outcome.kind);
    const { reference } = input;
    expect(await provider().find!({ reference, state: outcome.state! }, 0)).toMatchObject({
      kind: 'succeeded',
      providerRef: outcome.providerRef,
    });
  });

  it('what no search finds is absent for good only once searches have had their time', async () => {
    twin.sticky.faults([{ kind: 'index-lag', delayMs: minuteMs, count: 1 }]);
    const input = await withCard();
    expect(await charge(input)).toMatchObject({ kind: 'succeeded' });
    expect(await find(input)).toMatchObject({ kind: 'absent', certainty: 'not-yet' });
    const never = await withCard();
    expect(await find(never, 14 * minuteMs)).toMatchObject({ certainty: 'not-yet' });
    expect(await find(never, 15 * minuteMs)).toEqual({ kind: 'absent', certainty: 'final' });
  });

  it('a bank that nobody answers takes nothing after ten minutes, also when it is answered later', async () => {
    const input = await withCard('4000000000003220');
    const outcome = await charge(input);
    if (outcome.kind !== 'action') throw new Error(outcome.kind);
    const { reference } = input;
    aheadMs = 11 * minuteMs;
    const ended = await provider().find!({ reference, state: outcome.state! }, 11 * minuteMs);
    expect(ended).toMatchObject({ kind: 'declined', reason: 'not-completed', hard: false });
    await fetch(outcome.action.url, {
      method: 'POST',
      body: new URLSearchParams({ act: 'confirm' }),
      redirect: 'manual',
    });
    expect(ordersOf(input)).toMatchObject([{ status: '6', isVoid: true }]);
  });

  it('a product that bills again by itself is kept from it, with the card on file as well', async () => {
    twin.sticky.faults([{ kind: 'recurring' }]);
    const first = await charge(await withCard());
    if (first.kind !== 'succeeded') throw new Error(first.kind);
    const renewal = renewalOf(first.instrument!.id);
    expect(await charge(renewal)).toMatchObject({ kind: 'succeeded' });
    expect(ordersOf(renewal)).toMatchObject([{ isRecurring: false }]);
  });

  it('a declined order that is salvaged is found approved', async () => {
    twin.sticky.faults([{ kind: 'decline', count: 1 }]);
    const input = await withCard();
    expect(await charge(input)).toMatchObject({ kind: 'declined' });
    twin.sticky.salvage(ordersOf(input)[0]!.orderId);
    expect(await find(input)).toMatchObject({ kind: 'succeeded', amountMinor: 1234 });
  });
});

describe('money that goes back at sticky.io', () => {
  const taken = async () => {
    const outcome = await charge(await withCard());
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind);
    return outcome.providerRef;
  };
  const refund = (providerRef: string, amountMinor: number, refundedBeforeMinor: number) =>
    provider().refund!({
      reference: `refund-${refundedBeforeMinor}`,
      providerRef,
      amountMinor,
      currency: 'USD',
      refundedBeforeMinor,
    });
  const reversed = (providerRef: string) => provider().findReversed!({ providerRef });

  it.each(['timeout-after', 'reset-after', 'error-after'] as const)(
    'a refund whose answer is lost (%s) is made once',
    async (kind) => {
      const id = await taken();
      twin.sticky.faults([{ kind, on: 'order_refund', count: 1 }]);
      expect(await refund(id, 500, 0)).toMatchObject({ kind: 'unknown' });
      expect(await refund(id, 500, 0)).toMatchObject({ kind: 'succeeded' });
      expect(await reversed(id)).toMatchObject({ refundedMinor: 500 });
      expect(await refund(id, 500, 500)).toMatchObject({ kind: 'succeeded' });
      expect(await refund(id, 500, 1000)).toEqual({ kind: 'refused', code: 'more-than-taken' });
      expect(await reversed(id)).toMatchObject({ refundedMinor: 1000 });
    },
  );

  it('a limit is no refusal of a refund: it is asked for again', async () => {
    const id = await taken();
    twin.sticky.faults([{ kind: 'limited', on: 'order_refund', count: 1 }]);
    expect(await refund(id, 500, 0)).toMatchObject({ kind: 'unknown' });
    expect(await refund(id, 500, 0)).toMatchObject({ kind: 'succeeded' });
  });

  it('a whole order that can not be refunded yet is undone, and a part of it is refused', async () => {
    const id = await taken();
    twin.sticky.faults([{ kind: 'refused', code: '800', on: 'order_refund' }]);
    expect(await refund(id, 500, 0)).toEqual({ kind: 'refused', code: '800' });
    expect(await refund(id, 1234, 0)).toMatchObject({ kind: 'succeeded' });
    expect(await reversed(id)).toMatchObject({ refundedMinor: 1234 });
    expect(await refund(id, 1234, 0)).toMatchObject({ kind: 'succeeded' });
  });

  it('what staff gave back there is not given twice', async () => {
    const id = await taken();
    twin.sticky.refund(id, 300);
    expect(await refund(id, 500, 0)).toEqual({ kind: 'refused', code: 'refunded-elsewhere' });
  });

  it('a late void and a chargeback are looked up as such', async () => {
    const [voided, charged] = [await taken(), await taken()];
    twin.sticky.void(voided);
    twin.sticky.refund(charged, 234);
    twin.sticky.chargeback(charged);
    expect(await reversed(voided)).toMatchObject({ refundedMinor: 1234, chargedBackMinor: 0 });
    expect(await reversed(charged)).toMatchObject({ refundedMinor: 234, chargedBackMinor: 1000 });
  });
});

describe("sticky.io's report", () => {
  const dayMs = 24 * 60 * minuteMs;
  const report = (asked = provider(), signal?: AbortSignal) =>
    asked.report!({ from: new Date(Date.now() - dayMs), to: new Date(Date.now() + minuteMs) }, signal);
  const linesOf = async (orderId: string) => {
    const read = await report();
    if (read.kind !== 'read') throw new Error(JSON.stringify(read));
    return read.linesIn('USD').filter(({ providerRef }) => providerRef === orderId);
  };
  const placed = async () => {
    const input = await withCard();
    await charge(input);
    return ordersOf(input)[0]!;
  };

  it('lists an older order only once something of it went back', async () => {
    const order = await placed();
    Object.assign(order, { at: Date.now() - 10 * dayMs });
    expect(await linesOf(order.orderId)).toEqual([]);
    twin.sticky.refund(order.orderId, 234);
    twin.sticky.chargeback(order.orderId);
    expect(await linesOf(order.orderId)).toMatchObject([
      { type: 'refund', amountMinor: 234, currency: 'USD' },
      { type: 'chargeback', amountMinor: 1000, currency: 'USD' },
    ]);
  });

  it('is unknown where older orders take longer than twenty minutes, or the process wants to stop', async () => {
    const order = await placed();
    Object.assign(order, { at: Date.now() - 10 * dayMs });
    twin.sticky.refund(order.orderId, 234);
    const inTurns = (ms: number) => {
      let passed = 0;
      return open(1_000, () => Date.now() + (passed += ms));
    };
    expect((await report(inTurns(minuteMs / 60))).kind).toBe('read');
    expect(await report(inTurns(21 * minuteMs))).toEqual({ kind: 'unknown', cause: 'timeout' });
    expect(await report(provider(), AbortSignal.abort())).toEqual({ kind: 'unknown', cause: 'timeout' });
  });

  it('lists no test order, no checked card and none that waits for its payer', async () => {
    twin.sticky.faults([{ kind: 'test-card', count: 1 }]);
    const test = await placed();
    const waiting = await withCard('4000000000003220');
    await charge(waiting);
    for (const { orderId } of [test, ...ordersOf(waiting)]) expect(await linesOf(orderId)).toEqual([]);
  });

  it('marks what was declined or undone: whether it was ever approved is told nowhere', async () => {
    twin.sticky.faults([{ kind: 'decline', count: 1 }]);
    const [declined, voided] = [await placed(), await placed()];
    twin.sticky.void(voided.orderId);
    for (const { orderId } of [declined, voided])
      expect(await linesOf(orderId)).toMatchObject([
        { type: 'sale', amountMinor: 1234, isUndone: true },
        { type: 'refund', amountMinor: 1234, isUndone: true },
      ]);
  });

  it('is worth nothing where the search has fewer orders than it counts', async () => {
    await placed();
    twin.sticky.faults([{ kind: 'cut-list' }]);
    expect(await report()).toEqual({ kind: 'unknown', cause: 'unreadable-answer' });
  });
});

describe("the stand-in's postbacks", () => {
  const listen = (): void =>
    twin.sticky.setPostback(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/?order_id={order_id}`);
  const sold = async () => {
    const input = await withCard();
    await charge(input);
    return ordersOf(input)[0]!.orderId;
  };

  it.each([
    ['postback-doubled', (id: string) => [id, id]],
    ['postback-late', (id: string) => [id]],
    ['postback-unreplaced', () => ['{order_id}']],
    ['postback-lost', () => []],
  ] as const)('%s', async (kind, expected) => {
    listen();
    twin.sticky.faults([{ kind, count: 1, delayMs: 50 }]);
    const id = await sold();
    await expect.poll(() => twin.sticky.postbacks().every(({ state }) => state !== 'waiting')).toBe(true);
    expect(heard).toEqual(expected(id));
  });

  it('reordered: the next one comes first', async () => {
    listen();
    twin.sticky.faults([{ kind: 'postback-reordered', count: 1 }]);
    const [first, second] = [await sold(), await sold()];
    await expect.poll(() => heard).toEqual([second, first]);
  });
});
