import type { ClientEvents, Frame, ServerEvents } from '@backlot/contracts/events';

export interface SocketOptions {
  /** The session's token; asked again for every connection. */
  readonly token: () => string | null;
  /** Number of the last event this person has seen; null on a device that has seen none. */
  readonly lastId: () => number | null;
  /** Of the settings that the page has: a change from before the connection is told after it. */
  readonly settingsVersion: () => number;
  readonly keepLastId: (id: number) => void;
  readonly onFrame: (frame: Frame) => void;
  /** The server no longer knows the session. */
  readonly onRefused: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** Proxies close connections that are silent for a minute. */
const pingMs = 25_000;

/**
 * The socket at `/ws` of the page's host (DECISIONS 36): the first frame authenticates, missed events follow, and a
 * lost connection is made again after ever longer pauses. Answers a function that ends it.
 */
export function openSocket(options: SocketOptions): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ping: ReturnType<typeof setInterval> | undefined;
  let failures = 0;
  let isEnded = false;
  // Kept here as well: another tab of the same person writes its own progress to the same place.
  let last = options.lastId();

  const send = <E extends keyof ClientEvents>(event: E, data: ClientEvents[E]): void =>
    socket?.send(JSON.stringify({ event, data }));
  const later = (): void => {
    clearTimeout(timer);
    if (isEnded) return;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    failures += 1;
    // Half of the pause is chance, so that a restarted server is not met by everybody at once.
    timer = setTimeout(connect, pause / 2 + Math.random() * (pause / 2));
  };
  const onMessage = ({ data }: MessageEvent<string>): void => {
    for (const frame of parse(data)) onFrame(frame);
  };
  const onFrame = (frame: Frame): void => {
    if (frame.event === 'READY') {
      failures = 0;
      // Where the stream stands for a device that has seen none of it, or that remembers another one.
      const { lastId } = frame.data as ServerEvents['READY'];
      if (last === null || lastId < last) {
        last = lastId;
        options.keepLastId(lastId);
      }
    }
    if (frame.event === 'AUTH_FAILED') {
      isEnded = true;
      options.onRefused();
    }
    if (frame.id !== undefined) {
      if (last !== null && frame.id <= last) return;
      last = frame.id;
      options.keepLastId(last);
    }
    options.onFrame(frame);
  };
  function connect(): void {
    clearTimeout(timer);
    const token = options.token();
    if (isEnded || token === null) return;
    if (!navigator.onLine) return void later();
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws`);
    socket = opened;
    opened.addEventListener('open', () => {
      send('AUTH', { token, lastId: last, settingsVersion: options.settingsVersion() });
      ping = setInterval(() => send('PING', {}), pingMs);
    });
    opened.addEventListener('message', onMessage);
    opened.addEventListener('close', () => {
      clearInterval(ping);
      if (socket === opened) later();
    });
  }
  const atOnce = (): void => {
    if (document.visibilityState === 'hidden' || (socket && socket.readyState <= WebSocket.OPEN)) return;
    failures = 0;
    connect();
  };
  addEventListener('online', atOnce);
  document.addEventListener('visibilitychange', atOnce);
  connect();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    clearInterval(ping);
    removeEventListener('online', atOnce);
    document.removeEventListener('visibilitychange', atOnce);
    socket?.close();
  };
}

/** A message is a frame, or a list of those that were gathered for a large room. */
function parse(text: string): readonly Frame[] {
  try {
    const message = JSON.parse(text) as unknown;
    return [message].flat().flatMap((one) => {
      const frame = one as Partial<Frame> | null;
      return frame && typeof frame.event === 'string' ? [{ data: {}, ...frame } as Frame] : [];
    });
  } catch {
    return [];
  }
}
