import type { FaultRule } from '@backlot/payments/twin-control';
import type { Webhook, WebhookState } from './entries.ts';
import { deliver } from './deliver.ts';

export interface WebhookSender {
  /** Sends with retries, under the faults that strike it. */
  send(webhook: Webhook, faults: readonly FaultRule[]): void;
  close(): void;
}

export interface WebhookSenderOptions {
  readonly secret: string;
  readonly defaultUrl: () => string | null;
  readonly retryMs: number;
  readonly attempted: (id: string) => void;
  readonly finished: (id: string, state: WebhookState) => void;
}

const mostAttempts = 14;
const longestPauseMs = 30_000;

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const timers = new Set<NodeJS.Timeout>();
  let held: (() => void)[] = [];
  let closed = false;

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const attempt = async (webhook: Webhook, url: string, copies: number, number: number): Promise<void> => {
    options.attempted(webhook.id);
    const accepted = await deliver(url, webhook.body, options.secret);
    if (closed) return;
    if (!accepted && number < mostAttempts) {
      later(Math.min(options.retryMs * 2 ** (number - 1), longestPauseMs), () =>
        begin(webhook, url, copies, number + 1),
      );
      return;
    }
    if (accepted && copies > 1) return attempt(webhook, url, copies - 1, 1);
    options.finished(webhook.id, accepted ? 'delivered' : 'given-up');
    const waiting = held;
    held = [];
    for (const release of waiting) release();
  };

  // An address that is none, or a journal that cannot be written, ends this webhook and nothing else.
  const begin = (webhook: Webhook, url: string, copies: number, number: number): void => {
    attempt(webhook, url, copies, number).catch((error: unknown) =>
      process.emitWarning(`A webhook of the sandbox could not be sent: ${String(error)}`),
    );
  };

  return {
    send: (webhook, faults) => {
      const struck = (kind: FaultRule['kind']) => faults.find((fault) => fault.kind === kind);
      if (struck('webhook-lost')) return options.finished(webhook.id, 'lost');
      const url = webhook.url ?? options.defaultUrl();
      if (!url) return options.finished(webhook.id, 'nowhere-to-send');
      const start = once(() => begin(webhook, url, struck('webhook-doubled') ? 2 : 1, 1));
      const late = struck('webhook-late');
      const reordered = struck('webhook-reordered');
      if (reordered) {
        held.push(start);
        later(reordered.delayMs ?? 3_000, start);
      } else later(late ? (late.delayMs ?? 2_000) : 0, start);
    },
    close: () => {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      held = [];
    },
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
