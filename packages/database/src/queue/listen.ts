import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseError } from '../errors.ts';
import { quoteIdentifier } from '../migrate/role-names.ts';

export type Unlisten = () => Promise<void>;

export interface ListenOptions {
  /** The connection was lost and is back: what was told meanwhile did not arrive, so read again. */
  onReconnect?: () => void;
}

/** Whether this process hears what it is told. */
export interface News {
  /** Changes whenever something may have been missed; null while the connection has not answered for a second. */
  unbroken(): number | null;
}

export interface Listener extends News {
  listen(channel: string, onMessage: (payload: string) => void, options?: ListenOptions): Promise<Unlisten>;
  close(): Promise<void>;
}

interface Subscription extends ListenOptions {
  channel: string;
  onMessage: (payload: string) => void;
}

const LONGEST_PAUSE_MS = 2_000;
const ASK_EVERY_MS = 400;
const PROVEN_FOR_MS = 1_000;
/** A connection that leaves a question open for so many others is made again: the other end may be gone without a word. */
const MOST_UNASKED = 8;
const CONNECT_MS = 3_000;

/**
 * One connection that hears every channel of this process, opened at the first use and again whenever it is lost.
 *
 * @param onError what a subscriber threw; the others hear the message all the same
 */
export function createListener(url: string, onError: (error: unknown) => void): Listener {
  const subscriptions = new Set<Subscription>();
  let client: Promise<pg.Client> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let stretch = 0;
  let provenAt = -Infinity;

  const channelsOf = () => new Set([...subscriptions].map((one) => one.channel));

  async function connect(): Promise<pg.Client> {
    const socket = new Socket();
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      stream: () => socket,
    });
    fresh.on('error', () => {});
    fresh.on('notification', ({ channel, payload }) => {
      for (const one of subscriptions) if (one.channel === channel) told(() => one.onMessage(payload ?? ''));
    });
    await fresh.connect();
    try {
      for (const channel of channelsOf()) await fresh.query(`listen ${quoteIdentifier(channel)}`);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    stretch += 1;
    provenAt = performance.now();
    const stopAsking = keepAsking(fresh, socket);
    fresh.on('end', () => {
      stopAsking();
      provenAt = -Infinity;
      client = null;
      reconnect(100);
    });
    return fresh;
  }

  /** An answer proves that everything told before the question has arrived. */
  function keepAsking(open: pg.Client, socket: Socket): () => void {
    let unasked: number | null = null;
    const timer = setInterval(() => {
      // Counted, not timed: after a stretch of work the answer may lie here unread.
      if (unasked !== null) {
        if ((unasked += 1) >= MOST_UNASKED) socket.destroy();
        return;
      }
      unasked = 0;
      const askedAt = performance.now();
      open.query('select 1').then(
        () => {
          unasked = null;
          provenAt = askedAt;
        },
        () => socket.destroy(),
      );
    }, ASK_EVERY_MS).unref();
    return () => clearInterval(timer);
  }

  // Called by the connection's own events, where an exception would end the process.
  function told(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      onError(error);
    }
  }

  function reconnect(pauseMs: number): void {
    if (closed || subscriptions.size === 0) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      client ??= connect();
      client.then(
        () => {
          for (const one of subscriptions) told(() => one.onReconnect?.());
        },
        () => {
          client = null;
          reconnect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
        },
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
    unbroken: () => (performance.now() - provenAt <= PROVEN_FOR_MS ? stretch : null),
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
      await client
        ?.then(
          (open) => open.end(),
          () => {},
        )
        .catch(() => {});
    },
  };
}
