import type { Database } from '@backlot/database';
import { listEventsAfter } from '@backlot/database/shared-functions';
import type { Frame } from '@backlot/contracts/events';
import type { Logger } from 'pino';
import { tenantKey, type Tenant, type TenantKey } from '../tenant.ts';
import type { TenantRegistry } from '../tenant-registry.ts';

export interface Listener {
  /** Number of the last frame this client has. */
  lastId: number;
  send(frame: string): void;
  readonly sessionId: string;
  close(): void;
}

export interface Realtime {
  /** From now on the recipient's frames go to this listener; what it missed goes first. */
  join(tenant: Tenant, recipient: string, listener: Listener): Promise<() => void>;
  /** To everybody of a site who is connected here; not stored, a client that was away asks anew. */
  broadcast(tenant: { id: Tenant['id'] }, frame: Frame): void;
  endSessions(match: { tenantId: string; sessionId?: string; userId?: string }): void;
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
  const everyRoom = (): void => { for (const room of rooms.values()) void news(room); };
  const stops = [
    await database.listen('outbox', (payload) => {
      const { tenantId, recipient } = JSON.parse(payload) as { tenantId: Tenant['id']; recipient: string };
      const room = rooms.get(tenantKey({ id: tenantId }, recipient));
      if (room) void news(room);
    }, { onReconnect: everyRoom }),
  ];

  return {
    async join(tenant, recipient, listener) {
      const key = tenantKey(tenant, recipient);
      const room = rooms.get(key) ?? { tenant, recipient, listeners: new Set<Listener>(), reading: null, again: false };
      rooms.set(key, room);
      room.listeners.add(listener);
      await news(room);
      return () => {
        room.listeners.delete(listener);
        if (room.listeners.size === 0) rooms.delete(key);
      };
    },
    broadcast({ id }, frame) {
      const text = JSON.stringify(frame);
      for (const room of rooms.values()) {
        if (room.tenant.id !== id) continue;
        for (const listener of room.listeners) listener.send(text);
      }
    },
    endSessions({ tenantId, sessionId, userId }) {
      for (const room of rooms.values()) {
        if (room.tenant.id !== tenantId) continue;
        for (const listener of [...room.listeners]) {
          if (listener.sessionId === sessionId || room.recipient === `user:${userId}`) listener.close();
        }
      }
    },
    connections: () => [...rooms.values()].reduce((sum, room) => sum + room.listeners.size, 0),
    async close() {
      for (const room of rooms.values()) for (const listener of [...room.listeners]) listener.close();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
