import {
  closeConnection,
  isFitForReturn,
  openConnection,
  takeRole,
  type Connection,
  type ConnectionOptions,
} from './connection.ts';
import { DatabaseError } from '../errors.ts';

export interface PoolOptions extends ConnectionOptions {
  size: number;
  /** Milliseconds to wait for a connection before giving up. */
  waitMs: number;
}

interface Slot {
  readonly group: number;
  connection: Connection | null;
  busy: boolean;
}

interface Waiter {
  readonly group: number;
  give(slot: Slot): void;
  refuse(error: Error): void;
}

export interface Pool {
  /** Lends a connection that has taken `role`, and takes it back when the work has ended. */
  lend<R>(role: string, work: (connection: Connection) => Promise<R>): Promise<R>;
  stats(): { size: number; open: number; busy: number; waiting: number };
  close(): Promise<void>;
}

/**
 * A small pool in groups of two. A role keeps to its home group, because a connection
 * learns 0.4 MB of catalog for every tenant it meets and forgets only by closing;
 * when the home group is busy the work overflows to any other.
 */
export function createPool(options: PoolOptions): Pool {
  const groups = Math.max(1, Math.floor(options.size / 2));
  const slots: Slot[] = Array.from({ length: options.size }, (_, place) => ({
    group: place % groups,
    connection: null,
    busy: false,
  }));
  const waiters: Waiter[] = [];
  let closed = false;

  function chooseIdle(role: string, group: number): Slot | undefined {
    let best: Slot | undefined;
    let bestRank = Infinity;
    for (const slot of slots) {
      if (slot.busy) continue;
      const rank = rankSlot(slot, role, group);
      if (rank < bestRank || (rank === bestRank && (slot.connection?.lentAt ?? 0) < (best?.connection?.lentAt ?? 0)))
        [best, bestRank] = [slot, rank];
    }
    return best;
  }

  function takeSlot(role: string): Slot | Promise<Slot> {
    if (closed) throw new DatabaseError('pool-closed', 'The database has been closed.');
    const group = groupOf(role, groups);
    const idle = chooseIdle(role, group);
    if (idle !== undefined) {
      idle.busy = true;
      return idle;
    }
    return new Promise((give, refuse) => {
      const waiter: Waiter = {
        group,
        give: (slot) => {
          clearTimeout(timer);
          give(slot);
        },
        refuse: (error) => {
          clearTimeout(timer);
          refuse(error);
        },
      };
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1);
        refuse(
          new DatabaseError(
            'pool-exhausted',
            `All ${options.size} database connections were busy for ${options.waitMs} ms (${waiters.length} others wait). A unit of work is slow, or one is opened inside another.`,
          ),
        );
      }, options.waitMs);
      waiters.push(waiter);
    });
  }

  function giveBack(slot: Slot): void {
    if (slot.connection !== null && (closed || !isFitForReturn(slot.connection))) {
      void closeConnection(slot.connection);
      slot.connection = null;
    }
    const next = waiters.shift();
    if (next === undefined) slot.busy = false;
    else next.give(slot);
  }

  async function readyConnection(slot: Slot, role: string): Promise<Connection> {
    let connection = slot.connection;
    if (connection !== null && !isFitForReturn(connection)) {
      void closeConnection(connection);
      connection = slot.connection = null;
    }
    connection ??= slot.connection = await openConnection(options);
    try {
      await takeRole(connection, role);
    } catch (error) {
      connection.tainted = true;
      throw error;
    }
    connection.lentAt = performance.now();
    return connection;
  }

  return {
    async lend(role, work) {
      const slot = await takeSlot(role);
      try {
        return await work(await readyConnection(slot, role));
      } finally {
        giveBack(slot);
      }
    },
    stats: () => ({
      size: options.size,
      open: slots.filter((slot) => slot.connection !== null).length,
      busy: slots.filter((slot) => slot.busy).length,
      waiting: waiters.length,
    }),
    async close() {
      closed = true;
      for (const waiter of waiters.splice(0))
        waiter.refuse(new DatabaseError('pool-closed', 'The database has been closed.'));
      const idle = slots.filter((slot) => !slot.busy && slot.connection !== null);
      await Promise.all(idle.map((slot) => closeConnection(slot.connection as Connection)));
      for (const slot of idle) slot.connection = null;
    },
  };
}

/** Lower is better: the same role at home, home, the same role elsewhere, unopened, somebody else's. */
function rankSlot(slot: Slot, role: string, group: number): number {
  const home = slot.group === group;
  if (slot.connection === null) return home ? 1 : 4;
  const same = slot.connection.role === role;
  if (home) return same ? 0 : 2;
  return same ? 3 : 5;
}

function groupOf(role: string, groups: number): number {
  let hash = 2166136261;
  for (let place = 0; place < role.length; place++) hash = Math.imul(hash ^ role.charCodeAt(place), 16777619);
  return (hash >>> 0) % groups;
}
