import type { Frame, ServerEvents } from '@backlot/contracts/events';
import type { Bus } from './bus.ts';
import type { NotifyingDatabase } from './database-bus.ts';
import type { Listener, SessionChange } from './listener.ts';
import { openPresence } from './presence.ts';
import { openStream, type Stream, type StreamEvent } from './streams.ts';
import { tenantKey, type TenantKey } from './tenant-key.ts';

/** A site, as far as its sockets need it. */
export interface Site {
  readonly id: string;
}

export interface Realtime<S extends Site = Site> {
  /** From now on the recipient's frames go to this listener; what it missed goes first. Null when there are too many. */
  join(site: S, recipient: string, listener: Listener): Promise<(() => void) | null>;
  /** To everybody of a site who is connected here; not stored, a client that was away asks again. */
  tellSiteHere<E extends keyof ServerEvents>(site: Site, event: E, data: ServerEvents[E]): void;
  /** Whether anybody of the site is connected here. */
  isOpen(site: Site): boolean;
  /** Closes the sockets of sessions that are over. */
  review(change: SessionChange): void;
  /** Closes the sockets of sites that let nobody in any more. */
  reviewSites(isOpen: (siteId: string) => boolean): void;
  /** Persons who are online on a site, over all processes. */
  onlineOn(site: Site): number;
  connections(): number;
  close(): Promise<void>;
}

export interface RealtimeOptions<S extends Site> {
  readonly database: Pick<NotifyingDatabase, 'listen'>;
  readonly bus: Bus;
  /** Up to 200 events of a recipient that follow a number, in order. */
  eventsAfter(site: S, recipient: string, lastId: number): Promise<readonly StreamEvent[]>;
  onError(error: unknown): void;
}

/** Open sockets of one person on one site; more are refused. */
const MOST_OF_ONE = 30;
/** Sessions that are looked at together after news may have been lost. */
const LOOKED_AT_ONCE = 20;

interface Seat extends Stream {
  readonly siteId: string;
  readonly recipient: string;
}

