import type { Frame } from '@backlot/contracts/events';
import type { Listener } from './listener.ts';

export interface StreamEvent {
  readonly seq: number;
  readonly event: string;
  readonly data: unknown;
}

/** A recipient's numbered events, for those of its listeners who are connected here. */
export interface Stream {
  readonly listeners: ReadonlySet<Listener>;
  join(listener: Listener): () => void;
  /** There may be more: sends each listener what follows its own last number. */
  news(): Promise<void>;
}

/** As many as a look into the database answers; there may be more behind them. */
const BATCH = 200;

/**
 * The bus only says that there is news; the rows are the truth, so that a lost message delays and never loses.
 * @param eventsAfter up to 200 events that follow a number, in order
 */
export function openStream(
  eventsAfter: (lastId: number) => Promise<readonly StreamEvent[]>,
  onError: (error: unknown) => void,
): Stream {
  const listeners = new Set<Listener>();
  let reading: Promise<void> | null = null;
  let again = false;

  const deliver = async (): Promise<void> => {
    const from = Math.min(...[...listeners].map((listener) => listener.lastId));
    if (!Number.isFinite(from)) return;
    const events = await eventsAfter(from);
    for (const { seq, event, data } of events) {
      const id = Number(seq);
      const bytes = Buffer.from(JSON.stringify({ event, data, id } satisfies Frame));
      for (const listener of listeners) {
        if (listener.lastId >= id) continue;
        listener.lastId = id;
        listener.send(bytes);
      }
    }
    if (events.length === BATCH) again = true;
  };
  return {
    listeners,
    join(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    news() {
      if (reading) {
        again = true;
        return reading;
      }
      reading = (async () => {
        do {
          again = false;
          await deliver();
        } while (again);
      })()
        .catch(onError)
        .finally(() => {
          reading = null;
        });
      return reading;
    },
  };
}
