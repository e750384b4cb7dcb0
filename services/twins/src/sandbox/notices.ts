import type { FaultRule } from '@backlot/payments/twin-control';
import type { Notice, NoticeState } from './entries.ts';
import { deliver } from './deliver.ts';

export interface NoticeSender {
  /** Sends with retries, under the faults that strike it. */
  send(notice: Notice, faults: readonly FaultRule[]): void;
  close(): void;
}

export interface NoticeSenderOptions {
  readonly secret: string;
  readonly defaultUrl: () => string | null;
  readonly retryMs: number;
  readonly attempted: (id: string) => void;
  readonly finished: (id: string, state: NoticeState) => void;
}

const mostAttempts = 14;
const longestPauseMs = 30_000;

export function createNoticeSender(options: NoticeSenderOptions): NoticeSender {
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

  const attempt = async (notice: Notice, url: string, copies: number, number: number): Promise<void> => {
    options.attempted(notice.id);
    const accepted = await deliver(url, notice.body, options.secret);
    if (closed) return;
    if (!accepted && number < mostAttempts) {
      later(Math.min(options.retryMs * 2 ** (number - 1), longestPauseMs), () => void attempt(notice, url, copies, number + 1));
      return;
    }
    if (accepted && copies > 1) return attempt(notice, url, copies - 1, 1);
    options.finished(notice.id, accepted ? 'delivered' : 'given-up');
    const waiting = held;
    held = [];
    for (const release of waiting) release();
  };

  return {
    send: (notice, faults) => {
      const struck = (kind: FaultRule['kind']) => faults.find((fault) => fault.kind === kind);
      if (struck('webhook-lost')) return options.finished(notice.id, 'lost');
      const url = notice.url ?? options.defaultUrl();
      if (!url) return options.finished(notice.id, 'nowhere-to-send');
      const start = once(() => void attempt(notice, url, struck('webhook-doubled') ? 2 : 1, 1));
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
