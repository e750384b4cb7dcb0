import { post } from '../sandbox/deliver.ts';
import type { StickyFaults } from './faults.ts';

export interface Postback {
  readonly orderId: string;
  readonly url: string;
  state: 'waiting' | 'delivered' | 'given-up' | 'lost';
}

export interface Postbacks {
  /** An address with `{order_id}` in it; null for none. */
  setUrl(url: string | null): void;
  about(orderId: string): void;
  all(): readonly Postback[];
  close(): void;
}

const mostAttempts = 5;
const reorderedMs = 2_000;

/** Tells that something happened to an order, unsigned and without saying what. */
export function createPostbacks(retryMs: number, faults: StickyFaults): Postbacks {
  const all: Postback[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let template: string | null = null;
  let held: (() => void)[] = [];
  let closed = false;

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const attempt = async (postback: Postback, number: number): Promise<void> => {
    const status = await post(postback.url, '', { 'content-type': 'application/x-www-form-urlencoded' });
    if (closed) return;
    if (status !== null && status >= 200 && status < 300) postback.state = 'delivered';
    else if (number >= mostAttempts) postback.state = 'given-up';
    else return later(retryMs * 2 ** number, () => void attempt(postback, number + 1));
    const waiting = held;
    held = [];
    for (const release of waiting) release();
  };
  const send = (orderId: string): void => {
    const written = faults.strikes('postback-unreplaced') ? '{order_id}' : orderId;
    const url = template!.replaceAll('{order_id}', encodeURIComponent(written));
    const postback: Postback = { orderId, url, state: 'waiting' };
    all.push(postback);
    if (faults.strikes('postback-lost')) {
      postback.state = 'lost';
      return;
    }
    let isBegun = false;
    const begin = (): void => {
      if (isBegun) return;
      isBegun = true;
      void attempt(postback, 1);
    };
    if (faults.strikes('postback-reordered')) {
      held.push(begin);
      later(reorderedMs, begin);
    } else later(faults.strikes('postback-late')?.delayMs ?? 0, begin);
  };
  return {
    setUrl: (url) => {
      template = url;
    },
    about(orderId) {
      if (template === null) return;
      const copies = faults.strikes('postback-doubled') ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) send(orderId);
    },
    all: () => all,
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
