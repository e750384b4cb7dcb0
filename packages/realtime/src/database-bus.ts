import type { Bus } from './bus.ts';
import { openBusOverLine } from './bus-over-line.ts';
import type { NewsLine } from './trusted-memory.ts';

/** `LISTEN` and `NOTIFY`, as packages/database has them. */
export interface NotifyingDatabase {
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    options?: { onReconnect?: () => void },
  ): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  readonly news: NewsLine;
}

const CHANNEL = 'bus';
/** Messages that wait for a slow database; more are lost, as with any line that is away. */
const MOST_WAITING = 1_000;

/** Over the database, for deployments without Redis. Postgres takes at most 7,999 bytes a message. */
export const openDatabaseBus = (database: NotifyingDatabase, onError: (error: unknown) => void): Promise<Bus> =>
  openBusOverLine(
    'database',
    async (heard, onReturn) => {
      const stop = await database.listen(CHANNEL, heard, { onReconnect: onReturn });
      let last: Promise<void> = Promise.resolve();
      let waiting = 0;
      return {
        send(text) {
          if (waiting >= MOST_WAITING) return;
          waiting += 1;
          last = last
            .then(() => database.notify(CHANNEL, text))
            .catch(onError)
            .finally(() => {
              waiting -= 1;
            });
        },
        isConnected: () => database.news.unbroken() !== null,
        async close() {
          await stop();
          await last;
        },
      };
    },
    onError,
  );
