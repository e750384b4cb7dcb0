import { Redis } from 'ioredis';

/** Two connections to Redis, of which one only hears. Away or not, nothing here throws. */
export interface RedisConnection {
  /** Of the deployment, before every name: several may share a Redis. */
  readonly namespace: string;
  /** For commands; one that finds no Redis fails within a moment. */
  readonly commands: Redis;
  readonly hearing: Redis;
  /** Whether both have answered within the last seconds. */
  isConnected(): boolean;
  /** Hears that Redis is there, at first and whenever it is back. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

const ASK_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 400;
const CONNECTED_FOR_MS = 1_500;
/** Questions in a row without an answer after which a connection is made again: the other end may be gone without a word. */
const MOST_UNANSWERED = 6;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Doesn't wait for Redis.
 * @param onChange hears that it is there, or away and why: an error's code (`ECONNREFUSED`, `WRONGPASS`), never its text
 */
export function openRedis({
  url,
  namespace,
  onChange,
}: {
  url: string;
  namespace: string;
  onChange: (isConnected: boolean, reason: string | null) => void;
}): RedisConnection {
  const shared = {
    lazyConnect: true,
    connectTimeout: 2_000,
    retryStrategy: (tries: number) => Math.min(50 * tries, LONGEST_PAUSE_MS),
  };
  const commands = new Redis(url, {
    ...shared,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_WITHIN_MS,
  });
  const hearing = new Redis(url, { ...shared, maxRetriesPerRequest: null });
  const both = [commands, hearing];
  const listeners: Array<() => void> = [];
  const openedAt = performance.now();
  let provenAt = -Infinity;
  let unanswered = 0;
  let said: boolean | null = null;
  let reason: string | null = null;
  for (const one of both) {
    // Without a listener an error would end the process; who asks Redis for something hears of it there.
    one.on('error', (error) => {
      reason = codeOf(error);
    });
    one.connect().catch(() => undefined);
  }
  const isConnected = (): boolean => performance.now() - provenAt <= CONNECTED_FOR_MS;
  const say = (): void => {
    const now = isConnected();
    if (now === said) return;
    // Not connected yet is not away: it would be said at every start.
    if (said === null && !now && performance.now() - openedAt <= CONNECTED_FOR_MS) return;
    said = now;
    onChange(now, now ? null : (reason ?? 'no answer'));
    // An old one says nothing of the next time.
    if (now) reason = null;
    if (now) for (const listener of listeners) listener();
  };
  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    if (await answers(both)) {
      provenAt = askedAt;
      unanswered = 0;
    } else if ((unanswered += 1) >= MOST_UNANSWERED) {
      unanswered = 0;
      for (const one of both) one.disconnect(true);
    }
    say();
  };
  const timer = setInterval(() => void ask(), ASK_EVERY_MS).unref();
  for (const one of both) one.on('ready', () => void ask());
  return {
    namespace,
    commands,
    hearing,
    isConnected,
    onReturn: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer);
      for (const one of both) one.disconnect();
    },
  };
}

/** Of the system's errors their code, of Redis' own the first word: the rest may repeat what was sent. */
const codeOf = (error: Error): string =>
  (error as NodeJS.ErrnoException).code ?? error.message.split(' ', 1)[0] ?? error.name;

async function answers(both: readonly Redis[]): Promise<boolean> {
  if (both.some(({ status }) => status !== 'ready')) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), ANSWER_WITHIN_MS);
  });
  const answered = Promise.all(both.map((one) => one.ping())).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
