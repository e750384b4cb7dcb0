import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createForumpayClient } from '@backlot/payments/forumpay/client';
import {
  describeProvider,
  type ProviderUnderTest,
  type ReceivedWebhook,
} from '@backlot/payments/testing/contract-tests';
import { forumpayProvider } from '@backlot/payments/testing/forumpay-provider';
import { startSandboxTwin } from '../src/index.ts';

const noCards = (): never => {
  throw new Error('there are no cards');
};

async function forumpayWithTwin(): Promise<ProviderUnderTest> {
  const received: ReceivedWebhook[] = [];
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ raw: Buffer.concat(parts), headers: request.headers });
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const twin = await startSandboxTwin({ retryMs: 20 });
  const { crypto, url, apiKey: secret } = twin;
  const client = createForumpayClient({ url, user: 'sandbox', secret, posId: 'web' }, 1_000);
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  return {
    open: () => forumpayProvider(client, 'BTC', webhookUrl),
    cardNumber: noCards,
    token: noCards,
    loseNextAnswer: async (when, how) => crypto.faults([{ kind: `${how}-${when}`, on: 'StartPayment', count: 1 }]),
    chargesMade: async (wanted) => crypto.payments().filter(({ reference }) => reference === wanted).length,
    webhook: async (wanted) => {
      for (;;) {
        const found = received.find(({ raw }) => raw.includes(wanted));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    act: async (page, act) => {
      const address = new URL(page).searchParams.get('address')!;
      if (act === 'close') return crypto.closeWindow(address);
      crypto.send(address, { share: act === 'half' ? 0.5 : 1 });
      crypto.confirm(address);
    },
    close: async () => {
      await twin.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}

describeProvider('forumpay', forumpayWithTwin);
