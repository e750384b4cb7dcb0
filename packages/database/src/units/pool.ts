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
  /** Roles that a connection may take before it is replaced. */
  mostRoles: number;
}

interface Slot {
  connection: Connection | null;
  busy: boolean;
}

interface Waiter {
  give(slot: Slot): void;
  refuse(error: Error): void;
}

export interface Pool {
  /** Lends a connection that has taken `role`, and takes it back when the work has ended. */
  lend<R>(role: string, work: (connection: Connection) => Promise<R>): Promise<R>;
  stats(): { size: number; open: number; busy: number; waiting: number };
  close(): Promise<void>;
}

/** Connecting costs a processor some hundredth of a second, and what the new one then learns as much again. */
const leastBetweenReplacedMs = 1_000;

/**
 * A small pool. A role has an order of its own among the connections and takes the first that is idle: mostly the same one,
 * because a connection learns 0.4 MB of catalog for every tenant it meets and forgets only by closing. What is at work for one
 * role at the same time goes on to its second, its third and so on. One that has met too many is replaced.
 */
export function createPool(options: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: options.size }, () => ({ connection: null, busy: false }));
  const waiters: Waiter[] = [];
  let closed = false;

  let replacedAt = -Infinity;

  function chooseIdle(role: string): Slot | undefined {
    const hash = hashOf(role);
    let best: Slot | undefined;
    let bestWeight = -1;
    for (const [place, slot] of slots.entries()) {
      if (slot.busy) continue;
      const weight = weightOf(hash, place);
      if (weight > bestWeight) [best, bestWeight] = [slot, weight];
    }
    return best;
  }

  function takeSlot(role: string): Slot | Promise<Slot> {
    if (closed) throw new DatabaseError('pool-closed', 'The database has been closed.');
    const idle = chooseIdle(role);
    if (idle !== undefined) {
      idle.busy = true;
      return idle;
    }
    return new Promise((give, refuse) => {
      const waiter: Waiter = {
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

  /** One after the other, so that those who ask meanwhile find the others. */
  function isToBeReplaced({ roles }: Connection): boolean {
    const now = performance.now();
    if (roles.size <= options.mostRoles || now - replacedAt < leastBetweenReplacedMs) return false;
    replacedAt = now;
    return true;
  }

  function giveBack(slot: Slot): void {
    if (slot.connection !== null && (closed || !isFitForReturn(slot.connection) || isToBeReplaced(slot.connection))) {
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

/** How much a role wants a place: for each role another order, and as many roles to whom a place is the first as any other. */
function weightOf(hash: number, place: number): number {
  let mixed = hash ^ Math.imul(place + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hashOf(role: string): number {
  let hash = 2166136261;
  for (let place = 0; place < role.length; place++) hash = Math.imul(hash ^ role.charCodeAt(place), 16777619);
  return hash >>> 0;
}
