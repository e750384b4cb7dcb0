import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from './harness.ts';
import type { Fault } from './plan.ts';

/** What fails now, and what that excuses. */
export interface Faults {
  begin(fault: Fault): void;
  /** Whether a request of this time may have got no answer, or a refusal that says so. */
  excuses(began: number, ended: number): boolean;
  /** Nothing fails any more. */
  settled(): Promise<void>;
  readonly terminated: number;
  readonly cuts: number;
}

/** Milliseconds after a fault in which a request may fail that was on its way, or met a connection that was just lost. */
const afterMs = 1_500;

export function openFaults({ terminate, line }: Pick<Harness, 'terminate' | 'line'>): Faults {
  const spans: Array<{ readonly from: number; until: number }> = [];
  const running = new Set<Promise<void>>();
  let [terminated, cuts] = [0, 0];
  let lastCut: Promise<void> = Promise.resolve();
  const run = async (fault: Fault): Promise<void> => {
    if (fault.kind === 'terminate') {
      await terminate(fault.count, fault.order);
      terminated += fault.count;
      return;
    }
    // Of two cuts at once the first would mend the second.
    lastCut = lastCut.then(async () => {
      line.cut();
      await sleep(fault.ms);
      line.mend();
      cuts += 1;
    });
    await lastCut;
  };
  return {
    begin(fault) {
      const span = { from: performance.now(), until: Infinity };
      // Redis carries nothing that an answer needs: while it is away nobody is refused.
      if (fault.kind === 'terminate') spans.push(span);
      const done = run(fault).finally(() => {
        span.until = performance.now() + afterMs;
        running.delete(done);
      });
      running.add(done);
    },
    excuses: (began, ended) => spans.some(({ from, until }) => ended >= from && began <= until),
    async settled() {
      await Promise.all(running);
    },
    get terminated() {
      return terminated;
    },
    get cuts() {
      return cuts;
    },
  };
}
