import {
  closeConnection,
  isFitForReturn,
  openConnection,
  takeRole,
  type Connection,
  type ConnectionOptions,
} from './connection.ts';
import { DatabaseError } from '../errors.ts';
import { openWaitingLine, type Waiter } from './waiting-line.ts';

export interface PoolOptions extends ConnectionOptions {
  size: number;
  /** Milliseconds to wait for a connection before giving up. */
  waitMs: number;
  /** Roles that a connection may take before it is replaced. */
  mostRoles: number;
  /** The role whose work is everybody's. */
  ofAll: string;
}

interface Slot {
  connection: Connection | null;
  busy: boolean;
}

export interface Pool {
  /** Lends a connection that has taken `role`, and takes it back when the work has ended. */
  lend<R>(role: string, work: (connection: Connection) => Promise<R>): Promise<R>;
  stats(): { size: number; open: number; busy: number; waiting: number };
  close(): Promise<void>;
}

/** Connecting costs a processor some hundredth of a second, and what the new one then learns as much again. */
const leastBetweenReplacedMs = 1_000;
/** Times the roles that a connection may take after which it is replaced at once. */
const mostOver = 1.5;
/** From so many connections on one role may not have all of them: what it does may be slow. */
const sharedFrom = 8;

/**
 * A small pool. A role has an order of its own among the connections and takes the first that is idle: mostly the same one,
 * because a connection learns 0.4 MB of catalog for every tenant it meets and forgets only by closing. What is at work for one
 * role at the same time goes on to its second, its third and so on. One that has met too many is replaced. Where all are busy
 * roles are served in turns, and of many one can't have more than three quarters.
 */
export function createPool(options: PoolOptions): Pool {
  const slots: Slot[] = Array.from({ length: options.size }, () => ({ connection: null, busy: false }));
  const waiting = openWaitingLine<Slot>(options.size, options.ofAll);
  const mostOfRole = options.size < sharedFrom ? options.size : options.size - Math.floor(options.size / 4);
  const busyByRole = new Map<string, number>();
  const busyOf = (role: string): number => busyByRole.get(role) ?? 0;
  let closed = false;

  let replacedAt = -Infinity;

  /** The one that a role wants most, of the idle ones or of all. */
  function choose(role: string, isOfIdle: boolean): Slot | undefined {
    const hash = hashOf(role);
    let best: Slot | undefined;
    let bestWeight = -1;
    for (const [place, slot] of slots.entries()) {
      if (isOfIdle && slot.busy) continue;
      const weight = weightOf(hash, place);
      if (weight > bestWeight) [best, bestWeight] = [slot, weight];
    }
    return best;
  }

  function takeSlot(role: string): Slot | Promise<Slot> {
    if (closed) throw new DatabaseError('pool-closed', 'The database has been closed.');
    const idle = busyOf(role) < mostOfRole ? choose(role, true) : undefined;
    if (idle !== undefined) {
      idle.busy = true;
      busyByRole.set(role, busyOf(role) + 1);
      return idle;
    }
    return new Promise((give, refuse) => {
      const waiter: Waiter<Slot> = {
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
        waiting.remove(role, waiter);
        refuse(
          new DatabaseError(
            'pool-exhausted',
            `${slots.filter(({ busy }) => busy).length} of ${options.size} database connections, ${busyOf(role)} of them for this role (at most ${mostOfRole}), were busy for ${options.waitMs} ms (${waiting.size} others wait). A unit of work is slow, or one is opened inside another.`,
          ),
        );
      }, options.waitMs);
      waiting.add(role, choose(role, false)!, waiter);
    });
  }

  /** One after the other, so that those who ask meanwhile find the others; but not until it has met many more than it may. */
  function isToBeReplaced({ roles }: Connection): boolean {
    const now = performance.now();
    if (roles.size <= options.mostRoles) return false;
    if (now - replacedAt < leastBetweenReplacedMs && roles.size <= mostOver * options.mostRoles) return false;
    replacedAt = now;
    return true;
  }

  function giveBack(slot: Slot, role: string): void {
    const left = busyOf(role) - 1;
    if (left === 0) busyByRole.delete(role);
    else busyByRole.set(role, left);
    if (slot.connection !== null && (closed || !isFitForReturn(slot.connection) || isToBeReplaced(slot.connection))) {
      void closeConnection(slot.connection);
      slot.connection = null;
    }
    const next = waiting.next(slot, busyOf, mostOfRole);
    slot.busy = next !== null;
    if (next === null) return;
    busyByRole.set(next.role, busyOf(next.role) + 1);
    next.waiter.give(slot);
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
        giveBack(slot, role);
      }
    },
    stats: () => ({
      size: options.size,
      open: slots.filter((slot) => slot.connection !== null).length,
      busy: slots.filter((slot) => slot.busy).length,
      waiting: waiting.size,
    }),
    async close() {
      closed = true;
      for (const waiter of waiting.clear())
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
