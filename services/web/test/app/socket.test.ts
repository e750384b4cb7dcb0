import type { Frame } from '@backlot/contracts/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSocket, type SocketOptions } from '../../src/lib/live/socket.ts';

/** A connection that tests speak through. */
class Wire extends EventTarget {
  static readonly OPEN = 1;
  static made: Wire[] = [];
  readyState = 0;
  sent: { event: string; data: Record<string, unknown> }[] = [];
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    Wire.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(frame: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }));
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let heard: { frame: Frame }[] = [];
let kept: number | null = null;
let version = 40;
let end = (): void => {};
const start = (over: Partial<SocketOptions> = {}): void => {
  end = openSocket({
    token: () => 'token',
    lastId: () => kept,
    settingsVersion: () => version,
    keepLastId: (id) => {
      kept = id;
    },
    onFrame: (frame) => heard.push({ frame }),
    onRefused: () => {},
    ...over,
  });
};
const wire = (): Wire => Wire.made.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const events = new EventTarget();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:', host: 'luna.test' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  Wire.made = [];
  heard = [];
  kept = 7;
  version = 40;
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the socket', () => {
  it("authenticates with its first frame, on the page's own host, and never in the address", () => {
    start();
    wire().open();
    expect(wire().address).toBe('wss://luna.test/ws');
    expect(wire().sent[0]).toEqual({ event: 'AUTH', data: { token: 'token', lastId: 7, settingsVersion: 40 } });
  });

  it('names in every connection the settings that the page has by then', () => {
    start();
    version = 41;
    wire().open();
    version = 42;
    wire().close();
    vi.advanceTimersByTime(1000);
    wire().open();
    expect(Wire.made.map(({ sent }) => sent[0]?.data['settingsVersion'])).toEqual([41, 42]);
  });

  it('tells each numbered event once and in a new connection asks for what followed the last', () => {
    start();
    wire().open();
    wire().say({ event: 'READY', data: { lastId: 7 } });
    wire().say({ event: 'POST_READY', data: {}, id: 8 });
    wire().say({ event: 'POST_READY', data: {}, id: 8 });
    expect(heard.filter(({ frame }) => frame.event === 'POST_READY')).toHaveLength(1);
    expect(kept).toBe(8);
    wire().close();
    vi.advanceTimersByTime(1000);
    wire().open();
    expect(wire().sent[0]?.data['lastId']).toBe(8);
  });

  it('waits longer after each failure and at once begins again after success', () => {
    start();
    for (const pause of [1000, 2000, 4000]) {
      const before = Wire.made.length;
      wire().close();
      vi.advanceTimersByTime(pause - 1);
      expect(Wire.made).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(Wire.made).toHaveLength(before + 1);
    }
    wire().open();
    wire().say({ event: 'READY', data: { lastId: 7 } });
    wire().close();
    vi.advanceTimersByTime(1000);
    expect(Wire.made).toHaveLength(5);
  });

  it('goes on from now on a device that has seen nothing yet', () => {
    kept = null;
    start();
    wire().open();
    expect(wire().sent[0]?.data['lastId']).toBeNull();
    wire().say({ event: 'READY', data: { lastId: 3 } });
    expect(kept).toBe(3);
    wire().say({ event: 'POST_READY', data: {}, id: 3 });
    wire().say({ event: 'POST_READY', data: {}, id: 4 });
    expect(heard.filter(({ frame }) => frame.event === 'POST_READY').map(({ frame }) => frame.id)).toEqual([4]);
  });

  it('forgets a number that its stream never had', () => {
    kept = 900;
    start();
    wire().open();
    wire().say({ event: 'READY', data: { lastId: 3 } });
    wire().say({ event: 'POST_READY', data: {}, id: 4 });
    expect(heard.at(-1)?.frame.id).toBe(4);
  });

  it('stops for good when the session is refused', () => {
    const onRefused = vi.fn<() => void>();
    start({ onRefused });
    wire().open();
    wire().say({ event: 'AUTH_FAILED', data: { code: 'session-ended' } });
    wire().close();
    vi.advanceTimersByTime(120_000);
    expect(onRefused).toHaveBeenCalledOnce();
    expect(Wire.made).toHaveLength(1);
  });
});
