export interface Waiter<S> {
  give(slot: S): void;
  refuse(error: Error): void;
}

interface Line<S> {
  readonly waiters: Waiter<S>[];
  /** The slot that its role wants most. */
  readonly wanted: S;
  /** How often another went before it although it was its turn. */
  passed: number;
}

export interface WaitingLine<S> {
  readonly size: number;
  add(role: string, wanted: S, waiter: Waiter<S>): void;
  remove(role: string, waiter: Waiter<S>): void;
  /**
   * Who gets a slot that is free: of the roles that `busyOf` says have fewest slots, and less than `most`, the one that wants it
   * most, else the one whose turn it is. Null where nobody may have it.
   */
  next(
    slot: S,
    busyOf: (role: string) => number,
    most: number,
  ): { readonly role: string; readonly waiter: Waiter<S> } | null;
  /** All of them, who wait no longer. */
  clear(): readonly Waiter<S>[];
}

/** Whoever waits for one of a few slots: a line for each role, served in turns, so that one that asks for hundreds holds nobody up. */
export function openWaitingLine<S>(mostLooked: number): WaitingLine<S> {
  // In the order of their turns.
  const lines = new Map<string, Line<S>>();
  let size = 0;

  function candidates(busyOf: (role: string) => number, most: number): Array<readonly [string, Line<S>]> {
    let fewest = most;
    let found: Array<readonly [string, Line<S>]> = [];
    let looked = 0;
    for (const entry of lines) {
      const busy = busyOf(entry[0]);
      if (busy >= most) continue;
      if (busy < fewest) [fewest, found] = [busy, []];
      if (busy === fewest) found.push(entry);
      looked += 1;
      if (looked === mostLooked) break;
    }
    return found;
  }

  return {
    get size() {
      return size;
    },
    add(role, wanted, waiter) {
      const line = lines.get(role) ?? { waiters: [], wanted, passed: 0 };
      line.waiters.push(waiter);
      lines.set(role, line);
      size += 1;
    },
    remove(role, waiter) {
      const line = lines.get(role);
      const place = line?.waiters.indexOf(waiter) ?? -1;
      if (line === undefined || place === -1) return;
      line.waiters.splice(place, 1);
      size -= 1;
      if (line.waiters.length === 0) lines.delete(role);
    },
    next(slot, busyOf, most) {
      const open = candidates(busyOf, most);
      const first = open[0];
      if (first === undefined) return null;
      const chosen = first[1].passed >= mostLooked ? first : (open.find(([, { wanted }]) => wanted === slot) ?? first);
      if (chosen !== first) first[1].passed += 1;
      const [role, line] = chosen;
      const waiter = line.waiters.shift()!;
      size -= 1;
      lines.delete(role);
      line.passed = 0;
      if (line.waiters.length > 0) lines.set(role, line);
      return { role, waiter };
    },
    clear() {
      const all = [...lines.values()].flatMap(({ waiters }) => waiters);
      lines.clear();
      size = 0;
      return all;
    },
  };
}
