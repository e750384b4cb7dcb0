import type { Database } from '@backlot/database';
import { listEventsAfter } from '@backlot/database/shared-functions';
import type { Frame, ServerEvents } from '@backlot/contracts/events';
import type { Logger } from 'pino';
import type { SessionChange } from '../session/sessions.ts';
import { tenantKey, type Tenant, type TenantKey } from '../tenant.ts';
import type { TenantRegistry } from '../tenant-registry.ts';

export interface Listener {
  /** Number of the last frame this client has. */
  lastId: number;
  send(frame: string): void;
  readonly sessionId: string;
  readonly identityId: string | null;
  isLive(): Promise<boolean>;
  /** Says that the session is over, and closes. */
  endSession(): void;
  /** Closes; the client comes again. */
  disconnect(): void;
}

/** Open sockets of one person on one site; more are refused. */
const MOST_OF_ONE = 30;

export interface Realtime {
  /** From now on the recipient's frames go to this listener; what it missed goes first. Null when there are too many. */
  join(tenant: Tenant, recipient: string, listener: Listener): Promise<(() => void) | null>;
  /** To everybody of a site who is connected here; not stored, a client that was away asks anew. */
  broadcast(tenant: { id: Tenant['id'] }, frame: Frame): void;
  /** Closes the sockets of sessions that are over. */
  review(change: SessionChange): void;
  connections(): number;
  close(): Promise<void>;
}

interface Room { tenant: Tenant; recipient: string; listeners: Set<Listener>; reading: Promise<void> | null; again: boolean }

/**
 * Rooms of one process. The bus only says that there is news; the rows are
 * the truth, and each listener is sent what follows its own last number, so a
 * lost message delays and never loses.
 */
export async function openRealtime(options: { database: Database; registry: TenantRegistry; log: Logger }): Promise<Realtime> {
  const { database, log } = options;
  const rooms = new Map<TenantKey, Room>();

  const deliver = async (room: Room): Promise<void> => {
    const from = Math.min(...[...room.listeners].map((listener) => listener.lastId));
    if (!Number.isFinite(from)) return;
    const events = await database.tenants.read(room.tenant, (db) => listEventsAfter(db, room.recipient, from));
    for (const { seq, event, data } of events) {
      const id = Number(seq);
      const frame = JSON.stringify({ event, data, id } satisfies Frame);
      for (const listener of room.listeners) {
        if (listener.lastId >= id) continue;
        listener.lastId = id;
        listener.send(frame);
      }
    }
    if (events.length === 200) room.again = true;
  };
  const news = (room: Room): Promise<void> => {
    if (room.reading) {
      room.again = true;
      return room.reading;
    }
    room.reading = (async () => {
      do {
        room.again = false;
        await deliver(room);
      } while (room.again);
    })().catch((error: unknown) => log.error({ err: error }, 'events could not be read'))
      .finally(() => { room.reading = null; });
    return room.reading;
  };
  const endUnlessLive = (listener: Listener): Promise<void> => listener.isLive()
    .then((isLive) => { if (!isLive) listener.endSession(); })
    .catch((error: unknown) => log.error({ err: error }, 'a session could not be looked at'));
  const everyRoom = (): void => { for (const room of rooms.values()) void news(room); };
  const stops = [
    await database.listen('outbox', (payload) => {
      const { tenantId, recipient } = JSON.parse(payload) as { tenantId: Tenant['id']; recipient: string };
      const room = rooms.get(tenantKey({ id: tenantId }, recipient));
      if (room) void news(room);
    }, { onReconnect: everyRoom }),
    await database.listen('media_progress', (payload) => {
      const { tenantId, userId, mediaId, progress } = JSON.parse(payload) as { tenantId: Tenant['id']; userId: string; mediaId: string; progress: number };
      const frame = JSON.stringify({ event: 'MEDIA_PROGRESS', data: { mediaId, progress } } satisfies Frame<ServerEvents['MEDIA_PROGRESS']>);
      for (const listener of rooms.get(tenantKey({ id: tenantId }, `user:${userId}`))?.listeners ?? []) listener.send(frame);
    }),
  ];

  return {
    async join(tenant, recipient, listener) {
      const key = tenantKey(tenant, recipient);
      const room = rooms.get(key) ?? { tenant, recipient, listeners: new Set<Listener>(), reading: null, again: false };
      if (room.listeners.size >= MOST_OF_ONE) return null;
      rooms.set(key, room);
      room.listeners.add(listener);
      await news(room);
      return () => {
        room.listeners.delete(listener);
        if (room.listeners.size === 0 && rooms.get(key) === room) rooms.delete(key);
      };
    },
    broadcast({ id }, frame) {
      const text = JSON.stringify(frame);
      for (const room of rooms.values()) {
        if (room.tenant.id !== id) continue;
        for (const listener of room.listeners) listener.send(text);
      }
    },
    review(change) {
      for (const room of rooms.values()) {
        for (const listener of [...room.listeners]) {
          if (!concerns(change, room, listener)) continue;
          if (change.kind === 'session') listener.endSession();
          else void endUnlessLive(listener);
        }
      }
    },
    connections: () => [...rooms.values()].reduce((sum, room) => sum + room.listeners.size, 0),
    async close() {
      for (const room of rooms.values()) for (const listener of [...room.listeners]) listener.disconnect();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function concerns(change: SessionChange, { tenant, recipient }: Room, listener: Listener): boolean {
  if (change.kind === 'identity') return listener.identityId === change.identityId;
  if (tenant.id !== change.tenantId) return false;
  return change.kind === 'session' ? listener.sessionId === change.sessionId : recipient === `user:${change.userId}`;
}
