import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecaptchaVerdict {
  readonly success: boolean;
  readonly 'error-codes'?: readonly string[];
}

/** Stands in for the service that a site asks about a visitor's token. */
export interface RecaptchaStandIn {
  /** For `RECAPTCHA_URL`. */
  readonly url: string;
  /** Bodies of what it was asked, in their order. */
  readonly asked: readonly string[];
  /** From now on; null: it does not answer. At first it accepts. */
  says(verdict: RecaptchaVerdict | null): void;
  close(): void;
}

export async function openRecaptcha(): Promise<RecaptchaStandIn> {
  let verdict: RecaptchaVerdict | null = { success: true };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      asked.push(chunk.toString());
    });
    request.on('end', () =>
      verdict === null
        ? response.destroy()
        : response.setHeader('content-type', 'application/json').end(JSON.stringify(verdict)),
    );
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/recaptcha`,
    asked,
    says: (next) => {
      verdict = next;
    },
    close: () => server.close(),
  };
}
