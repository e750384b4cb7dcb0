import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly raw: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly id: string; readonly type: string; readonly charge: { readonly reference: string } };
}

/** A place that webhooks are sent to. */
export interface WebhookReceiver {
  readonly port: number;
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Answers this many of the next ones with 503. */
  refuse(count: number): void;
  first(matches: (webhook: ReceivedRequest) => boolean): Promise<ReceivedRequest>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  let waiting: (() => void)[] = [];
  let refusals = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts);
      if (refusals > 0) {
        refusals -= 1;
        response.writeHead(503).end();
        return;
      }
      received.push({ raw, headers: request.headers, body: JSON.parse(raw.toString('utf8')) });
      response.writeHead(200).end();
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    refuse: (count) => {
      refusals = count;
    },
    first: async (matches) => {
      for (;;) {
        const found = received.find(matches);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
