import pg from 'pg';
import { DatabaseError } from './errors.ts';
import { quoteIdentifier } from './role-names.ts';

export type Unlisten = () => Promise<void>;

export interface ListenOptions {
  /** The connection was lost and is back: what was told meanwhile did not arrive, so read anew. */
  onReconnect?: () => void;
}

export interface Listener {
  listen(channel: string, onMessage: (payload: string) => void, options?: ListenOptions): Promise<Unlisten>;
  close(): Promise<void>;
}

interface Subscription extends ListenOptions {
  channel: string;
  onMessage: (payload: string) => void;
}

const LONGEST_PAUSE_MS = 2_000;

/** One connection that hears every channel of this process, opened at the first use and again whenever it is lost. */
export function createListener(url: string): Listener {
  const subscriptions = new Set<Subscription>();
  let client: Promise<pg.Client> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const channelsOf = () => new Set([...subscriptions].map((one) => one.channel));

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    fresh.on('error', () => {});
    fresh.on('notification', ({ channel, payload }) => {
      for (const one of subscriptions) if (one.channel === channel) one.onMessage(payload ?? '');
    });
    await fresh.connect();
    for (const channel of channelsOf()) await fresh.query(`listen ${quoteIdentifier(channel)}`);
    fresh.on('end', () => { client = null; reconnect(100); });
    return fresh;
  }

  function reconnect(pauseMs: number): void {
    if (closed || subscriptions.size === 0) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      client ??= connect();
      client.then(
        () => { for (const one of subscriptions) one.onReconnect?.(); },
        () => { client = null; reconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS)); },
      );
    }, pauseMs);
  }

  /** Statements one after another, on the connection that is there by then. */
  function say(statement: string): Promise<void> {
    const said = last.then(async () => {
      client ??= connect();
      try {
        await (await client).query(statement);
      } catch (error) {
        client = null;
        throw error;
      }
    });
    last = said.catch(() => {});
    return said;
  }

  return {
    async listen(channel, onMessage, options = {}) {
      if (closed) throw new DatabaseError('pool-closed', 'The database has been closed.');
      const subscription: Subscription = { channel, onMessage, ...options };
      subscriptions.add(subscription);
      await say(`listen ${quoteIdentifier(channel)}`).catch((error) => {
        subscriptions.delete(subscription);
        throw error;
      });
      return async () => {
        subscriptions.delete(subscription);
        if (closed || client === null || channelsOf().has(channel)) return;
        await say(`unlisten ${quoteIdentifier(channel)}`).catch(() => {});
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await last;
      await client?.then((open) => open.end(), () => {}).catch(() => {});
    },
  };
}
