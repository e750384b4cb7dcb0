import { createHmac } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Milliseconds that a receiver may take to answer. */
const patienceMs = 10_000;

/** Sends a signed webhook once. True when it was answered with 2xx. */
export async function deliver(url: string, body: string, secret: string): Promise<boolean> {
  const status = await post(url, body, signedHeaders(body, secret));
  return status !== null && status >= 200 && status < 300;
}

/** What goes with the body of a webhook that is sent now. */
export function signedHeaders(body: string, secret: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { 'content-type': 'application/json', 'payment-signature': `t=${seconds},v1=${signature}` };
}

/** The status that it was answered with, or null. */
export function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  timeout = patienceMs,
): Promise<number | null> {
  const target = new URL(url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const request = send(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      timeout,
      // A fresh connection each time: a kept one to a receiver that restarted would lose the webhook's first try.
      agent: false,
      ...(target.hostname.endsWith('.localhost') ? { lookup: toLoopback } : {}),
    });
    request.on('response', (response) => {
      response.on('error', () => undefined).resume();
      resolve(response.statusCode ?? 500);
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', () => resolve(null));
    request.end(body);
  });
}

/** Browsers know that *.localhost is this machine, Node's resolver does not. */
const toLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};
