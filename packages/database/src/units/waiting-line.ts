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
   * most, else the first of them; but whose turn it is waits for no more than some others. Null where nobody may have it.
   */
  next(
    slot: S,
    busyOf: (role: string) => number,
    most: number,
  ): { readonly role: string; readonly waiter: Waiter<S> } | null;
  /** All of them, who wait no longer. */
  clear(): readonly Waiter<S>[];
}

/**
 * Whoever waits for one of a few slots: a line for each role, served in turns, so that one that asks for hundreds holds nobody up.
 *
 * @param mostLooked how many lines are looked at, as many as there are slots
 * @param ofAll the role that works for all others: it goes before them while it has less than a quarter of the slots
 */
export function openWaitingLine<S>(mostLooked: number, ofAll: string | null = null): WaitingLine<S> {
  // In the order of their turns.
  const lines = new Map<string, Line<S>>();
  let size = 0;

  function candidates(busyOf: (role: string) => number, most: number) {
    let fewest = most;
    let turn: readonly [string, Line<S>] | null = null;
    let found: Array<readonly [string, Line<S>]> = [];
    let looked = 0;
    for (const entry of lines) {
      const busy = busyOf(entry[0]);
      if (busy >= most) continue;
      turn ??= entry;
      if (busy < fewest) [fewest, found] = [busy, []];
      if (busy === fewest) found.push(entry);
      looked += 1;
      if (looked === mostLooked) break;
    }
    return { turn, found };
  }

  function ahead(busyOf: (role: string) => number): readonly [string, Line<S>] | null {
    if (ofAll === null) return null;
    const line = lines.get(ofAll);
    return line !== undefined && busyOf(ofAll) < Math.max(1, Math.floor(mostLooked / 4)) ? [ofAll, line] : null;
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
      const { turn, found } = candidates(busyOf, most);
      const isOver = turn !== null && turn[1].passed >= mostLooked;
      const wanting = isOver ? turn : (found.find(([, { wanted }]) => wanted === slot) ?? found[0]);
      const chosen = ahead(busyOf) ?? wanting;
      if (chosen === undefined) return null;
      const [role, line] = chosen;
      if (turn !== null && role !== turn[0]) turn[1].passed += 1;
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
