import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStickyDriver } from '@backlot/payments/sticky/driver';
import {
  describeProvider,
  type CardFate,
  type ProviderUnderTest,
  type ReceivedWebhook,
} from '@backlot/payments/testing/contract-tests';
import { startSandboxTwin } from '../src/index.ts';
import { testCards } from '../src/sandbox/test-cards.ts';

const faultOf = { silence: 'timeout', reset: 'reset', error: 'error' } as const;

const cardNumber = (fate: CardFate): string =>
  Object.keys(testCards).find((candidate) => testCards[candidate] === fate)!;

async function stickyWithTwin(): Promise<ProviderUnderTest> {
  const received: ReceivedWebhook[] = [];
  const receiver = createServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://here');
    received.push({ raw: Buffer.alloc(0), headers: request.headers, method: request.method ?? 'POST', query });
    request.resume();
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const twin = await startSandboxTwin({ retryMs: 20 });
  twin.sticky.setPostback(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/?order_id={order_id}`);
  const { url, apiKey: password } = twin;
  const driver = createStickyDriver({
    twin: { url, user: 'sandbox', password, cardFieldUrl: `${url}/field` },
    timeLimitMs: 1_000,
  });
  const made = (reference: string) => twin.sticky.orders().filter((order) => order.reference === reference);
  return {
    open: () => driver.open({ id: 'account-1', currency: 'USD', credentials: {} }),
    lacks: ['attention', 'pending'],
    cardNumber,
    token: (fate) => twin.control.token(cardNumber(fate)),
    loseNextAnswer: async (when, how) =>
      twin.sticky.faults([{ kind: `${faultOf[how]}-${when}`, count: 1, on: 'new_order' }]),
    chargesMade: async (reference) =>
      made(reference).filter(({ status, isCheck }) => status === '2' && !isCheck).length,
    webhook: async (reference) => {
      for (;;) {
        const order = made(reference)[0]?.orderId;
        const found = received.find(({ query }) => query?.get('order_id') === order);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    act: async (page, act) => {
      await fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ act: typeof act === 'string' ? act : 'card' }),
        redirect: 'manual',
      });
    },
    close: async () => {
      await twin.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}

describeProvider('sticky.io', stickyWithTwin);
