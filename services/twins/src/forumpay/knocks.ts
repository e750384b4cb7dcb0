import { randomUUID } from 'node:crypto';
import { post } from '../sandbox/deliver.ts';
import type { TwinPayment } from './books.ts';
import type { ForumpayFaults } from './faults.ts';

export interface Knock {
  readonly paymentId: string;
  readonly url: string;
  state: 'waiting' | 'delivered' | 'given-up' | 'lost';
  attempts: number;
}

export interface Knocks {
  /** Tells a shop that a payment of its changed. Unsigned, like the provider's: it only says which. */
  about(payment: TwinPayment): void;
  all(): readonly Knock[];
  /** @returns the status, or null when nobody answered */
  send(url: string, body: object): Promise<number | null>;
  close(): void;
}

/** The provider waits two seconds for an answer. */
const patienceMs = 2_000;
const mostAttempts = 10;

export function createKnocks(retryMs: number, faults: ForumpayFaults): Knocks {
  const knocks: Knock[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let closed = false;
  const send = (url: string, body: object): Promise<number | null> =>
    post(url, JSON.stringify(body), { 'content-type': 'application/json' }, patienceMs);

  const attempt = async (knock: Knock, body: object): Promise<void> => {
    knock.attempts += 1;
    const status = await send(knock.url, body);
    if (closed) return;
    if (status !== null && status >= 200 && status < 300) knock.state = 'delivered';
    else if (knock.attempts >= mostAttempts) knock.state = 'given-up';
    else later(retryMs * 2 ** (knock.attempts - 1), () => void attempt(knock, body));
  };
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const begin = (url: string, paymentId: string, body: object): void => {
    const knock: Knock = { paymentId, url, state: 'waiting', attempts: 0 };
    knocks.push(knock);
    if (faults.strikes('webhook-lost')) knock.state = 'lost';
    else later(0, () => void attempt(knock, body));
  };
  return {
    about(payment) {
      const { webhookUrl: url, paymentId, reference, posId, currency, address } = payment;
      if (url === null) return;
      if (faults.strikes('webhook-unknown'))
        begin(url, 'unknown', { payment_id: randomUUID(), reference_no: randomUUID(), pos_id: posId });
      const copies = faults.strikes('webhook-tenfold') ? 10 : 1;
      for (let copy = 0; copy < copies; copy += 1)
        begin(url, paymentId, { payment_id: paymentId, reference_no: reference, pos_id: posId, currency, address });
    },
    all: () => knocks,
    send,
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