/** The sockets of one process: the streams and rooms that they are in, and who is online. */
export async function openRealtime<S extends Site>(options: RealtimeOptions<S>): Promise<Realtime<S>> {
  const { database, bus, onError } = options;
  const rooms = openRooms<Listener>(bus);
  const presence = openPresence(bus);
  const seats = new Map<TenantKey, Seat>();

  const seatOf = (site: S, recipient: string): Seat => {
    const key = tenantKey(site, recipient);
    const known = seats.get(key);
    if (known) return known;
    const stream = openStream((lastId) => options.eventsAfter(site, recipient, lastId), onError);
    const seat: Seat = { ...stream, siteId: site.id, recipient };
    seats.set(key, seat);
    return seat;
  };
  const endUnlessLive = async (listener: Listener): Promise<void> => {
    try {
      if (!(await listener.isLive())) listener.endSession();
    } catch (error) {
      onError(error);
    }
  };
  const reviewAll = async (): Promise<void> => {
    const all = [...seats.values()].flatMap(({ listeners }) => [...listeners]);
    for (let at = 0; at < all.length; at += LOOKED_AT_ONCE)
      await Promise.all(all.slice(at, at + LOOKED_AT_ONCE).map(endUnlessLive));
  };
  const stop = await database.listen(
    'outbox',
    (payload) => {
      const { tenantId, recipient } = JSON.parse(payload) as { tenantId: string; recipient: string };
      void seats.get(tenantKey({ id: tenantId }, recipient))?.news();
    },
    {
      onReconnect: () => {
        for (const seat of seats.values()) void seat.news();
      },
    },
  );

  return {
    async join(site, recipient, listener) {
      const key = tenantKey(site, recipient);
      const seat = seatOf(site, recipient);
      if (seat.listeners.size >= MOST_OF_ONE) return null;
      const leaves = [
        seat.join(listener),
        rooms.join(key, listener),
        rooms.join(everybodyOf(site), listener),
        presence.enter(site.id, recipient),
      ];
      await seat.news();
      return () => {
        for (const leave of leaves) leave();
        if (seat.listeners.size === 0 && seats.get(key) === seat) seats.delete(key);
      };
    },
    tellSiteHere: (site, event, data) => rooms.tellHere(everybodyOf(site), frameOf(event, data)),
    isOpen: (site) => rooms.membersOf(everybodyOf(site)).size > 0,
    review(change) {
      if (change.kind === 'unknown') return void reviewAll();
      for (const seat of seats.values()) {
        for (const listener of [...seat.listeners]) {
          if (!concerns(change, seat, listener)) continue;
          if (change.kind === 'session') listener.endSession();
          else void endUnlessLive(listener);
        }
      }
    },
    reviewSites(isOpen) {
      for (const { siteId, listeners } of seats.values())
        if (!isOpen(siteId)) for (const listener of [...listeners]) listener.shutOut();
    },
    onlineOn: ({ id }) => presence.countOf(id),
    connections: () => [...seats.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
    async close() {
      for (const { listeners } of seats.values()) for (const listener of [...listeners]) listener.disconnect();
      await stop();
      rooms.close();
      presence.close();
    },
  };
}

const everybodyOf = (site: Site): TenantKey => tenantKey(site, 'everybody');

const frameOf = <E extends keyof ServerEvents>(event: E, data: ServerEvents[E]): Frame<ServerEvents[E]> => ({
  event,
  data,
});

function concerns(
  change: Exclude<SessionChange, { kind: 'unknown' }>,
  { siteId, recipient }: Seat,
  listener: Listener,
): boolean {
  if (change.kind === 'identity') return listener.identityId === change.identityId;
  if (siteId !== change.tenantId) return false;
  return change.kind === 'session' ? listener.sessionId === change.sessionId : recipient === `user:${change.userId}`;
}

export interface Member {
  /** One message, of one frame or a JSON array of them. The same bytes go to everybody. */
  send(bytes: Buffer): void;
}

export interface Rooms<M extends Member> {
  join(key: TenantKey, member: M): () => void;
  membersOf(key: TenantKey): ReadonlySet<M>;
  /** To those of the room who are connected to this process, as when every process hears of the cause itself. */
  tellHere(key: TenantKey, frame: Frame): void;
  close(): void;
}

/** A room of so many gathers its frames for a moment: a third of the work, and nobody notices. */
const LARGE = 100;
const GATHER_MS = 25;
const CHANNEL = 'rooms';

/** To all of a room, whichever process they are connected to, from one that may have no sockets itself; not stored. */
export const tellRoom = <E extends keyof ServerEvents>(
  bus: Bus,
  key: TenantKey,
  event: E,
  data: ServerEvents[E],
): void => bus.publish(CHANNEL, `${key}\n${JSON.stringify({ event, data } satisfies Frame)}`);

/** Who is where, in this process; frames for a room cross to the others by the bus. */
export function openRooms<M extends Member>(bus: Bus): Rooms<M> {
  const rooms = new Map<TenantKey, Set<M>>();
  const gathered = new Map<TenantKey, string[]>();
  let timer: NodeJS.Timeout | undefined;

  const send = (key: TenantKey, text: string): void => {
    const bytes = Buffer.from(text);
    for (const member of rooms.get(key) ?? []) member.send(bytes);
  };
  const sendGathered = (): void => {
    timer = undefined;
    const all = [...gathered];
    gathered.clear();
    for (const [key, texts] of all) send(key, texts.length === 1 ? texts[0]! : `[${texts.join(',')}]`);
  };
  const deliver = (key: TenantKey, text: string): void => {
    const waiting = gathered.get(key);
    if (waiting) return void waiting.push(text);
    if ((rooms.get(key)?.size ?? 0) < LARGE) return send(key, text);
    gathered.set(key, [text]);
    timer ??= setTimeout(sendGathered, GATHER_MS);
  };
  const stop = bus.subscribe(CHANNEL, (message) => {
    const at = message.indexOf('\n');
    deliver(message.slice(0, at) as TenantKey, message.slice(at + 1));
  });

  return {
    join(key, member) {
      const room = rooms.get(key) ?? new Set<M>();
      rooms.set(key, room.add(member));
      return () => {
        room.delete(member);
        if (room.size === 0 && rooms.get(key) === room) rooms.delete(key);
      };
    },
    membersOf: (key) => rooms.get(key) ?? new Set(),
    tellHere: (key, frame) => deliver(key, JSON.stringify(frame)),
    close() {
      stop();
      clearTimeout(timer);
      sendGathered();
    },
  };
}
